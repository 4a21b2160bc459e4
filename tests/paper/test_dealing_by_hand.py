"""A duplicate round on paper: two walkers set each hand up from the printed cards alone, tiles face down.

Whoever lays the tiles out counts the pips on the printed page; whoever deals reads whose each place is and pushes tiles
that nobody may turn. Neither is told anything else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tantera.paper.dealing import dealing_cards
from tantera.paper.saying import COMPASS
from tantera.tiles import DOUBLE_SIX
from tantera.tournament.presentation import Presentation
from tantera.words import translate
from tests.paper.pictures import Page, pages
from tests.tournament.story import Story

INK = 80
MM = INK / 25.4
WIDE, HIGH = 105, 148.5
"""Of a card; its inside is the lower half."""
ACROSS, STEP, DOWN, FIRST = 7, 13.0, 11.3, (7.0, 24.0)
HALF = 5.6
"""A half of a printed tile."""


class Face:
    """A tile on the table. Face down it has no face: whoever looks all the same is caught."""

    def __init__(self, code: str) -> None:
        self._code, self.down = code, False

    def look(self) -> str:
        assert not self.down, "somebody turned a tile that lies face down"
        return self._code


@dataclass
class Table:
    """Four plates with the compass words, a box of tiles, rows of seven in the middle."""

    lang: str
    box: list[Face]
    rows: list[Face] = field(default_factory=list)
    racks: dict[str, list[Face]] = field(default_factory=dict)

    @property
    def plates(self) -> list[str]:
        return [translate(self.lang, word) for word in COMPASS]


def read_tile(page: Page, left: float, top: float) -> str:
    """The pips of a printed tile, counted: the nine places of each half."""

    def pips(x: float) -> int:
        spots = [(x + HALF * (0.22 + 0.28 * a), top + HALF * (0.22 + 0.28 * b)) for a in range(3) for b in range(3)]
        return sum(bool(page[round(y * MM), round(across * MM)]) for across, y in spots)

    return "".join(map(str, sorted((pips(left), pips(left + HALF)))))


def printed_tiles(page: Page, nth: int, count: int) -> list[str]:
    """What stands inside a card of a sheet of four, row by row."""
    card = (nth % 2 * WIDE, nth // 2 * HIGH + HIGH / 2)
    return [
        read_tile(
            page,
            card[0] + FIRST[0] + at % ACROSS * STEP + (STEP - 2 * HALF) / 2,
            card[1] + FIRST[1] + at // ACROSS * DOWN + (10 - HALF) / 2,
        )
        for at in range(count)
    ]


def first_walker(table: Table, said: str, printed: Sequence[str]) -> None:
    """Counts the tiles, face up, and lays them face down in the order of the card."""
    counted = re.search(r"1\D+(\d+)", said)
    assert counted is not None
    assert len(table.box) == int(counted[1]) == len(printed)
    by_face = {one.look(): one for one in table.box}
    table.rows = [by_face.pop(code) for code in printed]
    assert by_face == {}
    table.box = []
    for one in table.rows:
        one.down = True


def second_walker(table: Table, letters: Sequence[str]) -> None:
    """Pushes every tile, face down, to the plate that begins with the letter; the others stay asleep."""
    assert all(one.down for one in table.rows)
    plate = {word[0]: word for word in table.plates}
    assert len(plate) == 4, "the letters tell the places apart"
    table.racks = {word: [] for word in table.plates}
    asleep: list[Face] = []
    for tile, letter in zip(table.rows, letters, strict=True):
        (asleep if letter == "–" else table.racks[plate[letter]]).append(tile)
    table.rows = asleep


def lifted(table: Table) -> dict[str, set[str]]:
    for rack in table.racks.values():
        for one in rack:
            one.down = False
    return {word: {one.look() for one in rack} for word, rack in table.racks.items()}


def played(table: Table, racks: dict[str, set[str]], opens: str) -> list[int]:
    """They lay what fits, from the opener to the right, until somebody is out or nobody can; the side with fewer pips
    writes all the others hold."""
    order = table.plates[table.plates.index(opens) :] + table.plates[: table.plates.index(opens)]
    ends, passed, turn = "", 0, 0
    while passed < 4 and all(racks.values()):
        rack = racks[order[turn % 4]]
        fits = sorted(code for code in rack if not ends or set(code) & set(ends))
        passed = 0 if fits else passed + 1
        if fits:
            rack.remove(code := fits[-1])
            end = next((end for end in ends if end in code), "")
            other = code.replace(end, "", 1) if end else ""
            ends = ends.replace(end, other, 1) if end else code
        turn += 1
    held = [sum(int(pip) for word in table.plates[side::2] for code in racks[word] for pip in code) for side in (0, 1)]
    return [held[1], 0] if held[0] < held[1] else [0, held[0]]


def counted_back(table: Table) -> None:
    """All tiles of the set are in the box again."""
    everything = [*table.rows, *(one for rack in table.racks.values() for one in rack)]
    for one in everything:
        one.down = False
    table.box, table.rows, table.racks = everything, [], {}
    assert Counter(one.look() for one in table.box) == Counter(tile.code for tile in DOUBLE_SIX.tiles)


def cards_of(shown: Presentation, lang: str) -> Iterator[tuple[dict[str, Any], list[str], dict[str, Any]]]:
    """Hand by hand: the words of the first card, the tiles that are printed in it, the words of the second."""
    document = dealing_cards(shown, shown.state.played[-1], lang)
    sheets, cards = pages(document, INK), document.content["cards"]
    for at in range(0, len(cards), 2):
        lay, deal = cards[at], cards[at + 1]
        words = {key: value for key, value in lay.items() if key != "cells"}
        yield words, printed_tiles(sheets[at // 4], at % 4, len(lay["cells"])), deal


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_two_walkers_play_a_round_on_paper_from_the_printed_cards_alone(lang: str):
    story = Story("clasico", format="pairs-swiss", options={"duplicate": {"hands": 2, "score": "butler"}})
    story.enter(4)
    story.give("draw")
    story.give("publish", secret="5ec7e7" * 8)
    shown = Presentation(story.state)
    tables = [Table(lang, [Face(tile.code) for tile in reversed(DOUBLE_SIX.tiles)]) for _ in range(2)]
    slips: list[list[list[int]]] = [[], []]
    dealt: list[list[set[str]]] = []
    for lay, printed, deal in cards_of(shown, lang):
        assert lay["hand"] == deal["hand"]
        for table, slip in zip(tables, slips, strict=True):
            assert any(word in lay["who"] for word in table.plates)
            first_walker(table, lay["before"], printed)
            second_walker(table, deal["cells"])
            racks = lifted(table)
            assert {len(rack) for rack in racks.values()} == {7}
            dealt.append([racks[word] for word in table.plates])
            opens = max(table.plates, key=deal["before"].rfind)  # the last place that the card names
            slip.append(played(table, {word: set(rack) for word, rack in racks.items()}, opens))
            counted_back(table)
    assert dealt[0::2] == dealt[1::2], "the same tiles at both tables"
    for number, slip in enumerate(slips, 1):
        story.give("result", round=1, table=number, hands=slip)
    story.give("close_round")
    deals = story.object()["rounds"][0]["deals"]
    for hand, there in zip(deals, dealt[0::2], strict=True):
        assert [set(rack) for rack in hand["racks"]] == there, "what lay on the tables is what the secret says"
    story.check()


def test_a_walker_who_turns_a_tile_is_caught():
    table = Table("es", [Face(tile.code) for tile in DOUBLE_SIX.tiles])
    first_walker(table, "1. Contad 28 fichas", [tile.code for tile in DOUBLE_SIX.tiles])
    with pytest.raises(AssertionError, match="face down"):
        table.rows[0].look()
