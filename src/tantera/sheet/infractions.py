"""Records for the pad. Infractions: found by words in the book's catalogue, and what has to be asked to record one.
Bonuses of a hand that nobody's moves tell: what somebody types, and who gets each.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from tantera.notation.document import RecordItem
from tantera.notation.results import bonus_record
from tantera.play import Match
from tantera.referee import entry, search
from tantera.referee.catalogue import plain, ruling_article
from tantera.referee.facts import impossible
from tantera.rules import Book, Infraction, Refusal, Seat
from tantera.rules.sanctions import decision_of
from tantera.rules.schema import Bonus
from tantera.sheet.pad import Pad
from tantera.telling import Narrator, seat_called, words_and_names
from tantera.tiles import Tile

MOST_FOUND: Final = 9
"""A short list: one digit chooses."""

Offender = Literal["named", "maybe", "nobody"]
"""Whether somebody must be named, may be unknown, or has nothing to do with it (a free ruling)."""


class Needs(NamedTuple):
    """What has to be asked about an infraction before it can be recorded."""

    offender: Offender
    tile: bool
    """The article does something to a tile that a sheet does not show."""
    turn: bool
    """The hand may be put back to the moment it happened."""
    ruling: bool
    """What is ruled, by whom, with which points."""


def needs(book: Book, entry: Infraction) -> Needs:
    """
    >>> from tantera.rules import load_book
    >>> from tantera.referee import entry
    >>> san_juan = load_book("san-juan")
    >>> needs(san_juan, entry(san_juan, "SJ-irreg-2"))
    Needs(offender='maybe', tile=False, turn=False, ruling=False)
    """
    if entry.ruling:
        return Needs("nobody", False, False, True)
    return Needs("named" if entry.unknown is None else "maybe", _about_a_tile(entry), _may_go_back(book, entry), False)


def look_up(book: Book, words: str, lang: str) -> tuple[Infraction, ...]:
    """What the words may mean, the article itself first, and always a free ruling at the end."""
    entries, ruling = _meant(book, words, lang)[: MOST_FOUND - 1], _ruling(book)
    return tuple(entries) if ruling in entries else (*entries, ruling)


class Found(NamedTuple):
    """An entry that somebody may mean, and why it cannot have happened at this table, if it cannot."""

    infraction: Infraction
    against: Refusal | None


def look_up_at(match: Match, words: str, lang: str, seat: Seat | None = None, live: bool = False) -> tuple[Found, ...]:
    """The same at a table: first what can have happened there, by this seat if one is named. Without words everything
    that the book has. `live`: the program runs the table."""
    ruling = _ruling(match.book)
    some = _meant(match.book, words, lang) if words.strip() else list(match.book.catalogue)
    entries = [Found(entry, impossible(match, entry, seat, live)) for entry in some if entry != ruling]
    entries.sort(key=lambda entry: entry.against is not None)
    return (*(entries[: MOST_FOUND - 1] if words.strip() else entries), Found(ruling, None))


def _meant(book: Book, words: str, lang: str) -> list[Infraction]:
    named = [infraction for infraction in book.catalogue if plain(infraction.article) == plain(words)]
    others = search(book, words, lang)
    return [*named, *(other for other in others if other not in (*named, _ruling(book)))]


def _ruling(book: Book) -> Infraction:
    ruling = entry(book, ruling_article(book))
    assert ruling is not None
    return ruling


def record_of(entry: Infraction, seat: Seat | None, tile: Tile | None = None, turn: int | None = None) -> RecordItem:
    """The record of an infraction, with what was answered."""
    details = [("tile", tile.code)] if tile is not None else []
    details += [("turn", str(turn))] if turn is not None else []
    return RecordItem(entry.article, seat, tuple(details))


def ruling_record(article: str, text: str, by: str, points: tuple[Seat, int] | None = None) -> RecordItem:
    """The record of a free ruling: what is ruled, by whom, and which points go to the side of a seat."""
    details = [("by", by), ("text", text)]
    details += [("points", f"{points[0]}:{points[1]:+}")] if points is not None else []
    return RecordItem(article, None, tuple(details))


def read_tile(book: Book, typed: str) -> Tile | None:
    """The tile somebody typed; None for nothing."""
    if not typed:
        return None
    try:
        tile = Tile.parse(re.sub(r"[-|\s]", "", typed))
    except ValueError:
        tile = None
    if tile is None or tile not in book.options.set.tiles:
        raise Refusal(book.cites.exposed, "found {found}, expected a tile like 64", found=typed)
    return tile


def read_turn(book: Book, typed: str) -> int | None:
    """The number of a turn; None for nothing."""
    if typed and not re.fullmatch(r"[0-9]{1,3}", typed, re.ASCII):
        raise Refusal(book.cites.turn, "found {found}, expected the number of a turn", found=typed)
    return int(typed) if typed else None


def read_points(match: Match, typed: str) -> tuple[Seat, int] | None:
    """``2 +20``: a seat and points; None for nothing."""
    if not typed:
        return None
    name, _, points = typed.replace(":", " ").strip().rpartition(" ")
    seat = seat_called(match, name.strip())
    if seat is None or not re.fullmatch(r"[+-]?[0-9]{1,5}", points.strip(), re.ASCII):
        raise Refusal(match.book.cites.count, "found {found}, expected a seat and points: 2 +20", found=typed)
    return seat, int(points)


def _about_a_tile(entry: Infraction) -> bool:
    consequences = (*entry.consequences, *(entry.again or ()))
    return "held_the_tile" in entry.needs or any(one.kind in ("exposed", "must_play") for one in consequences)


def _may_go_back(book: Book, entry: Infraction) -> bool:
    level = next((severity for severity in book.severities if severity.id == entry.severity), None)
    decision = decision_of(entry, level)
    choices = decision.choices if decision is not None else ()
    return any(consequence.kind == "rebuild" for choice in choices for consequence in choice.consequences)


def read_bonuses(pad: Pad, typed: str, went_out: Seat | None, lang: str) -> tuple[RecordItem, ...]:
    """``1``, ``1, 2 3``, ``capicúa``: by number or name, and the seat that gets it where that is not clear."""
    return tuple(
        [_read(pad, words_and_names(pad.match, one), went_out, lang) for one in re.split(r"[,;]", typed) if one.strip()]
    )


def listed(pad: Pad, lang: str) -> str:
    """``1 Capicúa +25 · 2 Primer pase +10``."""
    narrator = Narrator(lang)
    bonuses = enumerate(written_bonuses(pad), 1)
    return " · ".join(f"{place} {narrator.bonus(bonus.bonus.kind)} {bonus.points:+}" for place, bonus in bonuses)


class BonusToWrite(NamedTuple):
    """A bonus that somebody may write down, and what it brings."""

    bonus: Bonus
    points: int
    usual: bool
    """Whether these are its own points, and not those of the other cases."""


def written_bonuses(pad: Pad) -> tuple[BonusToWrite, ...]:
    """The bonuses that somebody has to write down: the others the result tells. One that brings other points in some
    cases is there twice."""
    number = pad.match.won_hands + 1
    mine = [bonus for bonus in pad.book.bonuses if not bonus.rule.by_result]
    each = [(one, excepted, one.points_in(number, excepted)) for one in mine for excepted in (False, True)]
    return tuple([BonusToWrite(one, points, not excepted) for one, excepted, points in each if points or not excepted])


def _read(pad: Pad, words: list[str], went_out: Seat | None, lang: str) -> RecordItem:
    *named, last = words
    seat = seat_called(pad.match, last) if named else None
    bonus, points, usual = _called(pad, " ".join(named if seat is not None else words), lang)
    if seat is None:
        seat = {"went_out": went_out, "opener": pad.opener, None: None}[bonus.rule.goes_to]
    if seat is None:
        name = Narrator(lang).bonus(bonus.kind)
        raise Refusal(bonus.article or pad.book.cites.count, "say who gets it: {bonus} and a seat", bonus=name)
    return bonus_record(bonus.kind, seat, None if usual else points)


def _called(pad: Pad, typed: str, lang: str) -> BonusToWrite:
    bonuses, narrator = written_bonuses(pad), Narrator(lang)
    if typed.isdecimal() and 1 <= int(typed) <= len(bonuses):
        return bonuses[int(typed) - 1]
    named = {bonus: plain(f"{narrator.bonus(bonus.bonus.kind)} {bonus.points:+}") for bonus in bonuses}
    kinds = [one for one, name in named.items() if name.startswith(plain(typed)) and len(typed) > 1]
    if len(kinds) != 1:
        raise Refusal(pad.book.cites.count, "{found} is none of {known}", found=typed, known=listed(pad, lang))
    return kinds[0]
