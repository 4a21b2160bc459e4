"""What the player in turn may do, and the events of doing it.

`legal_moves` is the one place that knows what may be played; `decide` accepts what it lists and nothing else.

`perft` counts lines of play, the oracle of the move generator. A turn is a placement or a pass; a draw and what
follows it are one turn, and so are two doubles. A hand that has ended is counted only at the depth at which it ended.
"""

from __future__ import annotations

from tantera.layout import ends_from_the_left, right_hand_end
from tantera.play.events import (
    DoublesPlaced,
    Event,
    HandBlocked,
    RacksLifted,
    TileDrawn,
    TilePlaced,
    TurnPassed,
    WentOut,
)
from tantera.play.hand import Hand, evolve_hand, partner_plays_on
from tantera.play.orders import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile
from tantera.rules import Book, Seat
from tantera.rules.counting import IN_PLAY
from tantera.rules.schema import PointsInPlay
from tantera.tiles import DOUBLES_MASK, LEFT, RIGHT, SUIT_MASKS, Chain, End, Tile, ends_after, rack_of, tiles_in

# --- what may be played ---------------------------------------------------------------------------------------------


def legal_moves(hand: Hand) -> tuple[MoveOrder, ...]:
    """Everything the player in turn may do, in the order the tiles were lifted.

    A player who can play must. Without a fitting tile there is the pass, and the draw where tiles sleep and may be had;
    where the book has them drawn until one fits, the draw alone as long as there is one.
    Tiles that nobody has seen might be anything not seen elsewhere.
    """
    known: tuple[MoveOrder, ...] | None = hand.__dict__.get("options")
    if known is None:
        # The player asks, the table judges and the view shows the same frozen hand: once is enough.
        known = hand.__dict__["options"] = _options(hand)
    return known


def _options(hand: Hand) -> tuple[MoveOrder, ...]:
    if hand.ended:
        return ()
    seat, chain = hand.turn, hand.chain
    index = seat - 1
    rack, unknown = hand.racks[index], hand.hidden[index]
    held = hand.dealt[index]
    if unknown:
        unseen = hand.unseen
        held = (*held, *tiles_in(unseen))
        playable = rack | unseen
    else:
        playable = rack
    if chain is None:
        playable &= _opening_tiles(hand, rack)
        return tuple([PlaceTile(seat, tile) for tile in held if tile.bit & playable])

    left, right = chain.left, chain.right
    on_left, on_right = SUIT_MASKS[left] & playable, SUIT_MASKS[right] & playable
    customs, owed = hand.book.customs, hand.exposed[index] & (on_left | on_right)
    if owed and customs.exposed_tiles != "must_play":
        owed = 0
    if hand.owed & (on_left | on_right):
        on_left, on_right = on_left & hand.owed, on_right & hand.owed
    elif owed:
        # CI-11: where the open tile fits both ends, on the higher number.
        both = on_left & on_right & owed if left != right else 0
        on_left, on_right = (
            (on_left & owed, on_right & owed & ~both) if left > right else (on_left & owed & ~both, on_right & owed)
        )
    elif left == right and on_left and (end := only_end(hand)) is not None:
        on_left, on_right = (on_left, 0) if end is LEFT else (0, on_right)

    commands: list[MoveOrder] = []
    if fitting := on_left | on_right:
        for tile in held:
            bit = tile.bit
            if bit & fitting:
                if bit & on_left:
                    commands.append(PlaceTile(seat, tile, LEFT))
                if bit & on_right:
                    commands.append(PlaceTile(seat, tile, RIGHT))
        doubles_from = customs.two_doubles_from_hand
        if doubles_from is not None and hand.number >= doubles_from and left != right and not owed and not hand.owed:
            one, other = Tile.of(left, left), Tile.of(right, right)
            doubles = one.bit | other.bit
            if not doubles & ~playable and (doubles & ~rack).bit_count() <= unknown:
                commands.append(PlaceDoubles(seat, one, other))
    if not fitting & rack:  # only a tile nobody has seen could fit, or none at all
        until_it_fits = hand.book.options.draws_until_it_fits
        draws = hand.may_draw and (until_it_fits or not hand.drew)
        if draws:
            commands.append(DrawTile(seat))
        if not (draws and until_it_fits):
            commands.append(PassTurn(seat))
    if len(commands) > 1 and hand.book.options.closing == "forced" and _may_close(hand, chain):
        return _without_closing(hand, commands)
    return tuple(commands)


