"""A sheet that nothing loses: killed processes, two windows, full disks, signals, closed streams."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import tantera
from tests.cli.test_sheet import SAN_JUAN, hands, typed
from tests.cli.test_sheet_walks import WHO, names_in
from tests.cli.warm import PROGRAM
from tests.cli.window import Window

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")


def test_killed_in_the_middle_every_entry_that_was_answered_is_in_the_file(tmp_path: Path):
    """The program is killed at the question after each entry, and goes on from the file: eight times."""
    expected = ""
    steps = (
        ("1", "#1 o1 0-0\n"),
        ("3 41", "= domino 3 +41\n"),
        ("c 1 17 35", "\n#2 o3 41-0\n= block 1+3 +52 (17-35)\n"),
        ("e 1", None),  # in the middle of putting something right: nothing of that is there
        ("2", "\n#3 o2 93-0\n"),
        ("4 20", "= domino 4 +20\n"),
    )
    for line, added in steps:
        with Window("sheet", "mesa.dgn", *SAN_JUAN, folder=tmp_path) as pad:
            pad.wait_for("? ")
            pad.wait_for("Mano ")
            pad.say(line, "Mano " if added is not None else "la mano entera")
            pad.process.send_signal(signal.SIGKILL)
            pad.process.wait(60)
        expected += added or ""
        assert hands(tmp_path / "mesa.dgn") == expected
        assert names_in(tmp_path) == ["mesa.dgn"]


def test_two_windows_on_one_sheet_do_not_write_over_each_other(tmp_path: Path):
    """Then: the second window's entries replaced the first's without a word. Now: it is told and gives way; and where a
    file changes all the same (an editor, a shared folder) what is entered goes to a name of its own."""
    with Window("sheet", "mesa.dgn", *SAN_JUAN, folder=tmp_path, columns=100) as first:
        first.wait_for("¿quién sale? ")
        first.say("1", WHO)
        with Window("sheet", "mesa.dgn", "--lang", "es", folder=tmp_path, columns=100) as second:
            second.wait_for("lo tiene abierto otra ventana")
            second.rest()
            assert second.process.returncode == 2
        (tmp_path / "mesa.dgn").write_text('[Book "ueh"]\n', "utf-8")
        first.say("3 41", "El archivo ha cambiado: lo ha escrito otra ventana. Lo tuyo se guarda en mesa-2.dgn")
        first.say("2 20", "Mano 3")
        first.say("q", "tantera sheet mesa-2.dgn")
        first.rest()
    assert (tmp_path / "mesa.dgn").read_text("utf-8") == '[Book "ueh"]\n'
    assert "= domino 3 +41" in hands(tmp_path / "mesa-2.dgn")
    assert "= domino 2 +20" in hands(tmp_path / "mesa-2.dgn")


@pytest.fixture
def small_disk(tmp_path: Path):
    """A disk of 16 kB that is nearly full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]).returncode:
        pytest.skip("a disk can only be mounted by root")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk_asks_for_another_place_and_the_entry_is_kept(tmp_path: Path, small_disk: Path):
    """Then: the program ended and the entry was lost. Now: it says why, and where else; what was on the disk stays."""
    with Window("sheet", "disk/mesa.dgn", *SAN_JUAN, folder=tmp_path) as pad:
        pad.wait_for("¿quién sale? ")
        pad.say("1", WHO)
        (small_disk / "filler").write_bytes(b"")
        with (small_disk / "filler").open("wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"x" * 4096)
            except OSError:
                pass
        pad.say("3 41", "no se puede guardar en disk/mesa.dgn: no queda espacio en el disco")
        pad.say("", "no queda espacio en el disco")
        pad.say("nowhere/mesa.dgn", "no se puede guardar en nowhere/mesa.dgn: no existe")
        pad.say(".", "Mano 2, sale Mas")
        pad.say("q", "tantera sheet mesa.dgn")
        pad.rest()
    assert hands(tmp_path / "mesa.dgn") == "#1 o1 0-0\n= domino 3 +41\n"
    assert hands(small_disk / "mesa.dgn") == "#1 o1 0-0\n"
    assert names_in(small_disk) == ["filler", "mesa.dgn"]


@pytest.mark.parametrize(
    ("command", "asked"), [("sheet", "¿Dónde lo guardo?"), ("play", "Otro archivo donde guardarla")]
)
def test_whoever_goes_on_typing_entries_makes_no_file_of_them(command: str, asked: str, tmp_path: Path):
    """Then: `3 41`, or `salir`, typed where another path was asked for, was a file of that name."""
    (tmp_path / "usb").mkdir()
    flags = SAN_JUAN if command == "sheet" else ("--seed", "7", "--save", "usb/mesa.dgn")
    words = (command, "usb/mesa.dgn", *flags) if command == "sheet" else (command, *flags)
    with Window(*words, folder=tmp_path) as window:
        window.until("¿quién sale? ", "Te toca: ")
        shutil.rmtree(tmp_path / "usb")
        window.say("1", asked)
        for entry in ("domino 3 41", "3 41", "c 1 17 35", "i paso", "63>", "h"):
            window.say(entry, f"¿«{entry}» es el nombre de un archivo?")
            window.say("2 20", asked)
        assert names_in(tmp_path) == []
        window.say("la de hoy", "es el nombre de un archivo?")
        window.type("s")
        window.until(WHO, "Te toca: ", "otra ficha ")
    assert names_in(tmp_path) == ["la de hoy"]


def test_who_leaves_although_it_cannot_be_saved_is_given_the_text(tmp_path: Path):
    words = ("sheet", "mesa.dgn", *SAN_JUAN, "--lang", "es")
    with Window(*words, folder=tmp_path, largest=100) as pad:
        pad.wait_for("no se puede guardar en mesa.dgn: el archivo no cabe")
        os.write(pad.leader, b"\x04")  # the keyboard is gone
        shown = pad.rest()
    assert '[Seat4 "Roca"]' in shown
    assert "la tantera no está guardada en ningún sitio: su texto está arriba" in shown
    assert pad.process.returncode == 2
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_keep_the_sheet_also_where_it_was_started_with_them_ignored(tmp_path: Path, number: signal.Signals):
    """Then: started by `&` or `nohup` in a script, Ctrl-C did nothing, and a polite kill ended it without a word."""
    all_of_them = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    with Window("sheet", "mesa.dgn", *SAN_JUAN, folder=tmp_path, ignored=all_of_them) as pad:
        pad.wait_for("¿quién sale? ")
        pad.say("2", WHO)
        pad.type("3")
        pad.wait_for("Puntos: ")
        pad.process.send_signal(number)
        assert "lo que habías empezado no se apunta" in pad.rest()
        assert "Guardada en mesa.dgn\nPara seguir: tantera sheet mesa.dgn" in pad.text
        assert pad.process.returncode == 0
    assert hands(tmp_path / "mesa.dgn") == "#1 o2 0-0\n"


def test_a_closed_window_leaves_the_sheet_whole(tmp_path: Path):
    with Window("sheet", "mesa.dgn", *SAN_JUAN, folder=tmp_path) as pad:
        pad.wait_for("¿quién sale? ")
        pad.say("2", WHO)
        pad.close()
        pad.process.send_signal(signal.SIGHUP)
        pad.process.wait(60)
    assert hands(tmp_path / "mesa.dgn") == "#1 o2 0-0\n"
    assert names_in(tmp_path) == ["mesa.dgn"]


@pytest.mark.parametrize(
    ("closed", "sentence"),
    [("<&-", "la entrada está cerrada"), (">&-", "la salida estándar está cerrada"), ("<&- >&-", "cerrada")],
)
def test_closed_streams_get_a_sentence(closed: str, sentence: str, tmp_path: Path):
    """Then: a traceback."""
    command = f'exec "$@" {closed}'
    words = ("sheet", "mesa.dgn", *SAN_JUAN, "--lang", "es")
    done = subprocess.run(
        ["sh", "-c", command, "sh", *PROGRAM, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True, timeout=120
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert sentence in done.stderr
    assert names_in(tmp_path) == []


def test_an_input_that_ends_before_anything_was_begun_says_so(tmp_path: Path):
    done = tantera("sheet", stdin="", cwd=tmp_path)
    assert "No se ha empezado nada: no hay nada que guardar." in done.stdout
    assert names_in(tmp_path) == []


def test_escape_bytes_in_names_and_rulings_never_reach_the_terminal(tmp_path: Path):
    """Then: a name in somebody's file could clear the screen or change its title. Now: it is shown as signs."""
    evil = "Pons\x1b]0;owned\x07\x1b[2J"
    sheet = f'[Book "san-juan"]\n[Seat1 "{evil}"]\n#1 o1 0-0\n[SJ-jueces by="{evil}" text="{evil}"]\n= domino 1 +41\n'
    (tmp_path / "mesa.dgn").write_text(sheet, "utf-8")
    for done in (
        tantera("sheet", "mesa.dgn", stdin=typed("t", "e", "", "q"), cwd=tmp_path),
        tantera("replay", "mesa.dgn", cwd=tmp_path),
    ):
        assert done.returncode == 0, done.stderr
        assert "Pons" in done.stdout
        assert not set(done.stdout + done.stderr) & {"\x1b", "\x07"}
    refused = tantera("sheet", "b.dgn", "--book", "san-juan", "--names", f"{evil},B,C,D", cwd=tmp_path)
    assert refused.returncode == 2
    assert "\x1b" not in refused.stderr
