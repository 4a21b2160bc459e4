"""One ruling while it is being made: the match as it changes, the events so far, and what can be read off the table."""

from __future__ import annotations

from tantera.play.events import Event, MoveSeen, Side
from tantera.play.hand import Hand
from tantera.play.match import Match, evolve
from tantera.rules import Refusal, Seat
from tantera.rules.functions import right_of
from tantera.tiles import Tile, pips_of


class Ruling:
    """What one record or one decision brings, event by event. Infractions are named by their index in the match."""

    def __init__(self, match: Match, now: int) -> None:
        self.match, self.now = match, now
        self.book = match.book
        self.events: list[Event] = []
        self.witnessed: dict[Seat, MoveSeen] = {}
        """Moves that were not legal, remembered while a consequence takes them off the table."""

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.match = evolve(self.match, event)

    @property
    def hand(self) -> Hand | None:
        """The hand in play, if there is one."""
        return self.match.hand if self.match.hand_in_play else None

    def article(self, index: int) -> str:
        return self.match.infractions[index].article

    def seat(self, index: int) -> Seat:
        """Who did it; refused where the record does not say."""
        seat = self.match.infractions[index].seat
        if seat is None:
            raise Refusal(self.article(index), "the record says nobody: name the seat that did it")
        return seat

    def offenders(self, index: int) -> Side:
        return self.match.side_of(self.seat(index))

    def remaining(self) -> int | None:
        """The pips of every tile that somebody still holds; None where only the sheet is kept."""
        hand = self.hand
        if hand is None:
            return None
        return sum(pips_of(rack) for rack in hand.racks) + (pips_of(hand.unseen) if any(hand.hidden) else 0)

    def tile(self, index: int) -> Tile | None:
        """The tile it is about: the one the record names, or the one just shown or misplayed."""
        recorded = self.match.infractions[index]
        named = dict(recorded.details).get("tile")
        if named is not None:
            return self._held(index, named)
        seen = self.misplayed(self.seat(index))
        if seen is not None:
            return seen.tile
        hand = self.hand
        if hand is None:
            return None
        if hand.shown is not None and hand.shown[0] == recorded.seat:
            return hand.shown[1]
        raise Refusal(recorded.article, "say which tile: tile=64")

    def _held(self, index: int, named: str) -> Tile:
        """The tile that the record names: one that the offender holds, or has just laid where it does not belong."""
        article, seat, hand = self.article(index), self.seat(index), self.hand
        try:
            tile = Tile.parse(named)
        except ValueError:
            raise Refusal(article, "say which tile: tile=64") from None
        seen = self.misplayed(seat)
        if hand is not None and (seen is None or seen.tile is not tile):
            held = hand.racks[seat - 1] | (hand.unseen if hand.hidden[seat - 1] else 0)
            if not tile.bit & held:
                raise Refusal(article, "seat {seat} does not hold {tile}", seat=seat, tile=tile)
        return tile

    def misplayed(self, seat: Seat) -> MoveSeen | None:
        """The last move of this seat in this hand that was not legal or not in turn, if it was its last one."""
        hand = self.hand
        own = [move for move in hand.moves if move.seat == seat] if hand is not None else []
        if own and isinstance(own[-1], MoveSeen):
            self.witnessed.setdefault(seat, own[-1])
        return self.witnessed.get(seat)

    def right_has_played(self, seat: Seat | None) -> bool:
        hand = self.hand
        if hand is None or seat is None:
            return False
        last = max((place for place, move in enumerate(hand.moves) if move.seat == seat), default=-1)
        return any(move.seat == right_of(seat, self.match.seats) for move in hand.moves[last + 1 :])

    def turn_of(self, index: int) -> int:
        """The turn of the infraction: as recorded, or the offender's last one, or the one going on."""
        recorded, hand = self.match.infractions[index], self.hand
        if dict(recorded.details).get("turn") is not None or hand is None:
            return recorded.turn
        if hand.turn == recorded.seat:
            return hand.turns + 1
        seats = len(hand.seats)
        for back in range(min(seats, hand.turns)):
            if hand.seats[(hand.turns - 1 - back) % seats] == recorded.seat:
                return hand.turns - back
        return hand.turns
