"""Matches picked out and counted: what an archive of them comes to, book by book and player by player."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tantera.notation.judge import Judged
from tantera.play.events import HandScored
from tantera.rules import Seat


class Wanted(NamedTuple):
    """Which matches are asked for. What is left out does not matter."""

    book: str | None = None
    """As the tag ``Book`` has it."""
    player: str | None = None
    """Somebody who sat there, by the whole name."""
    won_by: str | None = None
    """Somebody of the side that won."""
    event: str | None = None
    """Part of the tag ``Event``."""
    since: str | None = None
    """The first day, as the tag ``Date`` has days: 2026-11-15."""
    until: str | None = None
    """The last day."""
    how: str | None = None
    """A hand of it ended so: domino, block, …"""
    hands: int = 0
    """At least so many."""

    def takes(self, judged: Judged) -> bool:
        """Whether a match is one of them.

        >>> from tantera.notation import judge, read
        >>> judged = judge(read('[Book "san-juan"][Seat3 "Mas"][Limit "40p"] #1 o1 0-0 = domino 3 +41'))
        >>> Wanted(player="mas", how="domino").takes(judged), Wanted(won_by="2").takes(judged)
        (True, False)
        """
        document, match = judged.document, judged.match
        date = document.tag("Date") or ""
        return (
            self.book in (None, document.tag("Book"))
            and (self.player is None or self.player.casefold() in map(str.casefold, match.names))
            and (self.won_by is None or self.won_by.casefold() in map(str.casefold, winners(judged)))
            and (self.event is None or self.event.casefold() in (document.tag("Event") or "").casefold())
            and (self.since is None or self.since <= date)
            and (self.until is None or "" < date <= self.until)
            and (self.how is None or any(line.how == self.how for line in match.lines))
            and len(match.lines) >= self.hands
        )


def winners(judged: Judged) -> tuple[str, ...]:
    """The names of the side that has won."""
    match = judged.match
    return tuple(match.names[seat - 1] for seat in match.winner or ())


@dataclass
class PlayerCounts:
    """What somebody has played, under one name."""

    matches: int = 0
    won: int = 0
    hands: int = 0
    hands_won: int = 0
    points: int = 0
    """Of the hands that their side won."""


@dataclass
class MatchCounts:
    """Matches counted one after the other."""

    matches: int = 0
    over: int = 0
    hands: int = 0
    points: int = 0
    how: Counter[str] = field(default_factory=Counter)
    books: Counter[str] = field(default_factory=Counter)
    opened_and_won: int = 0
    played: int = 0
    """Hands of which the moves are written, and their turns."""
    turns: int = 0
    players: dict[str, PlayerCounts] = field(default_factory=dict)

    def add(self, judged: Judged) -> None:
        match = judged.match
        self.matches += 1
        self.over += match.ended_by is not None
        self.books[judged.document.tag("Book") or match.book.id] += 1
        for name in dict.fromkeys(match.names):
            player = self.players.setdefault(name, PlayerCounts())
            player.matches += 1
            player.won += name in winners(judged)
        for hand in judged.hands:
            if hand.line is not None:
                self._add_hand(hand.line, hand.text.opener, hand.after.names)
                if hand.text.has_moves and hand.after.hand is not None:
                    self.played += 1
                    self.turns += hand.after.hand.turns

    def _add_hand(self, line: HandScored, opener: Seat, names: tuple[str, ...]) -> None:
        won = line.side or ()
        self.hands += 1
        self.points += line.points
        self.how[line.how] += 1
        self.opened_and_won += opener in won
        for seat, name in enumerate(names, start=1):
            player = self.players.setdefault(name, PlayerCounts())
            player.hands += 1
            player.hands_won += seat in won
            player.points += line.points * (seat in won)

    def share(self, part: int, whole: int | None = None) -> float | None:
        """Of all hands, or of so many; None where there are none."""
        whole = self.hands if whole is None else whole
        return part / whole if whole else None

    def as_data(self) -> dict[str, Any]:
        """The object for other programs."""
        return {
            "matches": self.matches,
            "over": self.over,
            "books": dict(self.books.most_common()),
            "hands": self.hands,
            "how": dict(self.how.most_common()),
            "points_a_hand": _rounded(self.share(self.points)),
            "turns_a_hand": _rounded(self.share(self.turns, self.played)),
            "opener_wins": _rounded(self.share(self.opened_and_won)),
            "players": {name: vars(player) for name, player in self.in_order()},
        }

    def in_order(self) -> list[tuple[str, PlayerCounts]]:
        """Who won most first."""
        return sorted(self.players.items(), key=lambda one: (-one[1].won, -one[1].hands_won, one[0]))


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
