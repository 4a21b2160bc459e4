"""What the table knows against a record, one small question a need of the book.

Only what is known contradicts: a rack that nobody has seen may have held anything, and of a hand without deal and
moves nothing is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from tantera.play.events import DoublesPlaced, MoveSeen, TilePlaced, TurnPassed
from tantera.play.hand import Hand, Move, evolve_hand, rebuilt
from tantera.play.match import Match
from tantera.play.moves import block_is_near, legal_moves
from tantera.play.orders import PlaceDoubles, PlaceTile
from tantera.rules import Refusal, Seat, Seated
from tantera.rules.sanctions import Infraction, Need
from tantera.tiles import DOUBLES_MASK, Tile, rack_of


class Done(NamedTuple):
    """One move of the hand, as it was made."""

    place: int
    """Among the moves of the hand."""
    before: Hand
    move: Move

    @property
    def in_turn(self) -> bool:
        return self.move.seat == self.before.turn

    @property
    def turn(self) -> int:
        """Of which turn it was part, counted from 1."""
        return self.before.turns + 1

    @property
    def passed(self) -> bool:
        return self.in_turn and (
            isinstance(self.move, TurnPassed) or (isinstance(self.move, MoveSeen) and self.move.tile is None)
        )

    @property
    def laid(self) -> bool:
        """Whether a tile came on the table with it, where it belongs or not."""
        seen = isinstance(self.move, MoveSeen) and self.move.tile is not None
        return self.in_turn and (seen or isinstance(self.move, TilePlaced | DoublesPlaced))

    @property
    def astray(self) -> bool:
        """Whether a tile was laid otherwise than the book has it, or out of turn."""
        return isinstance(self.move, MoveSeen) and self.move.tile is not None

    @property
    def misplaced(self) -> bool:
        """Whether a tile was laid in turn where its number does not fit. Any tile may open."""
        move, chain = self.move, self.before.chain
        if not self.in_turn or not isinstance(move, MoveSeen) or move.tile is None:
            return False
        return chain is not None and move.end is not None and move.touching != chain.end(move.end)

    @property
    def could_play(self) -> bool:
        """Whether the player held a tile that fits, or may have."""
        return bool(fitting(self.before, self.move.seat))


def story(hand: Hand) -> Iterator[Done]:
    """The moves of a hand, each with the hand before it."""
    if hand.deal is None:
        return
    before = rebuilt(hand, 0, hand.turn_began)
    for place, move in enumerate(hand.moves):
        yield Done(place, before, move)
        before = evolve_hand(before, move)


def holding(hand: Hand, seat: Seat) -> int:
    """The tiles that a seat holds, or may hold, as a rack."""
    return hand.racks[seat - 1] | (hand.unseen if hand.hidden[seat - 1] else 0)


def fitting(hand: Hand, seat: Seat) -> int:
    """Those of them that can be played; any of them opens."""
    held = holding(hand, seat)
    return held & hand.chain.fitting if hand.chain is not None else held


def held_by(hand: Hand, seat: Seat, turn: int | None) -> int:
    """The tiles that a seat held, or may have held, on that turn; None: now, or before its last move."""
    moves = tuple(story(hand))
    if turn is None:
        then = [done.before for done in moves if done.move.seat == seat][-1:]
    else:
        then = [done.before for done in moves if done.turn in (turn, turn + 1)]
    now = [hand] if turn is None or turn >= hand.turns else []
    return reduce(or_, (holding(past, seat) for past in (*then, *now)))


class Scene(NamedTuple):
    """A record and the hand it is about."""

    article: str
    hand: Hand
    seat: Seat | None
    """Who did it; None where nobody knows."""
    turn: int | None
    """When, as the record dates it; None: about now."""
    tiles: tuple[Tile, ...]
    """Which tiles it names."""
    moves: tuple[Done, ...]

    @property
    def player(self) -> Seated:
        """Who did it; what is asked of nobody in particular is never refused by what a seat did."""
        return Seated(*(() if self.seat is None else (self.seat,)))

    def against(self, message: str, **facts: object) -> Refusal:
        return Refusal(self.article, message, **facts)

    def by_offender(self) -> Iterator[Done]:
        """What the offender did, on the turn that the record names if it names one."""
        for done in self.moves:
            when = (done.turn,) if done.in_turn else (done.turn, done.before.turns)
            if self.seat in (None, done.move.seat) and self.turn in (None, *when):
                yield done

    def acted_since(self, done: Done) -> bool:
        """Whether anybody has played, drawn or passed after it."""
        return any(later.in_turn for later in self.moves[done.place + 1 :])

    @property
    def in_turn_now(self) -> bool:
        return self.hand.turn == self.seat and not self.hand.ended

    @property
    def dated(self) -> int | None:
        """The turn in question: the one named, else the one going on, else the last; None: there was none."""
        if self.turn is not None:
            return self.turn
        if self.in_turn_now:
            return self.hand.turns + 1
        return max((done.turn for done in self.moves if done.in_turn and done.move.seat == self.seat), default=None)

    def moments(self) -> Iterator[tuple[Hand, Done | None]]:
        """The offender before each thing done in the turn in question, and that thing; None: not done yet."""
        for done in self.moves:
            if done.in_turn and done.move.seat == self.seat and done.turn == self.dated:
                yield done.before, done
        if self.in_turn_now and self.dated == self.hand.turns + 1:
            yield self.hand, None


def contradiction(
    match: Match,
    infraction: Infraction,
    seat: Seat | None,
    *,
    turn: int | None = None,
    tiles: tuple[Tile, ...] = (),
    live: bool = False,
) -> Refusal | None:
    """What is known against this record, if anything.

    `live`: the program runs the table, so that between two hands it knows that nobody plays. At a real table a record
    there is about a hand of which nobody has written more.
    """
    if not infraction.needs:
        return None
    if not match.hand_in_play or match.hand is None:
        return Refusal(infraction.article, "no hand is being played") if live else None
    return _against(infraction.article, infraction.needs, match.hand, seat, turn, tiles)


def offered(match: Match, article: str, needs: tuple[Need, ...], seat: Seat | None, turn: int | None) -> bool:
    """Whether nothing known speaks against a choice that the book has for some tables only (TG-18.3)."""
    hand = match.hand if match.hand_in_play else None
    return hand is None or _against(article, needs, hand, seat, turn, ()) is None


def impossible(match: Match, infraction: Infraction, seat: Seat | None, live: bool = False) -> Refusal | None:
    """Why this cannot have happened here and now.

    Without a seat: why nobody can have done it, nor can it be unknown who did. Of several reasons that is the rarest:
    most seats have just not done anything of the kind.
    """
    if seat is not None:
        return contradiction(match, infraction, seat, live=live)
    hand = match.hand if match.hand_in_play else None
    acted = (hand.moves[-1].seat,) if hand is not None and hand.moves else ()
    nobody = (None,) if infraction.unknown is not None else ()
    reasons: list[Refusal] = []
    for one in dict.fromkeys((*acted, *match.seats, *nobody)):
        against = contradiction(match, infraction, one, live=live)
        if against is None:
            return None
        reasons.append(against)
    common = Counter(reason.message for reason in reasons)
    return min(reasons, key=lambda reason: common[reason.message])


def _against(
    article: str, needs: tuple[Need, ...], hand: Hand, seat: Seat | None, turn: int | None, tiles: tuple[Tile, ...]
) -> Refusal | None:
    if not hand.moves and not any(hand.racks):
        return None
    scene = Scene(article, hand, seat, turn, tiles, tuple(story(hand)))
    return next((against for need in needs if (against := NEEDS[need](scene)) is not None), None)


# --- whose turn it was


def own_turn(scene: Scene) -> Refusal | None:
    """A pass, a misplaced tile or a thought falls in one's own turn; the opener may think before the first."""
    hand, seat, turn = scene.hand, scene.seat, scene.turn
    if seat is None:
        return None
    if turn is None:
        return None if scene.dated is not None else scene.against("{player} has had no turn yet", player=Seated(seat))
    whose = next((done.move.seat for done in scene.moves if done.in_turn and done.turn == turn), hand.opener)
    return None if whose == seat else scene.against("turn {turn} was {player}'s", turn=turn, player=Seated(whose))


