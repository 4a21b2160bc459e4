"""The search for leaks finds them: planted ones in every gate, and a tile or a seed in any field."""

from __future__ import annotations

import sys
from random import Random

import pytest

from tantera.play import REFEREE, SPECTATOR
from tantera.rules import load_book, with_options
from tests.builders import Table
from tests.golden.hands import BLOCK_AC
from tests.play.leaks import leaks
from tests.referee.live import LiveTable, encode
from tests.referee.people import Somebody


def everything_seen(match, event, eyes):
    return event


def every_rack_seen(match, eyes):
    return tuple(match.hand.rack(seat) if match.hand is not None else None for seat in range(1, len(match.names) + 1))


def ones_own_before_lifting(match, eyes):
    """Too early by TG-8.5."""
    everything = every_rack_seen(match, eyes)
    if match.hand is None or not match.hand_in_play:
        return everything
    return tuple(rack if seat == eyes else None for seat, rack in enumerate(everything, start=1))


@pytest.mark.parametrize(
    ("book", "name", "leaky", "rooms"),
    [
        ("ueh", "seen", everything_seen, ("wire", "seen")),
        ("ueh", "seen", everything_seen, ("wire",)),
        ("san-juan", "seen", everything_seen, ("wire",)),
        ("tarragona", "racks_seen", every_rack_seen, ("wire", "view")),
        ("tarragona", "racks_seen", ones_own_before_lifting, ("wire", "view")),
        ("clasico", "racks_seen", every_rack_seen, ("wire",)),
        ("clasico", "SEE_EVERYTHING", frozenset({SPECTATOR}), ("seen",)),
    ],
)
def test_a_planted_leak_is_found(book, name, leaky, rooms, monkeypatch):
    for room in rooms:
        monkeypatch.setattr(sys.modules[f"tantera.play.{room}"], name, leaky)
    with pytest.raises(AssertionError, match="is sent"):
        play_on(book)


@pytest.mark.parametrize("book", ["ueh", "san-juan", "tarragona", "clasico"])
def test_where_nothing_is_planted_nothing_is_found(book):
    play_on(book)


def play_on(book: str) -> None:
    """Some hands, with tiles drawn where the book has it so; every byte that is sent is looked at."""
    table = LiveTable(with_options(load_book(book), {"players": 2, "play": "alone"} if book == "ueh" else {}))
    people = Somebody(table, Random(1), 1)
    for _ in range(80):
        people.goes_on()


def test_a_seed_in_a_frame_is_found_while_its_hand_is_in_play_and_not_after():
    table = Table("san-juan", opener=1)
    table.do("deal secret")
    sent = encode({"seed": b"secret".hex()})
    assert leaks(table.match, 1, sent) == ["the seed of the deal"]
    assert leaks(table.match, REFEREE, sent) == []
    table.finish()
    assert leaks(table.match, 1, sent) == []


@pytest.mark.parametrize("field", ["racks", "options", "moves", "anything"])
def test_a_tile_of_somebody_else_is_found_in_any_field(field):
    table = Table("san-juan", opener=1).deal(BLOCK_AC)
    sent = encode({field: [None, ["36"]]})
    assert leaks(table.match, 1, sent)
    assert leaks(table.match, SPECTATOR, sent)
    assert not leaks(table.match, REFEREE, sent)


def test_ones_own_tile_is_no_leak_but_in_the_rack_of_somebody_else():
    table = Table("san-juan", opener=1).deal(BLOCK_AC)
    assert not leaks(table.match, 1, encode({"options": ["66"]}))
    assert leaks(table.match, 1, encode({"racks": [None, ["66"]]}))
