"""What everybody may see of a tournament, in pages that turn: seating by name and by table, results, standings, the
lot.

Pure functions of the tournament. A draft is in nothing that they give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from tantera.paper import sums
from tantera.paper.act import prizes_won
from tantera.paper.bracket import bracket_svg
from tantera.paper.lists import NameLine, absent_lines, name_lines
from tantera.paper.results import short_name
from tantera.paper.saying import figure, limit_in_words
from tantera.tournament import structure
from tantera.tournament.bracket import bracket_of
from tantera.tournament.decided import missing_slips
from tantera.tournament.evolve import PublicLot, public_lot
from tantera.tournament.hall.log import StillPlayed, at_time
from tantera.tournament.names import BETWEEN, Listed, initial
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round, Table, TournamentState
from tantera.tournament.telling import seat_name
from tantera.words import Phrase

Kind = Literal[
    "welcome", "names", "absent", "tables", "clock", "results",
    "podium", "prizes", "bracket", "standings", "next", "lot", "phone",
]  # fmt: skip
Stage = Literal["before", "open", "closed"]
"""Nothing is published; a round is being played; the last one has been."""

ROWS: Final = 11
COLUMNS: Final = 3
CARDS_DOWN: Final = 7
PRIZES_DOWN: Final = 8
BRACKET_COLUMNS: Final = 4
STANDING_COLUMNS: Final = 2
LONGEST_NAME: Final = 32
LONGEST_OF_TWO: Final = 40
LONGEST_IN_STANDINGS: Final = 18
"""Letters that a name has room for at a size that is read across a hall: on two lines of three columns or of two, and
on the one beside figures."""

WHEN: Final[dict[Kind, str]] = {
    "welcome": "before",
    "lot": "before ready none",
    "phone": "ready none",
    "names": "ready running paused none",
    "tables": "ready none",
    "absent": "ready running paused time none",
    "clock": "running last paused time",
    "results": "running time none closed",
    "podium": "closed",
    "prizes": "closed",
    "bracket": "ready running time none closed",
    "standings": "time none closed",
    "next": "time closed",
}
"""In which phase of the hall a page turns up. ``last``: the minutes that the book warns of, for the clock alone;
``none``: no clock was set for the round."""
PODIUM: Final = 3
"""So many are called by their whole names."""


class SideLine(Struct, frozen=True):
    names: str
    points: str = ""
    won: bool = False


class TableCard(Struct, frozen=True):
    table: int
    sides: tuple[SideLine, ...]
    said: str = ""
    """Instead of points: a default, to begin, still playing."""


class StandingLine(Struct, frozen=True):
    place: int
    name: Listed
    full: tuple[str, ...]
    """The whole name of each of them."""
    values: tuple[str, ...]


class PrizeLine(Struct, frozen=True):
    name: str
    what: str
    """The place, and among whom."""
    worth: str


class Page(Struct, frozen=True):
    """A page of the wall; its columns hold lines of one kind."""

    kind: Kind
    when: str
    columns: tuple[tuple[Any, ...], ...] = ()
    across: int = COLUMNS
    """For how many columns there is room: a last sheet may have fewer."""
    number: int = 1
    of: int = 1
    letters: str = ""
    follows: str = ""
    """The letters of the next page."""


class WallContent(Struct, frozen=True):
    """Everything that hangs on the wall."""

    name: str
    stage: Stage
    round: int
    rounds: int | None
    limit: str
    pages: tuple[Page, ...]
    heads: tuple[str, ...]
    """Of the standings' columns."""
    finished: int
    tables: int
    missing: tuple[int, ...]
    """Tables whose result does not count yet."""
    at_time: StillPlayed
    lot: PublicLot | None
    names: tuple[NameLine, ...]
    absent: tuple[NameLine, ...]
    """Of the round that is being played: who did not come."""
    results: tuple[TableCard, ...]
    standings: tuple[StandingLine, ...]
    prizes: tuple[PrizeLine, ...]
    bracket: str
    """A picture; empty where there is none."""
    hands: tuple[int, ...]
    """Duplicate rounds whose hands everybody may know."""
    entries: int
    closed: bool

    @property
    def is_last(self) -> bool:
        """Whether no round can follow."""
        return self.closed or (self.rounds is not None and self.round >= self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether every round has been played."""
        return self.stage == "closed" and self.is_last


def shown(tournament: Presentation, lang: str, *, to_begin: bool = False) -> WallContent:
    """What the public sees, in a language. `to_begin` says that nobody plays yet."""
    state = tournament.state
    round = tournament.published[-1] if tournament.published else None
    stage: Stage = "before" if round is None else "open" if round.stage == "published" else "closed"
    missing = tuple(missing_slips(state, round)) if round is not None else ()
    content = WallContent(
        name=state.name,
        stage=stage,
        round=round.number if round is not None else 0,
        rounds=structure.all_rounds(state),
        limit=limit_in_words(state.options.limit, lang),
        pages=(),
        heads=tuple(words for _, words, _ in sums.team_columns(tournament, lang))
        if state.kind.team_sums
        else tuple(sums.head(tournament, name, lang) for name in sums.columns(tournament)),
        finished=len(round.tables) - len(missing) if round is not None else 0,
        tables=len(round.tables) if round is not None else 0,
        missing=missing if stage == "open" else (),
        at_time=at_time(state),
        lot=public_lot(state),
        names=tuple(name_lines(tournament, round, lang)) if round is not None else (),
        absent=tuple(absent_lines(tournament, round, lang)) if round is not None and stage == "open" else (),
        results=tuple(_results(state, round, to_begin)) if round is not None else (),
        standings=tuple(_standings(tournament, lang)) if round is not None else (),
        prizes=tuple(PrizeLine(*won) for won in prizes_won(tournament, lang)) if round is not None else (),
        bracket=_bracket(tournament, lang),
        hands=tuple(one.number for one in tournament.rounds if one.revealed),
        entries=len(state.entries),
        closed=state.closed,
    )
    return replace(content, pages=tuple(_pages(content)))


def _pages(content: WallContent) -> Iterator[Page]:
    if content.stage == "before":
        yield Page("welcome", WHEN["welcome"])
        if content.lot is not None:
            yield Page("lot", WHEN["lot"])
        return
    yield Page("clock", WHEN["clock"])
    if content.stage == "open":
        yield from _lettered(_short_names(content.names))
        yield from _columns("absent", _short_names(content.absent), COLUMNS, ROWS)
        yield from _columns("tables", content.results, COLUMNS, CARDS_DOWN)
        yield Page("phone", WHEN["phone"])
    if content.lot is not None and content.stage == "open" and content.round == 1:
        yield Page("lot", WHEN["lot"])
    if content.bracket:
        yield Page("bracket", WHEN["bracket"])
    if content.finished and content.is_over:
        yield Page("podium", WHEN["podium"], (content.standings[:PODIUM],))
        sheets = list(dealt(content.prizes, PRIZES_DOWN))
        for number, lines in enumerate(sheets, 1):
            yield Page("prizes", WHEN["prizes"], (lines,), 1, number, len(sheets))
    if content.finished:
        yield from _columns("results", content.results, COLUMNS, CARDS_DOWN)
        yield from _columns("standings", _short_standings(content.standings), STANDING_COLUMNS, ROWS - 1)
    if not content.is_last:
        yield Page("next", WHEN["next"])


def _bracket(tournament: Presentation, lang: str) -> str:
    """The end of the bracket that a wall has room for, from the round that is played now where that is later."""
    bracket = bracket_of(tournament)
    if bracket is None:
        return ""
    columns = min(len(bracket.columns) - max(bracket.now - 1, 0), BRACKET_COLUMNS)
    return bracket_svg(bracket.last(max(columns, 2)), lambda entry: short_name(tournament, entry), lang)


def _short_names(lines: Sequence[NameLine]) -> list[NameLine]:
    most = LONGEST_NAME if len(lines) > 2 * ROWS else LONGEST_OF_TWO
    names = fitted([Listed(line.surname, line.given) for line in lines], most)
    return [
        replace(line, surname=name.surname, given=name.given) for line, name in zip(lines, names, strict=True)
    ]  # fmt: skip


def _short_standings(lines: Sequence[StandingLine]) -> list[StandingLine]:
    """A pair has its short names already."""
    if any(len(line.full) > 1 for line in lines):
        return list(lines)
    names = fitted([line.name for line in lines], LONGEST_IN_STANDINGS)
    return [replace(line, name=name) for line, name in zip(lines, names, strict=True)]


def _columns(kind: Kind, lines: Sequence[Any], across: int, down: int) -> Iterator[Page]:
    """Sheets of so many columns at most. Where two columns need no more sheets there are two, as wide as the wall, and
    what two columns hold makes them equally long."""
    if len(lines) <= 2 * down * max(1, ceil(len(lines) / (across * down))):
        across = 2
    if len(lines) <= 2 * down:
        down = max(1, ceil(len(lines) / 2))
    sheets = list(dealt(lines, across * down))
    for number, sheet in enumerate(sheets, 1):
        yield Page(kind, WHEN[kind], tuple(dealt(sheet, down)), across, number, len(sheets))


def _lettered(names: Sequence[NameLine]) -> Iterator[Page]:
    pages = list(_columns("names", names, COLUMNS, ROWS))
    letters = [_letters(page) for page in pages]
    for at, page in enumerate(pages):
        yield replace(page, letters=letters[at], follows=letters[(at + 1) % len(letters)] if len(letters) > 1 else "")


def _letters(page: Page) -> str:
    """Which names are on a page: their letters; where all have the same one, how they begin."""
    ends = page.columns[0][0].surname, page.columns[-1][-1].surname
    first, last = map(initial, ends)
    if first != last:
        return f"{first}–{last}"
    first, last = (name[:3] for name in ends)
    return first if first == last else f"{first}–{last}"


def fitted(names: Sequence[Listed], most: int) -> list[Listed]:
    """Long names as people would shorten them, so that nobody becomes somebody else.

    >>> fitted([Listed("Ferrer Mestres", "Laia"), Listed("Bru", "Josep Maria"), Listed("Gil", "Ana")], 12)
    [Listed(surname='Ferrer M.', given='L.'), Listed(surname='Bru', given='J. M.'), Listed(surname='Gil', given='Ana')]
    >>> [one.text for one in fitted([Listed("Ferrer Mestres", "Laia"), Listed("Ferrer Mestres", "Lola")], 12)]
    ['Ferrer M., Laia', 'Ferrer M., Lola']
    """
    chosen = [_fitted(name, most) for name in names]
    bearers = Counter(map(_with_whole_given_name, names))

    def unmistakable(name: Listed) -> Listed:
        short = _with_whole_given_name(name)
        return short if bearers[short] == 1 else name

    for longer in (_with_whole_surname, unmistakable):
        often = Counter(chosen)
        chosen = [longer(name) if often[one] > 1 else one for name, one in zip(names, chosen, strict=True)]
    return chosen


def _fitted(name: Listed, most: int) -> Listed:
    shorter = _with_whole_given_name(name)
    forms = (name, shorter, Listed(shorter.surname, _letters_of(name.given)))
    return next((form for form in forms if len(form.text) <= most), forms[-1])


def _with_whole_surname(name: Listed) -> Listed:
    return Listed(name.surname, _letters_of(name.given))


def _with_whole_given_name(name: Listed) -> Listed:
    surname, apart, by = name.surname.partition(" (")
    called, *rest = _parts(surname)
    return Listed(" ".join((called, *(f"{word[0]}." for word in rest))) + apart + by, name.given)


def _letters_of(given: str) -> str:
    """
    >>> _letters_of("María del Mar"), _letters_of("Ignasi (Peña El Doble Seis)")
    ('M. M.', 'I. (Peña El Doble Seis)')
    """
    called, apart, by = given.partition(" (")
    return " ".join(f"{word[0]}." for word in called.split() if not word.islower()) + apart + by


def _parts(surname: str) -> list[str]:
    """A surname with its particles, then the words after it."""
    words = surname.split()
    end = next((at for at, word in enumerate(words, 1) if not word.islower()), len(words))
    return [" ".join(words[:end]), *(word for word in words[end:] if not word.islower())]


def _results(tournament: TournamentState, round: Round, to_begin: bool) -> Iterator[TableCard]:
    """Every table with who plays whom, and its points once they count. What waits to be confirmed is nobody's yet."""
    for number, table in enumerate(round.tables, 1):
        names = [seat_name(tournament, round, seat) for seat in table.seats]
        sides = [[name] for name in names] if tournament.alone else [names[0::2], names[1::2]]
        slip = table.slip if table.slip is not None and table.slip.status == "confirmed" else None
        if slip is None:
            said = _without_result(tournament, round, table, to_begin).message
            yield TableCard(number, tuple(SideLine(BETWEEN.join(side)) for side in sides), said)
            continue
        won = slip.winner - 1 if isinstance(slip.winner, int) else {"1+3": 0, "2+4": 1}.get(slip.winner or "")
        yield TableCard(
            number,
            tuple(
                SideLine(BETWEEN.join(side), str(points), place == won)
                for place, (side, points) in enumerate(zip(sides, slip.score, strict=True))
            ),
        )


def _without_result(tournament: TournamentState, round: Round, table: Table, to_begin: bool) -> Phrase:
    """Of a table without a result that counts."""
    if tournament.is_settled(round, table):
        return Phrase("did not come")
    if table.slip is not None:
        return Phrase("to be confirmed")
    return Phrase("to begin") if to_begin else Phrase("still playing")


def _standings(tournament: Presentation, lang: str) -> Iterator[StandingLine]:
    if tournament.state.kind.team_sums:  # clubs meet: they are what the hall looks for
        columns = sums.team_columns(tournament, lang)
        for team in tournament.teams:
            values = tuple(figure(team.values.get(key), lang, signed) for key, _, signed in columns)
            yield StandingLine(team.place, Listed(team.club, ""), (team.club,), values)
        return
    keys = sums.columns(tournament)
    for standing in tournament.standings:
        names = [tournament.called[player] for player in tournament.state.entries[standing.entry].ids]
        name = names[0].listed if len(names) == 1 else Listed(BETWEEN.join(one.short for one in names), "")
        values = tuple(figure(standing.values.get(key), lang, sums.is_signed(key)) for key in keys)
        yield StandingLine(standing.place, name, tuple(each.full for each in names), values)


def dealt(lines: Sequence[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """
    >>> list(dealt("abcde", 2))
    [('a', 'b'), ('c', 'd'), ('e',)]
    """
    for first in range(0, len(lines), size):
        yield tuple(lines[first : first + size])
