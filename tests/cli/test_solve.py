"""``tantera solve``: what it answers, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app

DEAL = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"
ENDING = "ends=6:4 turn=1 1:46.44 2:15.16 3:23.33 4:01.02"


def run(*words: str, stdin: str | bytes = "") -> Any:
    asked = [word for text in words for word in text.split()]
    return CliRunner().invoke(app, ["solve", "--lang", "en", *asked], input=stdin)


def answer(*words: str, stdin: str = "") -> Any:
    done = run(*words, "--json", stdin=stdin)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def refused(*words: str, stdin: str | bytes = "") -> str:
    """What stands on standard error, one line; nothing on the other one, and status 2."""
    done = run(*words, stdin=stdin)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return str(done.stderr)


def test_the_deal_of_the_notation_is_worth_27_to_the_opener_with_the_double_blank():
    found = answer(f"ends=- turn=1 {DEAL}")
    assert found["value"] == 27
    assert found["moves"][0] == {"move": "00", "value": 27}
    assert sorted(move["move"] for move in found["moves"]) == ["00", "04", "12", "16", "25", "35", "46"]
    assert found["nodes"] > 0
    assert set(found) == {"value", "moves", "nodes"}


def test_values_are_what_1_and_3_win_whoever_moves():
    assert answer("ends=6:4 turn=2 1:11.22 2:46.44 3:33.01 4:55.02")["value"] < 0


def test_equal_ends_are_listed_once():
    moves = [move["move"] for move in answer("ends=6:6 turn=1 1:46.26 2:15.16 3:23.33 4:01.02")["moves"]]
    assert sorted(move[1:] for move in moves) == ["62", "64"]


def test_who_wins_is_told_without_points():
    found = answer(ENDING, "--who-wins")
    assert found["value"] == 1
    assert {move["value"] for move in found["moves"]} <= {-1, 0, 1}
    first, *moves, last = run(ENDING, "--who-wins").stdout.splitlines()
    assert first == "seat 1 to move: who wins by each move"
    assert {move.split()[1] for move in moves} == {"1+3", "2+4"}
    assert last.startswith("winner: 1+3, ")


def test_people_get_a_table_in_the_view_of_the_seat_to_move_best_move_first():
    done = run("ends=6:4 turn=2 1:46.44 2:15.16.64 3:23.33 4:01.02".replace("46.44", "11.44"))
    first, *moves, last = done.stdout.splitlines()
    assert first == "seat 2 to move: points for 2+4 (negative: for 1+3)"
    values = [int(move.split()[1]) for move in moves]
    assert values == sorted(values, reverse=True)
    assert last.startswith(f"value {-values[0]} for 1+3, ")


def test_the_number_of_the_hand_makes_two_doubles_in_a_turn_possible():
    position = "ends=6:4 turn=1 1:66.44.00 2:16.11"
    tokens = [move["move"] for move in answer(position, "--book ueh --hand 2")["moves"]]
    assert "<66&>44" in tokens
    assert "<66&>44" not in [move["move"] for move in answer(position, "--book ueh")["moves"]]


def test_two_players_alone_are_valued_as_the_one_of_seats_1_and_3_sees_it():
    one = answer("ends=6:4 turn=1 1:46.11 2:15.16.00 --book ueh")
    other = answer("ends=6:4 turn=3 3:46.11 2:15.16.00 --book ueh")
    assert one["value"] == other["value"]
    assert "points for 3 (negative: for 2)" in run("ends=6:4 turn=3 3:46.11 2:15.16.00 --book ueh").stdout


def test_the_version_and_the_helps_load_neither_numba_nor_numpy():
    program = (
        "import sys\n"
        "from tantera.cli import main\n"
        "for words in ('--version', 'solve --help', 'simulate --help', 'arena --help'):\n"
        "    sys.argv = ['tantera', *words.split()]\n"
        "    try: main()\n"
        "    except SystemExit: pass\n"
        "    print(words, [name for name in ('numba', 'numpy', 'typer') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert [line for line in done.stdout.splitlines() if line.endswith("]") and "'" in line] == [
        f"{words} ['typer']" for words in ("--version", "solve --help", "simulate --help", "arena --help")
    ]


# --- standard input -------------------------------------------------------------------------------------------------


def test_a_dash_reads_one_position_a_line_and_writes_one_object_a_line():
    lines = [ENDING, ENDING.replace("turn=1", "turn=2")]
    done = run("-", "--json", stdin="\n\n".join(lines) + "\n")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [answer(line) for line in lines]


def test_people_read_each_position_above_its_table():
    done = run("-", stdin=f"{ENDING}\n{ENDING}\n")
    assert done.stdout.count(f"{ENDING}\nseat 1 to move") == 2


BAD = "ends=6:4 turn=1 1:4"


def test_good_lines_are_answered_beside_bad_ones_which_are_named_by_their_line():
    done = run("-", "--json", stdin=f"{ENDING}\n\n{BAD}\n{ENDING} 4:\n{ENDING}\n")
    assert (done.exit_code, done.stderr) == (2, "")
    first, bad, doubled, last = map(json.loads, done.stdout.splitlines())
    assert first == last == answer(ENDING)
    assert bad["line"] == 3
    assert bad["error"]["code"] == "notation"
    assert bad["error"]["message"].startswith("-:3:17: found 1:4, expected ")
    assert doubled["error"]["message"].startswith("-:4:49: found 4:, expected 4 once")


def test_people_are_told_what_is_wrong_with_a_line_and_read_on():
    done = run("-", stdin=f"{BAD}\n{ENDING}\n")
    assert done.exit_code == 2
    assert done.stdout.startswith(f"{ENDING}\nseat 1 to move")
    assert done.stderr.startswith("-:1:17: found 1:4, expected ")
    assert refused("-", stdin=b"ends=\xff\n") == "-:1:6: found the byte 0xff, expected UTF-8\n"


def test_every_line_is_answered_before_the_next_one_is_there():
    program = [sys.executable, "-c", "from tantera.cli import main; main()", "solve", "-", "--json", "--lang", "en"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(program, text=True, **pipes) as process:  # type: ignore[call-overload]
        for line, wanted in ((ENDING, "value"), (BAD, "error"), (ENDING, "value")):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert wanted in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(60) == 2


# --- unknown tiles --------------------------------------------------------------------------------------------------

SECRET = "ends=6:4 turn=1 1:46.44.00 2:??.?? 3:??.??.?? 4:??.??.12"


def test_unknown_tiles_give_means_over_worlds():
    found = answer(SECRET, "--worlds 40")
    assert found["worlds"] == 40
    assert sorted(move["move"] for move in found["moves"]) == ["<64", ">44", ">46"]
    assert found["value"] == max(move["value"] for move in found["moves"])
    for move in found["moves"]:
        assert set(move) == {"move", "value", "error", "wins"}
        assert move["error"] > 0
        assert 0 <= move["wins"] <= 40


def test_the_same_seed_gives_the_same_answer_and_another_seed_another():
    assert answer(SECRET, "--worlds 20 --seed 5") == answer(SECRET, "--worlds 20 --seed 5")
    assert answer(SECRET, "--worlds 20 --seed 5") != answer(SECRET, "--worlds 20 --seed 6")


def test_where_one_unknown_tile_is_left_the_mean_is_the_value():
    whole = f"ends=- turn=1 {DEAL}".replace("ends=-", "ends=0:0").replace("1:00.04", "1:04")
    hidden = answer(whole.replace("4:03", "4:??").replace("turn=1", "turn=1 0:00"), "--worlds 3")
    assert hidden["value"] == answer(whole)["value"]
    assert {move["error"] for move in hidden["moves"]} == {0}


def test_tiles_that_were_played_are_not_drawn_for_unknown_ones():
    rest = "01.02.03.05.06.11.13.14.15.16.22.23.24.25.26.33.34.35"
    told = SECRET.replace("2:??.?? 3:??.??.??", "2:?? 3:??.??").replace("4:??.??.12", "4:??.12 ")
    assert answer(told)["value"] != answer(f"{told} played={rest}.36.45")["value"]
    note = "tiles are named nowhere; those on the table, told as played=66.64, are not drawn for ??"
    assert f"20 {note}" in run(told).stdout
    assert note not in run(f"{told} played={rest}.36.45").stdout
    assert "found 27 tiles in racks and played, expected 28" in refused(f"{told} played={rest}.36")


def test_one_world_has_no_error():
    assert {move["error"] for move in answer(SECRET, "--worlds 1")["moves"]} == {0}


def test_people_are_told_how_many_deals_were_drawn():
    done = run(SECRET, "--worlds 30")
    assert "over 30 deals drawn for the unknown tiles" in done.stdout
    assert done.stdout.count("%") == 3
    assert "over 1 deal drawn" in run(SECRET, "--worlds 1").stdout
    assert " –  " in run(SECRET, "--worlds 1").stdout, "one deal says nothing about the next"


# --- a clock, Ctrl-C and languages ----------------------------------------------------------------------------------

DOUBLE_NINE = "--book clasico --option set=double-nine --option tiles=10"
TENS = [
    "08.04.49.17.19.68.22.18.09.69",
    "27.24.45.28.35.02.66.56.03.05",
    "38.57.58.14.16.11.36.88.47.29",
    "23.55.37.25.39.59.12.44.67.48",
]
LONG = "ends=- turn=3 " + " ".join(f"{seat}:{rack}" for seat, rack in enumerate(TENS, start=1))


PROGRAM = [sys.executable, "-c", "from tantera.cli import main; main()", "solve", "--lang", "en"]


def long_run(*words: str) -> str:
    """In a process of its own: a search that is left behind ends with it."""
    asked = [word for text in words for word in text.split()]
    done = subprocess.run([*PROGRAM, *asked, *DOUBLE_NINE.split()], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_when_the_time_is_over_before_the_points_are_known_it_says_who_wins():
    found = json.loads(long_run(LONG, "--seconds 2 --json"))
    assert (found["value"], found["wins"]) == (None, 1)
    assert found["moves"][0] == {"move": "88", "value": None, "wins": 1}
    assert {move["wins"] for move in found["moves"]} == {1, -1}
    told = long_run(LONG, "--seconds 2")
    assert "winner: 1+3, " in told
    assert "points not known within 2 s (--seconds 0 waits)" in told


def test_when_nothing_is_known_in_time_it_says_that():
    """Here, as a search that is left behind ends after as many positions as nobody searches in that time."""
    found = answer(LONG, DOUBLE_NINE, "--seconds 0.001")
    assert found == {"value": None, "wins": None, "moves": [], "nodes": 0}
    assert "nothing known within 0.001 s" in run(LONG, DOUBLE_NINE, "--seconds 0.001").stdout


def test_the_worlds_are_those_solved_when_the_time_is_over():
    found = answer(SECRET, "--worlds 100000 --seconds 0.5")
    assert 1 < found["worlds"] < 100_000
    assert found["value"] is not None
    assert " of 100,000 deals drawn, 0.5 s" in run(SECRET, "--worlds 100000 --seconds 0.5").stdout


def test_many_worlds_of_a_long_hand_tell_how_often_who_wins():
    hidden = LONG.replace(TENS[0], ".".join(["??"] * 10)).replace(TENS[1], ".".join(["??"] * 10))
    found = json.loads(long_run(hidden, "--seconds 6 --json"))
    assert 0 < found["worlds"] < 200
    assert all(0 <= move["wins"] <= found["worlds"] for move in found["moves"])


def test_no_limit_of_time_gives_the_same_answer():
    assert answer(ENDING, "--seconds 0") == answer(ENDING)


@contextmanager
def at_a_terminal() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A search that takes for ever, once it has begun, and what a terminal was told until then."""
    import pty

    ours, theirs = pty.openpty()
    command = [*PROGRAM, LONG, *DOUBLE_NINE.split(), "--seconds", "0"]
    environment = {**os.environ, "TERM": "xterm"}
    seen = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment) as searching:
        os.close(theirs)
        try:
            while "Searching; Ctrl-C stops" not in seen:
                seen += os.read(ours, 1000).decode(errors="replace")
            yield searching, seen
        finally:
            searching.kill()
            os.close(ours)


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own, and sends a signal")
def test_a_terminal_is_told_that_it_takes_a_while_and_ctrl_c_ends_a_search_at_once_with_status_130():
    with at_a_terminal() as (searching, seen):
        assert "Getting ready; the first time it takes a while" in seen
        searching.send_signal(signal.SIGINT)
        assert searching.communicate(timeout=60)[0] == b""
        assert searching.returncode == 130


