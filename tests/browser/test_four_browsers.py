"""Four browsers at one table play a match to its end, whatever happens to their phones, their Wi-Fi and the server."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Seat, play
from tests.browser.party import Party, asleep, party
from tests.browser.screens import Devices
from tests.browser.screenshots import keep
from tests.browser.watch import Watch

BROKEN = "WebSocket connection to .* failed|CONNECTION_REFUSED .*/tables/invited"


NOTED = """table => {
    table.noted = [];
    const note = () => table.noted.push(table.dataset.current);
    new MutationObserver(note).observe(table, { attributeFilter: ["data-current"] });
}"""
"""Whether a screen said meanwhile that it is not current: looked at afterwards, an answer may have come first."""

SHORT = [("tarragona", 60, 2), pytest.param("ueh", 60, 2, marks=pytest.mark.prove)]
LONG = [("tarragona", 300, None), ("ueh", 60, None)]


@pytest.mark.flaky(reruns=1, reason="four browsers and a killed server on two cores: what is waited for may come late")
@pytest.mark.parametrize(("book", "points", "hands"), SHORT)
def test_a_match_goes_to_its_end_through_reload_sleep_a_lost_line_and_a_killed_server(
    tmp_path: Path, devices: Devices, watch: Watch, book: str, points: int, hands: int | None
):
    watch.expect(BROKEN)
    with party(tmp_path / "data", devices) as four:
        four.meet(book, points, hands)
        four.play(3)
        everything_that_can_happen(four)
        play(four.seats, lambda: all(seat.mode() == "ended" for seat in four.seats))
        everybody_has_the_same_result(four)


@pytest.mark.prove
@pytest.mark.parametrize(("book", "points", "hands"), LONG)
def test_a_whole_match_of_any_length_and_everything_happens_in_every_hand(
    tmp_path: Path, devices: Devices, watch: Watch, book: str, points: int, hands: int | None
):
    watch.expect(BROKEN)
    with party(tmp_path / "data", devices) as four:
        four.meet(book, points, hands)
        for number in range(2, 5):
            everything_that_can_happen(four)
            play(four.seats, partial(over_or_beyond, four.seats[0], number))
        play(four.seats, lambda: all(seat.mode() == "ended" for seat in four.seats))
        everybody_has_the_same_result(four)


def over_or_beyond(seat: Seat, hand: int) -> bool:
    return seat.mode() == "ended" or seat.hand_number() >= hand


def everything_that_can_happen(four: Party) -> None:
    for happens in (a_reload, a_phone_sleeps, a_move_on_a_dead_line, a_move_that_the_server_did_not_live_to_confirm):
        if four.seats[0].mode() != "ended":
            happens(four)


def a_reload(four: Party) -> None:
    seat = four.somebody_with_a_choice()
    before = seat.tiles()
    seat.page.reload()
    four.is_right()
    assert seat.tiles() == before
    assert seat.is_my_turn()


def a_phone_sleeps(four: Party) -> None:
    """The others play until it is the sleeper's turn."""
    sleeper, awake = four.seats[3], four.seats[:3]
    play(four.seats, lambda: sleeper.in_turn() not in ("", sleeper.name))
    sleeper.table.evaluate(NOTED)
    with asleep(sleeper.page, four.line_of(sleeper)):
        play(awake, lambda: awake[0].in_turn() in ("", sleeper.name))
    four.is_right()
    assert "false" in sleeper.table.evaluate("table => table.noted")  # until it had asked


def a_move_on_a_dead_line(four: Party) -> None:
    """Nothing arrives; the move is kept, shown as kept, and played once when the line is back."""
    seat = four.somebody_with_a_choice()
    line, since = four.line_of(seat), len(four.kept.events())
    line.lose()
    tile = seat.play_something()
    seat.page.context.set_offline(True)
    expect(seat.table).to_have_attribute("data-current", "false")
    expect(seat.band).to_contain_text(tile)
    expect(seat.page.locator("#cloth .ghost.pending")).to_have_count(1)
    assert four.kept.times_placed(tile, since) == 0
    keep(seat.page, "table-offline")
    line.mend()
    seat.page.context.set_offline(False)
    four.is_right()
    assert four.kept.times_placed(tile, since) == 1
    assert tile not in seat.tiles()


def a_move_that_the_server_did_not_live_to_confirm(four: Party) -> None:
    """The move is on disk, and whoever made it does not know: it is sent again, and not made again."""
    seat = four.somebody_with_a_choice()
    line, since = four.line_of(seat), len(four.kept.events())
    line.deafen()
    tile = seat.play_something()
    until_kept(four, seat, tile, since)
    four.server.kill()
    for other in four.seats:
        if other is not seat:
            expect(other.table).to_have_attribute("data-current", "false")
    four.server.start()
    line.mend()
    four.is_right()
    assert four.kept.times_placed(tile, since) == 1
    assert tile not in seat.tiles()


def until_kept(four: Party, seat: Seat, tile: str, since: int) -> None:
    for _ in range(200):
        if four.kept.times_placed(tile, since):
            return
        seat.page.wait_for_timeout(50)
    raise AssertionError(f"{tile} has not arrived")


def everybody_has_the_same_result(four: Party) -> None:
    """The same points for the same people on every screen and on disk; the same lines on every sheet."""
    sheets = [seat.sheet() for seat in four.seats]
    for sheet in sheets:
        assert sheet.totals == four.kept.score()
        assert sheet.without_words() == sheets[0].without_words()
