"""Kinds of consequence: what a book's entry comes to at this table, one function a kind, and the ruling in the making
that they write to: the match as it changes, the events so far, and what can be read off the table.

The book says ``{ kind = "points", side = "others", points = 20 }``; here it becomes twenty points for the pair that
is not the offender's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tantera.play import events as e
from tantera.play.events import MoveSeen, Side
from tantera.play.hand import Hand
from tantera.play.ledger import Unfolding
from tantera.play.match import Match
from tantera.referee.facts import Done, held_by, story
from tantera.rules import Consequence, Refusal, Seat, Seated
from tantera.rules.functions import right_of
from tantera.tiles import Tile, pips_of


def named_tile(article: str, code: str) -> Tile:
    """A tile that a record names."""
    try:
        return Tile.parse(code)
    except ValueError:
        raise Refusal(article, "say which tile: tile=64") from None


class Ruling(Unfolding):
    """What one record or one decision brings, event by event. Infractions are named by their index in the match."""

    def __init__(self, match: Match, now: int) -> None:
        super().__init__(match)
        self.book, self.now = match.book, now
        self.taken_back: dict[Seat, MoveSeen] = {}
        """Moves that were not legal, remembered when this ruling takes them off the table."""

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
            return tuple(self._held(index, code) for code in named.split("."))
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
            raise Refusal(article, "{player} does not hold {tile}", player=Seated(seat), tile=tile)
        return tile

    def _misplayed(self, seat: Seat) -> MoveSeen | None:
        """The last move of this seat in this hand, if it was not legal or not in turn."""
        hand = self.hand
        moves = [move for move in hand.moves if move.seat == seat] if hand is not None else []
        return moves[-1] if moves and isinstance(moves[-1], MoveSeen) else None

    def astray(self, index: int) -> Done | None:
        """The tile of this record that lies where it does not belong, or was played out of turn; the last such one."""
        recorded, hand = self.match.infractions[index], self.hand
        if hand is None:
            return None
        dated = self.dated(index)
        astray = [done for done in story(hand) if done.astray and done.move.seat == recorded.seat]
        return next((done for done in reversed(astray) if dated in (None, done.turn, done.before.turns)), None)

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
        match, recorded, player = self.match, self.match.infractions[index], self.match.offenders[index]
        pair = recorded.seat is not None and match.book.options.fault_count == "pair"
        side = self.offenders(index) if pair else ()
        brought = zip(match.brought, match.bringers, strict=True)
        before = [record for record, bringer in brought if (record.seat in side if pair else bringer == player)]
        so_far = zip(match.infractions[: index + 1], match.offenders, strict=False)
        same = [(record, offender) for record, offender in so_far if record.article == recorded.article]
        records = [record for record, offender in same if (record.seat in side if pair else offender == player)]
        return sum(dict(record.articles).get(recorded.article, 0) for record in before) + len(records)

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


def follow_all(ruling: Ruling, index: int, consequences: Iterable[Consequence]) -> None:
    """Let everything follow, in order."""
    for consequence in consequences:
        OUTCOMES[consequence.kind](ruling, index, consequence)


def points(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """Points for a side, fixed or with the pips that are left."""
    award = ruling.book.points_of(consequence)
    given: int | None = award.points
    if award.remaining:
        left = ruling.remaining()
        given = None if left is None else award.points + left
    offenders = ruling.offenders(index)
    sides = [offenders] if consequence.side == "offender" else [s for s in ruling.match.sides if s != offenders]
    for side in sides:
        ruling.add(e.PointsGiven(index, side, given, at=ruling.now))


def hand_lost(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.HandForfeited(index, ruling.offenders(index), at=ruling.now))


def hand_void(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.HandVoided(index, at=ruling.now))
    opener = (
        ruling.match.hand.opener if ruling.match.hand is not None and ruling.match.hand_in_play else ruling.match.opener
    )
    if opener is None:
        return
    seats = ruling.match.seats
    if consequence.opening == "right_of_offender":
        opener = right_of(ruling.seat(index), seats)
    elif consequence.opening == "lost_if_opened" and opener in ruling.offenders(index):
        opener = right_of(opener, seats)
    ruling.add(e.OpeningGiven(index, opener, at=ruling.now))


def warning(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.PlayerWarned(index, ruling.seat(index), at=ruling.now))


def card(ruling: Ruling, index: int, consequence: Consequence) -> None:
    assert consequence.card is not None, "the schema has made sure that a card has a name"
    ruling.add(e.CardShown(index, ruling.seat(index), consequence.card, at=ruling.now))


def difference(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.DifferenceCut(index, ruling.seat(index), consequence.points, at=ruling.now))


def exposed(ruling: Ruling, index: int, consequence: Consequence) -> None:
    for tile in _off_the_chain(ruling, index):
        ruling.add(e.TileLeftOpen(index, ruling.seat(index), tile, at=ruling.now))


def _off_the_chain(ruling: Ruling, index: int) -> list[Tile]:
    """The tiles of the record that can still lie open or be played: one found late may have been played since."""
    chain = ruling.hand.chain if ruling.hand is not None else None
    return [tile for tile in ruling.tiles(index) if chain is None or not tile.bit & chain.tiles]


def must_play(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """The first of the tiles must be played now if it fits.

    Otherwise it stays open where open tiles must be played (CI-12), and returns to the rack elsewhere; of a player who
    is not in turn all of them have been seen (SJ-flujo-1).
    """
    hand, tiles, seat = ruling.hand, _off_the_chain(ruling, index), ruling.seat(index)
    if hand is None or not tiles:
        return
    first, in_turn = tiles[0], hand.turn == seat
    if in_turn and (hand.chain is None or first.bit & hand.chain.fitting):
        ruling.add(e.TileOwed(index, seat, first, at=ruling.now))
    elif ruling.book.customs.exposed_tiles == "must_play":
        ruling.add(e.TileLeftOpen(index, seat, first, at=ruling.now))
    elif not in_turn:
        for tile in tiles:
            ruling.add(e.TileLeftOpen(index, seat, tile, at=ruling.now))


def taken_back(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """A tile played out of turn goes back, and one that lies where it does not belong while nobody has acted since.

    Later it stays where it lies (TG-14.10), or is withdrawn and later moves stand (CI-13).
    """
    done = ruling.astray(index)
    if done is None or not isinstance(done.move, MoveSeen) or done.move.tile is None:
        return
    seat, tile = done.move.seat, done.move.tile
    if not done.in_turn or not ruling.acted_since(index):
        ruling.add(e.TileTakenBack(index, seat, tile, at=ruling.now))
    elif consequence.late == "withdrawn":
        ruling.add(e.TileWithdrawn(index, seat, tile, at=ruling.now))
    else:
        return
    ruling.taken_back[seat] = done.move


def hand_won(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """The last tile counts as played, so it is not counted (CI-14)."""
    hand, seat, left = ruling.hand, ruling.seat(index), ruling.remaining()
    last_tile = pips_of(hand.racks[seat - 1]) if hand is not None else 0
    ruling.add(e.HandAwarded(index, seat, None if left is None else left - last_tile, at=ruling.now))


def rebuild(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.HandRebuilt(index, ruling.turn_of(index), at=ruling.now))


def expulsion(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.PlayerExpelled(index, ruling.seat(index), at=ruling.now))


def match_lost(ruling: Ruling, index: int, consequence: Consequence) -> None:
    offenders = ruling.offenders(index)
    limit = ruling.book.options.limit.points
    others = [score for side, score in zip(ruling.match.sides, ruling.match.score, strict=True) if side != offenders]
    raised = consequence.to_limit and limit is not None and len(others) == 1 and not ruling.match_is_lost
    lacking = max(0, (limit or 0) - others[0]) if raised else 0
    ruling.add(e.MatchForfeited(index, offenders, lacking, at=ruling.now))


OUTCOMES: Final[dict[str, Callable[[Ruling, int, Consequence], None]]] = {
    "points": points,
    "hand_lost": hand_lost,
    "hand_void": hand_void,
    "warning": warning,
    "card": card,
    "difference": difference,
    "exposed": exposed,
    "must_play": must_play,
    "taken_back": taken_back,
    "hand_won": hand_won,
    "rebuild": rebuild,
    "expulsion": expulsion,
    "match_lost": match_lost,
}
