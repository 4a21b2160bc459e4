"""One hand as a state machine: any deal, any book, tiles lying open, and a second opinion on every legal move."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from tantera.layout import right_hand_end
from tantera.play import DrawTile, Hand, Match, PassTurn, Phase, PlaceDoubles, PlaceTile, begin_hand, legal_moves
from tantera.play.beginning import new_match
from tantera.play.decide import dealing
from tantera.play.events import HandBlocked, HandDealt, TileExposed, WentOut
from tantera.play.fold import evolve, start_match
from tantera.play.hand import evolve_hand
from tantera.play.moves import decide_move
from tantera.play.why import why_not
from tantera.rules import load_book, with_options
from tantera.tiles import ALL_TILES, End, Tile, rack_of, tiles_in
from tests.play import invariants as holds
from tests.play.lines import At, Laws, mask, placements
from tests.play.tables import proof, tables

pytestmark = pytest.mark.by_chance


def second_opinion(hand) -> set[tuple[str, ...]]:
    """What may be placed, by the count that knows nothing of the engine; exposed tiles not considered."""
    options, table = hand.book.options, hand.book.customs

    def right_hand(placed, offset):
        must = right_hand_end(hand.chain, offset, options.set)
        return "" if must is None else str(must)

    laws = Laws(
        two_doubles=table.two_doubles_from_hand is not None and hand.number >= table.two_doubles_from_hand,
        double_first=options.first_tile == "double" and hand.number == 1,
        right_hand=right_hand if table.equal_ends == "right_hand" else None,
    )
    racks = tuple(mask(" ".join(tile.code for tile in tiles_in(rack))) for rack in hand.racks)
    ends = (hand.chain.left, hand.chain.right) if hand.chain is not None else None
    at = At(racks, (), hand.turn - 1, hand.opener - 1, ends)
    placed = {
        tuple(f"{end}{min(pair)}{max(pair)}" for pair, end in found) for found in placements(at, laws, racks[at.turn])
    }
    doubles = sorted(codes for codes in placed if codes[0][-1] == codes[0][-2])
    if options.first_tile == "highest_double" and ends is None and doubles and (hand.number == 1 or hand.by_double):
        return {doubles[-1]}
    if options.closing == "forced" and ends is not None:
        return {one for one in placed if not closing(hand, one)} or placed
    return placed


def closing(hand: Hand, tokens: tuple[str, ...]) -> bool:
    """Whether no tile that is away from the table would fit after these, and somebody still holds one."""
    assert hand.chain is not None
    ends = {"<": hand.chain.left, ">": hand.chain.right}
    away = set(hand.book.options.set.tiles) - {placement.tile for placement in hand.chain.placements}
    for token in tokens:
        tile = Tile.parse(token[1:])
        ends[token[0]] = tile.other(ends[token[0]])
        away.discard(tile)
    return hand.count(hand.turn) > len(tokens) and not any(tile.has(end) for tile in away for end in ends.values())


def drawing(hand: Hand) -> bool:
    """Whether sleeping tiles may be had at all; at an UEH table only with fewer than four."""
    return hand.book.options.boneyard != "none" and len(hand.seats) <= hand.book.customs.draws_up_to


def asleep(hand: Hand) -> tuple[Tile | None, ...]:
    """The sleeping tiles that may be had: all but the reserve."""
    return hand.boneyard[: max(0, len(hand.boneyard) - hand.book.options.reserve)] if drawing(hand) else ()


def out_before(hand: Hand) -> set[int]:
    """Who is out although the hand goes on: where partners play on until both are out."""
    rules = hand.book.points_in_play
    if rules is None or not rules.partners_play_on or hand.book.options.play != "pairs":
        return set()
    return {seat for seat in hand.seats if not hand.racks[seat - 1]}


def told(command) -> tuple[str, ...]:
    match command:
        case PlaceTile(tile=tile, end=end):
            return (f"{end or ''}{tile.code}",)
        case PlaceDoubles(left=left, right=right):
            return f"<{left.code}", f">{right.code}"
        case _:
            return ()


class HandMachine(RuleBasedStateMachine):
    @initialize(table=tables, seed=st.integers(0, 2**32), number=st.integers(1, 3), shown=st.booleans())
    def begin(self, table, seed, number, shown):
        """Any deal, not only those that a seed gives: a real table may have five doubles in a rack."""
        book = with_options(load_book(table[0]), table[1])
        if shown:
            book = replace(book, customs=replace(book.customs, exposed_tiles="must_play"))
        self.rng = Random(seed)
        tiles = self.rng.sample(book.options.set.tiles, len(book.options.set.tiles))
        each, players = book.options.tiles_each, book.options.players
        racks = tuple(tuple(tiles[seat * each : seat * each + each]) for seat in range(players))
        opener = self.rng.randint(1, players)
        asleep = tuple(tiles[each * players :])
        dealt = HandDealt(number=number, opener=opener, taking=(), racks=racks, boneyard=asleep, at=0)
        self.hand = begin_hand(book, dealt)
        self.events = list(dealing(book, dealt))
        self.played = 0
        for event in self.events[1:]:
            self.hand = evolve_hand(self.hand, event)

    def match(self) -> Match:
        """The hand at its table, for views."""
        match = start_match(self.hand.book, new_match(self.hand.book))
        return replace(match, hand=self.hand, phase=Phase.PLAYING)

    def do(self, command):
        before = self.hand
        events = decide_move(before, command, at=self.played, took=1)
        self.played += 1
        for event in events:
            self.hand = evolve_hand(self.hand, event)
        self.events += events
        if isinstance(command, DrawTile):
            assert self.hand.turn == before.turn
            assert self.hand.turns == before.turns
        else:
            assert self.hand.turns == before.turns + 1
            order = before.seats[before.seats.index(before.turn) + 1 :] + before.seats
            assert self.hand.turn == next(seat for seat in order if seat not in out_before(before))

    @precondition(lambda self: self.hand.ended is None)
    @rule(choice=st.integers(0, 60))
    def the_player_in_turn_plays(self, choice):
        options = legal_moves(self.hand)
        self.do(options[choice % len(options)])

    @precondition(lambda self: self.hand.ended is None)
    @rule(turns=st.integers(1, 30))
    def some_turns_go_by(self, turns):
        for _ in range(turns):
            if self.hand.ended is None:
                self.do(self.rng.choice(legal_moves(self.hand)))

    @precondition(lambda self: self.hand.ended is None)
    @rule(seat=st.integers(0, 3))
    def a_tile_falls_open(self, seat):
        seat = self.hand.seats[seat % len(self.hand.seats)]
        held = list(tiles_in(self.hand.racks[seat - 1]))
        if held:
            event = TileExposed(seat, self.rng.choice(held), at=self.played)
            self.events.append(event)
            self.hand = evolve_hand(self.hand, event)

    @rule(
        command=st.one_of(
            st.builds(PlaceTile, st.integers(1, 4), st.sampled_from(ALL_TILES), st.sampled_from([None, *End])),
            st.builds(PlaceDoubles, st.integers(1, 4), st.sampled_from(ALL_TILES), st.sampled_from(ALL_TILES)),
            st.builds(PassTurn, st.integers(1, 4)),
            st.builds(DrawTile, st.integers(1, 4)),
        )
    )
    def somebody_tries_something(self, command):
        if command not in legal_moves(self.hand):
            refusal = why_not(self.hand, command)
            assert self.hand.book.find(refusal.article) is not None
            assert "{" not in str(refusal)

    @invariant()
    def the_tiles_are_all_there(self):
        holds.tiles_are_conserved(self.hand)
        for seat in self.hand.seats:
            assert self.hand.count(seat) == len(self.hand.rack(seat))
            assert self.hand.left(seat) == sum(tile.pips for tile in self.hand.rack(seat) if tile is not None)
            assert self.hand.exposed[seat - 1] & ~self.hand.racks[seat - 1] == 0

    @invariant()
    def tiles_stay_in_the_order_lifted(self):
        for seat in self.hand.seats:
            order = [tile for tile in self.hand.dealt[seat - 1] if tile in self.hand.rack(seat)]
            assert list(self.hand.rack(seat)) == order

    @invariant()
    def what_may_be_played_is_what_fits(self):
        hand = self.hand
        options = legal_moves(hand)
        if hand.ended:
            assert options == ()
            return
        placed = {told(command) for command in options} - {()}
        others = [command for command in options if not told(command)]
        expected = second_opinion(hand)
        owed = hand.exposed[hand.turn - 1] if hand.book.customs.exposed_tiles == "must_play" else 0
        owed_codes = {tile.code for tile in tiles_in(owed & hand.chain.fitting)} if hand.chain is not None else set()
        if owed and hand.chain is None:
            assert placed == {(tile.code,) for tile in tiles_in(owed)}, "anything fits an empty table"
        elif owed_codes:
            placed_codes = {tokens[0][1:] for tokens in placed}
            assert placed_codes == owed_codes
            assert all(len(tokens) == 1 for tokens in placed)
            assert hand.chain is not None
            left, right = hand.chain.left, hand.chain.right
            for code in owed_codes:
                ends = {tokens[0][0] for tokens in placed if tokens[0][1:] == code}
                fits = {"<"} if Tile.parse(code).has(left) else set()
                fits |= {">"} if Tile.parse(code).has(right) else set()
                if len(fits) == 2 and left != right:
                    assert ends == {"<" if left > right else ">"}
                else:
                    assert ends == fits
        else:
            assert placed == expected
        if placed:
            assert others == []
        elif asleep(hand) and hand.book.options.boneyard == "until_fits":
            assert others == [DrawTile(hand.turn)]
        elif asleep(hand) and not hand.drew:
            assert others == [DrawTile(hand.turn), PassTurn(hand.turn)]
        else:
            assert others == [PassTurn(hand.turn)]

    @invariant()
    def a_hand_ends_when_somebody_is_out_or_nobody_can_play(self):
        hand = self.hand
        if hand.chain is None:
            assert hand.ended is None
            return
        empty = {seat for seat in hand.seats if not hand.racks[seat - 1]}
        on = out_before(hand)
        both = {1, 3} <= on or {2, 4} <= on
        assert (hand.ended == "domino") == (both if on else bool(empty))
        held = 0
        for rack in hand.racks:
            held |= rack
        held |= rack_of(tile for tile in asleep(hand) if tile is not None)
        if hand.ended is None:
            assert held & hand.chain.fitting
        if hand.ended == "block":
            everybody_passed = hand.idle >= len(hand.seats)
            assert everybody_passed or not held & hand.chain.fitting
        gone = [event.seat for event in self.events if isinstance(event, WentOut)]
        assert sorted(gone) == sorted(empty)
        blocks = sum(isinstance(event, HandBlocked) for event in self.events)
        assert blocks == (hand.ended == "block")

    @invariant()
    def nobody_sees_too_much(self):
        if self.hand.ended is None:
            match = self.match()
            holds.no_rack_is_shown_to_who_may_not_see_it(match)
            holds.views_hide_what_they_must(match, self.rng)

    @invariant()
    def events_tell_everything(self):
        assert isinstance(self.events[0], HandDealt)
        hand = begin_hand(self.hand.book, self.events[0])
        for event in self.events[1:]:
            hand = evolve_hand(hand, event)
        assert hand == self.hand

    def teardown(self):
        if hasattr(self, "hand"):
            holds.the_log_reads_back(self.events)
            match = start_match(self.hand.book, new_match(self.hand.book))
            for event in self.events:
                match = evolve(match, event)
            assert match.hand == self.hand


def run(examples: int, steps: int) -> None:
    how_much = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(HandMachine, settings=how_much)


def test_a_hand_keeps_its_invariants():
    run(40, 25)


@pytest.mark.prove
def test_very_many_hands_keep_their_invariants():
    run(proof(500, 3000), 60)
