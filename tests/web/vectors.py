"""Deals with everything that is told of them, for any checker: ``python -m tests.web.vectors`` writes them anew.

They come from the engine itself: a match is begun, the table binds itself to a seed, players add to it, it deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tantera.play import DealHand, DrawForOpening, Match, Order, ShuffleAgain, new_match, start_match
from tantera.play.actors import TABLE
from tantera.play.deal import commitment, deal_seed
from tantera.play.events import DealRepeated, HandDealt, OpeningDrawn
from tantera.play.orders import CommitSeed
from tantera.referee import step
from tantera.rules import Book, RuleBookError, load_book, with_options
from tantera.web.replays.fair import ToldDeal, ToldDraw, codes, told_of
from tests.builders import named

ROOT = Path(__file__).parent.parent.parent
FILE = ROOT / "docs" / "fair-deals.json"
BOOKS = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")
CLUB = ROOT / "examples" / "books" / "liga-del-nueve.toml"

ENTROPY: tuple[tuple[tuple[int, str], ...], ...] = (
    (),
    ((1, "pito"),),
    ((2, "Mà esquerra"), (1, "6:3:abc\n")),
    ((1, "🁫🁢"), (2, " "), (3, "x" * 64)),
)
"""What players add: nothing; something; letters of several bytes and what looks like two lines; the most there is."""


def vectors() -> dict[str, list[dict[str, Any]]]:
    deals = [
        {"about": about, **msgspec.to_builtins(told), "deal_seed": seed, "again": again}
        for about, told, seed, again in _deals()
    ]
    return {"deals": deals, "draws": [{"about": about, **msgspec.to_builtins(draw)} for about, draw in _draws()]}


def _deals() -> Iterator[tuple[str, ToldDeal, str, int]]:
    for name, book in _books():
        for number, entropy in enumerate(ENTROPY):
            added = tuple((seat, text) for seat, text in entropy if seat <= book.options.players)
            yield _dealt(f"{name}, {len(added)} add to the seed", book, _seed(name, number), added)
    shuffling = load_book("competencia-individual")
    yield _dealt(
        "competencia-individual, the opener shuffles again and takes last", shuffling, _seed("again"), (), True
    )
    ueh = load_book("ueh")
    for times in (1, 2):
        seed = _dealt_again(ueh, times)
        yield _dealt(f"ueh, dealt again for doubles: {times}", ueh, seed, ((3, "otra vez"),))


def _books() -> Iterator[tuple[str, Book]]:
    for name in (*BOOKS, str(CLUB)):
        book = load_book(name)
        for players in (2, 3, 4):
            try:
                yield f"{Path(name).stem}, {players} players", with_options(book, {"players": players})
            except RuleBookError:
                continue


def _seed(*of: object) -> bytes:
    return sha256(":".join(map(str, of)).encode()).digest()


def _begun(book: Book, seed: bytes) -> Match:
    opener = 2 if book.options.first_opener != "double" else None
    match = start_match(book, new_match(book, opener=opener))
    return _after(match, CommitSeed(commitment(seed)))


def _after(match: Match, order: Order) -> Match:
    return step(match, order, TABLE, 0).after


def _dealt(
    about: str, book: Book, seed: bytes, entropy: tuple[tuple[int, str], ...], again: bool = False
) -> tuple[str, ToldDeal, str, int]:
    match = _begun(book, seed)
    if again:
        match = step(match, ShuffleAgain(2, again=True), 2, 0).after
    elif book.customs.opener_may_shuffle_again:
        match = step(match, ShuffleAgain(2, again=False), 2, 0).after
    match = named(match)
    events = step(match, DealHand(seed, entropy), TABLE, 0).events
    dealt = next(event for event in events if isinstance(event, HandDealt))
    repeated = sum(isinstance(event, DealRepeated) for event in events)
    return about, told_of(book, dealt, match.commitment), deal_seed(seed, entropy).hex(), repeated


def _dealt_again(book: Book, times: int) -> bytes:
    """The first seed of a row that has the tiles dealt again so often."""
    for number in range(100_000):
        seed = _seed("doubles", number)
        if _dealt("", book, seed, ((3, "otra vez"),))[3] == times:
            return seed
    raise AssertionError


def _draws() -> Iterator[tuple[str, ToldDraw]]:
    for name, book in _books():
        if book.options.first_opener != "draw":
            continue
        seed = _seed("draw", name)
        match = start_match(book, new_match(book))
        (drawn,) = step(_after(match, CommitSeed(commitment(seed))), DrawForOpening(seed), TABLE, 0).events[:1]
        assert isinstance(drawn, OpeningDrawn)
        yield name, ToldDraw(book.options.set.highest_suit, commitment(seed), drawn.seed, codes(drawn.tiles))


def write() -> str:
    told = vectors()
    parts = [
        f'"{kind}": [\n' + ",\n".join(json.dumps(one, ensure_ascii=False) for one in several) + "\n]"
        for kind, several in told.items()
    ]
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    FILE.write_text(write(), "utf-8")
