"""UEH and the classic game: what their texts say, and free rulings, which every book takes."""

import pytest

from tantera.notation import DgnError
from tantera.rules import load_book
from tantera.rules.loader import SOURCE_BOOKS
from tests.golden.hands import DOMINO_A
from tests.referee.papers import DEAL, followed, paper, told

article = pytest.mark.article


def hand_in(book: str, moves: str) -> str:
    score = "0/0/0/0" if load_book(book).options.play == "alone" else "0-0"
    return paper(book, f"#1 o1 {score} {DEAL} {moves}")


@article("UEH-obligada")
def test_stalling_with_one_option_is_recorded_and_nothing_follows():
    racks = " ".join(f"{seat}:{rack}" for seat, rack in enumerate(DOMINO_A.racks, start=1))
    assert followed(paper("ueh", f"#1 o1 0/0/0/0 deal {racks} 06 <01 [UEH-obligada seat=3] <15")) == [[]]


@pytest.mark.parametrize("book", SOURCE_BOOKS)
def test_every_book_takes_a_free_ruling_with_points_for_one_side(book):
    said = told(hand_in(book, '66 [ruling text="they agreed" by="the club" points=2:+20]'))
    sides = list(said["score"])
    assert [side for side in sides if said["score"][side]] == [next(side for side in sides if "2" in side)]
    assert sum(said["score"].values()) == 20


@pytest.mark.parametrize("book", SOURCE_BOOKS)
def test_a_free_ruling_needs_neither_seat_nor_points(book):
    assert followed(hand_in(book, '66 [ruling text="a warning to everybody"]')) == [[]]


@pytest.mark.parametrize("book", SOURCE_BOOKS)
@pytest.mark.parametrize("points", ["20", "5:+20", "2:20", "2:+", "0:+1", "1+3:+20"])
def test_points_that_are_not_written_as_they_should_are_refused(book, points):
    with pytest.raises(DgnError, match=r"2:\+20"):
        told(hand_in(book, f'66 [ruling text="x" points={points}]'))


def test_a_ruling_for_a_seat_that_nobody_has_is_refused():
    text = '[Book "ueh"] [Players "3"] #1 o1 0/0/0 [ruling text="x" points=4:+20]'
    with pytest.raises(DgnError, match=r"points"):
        told(text)


@article("UEH-reenganche")
def test_points_ruled_upon_a_lone_player_hurt_like_any_others():
    text = (
        '[Book "ueh"] [Limit "70p"] #1 o1 0/0/0/0 = domino 1 +70 (0/60/5/5) #2 o2 0/60/5/5 '
        '[ruling text="x" points=2:+20] = domino 1 +3 (0/0/1/2)'
    )
    said = told(text)
    assert said["re_entries"] == {"2": 1}
    assert said["score"] == {"1": 0, "2": 7, "3": 6, "4": 7}


@pytest.mark.parametrize("book", SOURCE_BOOKS)
def test_points_are_refused_on_anything_but_a_free_ruling(book):
    for infraction in load_book(book).catalogue:
        text = hand_in(book, f"66 [{infraction.article} seat=1 tile=00 points=2:+20]")
        if infraction.ruling:
            assert sum(told(text)["score"].values()) == 20
        else:
            with pytest.raises(DgnError) as refusal:
                told(text)
            assert refusal.value.article == infraction.article


def test_the_classic_game_has_no_infractions_of_its_own():
    assert load_book("clasico").catalogue == ()
    with pytest.raises(DgnError):
        told(hand_in("clasico", "66 [SJ-irreg-5 seat=2]"))
