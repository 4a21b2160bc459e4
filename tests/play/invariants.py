"""What holds at every moment of every match, whatever the book."""

from itertools import takewhile
from operator import add
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tantera.play import (
    REFEREE,
    SPECTATOR,
    Event,
    Eyes,
    Hand,
    HandScored,
    Match,
    Phase,
    Side,
    decide,
    due,
    legal_moves,
    view,
)
from tantera.play.events import BonusGiven, HandDealt, PlayerReEntered, ScoreReset, TileDrawn, TilePlaced
from tantera.play.log import read_log, write_log
from tantera.play.timing import is_late, time_is_up
from tantera.tiles import Tile, rack_of, tiles_in
from tests.builders import replay
from tests.play.leaks import is_secret


def as_bytes(value: Any) -> bytes:
    """Every byte of a value, so that nothing can hide in it."""
    return msgspec.json.encode(value, enc_hook=lambda tile: tile.code)


def tiles_are_conserved(hand: Hand) -> None:
    chain = hand.chain.tiles if hand.chain is not None else 0
    places = [*hand.racks, chain, rack_of(tile for tile in hand.boneyard if tile is not None)]
    assert sum(map(int.bit_count, places)) == len(hand.book.options.set.tiles)
    together = 0
    for place in places:
        together |= place
    assert together == rack_of(hand.book.options.set.tiles)
    assert sum(hand.hidden) == 0


def one_player_is_in_turn(match: Match) -> None:
    hand = match.hand
    if match.phase is not Phase.PLAYING:
        assert all(view(match, seat).turn is None for seat in match.seats)
        assert all(view(match, seat).plays == () for seat in match.seats)
        return
    assert hand is not None
    assert hand.turn in match.seats
    assert hand.ended is None
    options = legal_moves(hand)
    assert options
    assert len(set(map(repr, options))) == len(options)
    assert all(command.seat == hand.turn for command in options)
    for eyes in (*range(1, len(match.names) + 1), SPECTATOR):
        seen = view(match, eyes)
        assert seen.turn == hand.turn
        assert seen.options == (options if eyes == hand.turn else ())


def every_legal_command_is_accepted(match: Match, now: int) -> None:
    if match.phase is Phase.PLAYING and match.hand is not None and not time_is_up(match, now):
        options = legal_moves(match.hand)
        for command in options[:1] if is_late(match, now) else options:
            assert decide(match, command, now).events


def nothing_is_due(match: Match, now: int) -> None:
    assert due(match, now) is None


def the_sheet_adds_up(match: Match, events: list[Event]) -> None:
    """The score is the sum of the lines and bonuses less what was taken away, from the last re-entry of a player on."""
    for place, side in enumerate(match.sides):
        back = [i for i, e in enumerate(events) if isinstance(e, PlayerReEntered) and (e.seat,) == side]
        start = events[back[-1]].score if back else 0  # type: ignore[attr-defined]
        later = events[back[-1] if back else 0 :]
        written = sum(event.written[place] for event in later if isinstance(event, HandScored))
        bonuses = sum(event.points for event in later if isinstance(event, BonusGiven) and event.side == side)
        taken = sum(event.taken[place] for event in later if isinstance(event, ScoreReset))
        hand = [event for event in events_of_the_hand(match, events) if isinstance(event, TilePlaced)]
        made = sum(event.points or 0 for event in hand if event.seat in side)
        assert match.score[place] == start + written + bonuses - taken + made
    assert list(match.lines) == [event for event in events if isinstance(event, HandScored)]


def events_of_the_hand(match: Match, events: list[Event]) -> list[Event]:
    """What has happened in a hand whose line is not on the sheet yet."""
    if not match.hand_in_play:
        return []
    return events[max(place for place, event in enumerate(events) if isinstance(event, HandDealt)) :]


def a_line_is_what_the_book_says(match: Match, line: HandScored, factors: dict[int, int]) -> None:
    """A line of the sheet against the racks it was written from; `factors` as they were before it."""
    options = match.book.options
    left = {seat: pips for seat, pips in enumerate(line.left, start=1) if pips is not None}
    totals = {side: sum(left[seat] for seat in side) for side in match.sides if set(side) <= set(left)}
    if line.how == "domino":
        assert line.side is not None
        assert min(left[seat] for seat in line.side) == 0
    if line.how == "block":
        lowest = _who_may_win(match, left, totals)
        if len(lowest) == 1 or (lowest and not options.tied_block.startswith("nobody_")):
            assert line.side in lowest
        else:
            assert line.side is None
    made = line.in_play if line.in_play is not UNSET else (0,) * len(match.sides)
    assert (line.in_play is UNSET) == (match.book.points_in_play is None or line.how == "void")
    if line.side is None or line.how == "limit":
        assert line.points == 0
        assert line.written == made
        return
    before = [one for one in match.lines[:-1] if one.how != "void"]
    times = options.tied_worth if before and before[-1].how == "block" and before[-1].side is None else 1
    if options.tied_worth_until and before and before[-1].next_worth is UNSET:
        times = 1  # the score of those days is not known here
    match options.scoring:
        case "nothing":
            plain = {line.side: 0}
        case "all":
            plain = {line.side: times * sum(left.values())}
        case "opponents":
            plain = {line.side: times * (sum(left.values()) - totals[line.side])}
        case "own_loss":
            plain = {side: times * total for side, total in totals.items() if side != line.side}
        case _:
            prizes = match.book.prize
            assert prizes is not None
            fair = {prizes.block} if line.how == "block" else set(prizes.dominos.values())
            fair = {times * points for points in fair}
            raises = match.book.raises
            blocks = takewhile(lambda one: one.how == "block", reversed(match.lines[:-1]))
            if raises is not None and raises.after == "tied_block":
                blocks = takewhile(lambda one: one.side is None, blocks)
            added = int(raises.add) * len(list(blocks)) if raises is not None else 0
            assert line.points - added in fair
            plain = {line.side: line.points}
    rules, limit = match.book.points_in_play, options.limit.points
    if rules is not None and rules.exact and limit is not None and line.points == 0:
        at = match.sides.index(line.side)
        assert not plain[line.side] or match.score[at] + plain[line.side] > limit, "it would have passed the limit"
        plain = {}
    assert line.points == sum(plain.values())
    own = tuple(plain.get(side, 0) * factors.get(side[0], 1) for side in match.sides)
    assert line.written == tuple(map(add, own, made))


