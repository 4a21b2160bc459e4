"""Searching what a client was sent for tiles, seeds and words that it may not know at that moment."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tantera.rules import BOOKS, load_book
from tantera.rules.glossary import VALUES
from tantera.tiles.names import SUIT_NAMES
from tantera.words import LANGS, translate
from tests.web.knowing import Moment, Truth, tile_of

Path = tuple[str, ...]
_FIGURES = re.compile(r"(?<![\w.,:/|-])(\d)[-|](\d)(?![\w.,:/%|-])")
"""As sentences and pictures name tiles. A score has a dash between its figures, not a hyphen."""


_SPOKEN = re.compile(r'(?:aria-label|alt|title|data-[a-z-]+)="([^"]*)"')
"""What a page says to those who do not see it."""


class Sent(NamedTuple):
    """Something that somebody was sent over HTTP."""

    person: str | None
    path: str
    version: int
    status: int
    body: str


# --- tiles in any writing -------------------------------------------------------------------------------------------


def _spoken() -> dict[str, str]:
    """Every name of every tile in every region: ``seis-cuatro``, ``doble sena``."""
    names: dict[str, str] = {}
    for region in SUIT_NAMES.values():
        for high in range(10):
            names[region.double.format(suit=region.suits[high])] = f"{high}{high}"
            for low in range(high):
                names[f"{region.suits[high]}-{region.suits[low]}"] = f"{low}{high}"
                names[f"{region.suits[low]}-{region.suits[high]}"] = f"{low}{high}"
    return names


_NAMES = _spoken()
_WORDS = re.compile(r"\b(" + "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True)) + r")\b")


def _of_books() -> Iterator[str]:
    """What rule books and sets of tiles are called and say of themselves: «Cuba, doble nueve» is no tile, nor are
    «55 fichas, hasta el nueve doble»."""
    for lang in LANGS:
        for book in map(load_book, BOOKS):
            yield from (book.name.text(lang), book.about.text(lang))
        yield from (translate(lang, words) for words in VALUES["options.set"].values())


_BOOKS = re.compile("|".join(sorted(map(re.escape, set(_of_books())), key=len, reverse=True)))


@lru_cache(maxsize=100_000)
def tiles_in_words(text: str) -> frozenset[str]:
    """Tiles that a sentence names, in figures or in words.

    >>> sorted(tiles_in_words("Ana pone el 6-4; queda el seis doble. Son las 12:30, TG-9.2"))
    ['46', '66']
    >>> sorted(tiles_in_words("Cuba, doble nueve: 55 fichas, hasta el nueve doble"))
    []
    """
    text = _BOOKS.sub(" ", text)
    figures = {tile_of(one + other) for one, other in _FIGURES.findall(text)}
    return frozenset(figures | {_NAMES[name] for name in _WORDS.findall(text.casefold())})


@lru_cache(maxsize=100_000)
def _tiles_in_text(text: str) -> frozenset[str]:
    return frozenset({tile_of(text)}) if re.fullmatch(r"\d\d", text) else tiles_in_words(text)


def tiles_in_json(value: Any, path: Path = ()) -> Iterator[tuple[str, Path]]:
    """Every tile that a JSON value names, with the way to it: as a code, in words, as a key."""
    if isinstance(value, str):
        for tile in _tiles_in_text(value):
            yield tile, path
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from tiles_in_json(str(key), path)
            yield from tiles_in_json(one, (*path, str(key)))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from tiles_in_json(one, (*path, str(index)))


# --- leaks ----------------------------------------------------------------------------------------------------------


def leaks_on_socket(
    truth: Truth, person: str | None, frames: Iterable[str], echoes: Mapping[str, frozenset[str]]
) -> Iterator[str]:
    """What the frames of one connection, in their order, betray to this person. `echoes` are the tiles that they named
    themselves, by the ids of their orders: a refusal may say them again, and whether it is an answer the two worlds
    tell."""
    version = 0
    for text in frames:
        frame = json.loads(text)
        since, version = version, frame["version"] if frame["type"] in ("joined", "step") else version
        if not version:
            continue
        moment = truth[version]
        unknown = moment.unknown_to(person)
        if frame["type"] == "step":
            unknown -= truth.shown_by(since, version)
        elif frame["type"] == "refused":
            unknown -= echoes.get(frame["id"], frozenset())
        for tile, path in tiles_in_json(frame) if unknown else ():
            if tile in unknown and not _is_old(path, tile, moment):
                yield f"{frame['type']} at {version}: {tile} at {'.'.join(path)}"
        for seat in _racks_up(frame):
            if moment.hand and person not in (moment.referee, _whose(moment, seat)) and moment.hidden:
                yield f"{frame['type']} at {version}: the rack of seat {seat}"
        yield from (f"{frame['type']} at {version}: {one}" for one in words_betrayed(truth, person, version, text))


def leaks_in_answer(truth: Truth, table: str, sent: Sent) -> Iterator[str]:
    """What an answer over HTTP betrays. Pictures are compared in two worlds instead."""
    moment, said = truth[sent.version], f"{sent.path} at {sent.version}: {sent.status}"
    closed = (
        rf"/replays/{table}/{moment.match}\b|/api/matches/{table}/{moment.match}\b|.*/{table}/deals/{moment.hand}\b"
    )
    if sent.status < 400 and re.match(closed, sent.path):
        yield f"{said} before it is over"
    named = {tile for tile, path in _tiles_in_answer(sent.body) if not _is_old(path, tile, moment)}
    yield from (f"{said} {tile}" for tile in named & moment.unknown_to(sent.person))
    yield from (f"{said} {one}" for one in words_betrayed(truth, sent.person, sent.version, sent.body))


def _tiles_in_answer(body: str) -> Iterator[tuple[str, Path]]:
    """In an object, or in a page: in its words, in what it says to those who do not see it, in what it hands its
    scripts, and in what stands between quotes in a plain text."""
    try:
        yield from tiles_in_json(json.loads(body))
        return
    except json.JSONDecodeError:
        pass
    for script in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', body, re.DOTALL):
        yield from tiles_in_json(json.loads(script))
    for text in (re.sub(r"<script.*?</script>|<[^>]*>", " ", body, flags=re.DOTALL), *re.findall(_SPOKEN, body)):
        yield from ((tile, ()) for tile in tiles_in_words(text))
    if "<" not in body:
        yield from ((tile_of(tile), ()) for tile in re.findall(r'"(\d\d)"', body))


def words_betrayed(truth: Truth, person: str | None, version: int, text: str) -> Iterator[str]:
    moment = truth[version]
    if any(seed in text for seed in moment.sealed):
        yield "the seed of a deal to come"
    if moment.dealt and moment.dealt in text and person != moment.referee:
        yield "the seed of the deal"
    for secret in truth.secrets:
        if secret.since <= version and secret.is_kept_from(person, version) and secret.text in text:
            yield f"the words {secret.text}"


def _is_old(path: Path, tile: str, moment: Moment) -> bool:
    """The tiles drawn for the opening lay open, and were shuffled in again; and what a referee wrote down stands."""
    if "drawn" in path:
        return tile in moment.drawn
    return tile in moment.recorded and not {"infractions", "consequences", "rows"}.isdisjoint(path)


def _racks_up(match: dict[str, Any]) -> Iterator[int]:
    """Seats whose tiles a frame of the match shows."""
    for part in (match.get("view"), match.get("set"), match.get("yours")):
        racks = (part or {}).get("racks") or ()
        yield from (seat for seat, rack in enumerate(racks, start=1) if rack is not None)


def _whose(moment: Moment, seat: int) -> str:
    return moment.seats[seat - 1]
