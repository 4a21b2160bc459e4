"""Prizes: who gets what, and how an organiser writes them down, one a line.

Percentages of the fees for the first places come first (`prizes`), then the awards in the order in which the event
names them: those of one category after another. Where nobody gets two prizes, who has one is passed over in every later
category, and the next one there comes up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from tantera.rules.tournament import Award
from tantera.tournament.names import a_line, plain
from tantera.tournament.orders import Refused
from tantera.tournament.standings import Standing, TeamStanding
from tantera.tournament.state import TournamentState


class AwardWon(Struct, frozen=True):
    """A prize and whose it is: an entry's, or a club's."""

    award: Award
    amount: int
    """In money; 0: a trophy only."""
    entry: str = ""
    club: str = ""


def awards_of(tournament: TournamentState) -> tuple[Award, ...]:
    return tournament.options.awards or ()


def categories_of(tournament: TournamentState, entry: str) -> frozenset[str]:
    """The categories of an entry, as they sound: of a pair those that both have."""
    each = [frozenset(map(plain, player.categories or ())) for player in tournament.entries[entry].players]
    return frozenset.intersection(*each)


def categories(tournament: TournamentState) -> list[str]:
    """Every category that somebody has or a prize is for, each as it was written first."""
    texts = [
        *(award.category for award in awards_of(tournament) if award.category),
        *(one for entry in tournament.entries.values() for player in entry.players for one in player.categories or ()),
    ]
    names: dict[str, str] = {}
    for category in texts:
        names.setdefault(plain(category), category)
    return list(names.values())


def awarded(tournament: TournamentState, table: Sequence[Standing], clubs: Sequence[TeamStanding]) -> list[AwardWon]:
    """Whose the prizes are; one that nobody is there for stays with the organisers."""
    fund = sum(entry.paid for entry in tournament.entries.values())
    have = {standing.entry for standing, _ in zip(table, tournament.options.prizes, strict=False)}
    won: list[AwardWon] = []
    for (_, kind), group in _grouped(awards_of(tournament)):
        among = [standing.entry for standing in table if not kind or kind in categories_of(tournament, standing.entry)]
        if tournament.options.one_prize and (kind or not tournament.options.prizes):
            among = [entry for entry in among if entry not in have]
        given: set[str] = set()
        for award in group:
            amount = award.amount + fund * award.percent // 100
            if award.clubs:
                won += [AwardWon(award, amount, club=one.club) for one in clubs if one.place == award.place]
            elif award.place <= len(among):
                won.append(AwardWon(award, amount, among[award.place - 1]))
                given.add(among[award.place - 1])
        have |= given
    return won


def vacant(tournament: TournamentState, won: Sequence[AwardWon]) -> list[Award]:
    """The prizes that nobody is there for: no such category, too few in it, or all of them have one already."""
    given = [one.award for one in won]
    return [award for award in awards_of(tournament) if award not in given]


def _grouped(awards: Iterable[Award]) -> list[tuple[tuple[bool, str], list[Award]]]:
    """Those of the clubs, and by category, in the order in which each is named first."""
    groups: dict[tuple[bool, str], list[Award]] = {}
    for award in awards:
        groups.setdefault((award.clubs, plain(award.category)), []).append(award)
    return list(groups.items())


_LINE: Final = re.compile(r"^(?P<category>.*?)\s*\b(?P<place>\d{1,3})\s*[.ºª]?\s*:\s*(?P<what>.+)$")
_CLUBS: Final = ("club", "clubs", "clubes")


def read_awards(text: str) -> list[Award]:
    """Prizes as they are typed, one a line: ``1: 100``, ``2: 20 %``, ``señoras 1: a ham``, ``club 1: cup``.

    >>> [(award.category, award.place, award.amount, award.percent, award.trophy) for award in read_awards(
    ...     "1: 100\\n2: 20 %\\nseñoras 1: un jamón")]
    [('', 1, 100, 0, ''), ('', 2, 0, 20, ''), ('señoras', 1, 0, 0, 'un jamón')]
    """
    return [_read(line) for line in text.splitlines() if line.strip()]


def _read(line: str) -> Award:
    match = _LINE.match(a_line(line))
    if match is None or int(match["place"]) < 1:
        raise Refused("wrong_value", "{found}: a prize is a place and what there is for it, like {example}",
                      found=line.strip(), example="2: 50 · señoras 1: copa")  # fmt: skip
    category, place, what = match["category"].strip(), int(match["place"]), match["what"].strip()
    clubs = plain(category) in _CLUBS
    percent = re.fullmatch(r"(\d{1,3})\s*%", what)
    money = re.fullmatch(r"(\d{1,6})\s*€?", what)
    return Award(
        place,
        "" if clubs else category[:60],
        clubs,
        int(money[1]) if money else 0,
        int(percent[1]) if percent else 0,
        "" if money or percent else what[:200],
    )


def written(award: Award) -> str:
    """The same, as it is typed.

    >>> written(read_awards("club 1: copa")[0])
    'club 1: copa'
    """
    return f"{'club' if award.clubs else award.category} {award.place}: {worth(award)}".strip()


def worth(award: Award) -> str:
    parts = (str(award.amount or ""), f"{award.percent} %" if award.percent else "", award.trophy)
    return " + ".join(filter(None, parts))
