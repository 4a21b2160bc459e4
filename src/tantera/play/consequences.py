"""What follows from an infraction, folded into the match: one function for each kind of consequence.

Which consequence an article has is the book's and the referee's business; here is only what it does to hand, score
and opening. Warnings, cards, differences and expulsions change nothing at the table: they are kept, and counted.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import sub
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.hand import Hand, evolve_hand, moves_before_turn, rebuilt
from tantera.play.moves import ending_now
from tantera.rules import Seat

if TYPE_CHECKING:
    from tantera.play.match import Match


class Sanction(Struct, frozen=True):
    """How a hand ends because of an infraction, until its line is on the sheet."""

    how: e.How
    infraction: int
    """Which of the match's infractions ended it."""
    article: str
    side: e.Side | None = None
    """Who wins the hand by it."""
    points: int = 0
    opener: Seat | None = None
    """Who opens next; None: as after any other hand."""
    forfeit: bool = False
    """The match is over with it."""
    seat: Seat | None = None
    """Who won it, where that is one player (CI-14)."""
    points_known: bool = True
    """False where they depend on tiles that nobody wrote down: then the sheet says."""


def follow(match: Match, event: e.ConsequenceFollowed) -> Match:
    """The match after a consequence."""
    match = replace(match, consequences=(*match.consequences, event))
    return FOLLOWED[type(event)](match, event)


def with_hand(match: Match, hand: Hand) -> Match:
    """The match with its hand like this: points in play come on the score with the tile that made them, and go with
    it."""
    before = match.hand
    assert before is not None
    if hand.made == before.made:
        return replace(match, hand=hand)
    nothing = (0,) * len(match.names)
    more = tuple(map(sub, hand.made or nothing, before.made or nothing))
    score = [had + sum([more[seat - 1] for seat in side]) for had, side in zip(match.score, match.sides, strict=True)]
    return replace(match, hand=hand, score=tuple(score))


def made_by_side(sides: tuple[e.Side, ...], hand: Hand) -> tuple[int, ...]:
    """The points made in play in a hand, in the order of the sides."""
    if not hand.made:
        return (0,) * len(sides)
    return tuple([sum([hand.made[seat - 1] for seat in side]) for side in sides])


def others(match: Match, side: e.Side) -> e.Side | None:
    """The other side, where there are two."""
    return next((one for one in match.sides if one != side), None) if len(match.sides) == 2 else None


def _points_given(match: Match, event: e.PointsGiven) -> Match:
    """Points go on the score at once, or with the line of the hand that they end."""
    points = event.points or 0
    sanction = match.sanction
    if sanction is not None and (sanction.infraction, sanction.side) == (event.infraction, event.side):
        known = sanction.points_known and event.points is not None
        return replace(match, sanction=replace(sanction, points=sanction.points + points, points_known=known))
    return with_points(match, event.side, points)


def with_points(match: Match, to: e.Side | None, points: int) -> Match:
    score = tuple(had + points * (side == to) for side, had in zip(match.sides, match.score, strict=True))
    return replace(match, score=score)


def _hand_forfeited(match: Match, event: e.HandForfeited) -> Match:
    return _end(match, Sanction("lost", event.infraction, _article(match, event), others(match, event.side)))


def _opening_given(match: Match, event: e.OpeningGiven) -> Match:
    if match.sanction is None:
        return match
    return replace(match, sanction=replace(match.sanction, opener=event.seat))


def _hand_awarded(match: Match, event: e.HandAwarded) -> Match:
    side, article = match.side_of(event.seat), _article(match, event)
    won = Sanction("domino", event.infraction, article, side, event.scored or 0, seat=event.seat)
    return _end(match, replace(won, points_known=event.scored is not None))


def _match_forfeited(match: Match, event: e.MatchForfeited) -> Match:
    winner, article = others(match, event.side), _article(match, event)
    return _end(match, Sanction("lost", event.infraction, article, winner, event.scored, forfeit=True))