def out_of_turn(scene: Scene) -> Refusal | None:
    """Nobody plays ahead in turn (SJ-irreg-4)."""
    hand, seat = scene.hand, scene.seat
    ahead = any(not done.in_turn and done.move.seat == seat for done in scene.moves)
    completed = hand.turns if scene.turn is None else scene.turn
    turn_of = next((done.move.seat for done in scene.moves if done.in_turn and done.turn == completed + 1), hand.turn)
    just_now = bool(scene.moves) and scene.turn is None and scene.moves[-1].move.seat == seat
    if ahead or seat not in (turn_of, scene.moves[-1].move.seat if just_now else None):
        return None
    return scene.against("it was the turn of {player}", player=scene.player)


# --- passing and thinking


def passed_with_a_tile(scene: Scene) -> Refusal | None:
    """A false pass is one by somebody who passed, and could have played."""
    passes = [done for done in scene.by_offender() if done.passed]
    if not passes:
        return scene.against("{player} has not passed", player=scene.player)
    if not any(done.could_play for done in passes):
        return scene.against("{player} held no tile that fits", player=scene.player)
    return None


def one_tile_left(scene: Scene) -> Refusal | None:
    """Only the last tile wins the hand by being kept (CI-14)."""
    passes = [done for done in scene.by_offender() if done.passed and done.could_play]
    fewest = min((done.before.count(done.move.seat) for done in passes), default=1)
    return scene.against("{player} holds {tiles} tiles", player=scene.player, tiles=fewest) if fewest > 1 else None


