"""Sanctions × situations: tables reached by chance, and a second opinion on what can have happened at them.

The opinion is written from *Common ground* of the law and the articles themselves. It reads a hand as a witness would,
from the deal and the moves alone, and asks nothing of `referee.facts`: True, it can have happened; False, it cannot;
None, a witness would rather not say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from tantera.layout import right_hand_end
from tantera.play import Match, RecordInfraction, legal_moves
from tantera.play.events import DoublesPlaced, MoveSeen, TileDrawn, TilePlaced, TurnPassed
from tantera.play.hand import Hand
from tantera.play.moves import block_is_near
from tantera.play.orders import DrawTile
from tantera.play.record import SeenDeal, SeenExposed, SeenMove, SeenTurn, opener_by_the_book
from tantera.rules import Book, Infraction, load_book, with_options
from tantera.tiles import Chain, End, Tile, tiles_in
from tests.referee.tables import RealTable

Verdict = bool | None


# --- tables by chance


def tables(book: Book, seed: int) -> Iterator[RealTable]:
    """A hand of a real table from its deal to its end, sins included, as it stands after every move."""
    rng = Random(f"{book.id} {seed}")
    few = rng.choice((2, 3, 5, None))
    players = rng.choice((2, 3, 4)) if book.options.play == "alone" else 4
    options: dict[str, str | int] = {"tiles": few} if few is not None else {}
    options |= {"players": players} if players < 4 else {}
    table = RealTable(with_options(book, options), opener=rng.randint(1, players))
    known = rng.choice(("all", "all", "all", "some", "none"))
    deal(table, rng, known)
    yield table
    while table.hand.ended is None:
        something(table, rng)
        yield table


def deal(table: RealTable, rng: Random, known: str) -> None:
    whole = table.book.options.set.tiles
    each, seats = table.book.options.tiles_each, len(table.match.names)
    while True:
        tiles: list[Tile | None] = list(rng.sample(whole, len(whole)))
        racks = tuple(tuple(tiles[place * each : (place + 1) * each]) for place in range(seats))
        most = table.book.customs.most_doubles
        if most is None or all(sum(tile is not None and tile.is_double for tile in rack) <= most for rack in racks):
            break
    asleep = tuple(tiles[seats * each :])
    opener = opener_by_the_book(table.match, racks) or rng.randint(1, seats)
    if known != "all":
        hide = [known == "none" or rng.random() < 0.5 for _ in racks]
        racks = tuple((None,) * each if hidden else rack for rack, hidden in zip(racks, hide, strict=True))
        asleep = ()
        if table.book.options.first_opener == "double" and known == "some":
            racks = tuple((None,) * each for _ in racks)
    table.fact(SeenDeal(opener, racks, asleep))


def something(table: RealTable, rng: Random) -> None:
    """A move as the book has it, mostly; a false pass, a tile that does not fit or lies wrongly, one ahead of turn."""
    hand = table.hand
    seat, chance = hand.turn, rng.random()
    rack = [tile for tile in hand.rack(seat) if tile is not None]
    took = rng.choice((None, 900, 19_000, 41_000, 75_000))
    if chance < (0.45 if hand.count(seat) == 1 else 0.15):
        table.fact(SeenMove(seat, None, took=took))
    elif chance < 0.6 and rack:
        tile = rng.choice(rack)
        placed = None if hand.chain is None else rng.choice(list(End))
        table.fact(
            SeenMove(seat, tile, placed, rng.choice((tile.low, tile.high)) if placed is not None else None, took)
        )
    elif chance < 0.66 and len(hand.seats) > 1:
        other = rng.choice([one for one in hand.seats if one != seat])
        held = [tile for tile in hand.rack(other) if tile is not None]
        if held:
            tile = rng.choice(held)
            placed = None if hand.chain is None else End.LEFT
            table.fact(SeenMove(other, tile, placed, tile.low if placed is not None else None))
    elif chance < 0.69 and rack:
        table.fact(SeenExposed(seat, rng.choice(rack)))
    else:
        order = rng.choice(legal_moves(hand))
        drawn = hand.boneyard[0] if isinstance(order, DrawTile) else None
        if isinstance(order, DrawTile) and drawn is None:
            drawn = rng.choice(list(tiles_in(hand.unseen)))
        table.fact(SeenTurn(order, took, drawn))


# --- a witness


class Did(NamedTuple):
    """One thing somebody did, and what lay before them."""

    seat: int
    turn: int
    """The turn that was going on, counted from 1."""
    own: bool
    """Whether it was theirs."""
    rack: frozenset[Tile] | None
    """What they held; None where nobody has seen all of it."""
    held: int
    """How many that were."""
    chain: Chain | None
    tile: Tile | None
    passed: bool
    marked: bool
    """Whether whoever wrote it down says that it was not as it should be."""
    fits: bool
    took: int | None
    block_near: bool
    drew: bool
    """Whether they had drawn a tile in this turn."""


class Witness:
    """Reads a hand from its deal and its moves."""

    def __init__(self, match: Match) -> None:
        hand = match.hand
        assert hand is not None
        assert hand.deal is not None
        self.hand: Hand = hand
        self.book, self.opener = hand.book, hand.opener
        self.seats = sorted(hand.seats)
        self.known = [None not in rack for rack in hand.deal.racks]
        self.racks = [{tile for tile in rack if tile is not None} for rack in hand.deal.racks]
        self.counts = [len(rack) for rack in hand.deal.racks]
        self.chain: Chain | None = None
        self.turn, self.turns = hand.opener, 0
        self.did: list[Did] = []
        self.drew: set[int] = set()
        """Turns in which a tile was drawn."""
        for move in hand.moves:
            self.sees(move)

    def sees(self, move: TilePlaced | DoublesPlaced | TurnPassed | TileDrawn | MoveSeen) -> None:
        seat, own = move.seat, move.seat == self.turn
        tiles = self.tiles_of(move)
        marked = isinstance(move, MoveSeen)
        passed = isinstance(move, TurnPassed) or (isinstance(move, MoveSeen) and move.tile is None)
        fits = True
        if isinstance(move, MoveSeen) and move.tile is not None and self.chain is not None and move.end is not None:
            fits = move.touching == (self.chain.left if move.end is End.LEFT else self.chain.right)
        self.did.append(
            Did(
                seat=seat,
                turn=self.turns + 1,
                own=own,
                rack=frozenset(self.racks[seat - 1]) if self.known[seat - 1] else None,
                held=self.counts[seat - 1],
                chain=self.chain,
                tile=tiles[0] if tiles else None,
                passed=passed and own,
                marked=marked,
                fits=fits,
                took=move.took,
                block_near=own and block_is_near(replace(self.hand, chain=self.chain)),
                drew=self.turns + 1 in self.drew,
            )
        )
        if isinstance(move, TileDrawn):
            self.drew.add(self.turns + 1)
            self.counts[seat - 1] += 1
            if move.tile is None:
                self.known[seat - 1] = False
            else:
                self.racks[seat - 1].add(move.tile)
        elif own:
            self.lay(move)
            self.racks[seat - 1] -= set(tiles)
            self.counts[seat - 1] -= len(tiles)
            self.turns += 1
            self.turn = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    @staticmethod
    def tiles_of(move: TilePlaced | DoublesPlaced | TurnPassed | TileDrawn | MoveSeen) -> list[Tile]:
        match move:
            case DoublesPlaced(left=left, right=right):
                return [left, right]
            case TilePlaced(tile=tile) | MoveSeen(tile=Tile() as tile):
                return [tile]
        return []

    def lay(self, move: TilePlaced | DoublesPlaced | TurnPassed | MoveSeen) -> None:
        match move:
            case DoublesPlaced(left=left, right=right):
                assert self.chain is not None
                self.chain = self.chain.placed(left, End.LEFT).placed(right, End.RIGHT)
            case TilePlaced(tile=tile, end=None):
                self.chain = Chain.opened(tile)
            case TilePlaced(tile=tile, end=End() as end):
                assert self.chain is not None
                self.chain = self.chain.placed(tile, end)
            case MoveSeen(tile=Tile() as tile, end=end, touching=touching):
                first = self.chain is None or end is None or touching is None
                self.chain = Chain.opened(tile) if first else self.chain.forced(tile, end, touching)  # type: ignore[union-attr,arg-type]

    # --- questions

    @property
    def now(self) -> Did:
        """Whoever is in turn, with nothing done yet."""
        seat = self.turn
        rack = frozenset(self.racks[seat - 1]) if self.known[seat - 1] else None
        return Did(
            seat,
            self.turns + 1,
            True,
            rack,
            self.counts[seat - 1],
            self.chain,
            None,
            False,
            False,
            True,
            None,
            False,
            self.turns + 1 in self.drew,
        )

    def of(self, seat: int | None, turn: int | None) -> list[Did]:
        """What somebody did, on a turn; out of turn that may be dated by the turns completed."""
        when = [one.turn if one.own else turn if turn in (one.turn - 1, one.turn) else 0 for one in self.did]
        return [one for one, on in zip(self.did, when, strict=True) if seat in (None, one.seat) and turn in (None, on)]

    def turn_of(self, seat: int, turn: int | None) -> list[Did]:
        """What is seen of the seat in the turn that a record is about: the named one, the one going on, the last."""
        own = [one for one in self.did if one.own and one.seat == seat]
        if turn is not None:
            return [one for one in own if one.turn == turn]
        if self.turn == seat and self.hand.ended is None:
            return [*(one for one in own if one.turn == self.turns + 1), self.now]
        return [one for one in own if one.turn == own[-1].turn] if own else []

    def since(self, one: Did) -> bool:
        place = next(place for place, other in enumerate(self.did) if other is one)
        return any(later.own for later in self.did[place + 1 :])

    def could_play(self, one: Did) -> bool:
        return one.rack is None or any(self.playable(tile, one.chain) for tile in one.rack)

    @staticmethod
    def playable(tile: Tile, chain: Chain | None) -> bool:
        return chain is None or tile.has(chain.left) or tile.has(chain.right)

    def at_most_one_way(self, one: Did) -> Verdict:
        """One tile and one place, or nothing (TG-14.12)."""
        if one.rack is None:
            return True
        if self.hand.bound and any(tile.bit & self.hand.bound for tile in one.rack):
            return None  # it lay open at some time, and may have had to be played
        chain = one.chain
        if chain is None:
            return len(one.rack) < 2 or self.book.options.first_tile != "any" or None
        if chain.left == chain.right:
            ways = 2 * sum(tile.has(chain.left) for tile in one.rack)
            if self.book.customs.equal_ends == "right_hand":
                either = right_hand_end(chain, (one.seat - self.opener) % 4, self.book.options.set) is None
                ways = ways if either else ways // 2
        else:
            ways = sum(tile.has(end) for tile in one.rack for end in (chain.left, chain.right))
        if ways == 0 and self.hand.may_draw and not one.drew:
            return None  # a tile may be drawn, or not
        return ways < 2


Opinion = Callable[[Witness, int | None, int | None, Tile | None], Verdict]


def always(_: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """Gestures, words and quarrels may fall in anybody's turn."""
    return True


