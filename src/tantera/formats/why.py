"""A reason that is kept in the log and told in any language, with names where the log has ids."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tantera.words import Phrase


class Names(Struct, frozen=True):
    """What people are called. Entries and players are two lists: an id may stand in both."""

    entries: Mapping[str, str] = {}
    players: Mapping[str, str] = {}


class Why(Struct, frozen=True):
    """A sentence with gaps, in English as the catalogue has it, and what fills the gaps.

    `entry` is the id of an entry, `player` and `one` of a player, and `other` whatever stands beside it. A number is a
    rank, a table, a round or a count.

    >>> Why("ranks {ranks}", {"ranks": "1-4"}).phrase.told("en")
    'ranks 1-4'
    """

    say: str
    facts: dict[str, str | int] = {}

    @property
    def phrase(self) -> Phrase:
        """With ids, for programs."""
        return Phrase(self.say, **self.facts)

    def named(self, names: Names) -> Phrase:
        """With names, for people; an id that nobody knows stays."""
        lists = {"entry": names.entries, "player": names.players, "one": names.players}
        lists["other"] = names.entries if "entry" in self.facts else names.players
        known = {
            key: lists[key].get(fact, fact) if key in lists and isinstance(fact, str) else fact
            for key, fact in self.facts.items()
        }
        return Phrase(self.say, **known)

    def told(self, lang: str, names: Names) -> str:
        """
        >>> names = Names(entries={"1": "Ana · Pau"}, players={"1": "Ana"})
        >>> Why("{entry} rests: their number is odd", {"entry": "1"}).told("en", names)
        'Ana · Pau rests: their number is odd'
        """
        return self.named(names).told(lang)