def _may_close(hand: Hand, chain: Chain) -> bool:
    """Whether a move might close the hand at all: at the end where it is not made, no tile may be left but its own."""
    away = hand.book.options.set.rack & ~chain.tiles
    return (SUIT_MASKS[chain.left] & away).bit_count() < 2 or (SUIT_MASKS[chain.right] & away).bit_count() < 2


def _without_closing(hand: Hand, commands: list[MoveOrder]) -> tuple[MoveOrder, ...]:
    """Where a hand may be closed only by who can do nothing else: the moves that do not, if one of them is surely
    there. A tile that nobody has seen may be any."""
    rack = hand.racks[hand.turn - 1]
    free = [one for one in commands if not closes(hand, one)]
    sure = any(isinstance(one, PlaceDoubles) or (isinstance(one, PlaceTile) and one.tile.bit & rack) for one in free)
    return tuple(free if sure else commands)


def closes(hand: Hand, command: MoveOrder) -> bool:
    """Whether this move closes the hand, and does not go out: no tile that is not on the table would fit after it.

    From the table alone, never from racks: nobody is told by it where a tile is. Tiles that sleep might fit, so a move
    after which only those would is none.
    """
    chain = hand.chain
    if chain is None or not isinstance(command, PlaceTile | PlaceDoubles):
        return False
    if isinstance(command, PlaceTile):
        placed, ends = command.tile.bit, ends_after(chain, command.tile, command.end)
    else:
        placed, ends = command.left.bit | command.right.bit, (command.left.low, command.right.low)
    if hand.count(command.seat) <= placed.bit_count():
        return False
    away = hand.book.options.set.rack & ~chain.tiles & ~placed
    return not (SUIT_MASKS[ends[0]] | SUIT_MASKS[ends[1]]) & away


def _opening_tiles(hand: Hand, rack: int) -> int:
    """What may open: anything; a tile that must be played (CI-12); in the first hand a double, where the table wants
    that and the opener holds one (CL-inicio); the highest one, where the book says so, in any hand it opens."""
    exposed = hand.exposed[hand.turn - 1] if hand.book.customs.exposed_tiles == "must_play" else 0
    if owed := (hand.owed or exposed) & rack:
        return owed
    wanted = hand.book.options.first_tile
    if wanted == "any" or not rack & DOUBLES_MASK or not (hand.number == 1 or hand.by_double):
        return -1
    if wanted == "highest_double":
        highest = max(tile.high for tile in tiles_in(rack & DOUBLES_MASK))
        # A tile that nobody has seen might be a higher one.
        return rack_of(Tile.of(suit, suit) for suit in range(highest, hand.book.options.set.highest_suit + 1))
    return DOUBLES_MASK if hand.number == 1 else -1


def only_end(hand: Hand) -> End | None:
    """The one end at which whoever is in turn plays, because both show the same suit (TG-9.2); None: either will do.

    From the table alone, never from racks: everybody may be shown it.
    """
    chain = hand.chain
    if chain is None or chain.left != chain.right or hand.book.customs.equal_ends != "right_hand":
        return None
    if hand.ended or not _is_laid_out(chain):
        return None
    way = 1 if hand.book.options.turns == "to_the_right" else -1
    return right_hand_end(chain, way * (hand.turn - hand.opener) % 4, hand.book.options.set)


def ends_as_seen(chain: Chain, book: Book, opener: Seat, seat: Seat) -> tuple[End, End]:
    """The two ends in the order in which they lie before somebody at this seat: from the left, then from above."""
    way = 1 if book.options.turns == "to_the_right" else -1
    return ends_from_the_left(chain, way * (seat - opener), book.options.set)


def _is_laid_out(chain: Chain) -> bool:
    """Whether every tile of the chain is known; one that began as a position has no places, so both ends are open."""
    return bool(chain.placements) and chain.placements[0].end is None


