"""How strong everybody is, by what they have won with whom and against whom (openskill's Plackett-Luce, as it comes).

Matches stand in the order of their nights, rounds and tables, so that the same tournaments give the same rating whoever
reckons it. Figures are told to a millionth: further down the last digits of an exponential differ from one machine to
another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, Final

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from tantera.season.forecast import Forecast
from tantera.season.night import Night, NightMatch
from tantera.season.people import People, Person, people_of

DIGITS: Final = 6
WORTH_LOOKING_AT: Final = 20
"""Matches before a rating says something (`prove rating` shows how it was found: docs/tournaments.md)."""


class Strength(Struct, frozen=True):
    """A rating: most likely `mu`, and how uncertain that is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> float:
        """What somebody is at least worth, as far as one can be sure."""
        return round(round(self.mu, DIGITS) - 3 * round(self.sigma, DIGITS), DIGITS)


class Move(Struct, frozen=True):
    """What one match did to one person's rating."""

    night: int
    """Of these nights, in the order of their dates, from 0."""
    match: NightMatch
    side: int
    chance: float
    """To win it, as the ratings were before it."""
    before: Strength
    after: Strength


class RatedPerson(Struct, frozen=True):
    person: Person
    strength: Strength
    moves: tuple[Move, ...]

    @property
    def matches(self) -> int:
        return len(self.moves)


class RatedPair(Struct, frozen=True):
    keys: tuple[str, ...]
    strength: Strength
    matches: int


class Ratings(Struct, frozen=True):
    nights: tuple[Night, ...]
    """In the order of their dates."""
    people: People
    players: tuple[RatedPerson, ...]
    pairs: tuple[RatedPair, ...]

    def of(self, key: str) -> RatedPerson | None:
        return next((one for one in self.players if one.person.key == key), None)


def rated(nights: Sequence[Night]) -> Ratings:
    """Everybody who has played a match that says something, the strongest first."""
    nights = sorted(nights, key=lambda night: night.order)
    people = people_of(nights)
    model, forecast = PlackettLuce(), Forecast()
    strengths: dict[str, PlackettLuceRating] = {}
    together: dict[tuple[str, ...], PlackettLuceRating] = {}
    moves: dict[str, list[Move]] = {}
    times: Counter[tuple[str, ...]] = Counter()
    for at, match in matches_of(nights):
        sides = [[people.keys[at][player] for player in side] for side in match.sides]
        before = [[strengths.get(key) or model.rating() for key in side] for side in sides]
        chances = forecast.chances(*before) if len(before) == 2 else model.predict_win(before)
        ranks = list(map(float, match.ranks))
        after = model.rate(before, ranks=ranks)
        if len(before) == 2 and ranks[0] != ranks[1]:
            forecast.learn(ranks[0] < ranks[1])
        for number, side in enumerate(sides):
            for key, was, new in zip(side, before[number], after[number], strict=True):
                strengths[key] = new
                moved = Move(at, match, number, round(chances[number], DIGITS), _strength(was), _strength(new))
                moves.setdefault(key, []).append(moved)
        if all(len(side) == 2 for side in sides):
            pairs = [tuple(sorted(side)) for side in sides]
            met = model.rate([[together.get(pair) or model.rating()] for pair in pairs], ranks=ranks)
            together |= {pair: new for pair, (new,) in zip(pairs, met, strict=True)}
            times.update(pairs)
    players = [RatedPerson(people.known[key], _strength(one), tuple(moves[key])) for key, one in strengths.items()]
    couples = [RatedPair(keys, _strength(one), times[keys]) for keys, one in together.items()]
    return Ratings(
        tuple(nights),
        people,
        tuple(sorted(players, key=lambda one: (-one.strength.shown, one.person.key))),
        tuple(sorted(couples, key=lambda one: (-one.strength.shown, one.keys))),
    )


def matches_of(nights: Sequence[Night]) -> Iterator[tuple[int, NightMatch]]:
    """The matches that count, in their order, each with its night's place in the list."""
    for at, night in enumerate(nights):
        for match in night.matches:
            if match.rated:
                yield at, match


def _strength(one: PlackettLuceRating) -> Strength:
    return Strength(one.mu, one.sigma)


def model_of() -> dict[str, Any]:
    """Which model this is, so that anybody can reckon it again."""
    model = PlackettLuce()
    said = {key: getattr(model, key) for key in ("mu", "sigma", "beta", "kappa", "tau")}
    return {"name": "PlackettLuce", "library": "openskill", "version": version("openskill"), **said}


def as_object(ratings: Ratings) -> dict[str, Any]:
    """As other programs read it (TOURNAMENT.md)."""
    return {
        "model": model_of(),
        "players": [
            {
                "key": one.person.key,
                "name": one.person.name,
                "mu": round(one.strength.mu, DIGITS),
                "sigma": round(one.strength.sigma, DIGITS),
                "shown": one.strength.shown,
                "matches": one.matches,
            }
            for one in ratings.players
        ],
        "pairs": [
            {
                "keys": list(one.keys),
                "mu": round(one.strength.mu, DIGITS),
                "sigma": round(one.strength.sigma, DIGITS),
                "matches": one.matches,
            }
            for one in ratings.pairs
        ],
    }
