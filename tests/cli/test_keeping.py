"""Files that are never lost: whole or not at all, one window at a time, never over another's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tantera.cli.keeping import InUse, Keeper, Leaving, Saved, free_name, leaving_by_signals, sweep, write_output
from tests.cli.test_commands import tantera

posix = pytest.mark.skipif(os.name != "posix", reason="locks and signals of POSIX")


def test_a_new_file_takes_a_free_name_and_never_another_ones(tmp_path: Path):
    (tmp_path / "mesa.dgn").write_text("somebody else's")
    keeper = Keeper(tmp_path / "mesa.dgn")
    assert keeper.save("mine") is Saved.NEW_NAME
    assert keeper.path == tmp_path / "mesa-2.dgn"
    assert keeper.save("mine, longer") is Saved.SAME
    assert (tmp_path / "mesa.dgn").read_text() == "somebody else's"
    assert (tmp_path / "mesa-2.dgn").read_text() == "mine, longer"
    assert free_name(tmp_path / "mesa.dgn") == tmp_path / "mesa-3.dgn"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mesa-2.dgn", "mesa.dgn"]


@posix
def test_a_second_window_cannot_open_it_until_the_first_one_lets_go(tmp_path: Path):
    first = Keeper(tmp_path / "mesa.dgn")
    first.save("one")
    first.save("two")  # another file under the same name: it is held all the same
    with pytest.raises(InUse) as refused:
        Keeper.opened(tmp_path / "mesa.dgn")
    assert "lo tiene abierto otra ventana" in refused.value.told("es")
    first.close()
    second, found = Keeper.opened(tmp_path / "mesa.dgn")
    assert found == b"two"
    second.close()


@posix
def test_a_killed_window_lets_go_and_its_drafts_are_swept_away(tmp_path: Path):
    file = tmp_path / "mesa.dgn"
    program = "import sys, pathlib; from tantera.cli.keeping import Keeper; k = Keeper(pathlib.Path(sys.argv[1])); "
    program += "k.save('kept'); print('saved', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == b"saved\n"
        with pytest.raises(InUse):
            Keeper.opened(file)
        window.kill()
    for draft in ("mesa.dgn.part", "mesa.dgn.4711.part"):
        (tmp_path / draft).write_text("half")
    (tmp_path / "mesa.dgn.notes.part").write_text("not ours")
    keeper, found = Keeper.opened(file)
    assert found == b"kept"
    keeper.close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mesa.dgn", "mesa.dgn.notes.part"]


def test_a_file_that_has_changed_is_not_written_over(tmp_path: Path):
    file = tmp_path / "mesa.dgn"
    keeper = Keeper(file)
    keeper.save("one")
    file.write_text("an editor's")
    assert keeper.save("two") is Saved.CHANGED
    assert (file.read_text(), keeper.path.name, keeper.path.read_text()) == ("an editor's", "mesa-2.dgn", "two")
    told = Saved.CHANGED.told(keeper.path)
    assert told is not None
    assert told.told("es").startswith("El archivo ha cambiado")


def test_a_file_that_is_gone_is_written_anew(tmp_path: Path):
    keeper = Keeper(tmp_path / "mesa.dgn")
    keeper.save("one")
    keeper.path.unlink()
    assert keeper.save("one") is Saved.SAME
    assert keeper.path.read_text() == "one"


def test_what_cannot_be_written_leaves_the_file_and_no_draft(tmp_path: Path):
    import resource

    file = tmp_path / "mesa.dgn"
    keeper = Keeper(file)
    keeper.save("short")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            keeper.save("long" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    assert [one.name for one in tmp_path.iterdir()] == ["mesa.dgn"]
    assert file.read_text() == "short"
    moved = keeper.elsewhere(tmp_path / "other.dgn")
    assert moved.save("long" * 1000) is Saved.SAME
    assert moved.path.name == "other.dgn"


@posix
def test_a_link_stays_a_link_and_the_mode_of_the_file_stays(tmp_path: Path):
    (tmp_path / "disk").mkdir()
    real, link = tmp_path / "disk" / "real.dgn", tmp_path / "mesa.dgn"
    real.write_text("one")
    real.chmod(0o640)
    link.symlink_to(real)
    keeper, _ = Keeper.opened(link)
    keeper.save("two")
    keeper.close()
    assert (link.is_symlink(), real.read_text(), real.stat().st_mode & 0o777) == (True, "two", 0o640)


def test_without_links_the_name_is_taken_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A USB stick has no hard links."""

    def refuses(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuses)
    (tmp_path / "mesa.dgn").write_text("somebody else's")
    keeper = Keeper(tmp_path / "mesa.dgn")
    assert keeper.save("mine") is Saved.NEW_NAME
    assert sorted(one.read_text() for one in tmp_path.iterdir()) == ["mine", "somebody else's"]


def _struck_by(number: int) -> None:
    with leaving_by_signals():
        os.kill(os.getpid(), number)
        signal.pause()


@posix
def test_signals_that_were_ignored_at_the_start_are_heard(tmp_path: Path):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with pytest.raises(Leaving):
                _struck_by(number)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@posix
def test_a_signal_in_the_middle_of_writing_waits_until_the_file_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file, sync = tmp_path / "mesa.dgn", os.fsync

    def struck(held: int) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        sync(held)

    keeper = Keeper(file)
    monkeypatch.setattr(os, "fsync", struck)
    with leaving_by_signals(), pytest.raises(Leaving):
        keeper.save("whole")
    monkeypatch.undo()
    assert file.read_text() == "whole"
    assert keeper.save("and longer") is Saved.SAME


def test_a_picture_takes_the_place_of_a_picture_and_of_nothing_else(tmp_path: Path):
    file = tmp_path / "mesa.svg"
    write_output(file, b"<svg one")
    write_output(file, b"<svg two")
    with pytest.raises(FileExistsError, match="another kind"):
        write_output(file, b"%PDF-1.7")
    sweep(tmp_path / "nowhere" / "x")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("mesa.svg", b"<svg two")]
    write_output(Path(os.devnull), b"%PDF-1.7")


def test_no_command_writes_a_picture_or_a_paper_over_the_record_it_is_made_of(tmp_path: Path):
    """`sheet mesa.dgn --print mesa.dgn` had replaced the sheet by its act, `layout --svg` the match by a picture."""
    file, example = tmp_path / "mesa.dgn", Path(__file__).parents[2] / "examples" / "liga.dgn"
    file.write_bytes(example.read_bytes())
    for words in (
        ("sheet", "mesa.dgn", "--print", "mesa.dgn"),
        ("layout", "mesa.dgn", "--svg", "mesa.dgn"),
        ("simulate", "--hands", "10", "--svg", "mesa.dgn"),
    ):
        done = tantera(*words, cwd=tmp_path)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert "hay un archivo de otra clase" in done.stderr
    assert file.read_bytes() == example.read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["mesa.dgn"]
