"""A match in steps, its board and its words: every golden play-through that there is, gone through."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tantera.notation import export, judge, read
from tantera.play.events import HandScored, TilePlaced
from tantera.play.ledger import Ledger
from tantera.play.log import read_log
from tantera.play.orders import PassTurn
from tantera.tables.past import past_matches
from tantera.web.replays.library import Replay
from tantera.web.replays.showing import Spot, board_of, frames, position_picture, spot
from tantera.web.replays.steps import hands_of
from tantera.web.replays.story import corrections, moves_of, said, sheet
from tantera.web.replays.worth import HandWorth, TurnWorth, worth_told
from tests.tables.rooms import Room, quick

GOLDEN = Path(__file__).parent.parent / "golden"


def replay_of(file: Path) -> Replay:
    if file.suffix == ".dgn":
        judged = judge(read(file.read_text("utf-8")))
        return Replay("/replays/file/x", judged.ledger, hands_of(judged.ledger), file.name, judged.document, judged)
    ledger = Ledger.opened(read_log(file.read_bytes()))
    return Replay("/replays/t/1", ledger, hands_of(ledger), file.name, export(ledger))


@pytest.fixture(scope="module")
def replays() -> list[Replay]:
    files = [*GOLDEN.glob("*.dgn"), *GOLDEN.glob("*.jsonl")]
    return [replay_of(file) for file in sorted(files) if not file.name.endswith(".orders.jsonl")]


def test_every_event_that_counts_is_in_exactly_one_step(replays):
    for replay in replays:
        stepped = [one.event for hand in replay.hands for step in hand.steps for one in step.happened]
        assert stepped == list(replay.ledger.effective[1:]), replay.file_name


def test_every_hand_on_the_sheet_is_a_hand_of_the_replay(replays):
    for replay in replays:
        scored = [
            hand.number
            for hand in replay.hands
            if any(isinstance(one.event, HandScored) for step in hand.steps for one in step.happened)
        ]
        assert scored == list(range(1, len(replay.ledger.match.lines) + 1)), replay.file_name


def test_the_board_has_every_tile_where_the_engine_has_it(replays):
    for replay in replays:
        for hand in replay.hands:
            board = board_of(hand)
            for step, shown in zip(hand.steps, board.shown, strict=True):
                table = hand.table(step)
                if table is None:
                    assert shown.laid == ()
                    continue
                assert [sum(state in "ho" for state in rack) for rack in shown.racks] == list(table.counts)
                chain = () if table.chain is None else table.chain.placements
                assert [board.pool[number].placement for number in shown.laid] == list(chain)
                for seat, rack in enumerate(shown.racks, start=1):
                    held = [tile for tile, state in zip(board.racks[seat - 1], rack, strict=True) if state in "ho"]
                    assert tuple(held) == table.rack(seat)


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_step_can_be_told_listed_and_sent(replays, lang):
    for replay in replays:
        told = sheet(replay.ledger, replay.hands, lang)
        assert sum(part.number is not None for part in told.parts) == len(replay.ledger.match.lines)
        assert corrections(replay.ledger, lang) == ()
        for hand in replay.hands:
            listed = [cell.step for row in moves_of(hand, lang).rows for column in row.columns for cell in column]
            listed += [row.across.step for row in moves_of(hand, lang).rows if row.across]
            assert sorted(listed) == [step.number for step in hand.steps], replay.file_name
            sent = msgspec.json.encode(frames(replay, hand, None, lang))
            assert len(sent) < 300_000
            for step in hand.steps:
                assert said(hand, step, lang) or step.number == 0, (replay.file_name, hand.number, step.number)


def test_what_was_decided_stands_in_words_below_its_hand(replays):
    by_name = {replay.file_name: replay for replay in replays}
    replay = by_name["TG-16.4.dgn"]
    first, second = sheet(replay.ledger, replay.hands, "es").parts
    assert [row.what for row in first.rows] == ["anulada", "Gestos o señas: 1", "Ha decidido 2: anular la mano"]
    assert (first.rows[1].letters, first.rows[1].article) == ("Az", "TG-14.8")
    assert [row.letters for row in second.rows] == ["", "Ro"]


def test_a_picture_shows_the_tiles_that_the_view_may_see(replays):
    by_name = {replay.file_name: replay for replay in replays}
    replay = by_name["TG-9.1.dgn"]
    hand = replay.hands[0]
    step = hand.steps[5]
    table = hand.table(step)
    assert table is not None
    for view in range(5):
        drawn = position_picture(replay, Spot(hand, step, view, view or 1), "Mano 1")
        tiles = re.findall(r'data-tile="(\d\d)"', drawn)
        shown = range(1, 5) if view == 0 else [view]
        laid = [] if table.chain is None else table.chain.placements
        assert len(tiles) == len(laid) + sum(len(table.rack(seat)) for seat in shown)


def test_an_address_leads_to_the_nearest_step_there_is(replays):
    replay = next(one for one in replays if len(one.hands) > 1)
    asked = {"hand": 99, "move": 99, "view": 9}
    at = spot(replay, asked.get, None)
    assert (at.hand, at.step, at.view) == (replay.hands[-1], replay.hands[-1].steps[-1], 4)
    at = spot(replay, lambda name: None, None)
    assert (at.hand.number, at.step.number, at.view, at.below) == (1, 0, 0, 1)


def test_a_move_that_the_table_played_by_time_says_so_and_counts_in_nobodys_figures():
    room = Room(settings=quick(move=60_000)).begun()
    room.wait(61)
    (past,) = past_matches(room.events)
    hands = hands_of(past.ledger)
    replay = Replay("/replays/t/1", past.ledger, hands, "x", export(past.ledger), late=past.late)
    assert replay.by_time(hands[0]) == {1}
    cells = [cell for row in moves_of(hands[0], "es", {1}).rows for column in row.columns for cell in column]
    assert cells[0].took == "por tiempo"
    seat = room.told(TilePlaced)[0].seat
    bad = HandWorth((TurnWorth(1, seat, "points", (), PassTurn(seat), 30),), (), ())
    sums = [worth_told(bad, past.ledger.match, "es", by_time)["sums"][seat - 1]["text"] for by_time in ((), {1})]
    assert "30" in sums[0]
    assert sums[1].endswith("nada que elegir"), "it was not their choice"