def test_many_positions_that_take_too_long_are_each_answered():
    done = run("-", DOUBLE_NINE, "--seconds 0.01 --json", stdin="\n".join([LONG] * 6))
    assert [json.loads(line)["value"] for line in done.stdout.splitlines()] == [None] * 6


def test_the_words_are_spanish_unless_somebody_asks_for_others():
    spoken = {lang: CliRunner().invoke(app, ["solve", ENDING, "--lang", lang]).stdout for lang in ("es", "ca", "en")}
    assert spoken["es"].startswith("turno del puesto 1: puntos para 1+3")
    assert spoken["ca"].startswith("torn del lloc 1: punts per a 1+3")
    assert CliRunner().invoke(app, ["solve", ENDING]).stdout == spoken["es"]
    assert refused(ENDING, "--lang fr").startswith("--lang: se encontró 'fr'")


def test_options_change_the_book():
    assert answer(ENDING, "--option scoring=opponents")["value"] < answer(ENDING)["value"]
    assert refused(ENDING, "--option scoring").startswith("--option: found 'scoring', expected key=value")


def test_rubbish_is_refused_without_loading_machine_code():
    program = (
        "import sys; sys.argv = ['tantera', 'solve', 'rubbish']\n"
        "from tantera.cli import main\n"
        "try: main()\n"
        "except SystemExit: print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "False\n"
    assert done.stderr.startswith("position:1:1: se encontró rubbish, se esperaba ")


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("ends=6:4 turn=1 1:46.44 2:15", "position:1: found 2 racks, expected four: in san-juan pairs play"),
        (
            "ends=6:4 turn=1 1:11 2:22 3:33 4:",
            "position:1: found a hand that is over, expected one with a move to make",
        ),
        ("ends=6:4 turn=1 1:11 2:22 3:33 4:55", "position:1: found a hand that is over, expected one with a move"),
        ("ends=6:4 turn=1 1:?? 2:22 3:33 4:46", "position:1: found ?? in the rack of seat 1, expected to know"),
        ("ends=6:4 turn=1 1:11 2:22 3:33 4:55 0:??", "position:1: found no tile that anybody could play, expected"),
        ("ends=6:4 turn=1 1:46.46 2:22 3:33 4:55", "position:1:22: found 46 twice, expected every tile once"),
        ("ends=6:4 turn=1 1:46 2:22 3:33 4:55 --book nowhere", "nowhere: found no such book"),
        ("ends=6:4 turn=1 1:46 2:22 3:33 --book ueh", "position:1: found 3 players each alone, expected two sides"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_sentence(position, sentence):
    assert refused(position).startswith(sentence)


def test_the_object_names_the_rules_that_it_reckons_without():
    done = run("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", "--book cuba-doble-nueve --json")
    assert json.loads(done.stdout)["left_out"] == ["options.block"]