def in_own_turn(so: Opinion) -> Opinion:
    """A pass, a misplaced tile, thinking: dated to another seat's turn it cannot be."""

    def opinion(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
        if seat is not None and not witness.turn_of(seat, turn):
            return False
        return so(witness, seat, turn, tile)

    return opinion


def unless_blocked(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    return witness.hand.ended is None


def noticed_at_once(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    wrong = [one for one in witness.of(seat, turn) if one.own and not one.fits]
    return bool(wrong) and not witness.since(wrong[-1])


def noticed_late(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    return any(witness.since(one) for one in witness.of(seat, turn) if one.own and not one.fits)


def does_not_fit(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    return any(one.own and not one.fits for one in witness.of(seat, turn))


def lies_wrongly(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    return any(one.own and one.marked and one.tile is not None for one in witness.of(seat, turn))


def ahead(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """Somebody whose turn it is, or who has just had it, is ahead of nobody."""
    if any(not one.own and one.seat == seat for one in witness.did):
        return True
    if turn is not None:
        after = next((one.seat for one in witness.did if one.own and one.turn == turn + 1), witness.turn)
        return after != seat
    return seat not in (witness.turn, witness.did[-1].seat if witness.did else None)


def false_pass(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    return any(one.passed and witness.could_play(one) for one in witness.of(seat, turn))


def last_tile(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    return any(one.passed and one.held == 1 and witness.could_play(one) for one in witness.of(seat, turn))


def opening_ahead(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """Neither in mid-hand nor by the opener."""
    if seat == witness.opener:
        return False
    before = any(not one.own and one.turn == 1 and one.tile is not None for one in witness.of(seat, turn))
    return before or (witness.turns if turn is None else turn) == 0


def opened(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """The opening tile is laid by whoever opens."""
    return any(one.chain is None and one.tile is not None for one in witness.of(seat, turn))


def on_the_table(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    return any(one.own and one.tile is not None and (turn is None or one.turn <= turn) for one in witness.did)


def thinking(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    assert seat is not None
    said = [witness.at_most_one_way(one) for one in witness.turn_of(seat, turn)]
    return True if True in said else None if None in said else False


def pass_or_thought(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """CI-10, but for what CI-14 and CI-15 spare."""
    assert seat is not None
    said: list[Verdict] = []
    for one in witness.of(seat, turn):
        if one.passed and witness.could_play(one):
            said.append(one.held > 1 and not spared(witness, one))
    for one in witness.turn_of(seat, turn):
        if not (one.passed and one.held == 1) and not spared(witness, one):
            said.append(witness.at_most_one_way(one))
    return True if True in said else None if None in said else False


def spared(witness: Witness, one: Did) -> bool:
    """Everybody else passed in their last turn, and of what fits only doubles are not on the chain (CI-15)."""
    before = [other for other in witness.did if other.own and other.turn < one.turn]
    others = [seat for seat in witness.seats if seat != one.seat]
    alone = all(
        ([other for other in before if other.seat == seat] or [one._replace(passed=False)])[-1].passed
        for seat in others
    )
    if not alone or one.chain is None:
        return False
    laid = one.chain.tiles
    away = [tile for tile in witness.book.options.set.tiles if not tile.bit & laid]
    return all(tile.is_double for tile in away if witness.playable(tile, one.chain))


def too_long(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """20 seconds, 60 where a block is near; with one option or none, at once (CI-9)."""
    assert seat is not None
    for one in witness.turn_of(seat, turn):
        way = witness.at_most_one_way(one)
        if way is None:
            return None
        if one.took is None or one.took >= (60_000 if one.block_near else 20_000) or way:
            return True
    return False


def held(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """Nobody shows or touches a tile that they did not hold."""
    assert seat is not None
    if tile is None:
        return True
    own = [one for one in witness.did if one.seat == seat]
    if turn is None:
        racks = [witness.racks[seat - 1] if witness.known[seat - 1] else None, *(one.rack for one in own[-1:])]
    else:
        later = [one.rack for one in own if one.turn > turn]
        on_it = [one.rack for one in own if one.turn == turn]
        now = witness.racks[seat - 1] if witness.known[seat - 1] else None
        racks = [*on_it, later[0] if later else now]
    if any(rack is not None and tile in rack for rack in racks):
        return True
    return None if None in racks else False


def touched(witness: Witness, seat: int | None, turn: int | None, tile: Tile | None) -> Verdict:
    """Held, and it would have fitted, and another was played (TG-15.3)."""
    assert seat is not None
    if tile is None or (was := held(witness, seat, turn, tile)) is not True:
        return None if tile is None else was
    seen = witness.turn_of(seat, turn)
    fitted = [
        witness.playable(tile, one.chain) and one.tile is not tile for one in seen if one.rack and tile in one.rack
    ]
    return any(fitted) if seen else True


OPINIONS: Final[dict[str, Opinion]] = {
    "SJ-flujo-1": held,
    "SJ-tranque-falso": unless_blocked,
    "SJ-irreg-1": in_own_turn(noticed_at_once),
    "SJ-irreg-2": in_own_turn(noticed_late),
    "SJ-irreg-4": ahead,
    "SJ-pase": in_own_turn(false_pass),
    "TG-13.5": on_the_table,
    "TG-14.2": opening_ahead,
    "TG-14.3": opened,
    "TG-14.4": opened,
    "TG-14.5": opened,
    "TG-14.7": in_own_turn(lies_wrongly),
    "TG-14.9": held,
    "TG-14.10": in_own_turn(does_not_fit),
    "TG-14.11": in_own_turn(false_pass),
    "TG-14.12": in_own_turn(thinking),
    "TG-15.3": touched,
    "UEH-obligada": in_own_turn(thinking),
    "CI-9": in_own_turn(too_long),
    "CI-10": in_own_turn(pass_or_thought),
    "CI-11": opening_ahead,
    "CI-12": held,
    "CI-13": in_own_turn(does_not_fit),
    "CI-14": in_own_turn(last_tile),
    "CI-15": in_own_turn(always),
    "CL-pensada": in_own_turn(thinking),
}
"""What can be told from a table. Everything else may always have happened."""

TILES: Final = ("SJ-flujo-1", "TG-14.9", "TG-15.3", "CI-11", "CI-12")
"""Records that name a tile."""


class Asked(NamedTuple):
    """A record that somebody might make."""

    order: RecordInfraction
    verdict: Verdict


def records(witness: Witness, infraction: Infraction, rng: Random, every: bool = True) -> Iterator[Asked]:
    """The entry by every seat, now and dated to some turn, with some tile where it names one; by nobody, too. Or one of
    all these."""
    opinion = OPINIONS.get(infraction.article, always)
    if not witness.did and not any(witness.racks):
        opinion = always  # nobody has seen anything
    seats: list[int | None] = list(witness.seats)
    if infraction.unknown is not None:
        seats.append(None)
    for seat in seats if every else [rng.choice(seats)]:
        turns = [None, rng.randint(1, witness.turns) if witness.turns else None]
        for turn in turns if every else [rng.choice(turns)]:
            tile = some_tile(witness, seat, rng) if infraction.article in TILES else None
            details = [("tile", tile.code)] if tile is not None else []
            details += [("turn", str(turn))] if turn is not None else []
            verdict = opinion(witness, seat, turn, tile)
            if infraction.article == "CI-11" and verdict and held(witness, seat, turn, tile) is not True:
                verdict = held(witness, seat, turn, tile)  # the tile goes back to a rack
            yield Asked(RecordInfraction(infraction.article, seat, tuple(details), turn), verdict)


def some_tile(witness: Witness, seat: int | None, rng: Random) -> Tile:
    own = list(witness.racks[seat - 1]) if seat is not None else []
    own += [one.tile for one in witness.did if one.seat == seat and one.tile is not None]
    return rng.choice(own) if own and rng.random() < 0.7 else rng.choice(witness.book.options.set.tiles)


def five() -> list[Book]:
    """The five books; the classic one as a table has it that forbids false thinking."""
    ids = ("san-juan", "tarragona", "ueh", "competencia-individual")
    return [*map(load_book, ids), with_options(load_book("clasico"), {"false_thinking": "forbidden"})]
