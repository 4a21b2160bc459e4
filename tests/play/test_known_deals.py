"""A hand with tiles that somebody chose: it is played as any other, and nobody takes it for a fair deal."""

from typing import Any

import pytest
from msgspec import UNSET

from tantera.notation import DgnError, export, judge, read, verify, write
from tantera.play import TABLE, DealHand, DealRacks, Ledger, Phase, legal_moves, new_match, start_match, view
from tantera.play.deal import commitment
from tantera.play.events import HandDealt, TilesShuffled
from tantera.play.orders import CommitSeed
from tantera.referee import step
from tantera.rules import Refusal, load_book
from tantera.solver import solve
from tantera.telling import Narrator
from tantera.tiles import Tile

RACKS = tuple(
    tuple(map(Tile.parse, rack.split(".")))
    for rack in (
        "00.04.12.16.25.35.46",
        "01.05.13.22.26.36.55",
        "02.06.14.23.33.44.56",
        "03.11.15.24.34.45.66",
    )
)


def begun(book: str = "san-juan", opener: int | None = 1) -> Ledger:
    law = load_book(book)
    return Ledger.begun(law, new_match(law, ("Pons", "Vidal", "Mas", "Roca"), opener=opener))


def dealt(ledger: Ledger, racks: tuple[tuple[Tile, ...], ...] = RACKS, **more: Any) -> Ledger:
    return ledger.then(step(ledger.match, DealRacks(racks, **more), by=TABLE, now=0).moments)


def test_whoever_deals_the_same_tiles_at_several_tables_says_who_opens():
    match = dealt(begun(), opener=3).match
    assert match.hand is not None
    assert (match.opener, match.hand.opener, match.hand.turn) == (3, 3, 3)
    with pytest.raises(Refusal):
        dealt(begun(), opener=5)


def test_the_tiles_are_where_they_were_put_and_the_hand_is_played_as_any_other():
    match = dealt(begun()).match
    assert match.phase is Phase.PLAYING
    assert match.hand is not None
    assert match.hand.dealt == RACKS
    assert solve(match.hand).points == {(1, 3): 27, (2, 4): -27}  # as a problem: the value that the notation tells
    after = step(match, legal_moves(match.hand)[0], by=1, now=1).after
    assert after.hand is not None
    assert after.hand.turns == 1


def test_the_event_says_that_somebody_chose_them_and_nobody_shuffled():
    events = dealt(begun()).effective
    deal = next(event for event in events if isinstance(event, HandDealt))
    assert (deal.known, deal.seed, deal.taking) == (True, "", ())
    assert not any(isinstance(event, TilesShuffled) for event in events)
    fair = begun()
    fair = fair.then(step(fair.match, DealHand(b"seed"), by=TABLE, now=0).moments)
    assert next(event for event in fair.effective if isinstance(event, HandDealt)).known is UNSET


def test_whoever_reads_is_told_too():
    ledger = dealt(begun())
    happened = next(one for one in ledger.happenings() if isinstance(one.event, HandDealt))
    told = Narrator("en").sentence(*happened)
    assert told is not None
    assert "with tiles that were chosen" in told.text


def test_a_table_that_is_bound_to_a_seed_deals_from_nothing_else():
    match = begun().match
    bound = step(match, CommitSeed(commitment(b"seed")), by=TABLE, now=0).after
    with pytest.raises(Refusal, match="bound to a seed"):
        step(bound, DealRacks(RACKS), by=TABLE, now=0)


def test_no_player_chooses_the_tiles():
    with pytest.raises(Refusal):
        step(begun().match, DealRacks(RACKS), by=1, now=0)


@pytest.mark.parametrize(
    ("racks", "said"),
    [
        (RACKS[:3], "3 racks, expected 4"),
        ((RACKS[0][:6], *RACKS[1:]), "has 6 tiles, expected 7"),
        ((RACKS[1], *RACKS[1:]), "is dealt twice"),
        (((Tile(7, 7), *RACKS[0][1:]), *RACKS[1:]), "is not in the"),
    ],
)
def test_what_the_book_cannot_have_dealt_is_refused(racks: tuple[tuple[Tile, ...], ...], said: str):
    with pytest.raises(Refusal, match=said):
        dealt(begun(), racks)


def test_the_highest_double_opens_where_the_book_says_so():
    hand = dealt(begun("ueh", opener=None)).match.hand
    assert hand is not None
    assert hand.opener == 4


def test_the_others_of_the_set_sleep_the_lowest_first_unless_it_is_said():
    racks = tuple(rack[:6] for rack in RACKS)
    asleep = tuple(sorted((rack[6] for rack in RACKS), key=lambda tile: tile.index))
    ledger = begun("fives-and-threes")
    hand = dealt(ledger, racks).match.hand
    assert hand is not None
    assert hand.boneyard == tuple(tile for tile in ledger.book.options.set.tiles if tile in asleep)
    said = dealt(ledger, racks, boneyard=asleep[::-1]).match.hand
    assert said is not None
    assert said.boneyard == asleep[::-1]


def test_nobody_sees_the_tiles_of_others_for_that():
    seen = view(dealt(begun()).match, 2)
    assert seen.counts == (7, 7, 7, 7)
    assert set(seen.mine) == set(RACKS[1])


def test_a_file_says_it_and_is_read_back():
    ledger = dealt(begun())
    text = write(export(ledger))
    assert '[Known "1"]' in text
    assert "seed" not in text
    judged = judge(read(text))
    deal = next(event for event in judged.ledger.effective if isinstance(event, HandDealt))
    assert deal.known is True
    assert write(export(judged.ledger)) == text
    assert [str(hand.told) for hand in verify(judged)] == ["Hand 1: the tiles were chosen, nothing to verify"]


def test_a_hand_with_a_seed_was_not_chosen():
    ledger = begun()
    ledger = ledger.then(step(ledger.match, DealHand(b"seed"), by=TABLE, now=0).moments)
    text = write(export(ledger)).replace("[Result", '[Known "1"]\n[Result')
    if "seed " not in text:
        text += f"seed {commitment(b'seed')} {b'seed'.hex()}\n"
    with pytest.raises(DgnError, match="expected no seed"):
        judge(read(text))


def test_the_tag_names_hands_of_the_match():
    with pytest.raises(DgnError, match="expected numbers of hands"):
        judge(read('[Book "san-juan"]\n[Known "2"]\n#1 o1 0-0 = domino 3 +41'))


def test_the_match_that_such_a_hand_begins_is_an_ordinary_one():
    match = start_match(load_book("san-juan"), new_match(load_book("san-juan"), opener=2))
    assert step(match, DealRacks(RACKS), by=TABLE, now=0).after.opener == 2
