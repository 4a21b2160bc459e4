"""``tantera simulate`` as people and programs run it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from tantera.cli.app import app

CAFE = Path(__file__).parents[2] / "examples" / "books" / "cafe-del-sol.toml"
PROGRAM = (
    "import typer; from tantera.cli.study.simulate_command import simulate\n"
    "app = typer.Typer(pretty_exceptions_enable=False); app.command()(simulate); app()"
)


def simulate(*words: str) -> Result:
    return CliRunner().invoke(app, ["simulate", *words])


def test_json_has_every_figure_with_its_error_and_the_same_seed_says_the_same():
    one, other = (simulate("--hands", "100000", "--seed", "7", "--json").stdout for _ in range(2))
    assert one == other
    told = json.loads(one)
    assert (told["book"], told["hands"], told["seed"]) == ("san-juan", 100_000, 7)
    assert [side["side"] for side in told["sides"]] == ["1+3", "2+4"]
    assert sum(side["wins"]["value"] for side in told["sides"]) + told["nobody"]["value"] == pytest.approx(1)
    lead = told["opener_lead"]["points"]
    assert lead["value"] == pytest.approx(told["sides"][0]["points"]["value"] - told["sides"][1]["points"]["value"])
    assert 0 < lead["error"] < lead["value"] / 10
    assert sum(told["points"].values()) == 100_000
    assert 0 < told["tied_blocks"]["value"] < told["blocks"]["value"] < 1


def test_where_each_plays_alone_everybody_is_told_of_from_the_opener_on():
    told = json.loads(simulate("--book", str(CAFE), "--hands", "20000", "--json").stdout)
    assert [side["side"] for side in told["sides"]] == ["1", "2", "3", "4"]
    assert told["opener_lead"] is None
    first, *others = (side["wins"]["value"] for side in told["sides"])
    assert first > max(others)


def test_people_read_a_table_with_numbers_as_their_language_writes_them():
    english = simulate("--hands", "50000", "--lang", "en").stdout
    spanish = simulate("--hands", "50000", "--lang", "es").stdout
    assert "san-juan: 50,000 random hands, seat 1 opens" in english
    assert "what opening is worth" in english
    assert "50.000" in spanish
    assert spanish.count(",") > spanish.count("."), "shares and means have a decimal comma"


def test_the_histogram_goes_into_a_file(tmp_path: Path):
    done = simulate("--hands", "20000", "--svg", str(tmp_path / "points.svg"), "--lang", "en")
    assert done.exit_code == 0
    drawn = ElementTree.fromstring((tmp_path / "points.svg").read_text("utf-8"))
    assert drawn.attrib["aria-label"] == "san-juan: points of a hand, 20,000 random hands"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--book", "san-jaun"), "san-jaun"),
        (("--lang", "fr"), "--lang: se encontró 'fr', se esperaba es, ca o en"),
        (("--hands", "10000000000", "--svg", "no/such/folder.svg"), "--svg: se encontró no/such/folder.svg"),
        (("--hands", "10", "--svg", "."), "--svg: se encontró ."),
    ],
)
def test_what_cannot_be_is_one_line_and_status_2(words, found):
    done = simulate(*words)
    assert done.exit_code == 2
    assert found in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_one_hand_is_one_hand_and_has_no_error():
    told = simulate("--hands", "1", "--lang", "ca").stdout
    assert "san-juan: 1 mà a l'atzar, surt el lloc 1" in told
    assert "± –" in told
    assert "± 0" not in told
    assert json.loads(simulate("--hands", "1", "--json").stdout)["turns"]["error"] == 0


def test_where_points_hurt_they_are_taken():
    assert "points taken a hand" in simulate("--book", "ueh", "--hands", "1000", "--lang", "en").stdout
    assert "points a hand" in simulate("--hands", "1000", "--lang", "en").stdout


def test_a_narrow_terminal_cuts_no_figure_and_bars_fit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "40")
    told = simulate("--hands", "20000", "--lang", "en").stdout
    assert "…" not in told
    assert max(len(line.rstrip()) for line in told.splitlines()) <= 40
    assert told.count("±") > 8


def test_a_drawing_that_cannot_be_written_leaves_the_table(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TANTERA_LANG", "en")
    done = simulate("--hands", "1000", "--svg", "/dev/full", "--lang", "en")
    assert done.exit_code == 2
    assert "points a hand" in done.stdout
    assert done.stderr.startswith("--svg: found /dev/full (")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own and Ctrl-C")
def test_a_long_run_shows_a_bar_and_ctrl_c_prints_what_has_been_counted():
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", PROGRAM, "--hands", "10000000000", "--json"]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, env=environment) as running:
        os.close(theirs)
        seen = ""
        while "/10000000000" not in seen:
            seen += os.read(ours, 1000).decode(errors="replace")
        running.send_signal(signal.SIGINT)
        try:
            while os.read(ours, 1000):  # the bar clears itself away
                pass
        except OSError:
            pass  # the other side is closed
        told, _ = running.communicate(timeout=60)
    os.close(ours)
    assert running.returncode == 130
    assert 0 < json.loads(told)["hands"] < 10**10