def block_is_near(hand: Hand) -> bool:
    """Whether some tile not yet on the chain would, played now, close the hand (CI-9).

    From the table alone, never from racks: a clock that everybody sees must not betray one.
    """
    if hand.chain is None:
        return False
    left, right = hand.chain.left, hand.chain.right
    away = hand.book.options.set.rack & ~hand.chain.tiles
    for end, stays in ((left, right), (right, left)):
        if (SUIT_MASKS[stays] & away).bit_count() > 1:
            continue  # whatever is played, the other end stays open
        for tile in tiles_in(SUIT_MASKS[end] & away):
            if not (SUIT_MASKS[tile.other(end)] | SUIT_MASKS[stays]) & away & ~tile.bit:
                return True
    return False


# --- moves become events --------------------------------------------------------------------------------------------


def decide_move(hand: Hand, command: MoveOrder, at: int, took: int | None = None) -> tuple[Event, ...]:
    """The events of a legal move: the move, racks it lets be lifted, and the end of the hand if it ends it.

    The caller has made sure that the order is among `legal_moves`.
    """
    seat = command.seat
    if isinstance(command, PlaceTile):
        tile, end = command.tile, command.end
        if hand.book.points_in_play is not None:
            return _placed_for_points(hand, hand.book.points_in_play, command, at, took)
        move: Event = TilePlaced(seat, tile, end, took, at=at)
        ending = _ending(hand, seat, tile.bit, ends_after(hand.chain, tile, end), at)
    elif isinstance(command, PlaceDoubles):
        left, right = command.left, command.right
        move = DoublesPlaced(seat, left, right, took, at=at)
        ending = _ending(hand, seat, left.bit | right.bit, (left.low, right.low), at)
    elif isinstance(command, PassTurn):
        move = TurnPassed(seat, took, at=at)
        ending = HandBlocked(at=at) if not hand.drew and _nobody_draws(hand, hand.idle + 1) else None
    else:
        return draw(hand, hand.boneyard[0], at, took)
    if len(hand.lifted) < len(hand.seats):
        lifting = _lifting(hand, hand.turns + 1, at)
        return (move, *lifting, ending) if ending else (move, *lifting)
    return (move, ending) if ending else (move,)


def _placed_for_points(
    hand: Hand, rules: PointsInPlay, command: PlaceTile, at: int, took: int | None
) -> tuple[Event, ...]:
    """A tile where the open ends bring points: what they come to, whatever the limit is, and what the tile ends."""
    seat, tile, end = command.seat, command.tile, command.end
    chain, last = hand.chain, hand.count(seat) == 1
    points = IN_PLAY[rules.count](tile.pips if chain is None or end is None else chain.open_pips_after(tile, end))
    if last and not partner_plays_on(hand, seat):
        points += rules.last_tile
    placed = TilePlaced(seat, tile, end, took, points, at=at)
    lifting = _lifting(hand, hand.turns + 1, at) if len(hand.lifted) < len(hand.seats) else ()
    if last or any(hand.hidden):
        return (placed, *lifting, *ending_now(evolve_hand(hand, placed), at))
    left, right = ends_after(hand.chain, tile, end)
    blocked = _blocked(hand, (SUIT_MASKS[left] | SUIT_MASKS[right]) & ~tile.bit, at)
    return (placed, *lifting) if blocked is None else (placed, *lifting, blocked)


def draw(hand: Hand, tile: Tile | None, at: int, took: int | None = None) -> tuple[Event, ...]:
    """The events of a draw. A hand whose tiles were not all known may turn out to be blocked by the last one."""
    drawn = TileDrawn(hand.turn, tile, took, at=at)
    if not hand.book.options.draws_until_it_fits or hand.chain is None:
        return (drawn,)
    after = evolve_hand(hand, drawn)
    ending = None if after.may_draw else _blocked(after, hand.chain.fitting, at)
    return (drawn, ending) if ending is not None else (drawn,)


def first_lifting(hand: Hand, at: int) -> tuple[RacksLifted, ...]:
    """Who lifts as soon as the tiles are dealt, where the book lets racks be lifted in stages (TG-8.5)."""
    return _lifting(hand, 0, at)