def _who_may_win(match: Match, left: dict[int, int], totals: dict[Side, int]) -> list[Side]:
    """The sides that a block may go to, one or several that are level."""
    closer = match.hand.last_placer if match.hand is not None else None
    assert closer is not None
    seats = sorted(left)
    after = seats[(seats.index(closer) + 1) % len(seats)]
    before = seats[seats.index(closer) - 1]
    match match.book.options.block:
        case "nobody":
            return []
        case "pair":
            return [side for side, total in totals.items() if total == min(totals.values())]
        case "lowest_player":
            judged = seats
        case "closer_against_next":
            judged = [closer, after]
        case _:
            judged = [closer, before]
    fewest = min(left[seat] for seat in judged)
    return [side for side in totals if any(seat in side and left[seat] == fewest for seat in judged)]


def replay_gives_the_same(match: Match, events: list[Event]) -> None:
    assert replay(match.book, events) == match


def the_log_reads_back(events: list[Event]) -> None:
    written = write_log(events)
    assert read_log(written) == tuple(events)
    assert write_log(read_log(written)) == written


def no_rack_is_shown_to_who_may_not_see_it(match: Match) -> None:
    """In every phase: one's own once lifted, everybody's when the hand is over for good, all of them to the referee."""
    hand, seats = match.hand, range(1, len(match.names) + 1)
    everything = tuple(hand.rack(seat) for seat in seats) if hand is not None else (None,) * len(match.names)
    assert view(match, REFEREE).racks == everything
    if not is_secret(match):
        assert all(view(match, eyes).racks == everything for eyes in (*seats, SPECTATOR))
        return
    assert hand is not None
    assert all(rack is None for rack in view(match, SPECTATOR).racks)
    for seat in seats:
        racks = view(match, seat).racks
        assert all(rack is None for other, rack in enumerate(racks, start=1) if other != seat)
        assert racks[seat - 1] == (hand.rack(seat) if seat in hand.lifted else None)
        assert view(match, seat).mine == (racks[seat - 1] or ())


def views_hide_what_they_must(match: Match, rng: Random) -> None:
    """Two states that differ only in tiles unseen by a seat give byte-identical views, in every phase.

    When the hand is over for good nothing is unseen: then a rack that differs shows.
    """
    if match.hand is None:
        return
    watching: tuple[Eyes, ...] = (*range(1, len(match.names) + 1), SPECTATOR)
    for eyes in watching:
        other = replace(match, hand=with_unseen_tiles_changed(match.hand, eyes, rng))
        if is_secret(match):
            assert as_bytes(view(other, eyes)) == as_bytes(view(match, eyes))
        else:
            same = (other.hand and other.hand.racks) == match.hand.racks
            assert same or as_bytes(view(other, eyes)) != as_bytes(view(match, eyes))


def with_unseen_tiles_changed(hand: Hand, eyes: Eyes, rng: Random) -> Hand:
    """The hand with every tile that `eyes` have not seen somewhere else."""
    seen = hand.racks[eyes - 1] if eyes in hand.lifted else 0
    for exposed in hand.exposed:
        seen |= exposed
    unseen = [tile for rack in hand.racks for tile in tiles_in(rack & ~seen)] + [tile for tile in hand.boneyard if tile]
    moved: dict[Tile | None, Tile | None] = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    # What somebody else drew and played since is public, and so is who drew; only tiles still held may differ.
    return replace(
        hand,
        racks=tuple(rack_of(moved.get(tile, tile) for tile in tiles_in(rack)) for rack in hand.racks),  # type: ignore[misc]
        dealt=tuple(tuple(moved.get(tile, tile) for tile in rack) for rack in hand.dealt),
        boneyard=tuple(moved[tile] for tile in hand.boneyard),
        deal=None
        if hand.deal is None
        else replace(hand.deal, seed="5eed" * 16, boneyard=(None,) * len(hand.deal.boneyard)),
        moves=tuple(
            replace(move, tile=moved.get(move.tile, move.tile)) if isinstance(move, TileDrawn) else move
            for move in hand.moves
        ),
    )
