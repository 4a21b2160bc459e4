"""A match at the terminal that nothing loses: killed processes, full disks, closed streams, other people's words."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tantera.notation import judge, read
from tests.cli.test_commands import tantera
from tests.cli.test_walks import TURN, WHICH
from tests.cli.warm import PROGRAM
from tests.cli.window import Window

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")


# --- nothing lost ---------------------------------------------------------------------------------------------------


def test_a_saved_match_is_never_replaced(tmp_path: Path):
    """Then: `--save` wrote over the match that was there. Now: a free name, and it says so."""
    first = tantera("play", "--seed", "7", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    before = (tmp_path / "m.dgn").read_bytes()
    second = tantera("play", "--seed", "8", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    assert "Ya hay un archivo" not in first.stdout
    assert "m-2.dgn" in second.stdout
    assert (tmp_path / "m.dgn").read_bytes() == before
    assert judge(read((tmp_path / "m-2.dgn").read_text("utf-8"))).document.tag("Seed") == "8"


def test_two_runs_with_one_seed_on_one_day_do_not_share_a_file(tmp_path: Path):
    """Then: the second took the place of the first. Now: each has its own."""
    for answers in ("1\n", "1\n1\n"):
        tantera("play", "--seed", "7", stdin=answers, cwd=tmp_path)
    assert len(list(tmp_path.rglob("*.dgn"))) == 2
    assert not list(tmp_path.rglob("*.part"))


def test_what_a_killed_process_left_behind_is_swept_away(tmp_path: Path):
    """Then: `.part` files stayed for ever. Now: who goes on with the match clears them."""
    tantera("play", "--seed", "7", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    for name in ("m.dgn.part", "m.dgn.4711.part"):
        (tmp_path / name).write_text("half")
    tantera("play", "--resume", "m.dgn", stdin="1\n", cwd=tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["m.dgn"]


def test_killed_in_the_middle_every_move_that_was_made_is_in_the_file(tmp_path: Path):
    """kill -9 at the question after each move, and on from the file: three times."""
    flags: tuple[str, ...] = ("--seed", "7", "--save", "m.dgn")
    before = 0
    for _ in range(3):
        with Window("play", *flags, folder=tmp_path) as window:
            forced = window.until("(obligada)", TURN) != TURN
            if forced:
                window.until(TURN)
            window.type("" if forced else "1")
            while window.until(TURN, WHICH) == WHICH:
                window.type("<")
            window.send(signal.SIGKILL)
            window.process.wait(60)
        made = judge(read((tmp_path / "m.dgn").read_text("utf-8"))).ledger.version
        assert made > before + 3, "the player's turn and what the bots answered"
        flags, before = ("--resume", "m.dgn"), made
    assert [file.name for file in tmp_path.iterdir()] == ["m.dgn"]


def test_another_path_is_asked_for_where_a_write_fails(tmp_path: Path):
    """Then: «cannot be written», and the match was gone. Now: another path, and it is kept there."""
    stick = tmp_path / "usb"
    stick.mkdir()
    with Window("play", "--seed", "7", "--save", "usb/m.dgn", folder=tmp_path) as window:
        window.until(TURN)
        shutil.rmtree(stick)  # somebody pulls it out
        window.type("1")
        window.until("no se puede escribir: no existe", "usb/m.dgn")
        window.until("Otro archivo donde guardarla")
        window.type("otro.dgn")
        if window.until(TURN, WHICH) == WHICH:
            window.type("<")
        window.type("salir")
        window.until("Guardada en otro.dgn")
        assert window.end() == 0
    assert judge(read((tmp_path / "otro.dgn").read_text("utf-8"))).match.hand is not None


def test_a_match_that_cannot_be_saved_anywhere_is_given_as_text(tmp_path: Path):
    """Then: «no se puede escribir», status 0 and the match was gone; Ctrl-D at the question was «Aborted.» in English.
    Now: its text, a sentence and status 2; it goes on from that text."""
    (tmp_path / "usb").mkdir()
    with Window("play", "--seed", "7", "--save", "usb/m.dgn", folder=tmp_path) as window:
        window.until(TURN)
        shutil.rmtree(tmp_path / "usb")
        window.type("salir")
        window.until("Otro archivo donde guardarla")
        window.press(b"\x04")
        window.until('[Seat4 "Roca"]')
        window.until("la partida no está guardada en ningún sitio: su texto está arriba, cópialo")
        assert window.end() == 2
        assert "Aborted" not in window.text
    done = tantera("play", "--seed", "7", "--save", "/proc/m.dgn", stdin="1\n", cwd=tmp_path)
    assert done.returncode == 2
    assert "la partida no está guardada en ningún sitio" in done.stderr
    (tmp_path / "copied.dgn").write_text(done.stdout[done.stdout.index("[Book") :], "utf-8")
    assert tantera("play", "--resume", "copied.dgn", stdin="", cwd=tmp_path).returncode == 0


def test_ctrl_c_saves_also_where_the_signal_was_ignored_at_the_start(tmp_path: Path):
    """Then: `play &` in a script was deaf to Ctrl-C. Now: it saves and says how to go on."""
    with Window("play", "--seed", "7", folder=tmp_path, ignored=(signal.SIGINT,)) as window:
        window.until(TURN)
        window.ctrl_c()
        window.until("Guardada en", "Para seguir: tantera play --resume")
        assert window.end() == 0
    assert len(list(tmp_path.rglob("*.dgn"))) == 1


def test_a_killed_match_for_which_nobody_asked_for_a_file_is_offered_at_the_next_welcome(tmp_path: Path):
    """Then: without `--save` a power cut lost the match. Now: it is in the player's own folder up to the last
    question, and the welcome says how to go on."""
    with Window("play", "--seed", "7", folder=tmp_path) as window:
        window.until(TURN)
        window.process.kill()
        window.process.wait(60)
    (file,) = tmp_path.rglob("*.dgn")
    assert judge(read(file.read_text("utf-8"))).match.hand is not None
    with Window("play", folder=tmp_path) as window:
        window.until("español")
        window.type("1")
        window.until(f"Tu última partida no ha acabado: {file}")
        window.until("¿Seguimos con ella?")
        window.type("")
        window.until(TURN)
        window.type("h")
        window.until("guardar y salir")
        window.until(TURN)  # the table is drawn again below the help
        window.type("q")
        assert window.end() == 0
    with Window("play", folder=tmp_path) as window:
        window.until("español")
        window.type("")
        window.until("¿Seguimos con ella?")
        window.type("n")
        window.until(f"Más tarde: tantera play --resume {file}")
        window.until("Reglas, del 1 al")
        window.type("q")
        assert window.end() == 0
    with Window("play", "--resume", str(file), folder=tmp_path) as window:
        window.until(TURN)
        window.type("salir")
        assert window.end() == 0


def test_a_second_window_cannot_take_the_match_away_from_the_first(tmp_path: Path):
    """Then: two windows on one match wrote over each other. Now: the second one is told."""
    tantera("play", "--seed", "7", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    with Window("play", "--resume", "m.dgn", folder=tmp_path) as window:
        window.until(TURN)
        done = tantera("play", "--resume", "m.dgn", stdin="1\n", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith("m.dgn: ")
        assert len(done.stderr.splitlines()) == 1


# --- closed streams, other people's words ---------------------------------------------------------------------------


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = " ".join(f"'{word}'" for word in PROGRAM)
    return subprocess.run(
        ["bash", "-c", line.replace("tantera", words)],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
        env=os.environ | {"XDG_DATA_HOME": str(folder / "data")},
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("tantera play --seed 7 <&-", "la entrada estándar está cerrada"),
        ("tantera replay - <&-", "la entrada estándar está cerrada"),
        ("tantera solve - <&-", "la entrada estándar está cerrada"),
        ("tantera play --seed 7 >&-", "la salida estándar está cerrada"),
        ("tantera rules list >&-", "la salida estándar está cerrada"),
        ("tantera rules list > /dev/full", "la salida estándar: no se puede escribir (no queda espacio en el disco)"),
        ("yes 1 | tantera play --seed 7 --limit 900p | head -3 > /dev/null", "nadie la lee, se esperaba una terminal"),
    ],
)
def test_a_closed_stream_gets_a_sentence(line: str, sentence: str, tmp_path: Path):
    """Then: `AttributeError: 'NoneType'…` and `BrokenPipeError` with all their lines. Now: one sentence."""
    done = shell(line, tmp_path)
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    if "yes" in line:
        assert list(tmp_path.rglob("*.dgn")), "the match is saved all the same"


def test_a_reader_who_has_had_enough_is_no_error(tmp_path: Path):
    done = shell("tantera rules show tarragona | head -1", tmp_path)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_escape_bytes_in_names_never_reach_the_terminal(tmp_path: Path):
    """Then: a name with an escape sequence cleared the screen. Now: it is shown as a mark."""
    evil = "Ana\x1b[2J\x1b]0;owned\x07"
    with Window("play", "--seed", "7", "--name", evil, folder=tmp_path) as window:
        window.until(TURN)
        window.type("t")
        window.until("total")
        window.type("salir")
        assert window.end() == 0
        assert b"\x1b[2J" not in window.raw
        assert b"\x1b]0;" not in window.raw
    saved = next(tmp_path.rglob("*.dgn")).read_text("utf-8")
    assert "\x1b" not in saved
    hurt = tmp_path / "evil.dgn"
    hurt.write_text(saved.replace("Vidal", "V\x9b2Jidal"), "utf-8")
    shown = tantera("replay", str(hurt), cwd=tmp_path)
    assert "\x9b" not in shown.stdout + shown.stderr


def test_who_stopped_the_program_and_comes_back_finds_the_table_and_the_question(tmp_path: Path):
    with Window("play", "--seed", "7", "--book", "clasico", folder=tmp_path) as window:
        window.until(TURN)
        window.process.send_signal(signal.SIGSTOP)
        window.process.send_signal(signal.SIGCONT)
        window.until("mano 1")
        window.until(TURN)
        window.type("q")
        assert window.end() == 0