def one_way_to_play(scene: Scene) -> Refusal | None:
    """Thinking is false only with nothing, or one tile and one place, to play (TG-14.12)."""
    moments = [before for before, _ in scene.moments()]
    if not moments or any(map(_one_way, moments)):
        return None
    return scene.against("{player} had more than one way to play", player=scene.player)


def passed_or_thought_falsely(scene: Scene) -> Refusal | None:
    """A pass with a tile that fits, or a thought about nothing (CI-10)."""
    if not any(True for _ in scene.moments()) or any(True for _ in _falsely(scene)):
        return None
    return scene.against("{player} had more than one way to play and did not pass", player=scene.player)


def more_than_one_tile(scene: Scene) -> Refusal | None:
    """Whoever passes with one tile is not sanctioned (CI-14)."""
    falsely = list(_falsely(scene))
    last = [done is not None and done.passed and before.count(done.move.seat) == 1 for before, done in falsely]
    return (
        scene.against("{player} passed with the last tile: that is no fault", player=scene.player)
        if (last and all(last))
        else None
    )


def _falsely(scene: Scene) -> Iterator[tuple[Hand, Done | None]]:
    """Where the offender may have passed with a tile, at any time in the hand, or thought in vain in the turn in
    question, where that is forbidden."""
    for done in scene.by_offender():
        if done.passed and done.could_play:
            yield done.before, done
    if scene.hand.book.options.false_thinking == "forbidden":
        yield from ((before, done) for before, done in scene.moments() if _one_way(before))


def _one_way(hand: Hand) -> bool:
    """Whether the player in turn had, or may have had, at most one thing to do."""
    rack, hidden = hand.racks[hand.turn - 1], hand.hidden[hand.turn - 1]
    options = legal_moves(hand)
    if hidden:  # any other option needs a tile that may lie elsewhere
        options = tuple([one for one in options if isinstance(one, PlaceTile | PlaceDoubles) and _known(one, rack)])
    return len(options) < 2 or bool(hand.bound & fitting(hand, hand.turn))


