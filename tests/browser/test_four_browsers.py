"""Four browsers at one table play a match to its end, whatever happens to their phones, their Wi-Fi and the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Seat, play
from tests.browser.party import Party, asleep, party
from tests.browser.screens import Devices
from tests.browser.screenshots import keep
from tests.browser.watch import Watch

BROKEN = "WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE"


@pytest.mark.parametrize(("book", "points"), [("tarragona", 70), ("ueh", 25)])
def test_a_match_goes_to_its_end_through_reloads_sleep_lost_lines_and_a_server_that_was_killed(
    tmp_path: Path, devices: Devices, watch: Watch, book: str, points: int
):
    watch.expect(BROKEN)
    with party(tmp_path / "data", devices) as four:
        four.meet(book, points)
        four.play(3)
        a_reload(four)
        a_phone_sleeps(four)
        a_move_on_a_dead_line(four)
        the_server_is_killed_before_it_could_say_that_a_move_is_made(four)
        play(four.seats, lambda: all(seat.mode() == "ended" for seat in four.seats))
        everybody_has_the_same_result(four)


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
    with asleep(sleeper.page, four.line_of(sleeper)):
        play(awake, lambda: awake[0].in_turn() in ("", sleeper.name))
    expect(sleeper.table).to_have_attribute("data-current", "false")  # until it has asked
    four.is_right()


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


def the_server_is_killed_before_it_could_say_that_a_move_is_made(four: Party) -> None:
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
    results = [sorted(seat.points().values()) for seat in four.seats]
    assert len({tuple(one) for one in results}) == 1
    assert results[0] == sorted(four.kept.score().values())
    sheets = [seat.sheet() for seat in four.seats]
    assert len({len(sheet) for sheet in sheets}) == 1
