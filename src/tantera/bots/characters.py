"""Bots with a face: everything that there is to know about each of them. A table of level 3 seats some of these, under
their own names; how strong they are is measured under the name that they play as (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from typing import Final, NamedTuple

from tantera.words import Phrase
from tantera.words.alike import sounds_alike


class Character(NamedTuple):
    """A bot with a name, a pace and a style of its own."""

    id: str
    """By which tables and programs know it, as any other bot."""
    name: str
    level: int
    plays_as: str
    """How it plays: a name of the roster."""
    tempo: float
    """How long it takes, beside the others. What it could play has no part in it."""
    manner: Phrase
    """How it plays, to who plays against it."""
    good_at: Phrase
    """And what that is good for, honestly."""


_CAST: Final = (
    Character(
        "nico", "Nico", 1, "careless", 0.6,
        Phrase("lays whatever comes to hand"),
        Phrase("good company: about every second tile is chance"),
    ),
    Character(
        "lola", "Lola", 1, "careless", 1.7,
        Phrase("takes her time, and then lays anything"),
        Phrase("good for learning: there is time to look"),
    ),
    Character(
        "toni", "Toni", 1, "greedy", 1.0,
        Phrase("gets rid of the heaviest tile, always"),
        Phrase("loses few points when the hand closes; everybody knows what comes next"),
    ),
    Character(
        "carmen", "Carmen", 2, "forgetful", 1.0,
        Phrase("keeps her long suits open"),
        Phrase("seldom passes; remembers nothing that was played"),
    ),
    Character(
        "paco", "Paco", 2, "doubles-first", 0.7,
        Phrase("doubles first, then the heavy ones"),
        Phrase("is never left with a double; gives his hand away"),
    ),
    Character(
        "juani", "Juani", 2, "forgetful", 1.6,
        Phrase("keeps her long suits open, without any hurry"),
        Phrase("patient; remembers nothing that was played"),
    ),
    Character(
        "rosa", "Rosa", 3, "counter", 1.0,
        Phrase("counts the tiles and remembers who passed on what"),
        Phrase("plays for her partner as well as against you"),
    ),
    Character(
        "manel", "Manel", 3, "counter-on-passes", 1.4,
        Phrase("never forgets a pass: what you lacked, he leaves open"),
        Phrase("makes you pass again; as strong as Rosa, no more"),
    ),
    Character(
        "fina", "Fina", 3, "counter-on-tiles", 0.7,
        Phrase("counts what has been played, and trusts that more than passes"),
        Phrase("quick, and seldom surprised; as strong as Rosa, no more"),
    ),
    Character(
        "neus", "Neus", 4, "foresight", 0.8,
        Phrase("has seen what became of millions of moves, and plays by feeling"),
        Phrase("reads who opened which suit; plans nothing ahead"),
    ),
    Character(
        "tomas", "Tomàs", 4, "foresight", 1.5,
        Phrase("plays by feeling, and lets you wonder"),
        Phrase("the same school as Neus; his pauses mean nothing"),
    ),
    Character(
        "ramon", "Ramon", 4, "pimc-64", 1.2,
        Phrase("imagines sixty-four deals and solves them"),
        Phrase("strong in endings; believes that everybody plays without a fault, and loses a few points to Neus"),
    ),
    Character(
        "isabel", "Isabel", 5, "level-5", 1.3,
        Phrase("imagines the deals that could be, weighs what you have done, and tries everything out"),
        Phrase("the strongest there is here; no deal is known to her"),
    ),
    Character(
        "anselm", "Anselm", 5, "best", 1.0,
        Phrase("thinks as Isabel does, a little shorter"),
        Phrase("as strong as she is, as far as can be measured"),
    ),
    Character(
        "merce", "Mercè", 5, "level-5", 0.7,
        Phrase("thinks as Isabel does, and answers at once"),
        Phrase("gives you no time to recover; sees no more than you may"),
    ),
)  # fmt: skip

CHARACTERS: Final[dict[str, Character]] = {character.id: character for character in _CAST}
"""All of them by their ids."""


def of_level(bot: str) -> tuple[Character, ...]:
    """Those of a level, as ``level-3``; nobody of any other name."""
    return tuple(character for character in _CAST if bot == f"level-{character.level}")


def character(
    bot: str, host: str, seated: Collection[str | None] = (), people: Collection[str] = ()
) -> Character | None:
    """Who sits down where such a bot is asked for: that one, or of a level somebody who is not at the table yet, in an
    order of each `host`'s own: whoever plays every night meets them again. Nobody who is called as one of these
    `people` is, while there are others. None for a bot without a face."""
    if bot in CHARACTERS:
        return CHARACTERS[bot]
    shuffled = sorted(of_level(bot), key=lambda one: sha256(f"{host}\0{one.id}".encode()).digest())
    called = set(map(sounds_alike, people))
    return min(shuffled, key=lambda one: (one.id in seated, sounds_alike(one.name) in called), default=None)


def cast(bot: str, host: str, count: int, people: Collection[str] = ()) -> list[Character]:
    """Who sits down at so many empty seats, one after the other; nobody where such bots have no faces."""
    seated: list[Character] = []
    for _ in range(count):
        if face := character(bot, host, [one.id for one in seated], people):
            seated.append(face)
    return seated