def _tile_left_open(match: Match, event: e.TileLeftOpen) -> Match:
    if match.hand is None or not match.hand_in_play:
        return match
    return replace(match, hand=evolve_hand(match.hand, e.TileExposed(event.seat, event.tile, at=event.at)))


def _tile_owed(match: Match, event: e.TileOwed) -> Match:
    if match.hand is None or not match.hand_in_play:
        return match
    owed = event.tile.bit
    return replace(match, hand=replace(match.hand, owed=owed, bound=match.hand.bound | owed))


def _tile_taken_back(match: Match, event: e.TileTakenBack) -> Match:
    """A tile that lies on the chain goes back, and everything laid after it; one played out of turn never lay there."""
    hand = match.hand if match.hand_in_play else None
    if hand is None or hand.deal is None or event.tile.bit & hand.racks[event.seat - 1]:
        return match
    return with_hand(match, rebuilt(hand, _place_of(hand, event), event.at))


def _tile_withdrawn(match: Match, event: e.TileWithdrawn) -> Match:
    """The turn counts as if its player had passed: whatever the others did after it stands."""
    hand = match.hand if match.hand_in_play else None
    if hand is None or hand.deal is None:
        return match
    place = _place_of(hand, event)
    withdrawn = e.MoveSeen(event.seat, None, took=hand.moves[place].took, at=hand.moves[place].at)
    moves = (*hand.moves[:place], withdrawn, *hand.moves[place + 1 :])
    hand = rebuilt(replace(hand, moves=moves), len(moves), hand.turn_began)
    for ending in ending_now(hand, event.at):
        hand = evolve_hand(hand, ending)
    return with_hand(match, hand)


def _place_of(hand: Hand, event: e.TileTakenBack | e.TileWithdrawn) -> int:
    for place in range(len(hand.moves) - 1, -1, -1):
        move = hand.moves[place]
        if isinstance(move, e.MoveSeen) and (move.seat, move.tile) == (event.seat, event.tile):
            return place
    return len(hand.moves)


def _hand_rebuilt(match: Match, event: e.HandRebuilt) -> Match:
    hand = match.hand if match.hand_in_play else None
    if hand is None or hand.deal is None:
        return match
    return with_hand(match, rebuilt(hand, moves_before_turn(hand, event.turn), event.at))


def _end(match: Match, sanction: Sanction) -> Match:
    """The hand ends so; if another infraction had ended it before, what that gave stays given."""
    hand, before = match.hand, match.sanction
    if before is not None and before.forfeit:
        return match  # a match lost first stays lost
    if before is not None and before.how == "lost" and not before.forfeit:
        match = with_points(match, before.side, before.points)
    if hand is not None and match.hand_in_play:
        match = replace(match, hand=replace(hand, ended=sanction.how))
    return replace(match, sanction=sanction)


def _article(match: Match, event: e.ConsequenceFollowed) -> str:
    return match.infractions[event.infraction].article


def _kept(match: Match, event: e.ConsequenceFollowed) -> Match:
    """It stands among the consequences, and that is all."""
    return match


FOLLOWED: Final[dict[type[e.ConsequenceFollowed], Callable[[Match, Any], Match]]] = {
    e.PointsGiven: _points_given,
    e.HandForfeited: _hand_forfeited,
    e.HandVoided: lambda match, event: _end(match, Sanction("void", event.infraction, _article(match, event))),
    e.OpeningGiven: _opening_given,
    e.PlayerWarned: _kept,
    e.CardShown: _kept,
    e.DifferenceCut: _kept,
    e.TileLeftOpen: _tile_left_open,
    e.TileOwed: _tile_owed,
    e.TileTakenBack: _tile_taken_back,
    e.TileWithdrawn: _tile_withdrawn,
    e.HandAwarded: _hand_awarded,
    e.HandRebuilt: _hand_rebuilt,
    e.PlayerExpelled: _kept,
    e.MatchForfeited: _match_forfeited,
}
"""What each kind of consequence does to a match."""