def _known(order: PlaceTile | PlaceDoubles, rack: int) -> bool:
    laid = (order.tile,) if isinstance(order, PlaceTile) else (order.left, order.right)
    return not rack_of(laid) & ~rack


def not_alone_with_the_double(scene: Scene) -> Refusal | None:
    """Whoever plays alone, with nothing but the double missing, is not sanctioned (CI-15)."""
    falsely = list(_falsely(scene))
    spared = [_alone(scene, before) and _only_doubles_missing(before) for before, _ in falsely]
    return (
        scene.against("only the double is missing and nobody else can play: that is no fault")
        if (spared and all(spared))
        else None
    )


def _alone(scene: Scene, before: Hand) -> bool:
    """Whether everybody else passed in their last turn."""
    last = {done.move.seat: done.passed for done in scene.moves[: len(before.moves)] if done.in_turn}
    return all(last.get(seat, False) for seat in before.seats if seat != before.turn)


def _only_doubles_missing(hand: Hand) -> bool:
    """Whether every tile that fits is on the chain, wherever the others are, but for doubles."""
    chain, whole = hand.chain, hand.book.options.set.rack
    return chain is not None and not chain.fitting & whole & ~chain.tiles & ~DOUBLES_MASK


def over_the_clock(scene: Scene) -> Refusal | None:
    """Whoever had a choice, and made it in time, was in time (CI-9)."""
    clock, moments = scene.hand.book.clock, list(scene.moments())
    if clock is None or not moments:
        return None
    for before, done in moments:
        seconds = clock.block_seconds if block_is_near(before) else clock.move_seconds
        took = done.move.took if done is not None else None
        if took is None or took >= seconds * 1000 or _one_way(before):
            return None
    return scene.against("{player} played in time", player=scene.player)


# --- tiles on the table


def noticed_at_once(scene: Scene) -> Refusal | None:
    """Nobody has played or passed since the tile was misplaced (SJ-irreg-1)."""
    against = misplaced(scene)
    if against is not None:
        return against
    last = [done for done in scene.by_offender() if done.misplaced][-1]
    return scene.against("somebody has played or passed since") if scene.acted_since(last) else None


def noticed_late(scene: Scene) -> Refusal | None:
    """Somebody has played or passed since the tile was misplaced (SJ-irreg-2)."""
    against = misplaced(scene)
    if against is not None:
        return against
    astray = [done for done in scene.by_offender() if done.misplaced]
    return None if any(map(scene.acted_since, astray)) else scene.against("nobody has played or passed since")


def misplaced(scene: Scene) -> Refusal | None:
    """A tile of this seat lies, or lay, where it does not fit (TG-14.10, CI-13)."""
    if any(done.misplaced for done in scene.by_offender()):
        return None
    if scene.seat is None:
        return scene.against("every tile on the table fits")
    return _laid_none(scene) or scene.against("every tile that {player} laid fits", player=scene.player)


def out_of_place(scene: Scene) -> Refusal | None:
    """A tile of this seat does not lie as the book has it (TG-14.7)."""
    if any(done.in_turn and done.astray for done in scene.by_offender()):
        return None
    return _laid_none(scene) or scene.against(
        "every tile that {player} laid lies where it belongs", player=scene.player
    )


def _laid_none(scene: Scene) -> Refusal | None:
    laid = any(done.laid or done.astray for done in scene.by_offender())
    return None if laid else scene.against("{player} has laid no tile", player=scene.player)


def opened(scene: Scene) -> Refusal | None:
    """This seat laid the first tile, by right or not (TG-14.3)."""
    first = any(done.before.chain is None and (done.laid or done.astray) for done in scene.by_offender())
    return None if first else scene.against("{player} did not open the hand", player=scene.player)


