"""Tarragona's ladder of warnings, cards and faults: every case of "Readings on the ladder"."""

import pytest

from tantera.play.events import MatchForfeited
from tests.referee.papers import followed, hand, one, paper, told
from tests.referee.tables import RealTable

article = pytest.mark.article
BOOK = "tarragona"
GO_ON = " chose=continue"


def times(fault: str, how_many: int, seat: int = 2, more: str = "") -> str:
    return f"[{fault} seat={seat}{more}] " * how_many


def cards(records: str, seat: int = 2) -> tuple[int, int, int]:
    """Blue, yellow and red cards of a seat."""
    shown = told(one(BOOK, f"00 {records}"))["cards"].get(str(seat), {"blue": 0, "yellow": 0, "red": 0})
    return shown["blue"], shown["yellow"], shown["red"]


# --- incorrecciones


@article("TG-13.1", "TG-13.2", "TG-13.3", "TG-13.4", "TG-13.5", "TG-13.6")
@pytest.mark.parametrize("number", range(1, 7))
def test_an_incorreccion_is_a_warning_and_asks_nobody(number):
    text = one(BOOK, f"00 [TG-13.{number} seat=4] >05")
    assert followed(text) == [["warning 4"]]
    assert told(text)["cards"] == {}


@article("TG-13.7", "TG-17")
@pytest.mark.parametrize(
    ("how_many", "blue", "yellow"), [(2, 0, 0), (3, 1, 0), (5, 1, 0), (6, 2, 1), (9, 3, 1), (12, 4, 2)]
)
def test_every_third_same_incorreccion_is_a_blue_and_every_second_blue_a_yellow(how_many, blue, yellow):
    assert cards(times("TG-13.2", how_many)) == (blue, yellow, 0)


@article("TG-13.7", "TG-17")
def test_the_third_same_incorreccion_asks_for_no_decision():
    text = one(BOOK, f"00 {times('TG-13.2', 3)}>05")
    assert followed(text)[2] == ["warning 2", "card 2 blue"]
    assert told(text)["awaiting"] is None


@article("TG-13.7", "TG-17")
def test_different_incorrecciones_and_different_players_do_not_add_up():
    assert cards("".join(f"[TG-13.{number} seat=2] " for number in range(1, 7))) == (0, 0, 0)
    assert told(one(BOOK, "00 " + "".join(f"[TG-13.2 seat={seat}] " for seat in (1, 2, 3, 4))))["cards"] == {}


@article("TG-13.7", "TG-14.13")
def test_the_leve_made_of_incorrecciones_does_not_count_for_14_13():
    # Three leves of this kind are nine incorrecciones: three blue, the yellow of two of them, and no grave's.
    assert cards(times("TG-13.2", 9)) == (3, 1, 0)
    assert cards(times("TG-13.2", 3) + times("TG-14.1", 2, more=GO_ON)) == (3, 1, 0)


# --- leves


@article("TG-18.4")
@pytest.mark.parametrize("chose", ["continue", "annul"])
def test_a_blue_card_goes_with_every_leve_whatever_was_decided(chose):
    assert cards(f"[TG-14.8 seat=2 chose={chose}]") == (1, 0, 0)
    assert cards("[TG-14.8 seat=2]") == (1, 0, 0)


