"""What binds in an event: the book's own words, and what the event says instead."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from tantera.rules import Book, Limit
from tantera.rules.law import kept_book
from tantera.rules.loader import load_book, parse_limit

PAIRS = ("pairs-swiss", "pairs-round-robin", "pairs-knock-out", "pairs-groups", "pairs-team-matches")
ALONE = ("alone-winners-on", "alone-one-round")
MOST_IN_A_HAND = {"double-six": 168, "double-nine": 495}


@dataclass(frozen=True)
class Law:
    """The law of an event. Everything that a sum or a draw asks for."""

    book: Book
    format: str
    rounds: int | None
    limit: Limit
    final: Limit
    said: dict[str, Any]
    """The options of the event on top of the book's, by their names."""
    edition: int = 1
    """Which text of the law its orders were judged by: an older one took silence for a member."""

    @property
    def pairs(self) -> bool:
        return self.format in PAIRS

    @property
    def of_clubs(self) -> bool:
        """Whether clubs meet, pair against pair."""
        return self.format == "pairs-team-matches"

    @property
    def alone(self) -> bool:
        return self.format in ALONE

    @property
    def places(self) -> int:
        """How many players an entry has."""
        return 2 if self.pairs else 1

    def get(self, name: str, default: Any = None) -> Any:
        """An option of the event, else what the book says, else what holds where nobody says anything."""
        if name == "level_at_end" and self.duplicate:
            return "half_point"  # nobody plays on after the last hand
        if name in self.said and self.said[name] is not None:
            return self.said[name]
        for part in (self.book.tournament, self.book.options):
            found = getattr(part, name, None)
            if found is not None and found != ():
                return found
        return default

    @property
    def duplicate(self) -> dict[str, Any]:
        """How many hands the tables of a round share, and how they are scored; empty: they share none."""
        found = self.said.get("duplicate") or getattr(self.book.tournament, "duplicate", None)
        return found if isinstance(found, dict) else msgspec.to_builtins(found) or {}

    @property
    def ranked_by(self) -> list[str]:
        usual = ["points_won", "difference", "points_for"]
        if self.alone:
            usual = ["re_entries" if self.book.options.points_hurt else "points_won", "points_for"]
        keys = list(self.get("ranked_by", usual))
        if self.duplicate and not self.said.get("ranked_by"):
            return ["duplicate", *(key for key in keys if key != "duplicate")]
        return keys

    @property
    def caps(self) -> bool:
        """CI-4: points over the limit do not count for the difference."""
        return self.book.sheet.difference_cap is not None

    def cap(self, limit: Limit) -> int | None:
        return (limit.points or self.book.sheet.difference_cap) if self.caps else None

    @property
    def bye(self) -> tuple[int, int]:
        own, other = self.get("bye", (0, 0))
        return own, other

    @property
    def default_score(self) -> tuple[int, int, int, int]:
        """What those who came write, and those who did not: own and other (CI-8; other books: the limit and 0)."""
        points = self.limit.points or 0
        said = tuple(self.get("default_score", (points, 0, 0, points)))
        return said

    @property
    def late(self) -> dict[str, Any] | None:
        """Points, for how many minutes, from how many on it is a default, and the article that says so."""
        found = self.get("late")
        return found if found is None or isinstance(found, dict) else msgspec.to_builtins(found)

    @property
    def most_in_a_hand(self) -> int | None:
        """None where nothing bounds it: hands that are raised again and again, passes that are paid one by one."""
        book = self.book
        if book.raises is not None or any(bonus.kind in ("pass", "round_pass") for bonus in book.bonuses):
            return None
        adds = 20 if any(self._adds()) else 0
        adds += sum(max(bonus.points or 0, bonus.otherwise, *bonus.by_hand) for bonus in book.bonuses)
        if book.prize is not None:
            won = (getattr(book.prize, kind) for kind in book.prize.__struct_fields__)
            return max(points or 0 for points in won) * int(self.get("tied_worth")) + adds
        tiles = self.get("set")
        return MOST_IN_A_HAND[str(getattr(tiles, "value", tiles))] * int(self.get("tied_worth")) + adds

    @property
    def to_love(self) -> bool:
        """Whether the others have nothing when somebody wins by points, and no article gives them any."""
        given = "kind='points'" in repr((self.book.infractions, self.book.severities))
        return self.get("reset") != "never" and not given and not self.duplicate

    def _adds(self) -> list[bool]:
        """Whether the pips of a hand and 20 can come together (SJ-pase as an option)."""
        return [self.get("false_pass_award") == "remaining_plus_20"]

    @property
    def takes_off(self) -> bool:
        """Whether an article takes points off a pair, so that a score may be below zero (SJ-irreg-3)."""
        texts = repr((self.book.infractions, self.book.severities))
        return "points=-" in texts.replace("kind='difference', side='offender', points=-", "")


def law_of(order: dict[str, Any], outcome: dict[str, Any]) -> Law:
    """The law that `create` set. A club's own book stands whole in the event."""
    kept = outcome.get("own_book")
    book = load_book(order["book"]) if kept is None else kept_book(json.dumps(kept).encode())
    said = dict(order.get("options") or {})
    law = Law(book, order.get("format") or _usual(book, said), None, book.options.limit, book.options.limit, said)
    rounds = order.get("rounds") or law.get("rounds")
    edition = int(outcome.get("edition", 1))
    return law_with(replace(law, rounds=rounds if isinstance(rounds, int) else None, edition=edition), {})


def law_with(law: Law, more: dict[str, Any]) -> Law:
    """The same law with other options on top."""
    said = {**law.said, **more}
    law = replace(law, said=said)
    limit = parse_limit(said["limit"]) if "limit" in said else law.book.options.limit
    final = law.get("limit_final")
    if isinstance(final, str):
        final = parse_limit(final)
    if law.duplicate:
        limit = final = Limit(hands=law.duplicate["hands"])
    return replace(law, limit=limit, final=final or limit)


ALWAYS_FREE = (
    "prizes", "awards", "one_prize", "teams", "fee", "registration", "members_only", "clubs", "warn_minutes",
    "limit_final",
)  # fmt: skip
"""Options on which no table rests."""


def _usual(book: Book, said: dict[str, Any]) -> str:
    """The format that nobody named: the book's, unless the event says how its championship goes (UEH-campeonato)."""
    found = getattr(book.tournament, "format", None)
    alone = said.get("play", book.options.play) == "alone"
    if found is not None and "championship" not in said and (found in ALONE) == alone:
        return str(found)
    if not alone:
        return "pairs-swiss"
    one_round = said.get("championship", book.options.championship) == "one_round"
    return "alone-one-round" if one_round else "alone-winners-on"