def tiles_on_the_table(scene: Scene) -> Refusal | None:
    """There is a chain to touch (TG-13.5)."""
    laid = any(done.laid and (scene.turn is None or done.turn <= scene.turn) for done in scene.moves)
    return None if laid else scene.against("no tile lies on the table yet")


def tiles_after(scene: Scene) -> Refusal | None:
    """The chain has grown since the turn in question (TG-18.3)."""
    dated = scene.dated
    grown = dated is not None and any(done.laid and done.turn > dated for done in scene.moves)
    return None if grown else scene.against("nobody has played since")


def not_blocked(scene: Scene) -> Refusal | None:
    """Whoever says so in a blocked hand is right (SJ-tranque-falso); after dominó there is nothing to say."""
    if scene.hand.ended == "block":
        return scene.against("the hand is blocked")
    return scene.against("the hand is over") if scene.hand.ended == "domino" else None


def before_the_opening(scene: Scene) -> Refusal | None:
    """Nobody opens a hand that is open (TG-14.2, CI-11)."""
    seen = any(not done.in_turn and done.before.turns == 0 for done in scene.by_offender() if done.astray)
    dated = scene.hand.turns if scene.turn is None else scene.turn
    return scene.against("the hand was open already") if dated > 0 and not seen else None


def not_the_opener(scene: Scene) -> Refusal | None:
    """Whoever opens by right does not open out of turn (TG-14.2, CI-11)."""
    return scene.against("{player} opens this hand", player=scene.player) if scene.seat == scene.hand.opener else None


# --- tiles shown or touched


def held_the_tile(scene: Scene) -> Refusal | None:
    """Nobody shows or touches a tile that lies elsewhere (SJ-flujo-1, TG-14.9)."""
    if scene.seat is None:
        return None
    held = held_by(scene.hand, scene.seat, scene.turn)
    for tile in scene.tiles:
        if not tile.bit & held:
            return scene.against("{player} does not hold {tile}", player=scene.player, tile=tile)
    return None


def the_tile_fitted(scene: Scene) -> Refusal | None:
    """The tile that was touched could have been played, and was not (TG-15.3)."""
    moments = [*scene.moments()]
    if scene.seat is None or not moments:
        return None
    left = 0
    for before, done in moments:
        move = done.move if done is not None else None
        played = move.tile.bit if isinstance(move, TilePlaced | MoveSeen) and move.tile is not None else 0
        left |= fitting(before, scene.seat) & ~played
    if not left:
        return scene.against("{player} held no tile that fits", player=scene.player)
    if scene.tiles and not any(tile.bit & left for tile in scene.tiles):
        return scene.against("{tile} could not be played then, or was", tile=scene.tiles[0])
    return None


NEEDS: Final[dict[Need, Callable[[Scene], Refusal | None]]] = {
    "own_turn": own_turn,
    "out_of_turn": out_of_turn,
    "passed_with_a_tile": passed_with_a_tile,
    "one_tile_left": one_tile_left,
    "not_blocked": not_blocked,
    "noticed_at_once": noticed_at_once,
    "noticed_late": noticed_late,
    "before_the_opening": before_the_opening,
    "not_the_opener": not_the_opener,
    "misplaced": misplaced,
    "out_of_place": out_of_place,
    "opened": opened,
    "tiles_on_the_table": tiles_on_the_table,
    "one_way_to_play": one_way_to_play,
    "passed_or_thought_falsely": passed_or_thought_falsely,
    "more_than_one_tile": more_than_one_tile,
    "not_alone_with_the_double": not_alone_with_the_double,
    "over_the_clock": over_the_clock,
    "held_the_tile": held_the_tile,
    "the_tile_fitted": the_tile_fitted,
    "tiles_after": tiles_after,
}
"""What contradicts a record, by the name that books have for it; None where nothing does."""