@article("TG-18.4")
@pytest.mark.parametrize(("how_many", "yellow"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_every_second_blue_of_different_leves_brings_a_yellow_and_blues_are_not_used_up(how_many, yellow):
    kinds = ("TG-14.1", "TG-14.3", "TG-14.4", "TG-14.5", "TG-14.6", "TG-14.8")[:how_many]
    assert cards("".join(times(kind, 1, seat=1, more=GO_ON) for kind in kinds), seat=1) == (how_many, yellow, 0)


@article("TG-14.13", "TG-15.1")
def test_the_third_same_leve_brings_its_blue_and_the_yellow_of_the_grave_with_one_decision():
    table = RealTable(BOOK).deal().seen("00")
    for _ in range(2):
        table.infraction("TG-14.1", 2).decides("continue")
    table.infraction("TG-14.1", 2)
    assert table.match.cards == {2: {"blue": 3, "yellow": 2}}  # one yellow of two blue, one of the grave
    assert table.awaits == ("3", "TG-14.1", ("continue", "annul"))
    assert table.decides("continue").awaits is None


@article("TG-14.13")
def test_three_different_leves_are_no_grave():
    text = one(BOOK, "00 " + "".join(times(f"TG-14.{n}", 1, more=GO_ON) for n in (1, 6, 8)))
    assert told(text)["cards"] == {"2": {"blue": 3, "yellow": 1, "red": 0}}  # as NOTATION.md writes it


@article("TG-15.1", "TG-15.5")
def test_graves_made_of_leves_are_the_same_only_if_the_leve_is():
    two_kinds = times("TG-14.1", 3, more=GO_ON) + times("TG-14.6", 3, more=GO_ON)
    assert told(one(BOOK, f"00 {two_kinds}"))["awaiting"] is None
    again = told(one(BOOK, f"00 {two_kinds}{times('TG-14.1', 2, more=GO_ON)}{times('TG-14.1', 1)}"))
    assert again["awaiting"] == {"who": "referee", "article": "TG-15.5", "choices": ["yes", "no"]}


# --- graves


@article("TG-15.2", "TG-15.3", "TG-15.4", "TG-18.5")
@pytest.mark.parametrize("fault", ["TG-15.2", "TG-15.3", "TG-15.4"])
def test_a_grave_is_a_yellow_and_asks_the_player_on_the_right(fault):
    said = told(one(BOOK, f"00 [{fault} seat=4]"))
    assert said["cards"] == {"4": {"blue": 0, "yellow": 1, "red": 0}}
    assert said["awaiting"]["who"] == 1


@article("TG-15.5", "TG-18.5")
def test_different_graves_propose_nothing_however_many_yellows_they_bring():
    text = one(BOOK, "00 " + "".join(times(fault, 1, more=GO_ON) for fault in ("TG-15.2", "TG-15.3", "TG-15.4")))
    assert told(text)["cards"] == {"2": {"blue": 0, "yellow": 3, "red": 0}}
    assert told(text)["awaiting"] is None


@article("TG-18.4", "TG-18.5")
def test_a_yellow_of_two_blues_and_one_of_a_grave_make_no_red():
    records = times("TG-14.1", 1, more=GO_ON) + times("TG-14.8", 1, more=GO_ON) + times("TG-15.4", 1, more=GO_ON)
    assert cards(records) == (2, 2, 0)
    assert told(one(BOOK, f"00 {records}"))["awaiting"] is None


@article("TG-15.5")
def test_the_same_grave_of_two_partners_is_not_the_same_grave_twice():
    text = one(BOOK, f"00 {times('TG-15.4', 1, 2, GO_ON)}{times('TG-15.4', 1, 4, GO_ON)}")
    assert told(text)["awaiting"] is None


@article("TG-15.5", "TG-16.1", "TG-18.5")
def test_the_same_grave_twice_is_proposed_and_the_referee_confirms_it():
    table = RealTable(BOOK).deal().seen("00").infraction("TG-15.4", 2, chose="continue").infraction("TG-15.4", 2)
    assert table.awaits == ("referee", "TG-15.5", ("yes", "no"))
    assert table.match.cards == {2: {"yellow": 2}}
    table.refuses(">05")
    table.decides("yes", by="árbitro")
    assert table.match.cards == {2: {"yellow": 2, "red": 1}}
    assert table.awaits is None, "a lost match leaves nothing to choose"
    table.result()
    assert (table.match.score, table.match.winner, table.match.ended_by) == ((300, 0), (1, 3), "forfeit")


@article("TG-15.5", "TG-18.2")
def test_a_proposal_not_confirmed_leaves_the_decision_to_the_player_on_the_right():
    table = RealTable(BOOK).deal().seen("00").infraction("TG-15.4", 2, chose="continue").infraction("TG-15.4", 2)
    table.decides("no")
    assert table.awaits == ("3", "TG-15.4", ("continue", "annul"))
    table.decides("annul").result()
    assert (table.match.opener, table.match.ended_by, table.match.cards) == (1, None, {2: {"yellow": 2}})


@article("TG-15.5", "TG-18.2")
def test_a_choice_given_with_the_record_is_not_asked_for_again_after_the_referee_has_spoken():
    table = RealTable(BOOK).deal().seen("00").infraction("TG-15.4", 2, chose="continue")
    table.infraction("TG-15.4", 2, chose="continue").decides("no")
    assert table.awaits is None
    table.seen(">05")


@article("TG-15.5", "TG-16.1")
def test_in_a_file_the_referees_word_stands_in_the_record():
    first = "[TG-15.2 seat=1 chose=continue]"
    said = told(one(BOOK, f"00 {first} [TG-15.2 seat=1 confirm=yes] = lost 1+3 +300 TG-15.2"))
    assert (said["winner"], said["cards"]) == ("2+4", {"1": {"blue": 0, "yellow": 2, "red": 1}})
    said = told(one(BOOK, f"00 {first} [TG-15.2 seat=1 confirm=no chose=annul] = void TG-15.2"))
    assert (said["winner"], said["next_opener"]) == (None, 2)


@article("TG-18.4", "TG-18.5")
def test_cards_last_for_the_match():
    said = told(
        paper(
            BOOK,
            hand("00 [TG-14.1 seat=2 chose=annul] = void TG-14.1"),
            hand("00 [TG-14.6 seat=2 chose=annul] = void TG-14.6", 2),
            "#3 o1 0-0 [TG-14.1 seat=2 chose=continue] [TG-15.4 seat=1 chose=continue] = domino 1 +10",
            "#4 o2 10-0 [TG-14.1 seat=2 chose=continue] = domino 1 +10",
        )
    )
    # Four blue bring two yellow, the third 14.1 one more.
    assert said["cards"] == {"1": {"blue": 0, "yellow": 1, "red": 0}, "2": {"blue": 4, "yellow": 3, "red": 0}}


@article("TG-18.6")
def test_a_match_that_is_lost_cannot_be_lost_once_more():
    table = RealTable("tarragona").deal().seen("00").infraction("TG-16.5", 2).infraction("TG-16.5", 1)
    lost = [one for one in table.match.consequences if isinstance(one, MatchForfeited)]
    assert [(one.side, one.scored) for one in lost] == [((2, 4), 300), ((1, 3), 0)]


@article("TG-18.6")
def test_who_has_more_than_the_limit_already_loses_nothing_by_being_raised_to_it():
    table = RealTable("tarragona", limit="100p").deal().seen("00")
    table.infraction("ruling", text="so it is", points="1:+120").infraction("TG-16.5", 2)
    lost = [one for one in table.match.consequences if isinstance(one, MatchForfeited)]
    assert [(one.side, one.scored) for one in lost] == [((2, 4), 0)]
