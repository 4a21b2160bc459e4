"""The options of an event: what the book says, and what the event says otherwise, in one record.

They are written into the first event of the log, with what the sums need to know of the book (its cap, what a hand can
bring): an event folds without its book, and a newer book does not change an old tournament.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tantera.formats import FORMATS, Format, FormatName
from tantera.formats.drawing.field import TeamMatches
from tantera.rules import Book, Limit, Options, RuleBookError, parse_limit
from tantera.rules.basics import Mistakes
from tantera.rules.check import shown
from tantera.rules.glossary import in_a_row
from tantera.rules.runnable import format_by_play
from tantera.rules.sanctions import Consequence
from tantera.rules.schema import LevelAtEnd
from tantera.rules.tournament import (
    Award,
    Duplicate,
    EveryDays,
    Lateness,
    Pairing,
    RankedBy,
    Registration,
    Tournament,
    moment,
)
from tantera.tournament.orders import Refused
from tantera.words import Moment, Phrase

OF_PAIRS: Final[tuple[RankedBy, ...]] = ("points_won", "difference", "points_for")
OF_THOSE_ALONE: Final[tuple[RankedBy, ...]] = ("points_won", "points_for")
BY_RE_ENTRIES: Final[tuple[RankedBy, ...]] = ("re_entries", "points_for")
"""Where points are bad (UEH-campeonato)."""


class TournamentOptions(Struct, frozen=True):
    """What an event goes by, by the names of the contract, and what its book says of a slip."""

    limit: Limit
    limit_final: Limit | None
    level_at_end: LevelAtEnd
    card_span: str
    table_seating: str
    avoid_partners: int
    avoid_opponents: int
    pairing: Pairing
    ranked_by: tuple[RankedBy, ...]
    bye: tuple[int, int]
    default_score: tuple[int, int, int, int]
    late: Lateness | None
    grace_minutes: int
    stand_ins: bool
    legs: int
    groups: int
    advance: int
    prizes: tuple[int, ...]
    teams: int
    registration: Registration | None
    fee: int
    members_only: bool
    clubs: tuple[str, ...]
    capped: int | None
    """CI-4: points over the limit do not count for the difference; over this where a match has no limit in points."""
    most_in_a_hand: int | None
    """More than this no hand can bring; None: there is no such number."""
    below_zero: bool
    """Whether the book takes points off a side (SJ-irreg-3)."""
    points_hurt: bool
    re_entries: int | None
    """How many there are at most, where the book has any (UEH-reenganche)."""
    warn_minutes: tuple[int, ...] = (5,)
    """Before time, for the hall's clock; events made before there was such a word are told at five."""
    out_after_losses: int = 0
    """Who has lost so many matches is drawn no more; 0: everybody plays on."""
    to_love: bool = False
    """Whether a pair that wins by points leaves the other one at nothing (JM-six-love)."""
    team_matches: TeamMatches | UnsetType = UNSET
    """Where clubs meet: how."""
    dates: tuple[str, ...] | EveryDays | UnsetType = UNSET
    """Where a round robin is a league calendar: the days of its rounds."""
    accelerated: int | UnsetType = UNSET
    """Swiss, where somebody asked for it: in so many rounds the upper half of the seeds counts a win more."""
    balanced: int | UnsetType = UNSET
    """Individual, where somebody asked for it: in so many rounds the strong partner the weak."""
    duplicate: Duplicate | UnsetType = UNSET
    """Where all tables of a round have the same deals: how many, and how they are scored."""
    awards: tuple[Award, ...] | UnsetType = UNSET
    """Prizes beside the percentages, where there are any."""
    one_prize: bool | UnsetType = UNSET


ALWAYS_FREE: Final = frozenset({
    "prizes", "awards", "one_prize", "teams", "fee", "registration", "members_only", "clubs", "warn_minutes",
    "limit_final",
})  # fmt: skip
"""Options on which no table of a round rests: they change at any stage; the limit of a final until it is published."""


class Settled(Struct, frozen=True):
    """What an event is played by: its book with its options on, its format, its rounds."""

    book: Book
    format: FormatName
    rounds: int | None
    options: TournamentOptions


def settled(book: Book, format: FormatName | None, rounds: int | None, given: dict[str, Any]) -> Settled:
    """What comes of a book and an event's own words; options that cannot be are refused."""
    law = book.tournament or Tournament()
    for_table, for_tournament = _divided(given)
    tournament = _tournament(law, for_tournament)
    if tournament.duplicate is not None:
        _same_limit(for_table, for_tournament, tournament.duplicate)
    table = _table(book, for_table, format)
    chosen = FORMATS[format] if format is not None else _format(table, law, for_table)
    options = _options(table, tournament, chosen)
    if tournament.duplicate is not None:
        options = _duplicate(options, tournament.duplicate, named="ranked_by" in for_tournament)
    _check(options, chosen)
    return Settled(table, chosen.name, rounds or tournament.rounds, options)


