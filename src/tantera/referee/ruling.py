"""One ruling while it is being made: the match as it changes, the events so far, and what can be read off the table."""

from __future__ import annotations

from tantera.play.events import Event, MoveSeen, Side
from tantera.play.fold import evolve
from tantera.play.hand import Hand
from tantera.play.match import Match
from tantera.referee.facts import Done, held_by, story
from tantera.rules import Refusal, Seat
from tantera.tiles import Tile, pips_of


def named_tile(article: str, code: str) -> Tile:
    """A tile that a record names."""
    try:
        return Tile.parse(code)
    except ValueError:
        raise Refusal(article, "say which tile: tile=64") from None


class Ruling:
    """What one record or one decision brings, event by event. Infractions are named by their index in the match."""

    def __init__(self, match: Match, now: int) -> None:
        self.match, self.now = match, now
        self.book = match.book
        self.events: list[Event] = []
        self.taken_back: dict[Seat, MoveSeen] = {}
        """Moves that were not legal, remembered when this ruling takes them off the table."""

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

    def tiles(self, index: int) -> tuple[Tile, ...]:
        """The tiles it is about, the first one first: those the record names, or the one just shown or misplayed.

        Nothing where only the sheet is kept and the record names none.
        """
        recorded = self.match.infractions[index]
        named = dict(recorded.details).get("tile")
        if named is not None:
            return tuple(self._held(index, one) for one in named.split("."))
        seat = self.seat(index)
        seen = self.taken_back.get(seat) or self._misplayed(seat)
        if seen is not None and seen.tile is not None:
            return (seen.tile,)
        hand = self.hand
        if hand is None or hand.hidden[seat - 1]:
            return ()
        if hand.shown is not None and hand.shown[0] == seat:
            return (hand.shown[1],)
        raise Refusal(recorded.article, "say which tile: tile=64")

    def _held(self, index: int, named: str) -> Tile:
        """A tile that the record names: one that the offender holds, or has just laid where it does not belong."""
        article, seat, hand = self.article(index), self.seat(index), self.hand
        tile, back = named_tile(article, named), self.taken_back.get(seat)
        known = hand is not None and (back is None or back.tile is not tile)
        if known and hand is not None and not tile.bit & held_by(hand, seat, self.dated(index)):
            raise Refusal(article, "seat {seat} does not hold {tile}", seat=seat, tile=tile)
        return tile

    def _misplayed(self, seat: Seat) -> MoveSeen | None:
        """The last move of this seat in this hand, if it was not legal or not in turn."""
        hand = self.hand
        own = [move for move in hand.moves if move.seat == seat] if hand is not None else []
        return own[-1] if own and isinstance(own[-1], MoveSeen) else None

    def astray(self, index: int) -> Done | None:
        """The tile of this record that lies where it does not belong, or was played out of turn; the last such one."""
        recorded, hand = self.match.infractions[index], self.hand
        if hand is None:
            return None
        dated = self.dated(index)
        found = [done for done in story(hand) if done.astray and done.move.seat == recorded.seat]
        return next((done for done in reversed(found) if dated in (None, done.turn, done.before.turns)), None)

    def acted_since(self, index: int) -> bool:
        """Whether somebody has played, drawn or passed since the tile of this record was misplaced."""
        hand, seat, astray = self.hand, self.match.infractions[index].seat, self.astray(index)
        if hand is None or seat is None:
            return False
        moves = tuple(story(hand))
        place = astray.place if astray is not None else max((d.place for d in moves if d.move.seat == seat), default=-1)
        return any(done.in_turn for done in moves[place + 1 :] if done.move.seat != seat)

    def lies_free(self, index: int) -> bool:
        """Whether the misplaced tile of this record lies on the chain and no tile rests on it."""
        hand, astray = self.hand, self.astray(index)
        if hand is None or hand.chain is None or astray is None or not isinstance(astray.move, MoveSeen):
            return False
        tile, end = astray.move.tile, astray.move.end
        outermost = hand.chain.arm(end)[-1:] if end is not None else hand.chain.placements
        return [placement.tile for placement in outermost] == [tile]

    def times(self, index: int) -> int:
        """The how-many-th same infraction of this player it is, wherever they sat: those of earlier matches included
        (`card_span`). Where the book counts by pair (`fault_count`), of the pair, whoever sat there."""
        match, recorded, who = self.match, self.match.infractions[index], self.match.offenders[index]
        pair = recorded.seat is not None and match.book.options.fault_count == "pair"
        side = self.offenders(index) if pair else ()
        brought = zip(match.brought, match.bringers, strict=True)
        before = [one for one, bringer in brought if (one.seat in side if pair else bringer == who)]
        so_far = zip(match.infractions[: index + 1], match.offenders, strict=False)
        same = [(one, offender) for one, offender in so_far if one.article == recorded.article]
        own = [one for one, offender in same if (one.seat in side if pair else offender == who)]
        return sum(dict(one.articles).get(recorded.article, 0) for one in before) + len(own)

    @property
    def match_is_lost(self) -> bool:
        """Whether an infraction has cost somebody the match: a match lost first stays lost."""
        return self.match.sanction is not None and self.match.sanction.forfeit

    def is_void_already(self, index: int) -> bool:
        """Whether another infraction has annulled the hand before this one (TG-18.2)."""
        sanction = self.match.sanction
        return sanction is not None and sanction.how == "void" and sanction.infraction != index

    def dated(self, index: int) -> int | None:
        """The turn that the record names; None: it is about now."""
        recorded = self.match.infractions[index]
        return recorded.turn if "turn" in dict(recorded.details) else None

    def turn_of(self, index: int) -> int:
        """The turn of the infraction: as recorded, or the offender's last one, or the one going on."""
        recorded, hand = self.match.infractions[index], self.hand
        if self.dated(index) is not None or hand is None:
            return recorded.turn
        if hand.turn == recorded.seat:
            return hand.turns + 1
        seats = len(hand.seats)
        for back in range(min(seats, hand.turns)):
            if hand.seats[(hand.turns - 1 - back) % seats] == recorded.seat:
                return hand.turns - back
        return hand.turns
