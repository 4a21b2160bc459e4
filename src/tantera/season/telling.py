"""A rating in words: how sure it is, and what one match did to it."""

from __future__ import annotations

from collections.abc import Iterator

from tantera.season.rating import WORTH_LOOKING_AT, Move, RatedPerson, Ratings
from tantera.words import Phrase


def how_sure(one: RatedPerson) -> Phrase:
    """
    >>> from tantera.season.people import Person
    >>> from tantera.season.rating import Strength
    >>> how_sure(RatedPerson(Person("p1", "Ana"), Strength(27.0, 6.0), ())).told("en")
    'between 15.0 and 39.0, after 0 matches: too few to say much'
    """
    low, high = one.strength.mu - 2 * one.strength.sigma, one.strength.mu + 2 * one.strength.sigma
    facts = {"low": f"{low:.1f}", "high": f"{high:.1f}", "count": one.matches}
    if one.matches == 1:
        return Phrase("between {low} and {high}, after 1 match: too few to say much", **facts)
    if one.matches < WORTH_LOOKING_AT:
        return Phrase("between {low} and {high}, after {count} matches: too few to say much", **facts)
    return Phrase("between {low} and {high}, after {count} matches", **facts)


def told_moves(ratings: Ratings, one: RatedPerson) -> Iterator[Phrase]:
    """Match by match, the oldest first."""
    for move in one.moves:
        yield told_move(ratings, one.person.key, move)


def told_move(ratings: Ratings, key: str, move: Move) -> Phrase:
    """Where, with whom, against whom, how it ended, what was to be expected, and what the rating is since."""
    keys, night, match = ratings.people.keys[move.night], ratings.nights[move.night], move.match

    def names(players: tuple[str, ...]) -> str:
        return ", ".join(ratings.people.known[keys[player]].name for player in players if keys[player] != key)

    others = tuple(player for side, who in enumerate(match.sides) if side != move.side for player in who)
    own = names(match.sides[move.side])
    facts = {
        "date": night.date[:10],
        "event": night.name,
        "round": match.round,
        "table": match.table,
        "partner": own,
        "others": names(others),
        "score": "-".join(map(str, match.score)),
        "outcome": _outcome(move),
        "chance": round(100 * move.chance),
        "before": f"{move.before.shown:.2f}",
        "after": f"{move.after.shown:.2f}",
    }
    if own:
        return Phrase(
            "{date} {event}, round {round}, table {table}: with {partner} against {others}, {score}, {outcome} "
            "({chance} % expected): {before} → {after}",
            **facts,
        )
    return Phrase(
        "{date} {event}, round {round}, table {table}: against {others}, {score}, {outcome} ({chance} % expected): "
        "{before} → {after}",
        **facts,
    )


def _outcome(move: Move) -> Phrase:
    ranks = move.match.ranks
    own = ranks[move.side]
    if ranks.count(own) > 1 and own == 1:
        return Phrase("a draw")
    return Phrase("a win") if own == 1 else Phrase("a loss")