def _same_limit(for_table: dict[str, Any], for_tournament: dict[str, Any], duplicate: Duplicate) -> None:
    """The limit of a duplicate round is its hands, and there is no other."""
    hands: dict[str, Any] = msgspec.to_builtins(Limit(hands=duplicate.hands))
    for key, words in (("limit", for_table), ("limit_final", for_tournament)):
        if words.get(key) is not None and words[key] != hands:
            sentence = "a duplicate round ends after its {hands} hands: {option} cannot say otherwise"
            raise Refused("wrong_option", sentence, hands=duplicate.hands, option=key)
    for_table["limit"] = hands


def _duplicate(options: TournamentOptions, duplicate: Duplicate, *, named: bool) -> TournamentOptions:
    """What follows from it: who has as many points as the others shares the point with them, since nobody plays on."""
    ranked_by = options.ranked_by if named else ("duplicate", *(key for key in options.ranked_by if key != "duplicate"))
    return replace(
        options, duplicate=duplicate, level_at_end="half_point", limit_final=None, ranked_by=ranked_by, to_love=False
    )


def _divided(given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of a table and those of the tournament."""
    for_table: dict[str, Any] = {}
    for_tournament: dict[str, Any] = {}
    for key, value in given.items():
        if key in Options.__struct_fields__:
            for_table[key] = _limit(key, value) if key == "limit" else value
        elif key in _OF_EVENT:
            for_tournament[key] = _limit(key, value) if key == "limit_final" and value is not None else value
        else:
            raise Refused("unknown_option", "there is no option {option}", option=shown(key))
    return for_table, for_tournament


_OF_EVENT: Final = frozenset(Tournament.__struct_fields__) - {"format", "rounds"}


def _limit(key: str, value: object) -> dict[str, Any]:
    try:
        limit: dict[str, Any] = msgspec.to_builtins(parse_limit(value if isinstance(value, str) else ""))
    except RuleBookError:
        raise _wrong(key, value) from None
    return limit


def _wrong(key: str, value: object) -> Refused:
    return Refused("wrong_option", "the option {option} cannot be {found}", option=key, found=_told(value))


def _told(value: object) -> str | Phrase:
    """A value as people say it: a table key by key, times as days and hours."""
    if not isinstance(value, dict) or not value:
        return shown(value)
    return in_a_row(
        [Phrase("{key} {value}", key=shown(key, bare=True), value=_time(item)) for key, item in value.items()],
        "{one}, {other}",
    )


def _time(value: object) -> str | Moment:
    try:
        moment(value if isinstance(value, str) else "")
    except ValueError:
        return shown(value, bare=True)
    return Moment(str(value))


def _table(book: Book, given: dict[str, Any], format: FormatName | None) -> Book:
    """The book with the options of a table on; who plays with whom follows the format."""
    data = {**msgspec.to_builtins(book.options), **given}
    if format is not None and "play" not in given:
        data["play"] = "alone" if FORMATS[format].enters == "alone" else "pairs"
    for key, value in given.items():
        try:
            msgspec.convert({**msgspec.to_builtins(book.options), "play": data["play"], key: value}, Options)
        except (msgspec.ValidationError, UnicodeError):
            raise _wrong(key, value) from None
    try:
        under = book.under(msgspec.convert(data, Options))
    except (msgspec.ValidationError, Mistakes):
        if given.get("play", book.options.play) == book.options.play:
            raise Refused("format_not_of_book", "{book} cannot be played so", book=book.id) from None
        raise _wrong("play", given.get("play")) from None
    if format is not None and (FORMATS[format].enters == "alone") != (under.options.play == "alone"):
        raise Refused("format_not_of_book", "{book} cannot be played so", book=book.id)
    return under


def _format(table: Book, law: Tournament, given: dict[str, Any]) -> Format:
    alone = table.options.play == "alone"
    named = FORMATS[law.format] if law.format is not None else None
    if named is not None and (named.enters == "alone") == alone and "championship" not in given:
        return named
    return format_by_play(table.options)


def _tournament(law: Tournament, given: dict[str, Any]) -> Tournament:
    """The book's table with the event's words on, each of them judged by itself."""
    base = msgspec.to_builtins(law)
    for key, value in given.items():
        try:
            msgspec.convert({**msgspec.to_builtins(Tournament()), key: value}, Tournament)
        except (msgspec.ValidationError, UnicodeError):
            raise _wrong(key, value) from None
    try:
        return msgspec.convert({**base, **given}, Tournament)
    except msgspec.ValidationError:
        key = next(iter(given))
        raise _wrong(key, given[key]) from None


def _options(book: Book, law: Tournament, format: Format) -> TournamentOptions:
    table = book.options
    alone = format.enters == "alone"
    points = table.limit.points or 0
    usual = OF_PAIRS if not alone else BY_RE_ENTRIES if table.points_hurt else OF_THOSE_ALONE
    ranked_by = law.ranked_by or usual
    if alone and set(ranked_by) & _NOT_ALONE:
        ranked_by = tuple(key for key in ranked_by if key not in _NOT_ALONE) or usual
    meeting = TeamMatches(law.team_pairs, law.teams_meet, law.level_meeting)
    values = {key: getattr(law, key) for key in law.__struct_fields__} | {key: getattr(table, key) for key in _OF_TABLE}
    values |= {
        "ranked_by": ranked_by,
        "bye": law.bye or (0, 0),
        "default_score": law.default_score or ((0, points, points, 0) if table.points_hurt else (points, 0, 0, points)),
        "capped": book.sheet.difference_cap,
        "most_in_a_hand": _most_in_a_hand(book),
        "below_zero": any(one.kind == "points" and book.points_of(one).points < 0 for one in _consequences(book)),
        "re_entries": book.re_entry.most if book.re_entry is not None else None,
        "dates": law.dates or UNSET,
        "accelerated": law.accelerated or UNSET,
        "balanced": law.balanced or UNSET,
        "team_matches": meeting if format.teams is not None else UNSET,
        "duplicate": UNSET,
        "awards": law.awards or UNSET,
        "one_prize": law.one_prize or UNSET,
        "to_love": table.reset != "never" and not any(one.kind == "points" for one in _consequences(book)),
    }
    return TournamentOptions(**{key: values[key] for key in TournamentOptions.__struct_fields__})


_OF_TABLE: Final = ("limit", "level_at_end", "card_span", "table_seating", "avoid_partners", "points_hurt")
"""What of the table's options an event goes by."""
_NOT_ALONE: Final[frozenset[str]] = frozenset({"difference", "efectividad", "head_to_head", "points_among_tied"})


def _check(options: TournamentOptions, format: Format) -> None:
    if "re_entries" in options.ranked_by and format.enters != "alone":
        raise _wrong("ranked_by", list(options.ranked_by))
    if "duplicate" in options.ranked_by and not options.duplicate:
        raise _wrong("ranked_by", list(options.ranked_by))
    if options.duplicate and format.enters == "alone":
        raise Refused("wrong_option", "duplicate is for pairs and for changing partners: here everybody plays alone")
    for key in ("out_after_losses", "dates", "accelerated", "balanced"):
        value = getattr(options, key)
        if value and value is not UNSET and not format.knows(key):
            sentence = "the option {option} is not for {format}"
            raise Refused("wrong_option", sentence, option=key, format=Phrase(format.words))
    if options.duplicate and options.dates:
        raise _wrong("dates", msgspec.to_builtins(options.dates))


def _most_in_a_hand(book: Book) -> int | None:
    """All pips of the set, and what the book puts on top (SJ-pase: 20). With a raise, points in play, or a bonus for
    every pass, there is no end to it."""
    if book.raises is not None or book.points_in_play is not None or any(bonus.rule.often for bonus in book.bonuses):
        return None
    bonuses = sum(bonus.most for bonus in book.bonuses)
    if book.prize is not None:
        return book.prize.most * book.options.tied_worth + bonuses
    awards = (book.points_of(consequence) for consequence in _consequences(book) if consequence.kind == "points")
    added = max((award.points for award in awards if award.remaining), default=0)
    return sum(tile.pips for tile in book.options.set.tiles) * book.options.tied_worth + bonuses + max(0, added)


def _consequences(book: Book) -> Iterator[Consequence]:
    """Everything that may follow from an infraction of this book."""
    for severity in book.severities:
        yield from severity.consequences
        for growth in severity.every:
            yield from growth.consequences
        for choice in severity.decision.choices if severity.decision is not None else ():
            yield from choice.consequences
    for entry in book.infractions:
        for some in (entry.consequences, entry.again or (), entry.unknown or (), entry.touched or ()):
            yield from some
        choices = (*entry.choices, *(entry.decision.choices if entry.decision is not None else ()))
        for choice in choices:
            yield from choice.consequences