def _lifting(hand: Hand, turns: int, at: int) -> tuple[RacksLifted, ...]:
    waits = {waiting.seat: waiting.after for waiting in hand.book.customs.waiting}
    due = [seat for number, seat in enumerate(hand.seats, start=1) if waits.get(number, 0) <= turns]
    now = tuple([seat for seat in due if seat not in hand.lifted])
    return (RacksLifted(now, at=at),) if now else ()


def _ending(hand: Hand, seat: Seat, placed: int, ends: tuple[int, int], at: int) -> WentOut | HandBlocked | None:
    """How the hand ends with these tiles of this seat on the table and these ends open, if it does."""
    rack, unknown = hand.racks[seat - 1], hand.hidden[seat - 1]
    if not rack & ~placed and unknown == (placed & ~rack).bit_count():  # the last known ones, or those nobody had seen
        return WentOut(seat, at=at)
    return _blocked(hand, (SUIT_MASKS[ends[0]] | SUIT_MASKS[ends[1]]) & ~placed, at)


def _blocked(hand: Hand, fitting: int, at: int) -> HandBlocked | None:
    """The block, if none of the tiles that would fit is anywhere it could be played from."""
    for held in hand.racks:
        if held & fitting:
            return None
    if any(hand.hidden) and hand.unseen & fitting:
        return None
    if drawable := hand.drawable:
        asleep = rack_of(tile for tile in drawable if tile is not None)
        if (asleep | hand.unseen if None in drawable else asleep) & fitting:
            return None
    return HandBlocked(at=at)


def _nobody_draws(hand: Hand, passes: int) -> bool:
    """Whether everybody still in has passed in turn without drawing, where tiles may be drawn (UEH-robar).

    Elsewhere passes alone, true or false, never end a hand (CI-15, TG-14.11).
    """
    return hand.may_draw and passes >= sum(map(bool, hand.counts))


def ending_now(hand: Hand, at: int) -> tuple[Event, ...]:
    """How a hand stands after a move, whoever made it so: an order, or a fact of a real table.

    Who goes out ends it, unless the partner plays on; then what is left may be blocked.
    """
    if _nobody_draws(hand, hand.idle):
        return (HandBlocked(at=at),)
    seat = hand.last_placer
    if hand.chain is None or seat is None:
        return ()
    out: tuple[Event, ...] = ()
    if hand.count(seat) == 0:
        if not partner_plays_on(hand, seat):
            return (WentOut(seat, at=at),)
        out = (WentOut(seat, at=at),) if hand.moves and hand.moves[-1].seat == seat else ()
    blocked = _blocked(hand, hand.chain.fitting, at)
    return (*out, blocked) if blocked is not None else out


def order_of(event: TilePlaced | DoublesPlaced | TurnPassed | TileDrawn) -> MoveOrder:
    """The order behind a move, so that it can be written or judged once more."""
    match event:
        case TilePlaced(seat=seat, tile=tile, end=end):
            return PlaceTile(seat, tile, end)
        case DoublesPlaced(seat=seat, left=left, right=right):
            return PlaceDoubles(seat, left, right)
        case TurnPassed(seat=seat):
            return PassTurn(seat)
        case TileDrawn(seat=seat):
            return DrawTile(seat)


def perft(hand: Hand, depth: int) -> int:
    """The number of lines of exactly `depth` turns."""
    if depth == 0:
        return 1
    if depth == 1 and not hand.may_draw:
        return len(legal_moves(hand))
    return sum(perft(after, depth - _is_turn(command)) for command, after in _children(hand))


def perft_divide(hand: Hand, depth: int) -> list[tuple[MoveOrder, int]]:
    """The same, by first move."""
    return [(command, perft(after, depth - _is_turn(command))) for command, after in _children(hand)]


def _is_turn(command: MoveOrder) -> bool:
    return not isinstance(command, DrawTile)


def _children(hand: Hand) -> list[tuple[MoveOrder, Hand]]:
    return [(command, play_move(hand, command)) for command in legal_moves(hand)]


def play_move(hand: Hand, command: MoveOrder, at: int = 0) -> Hand:
    """The hand after a legal move."""
    for event in decide_move(hand, command, at):
        hand = evolve_hand(hand, event)
    return hand
