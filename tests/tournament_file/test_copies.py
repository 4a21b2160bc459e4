"""A copy on a stick is whole whenever it is there, photos included, and nobody waits for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

import pytest

from tantera.rules import built_in_books
from tantera.store import open_store_file
from tantera.tournament.reading import order_of
from tantera.tournament_file import (
    TournamentFile,
    TournamentFolder,
    keep_photo,
    open_tournament,
    photo,
    read_lines,
    set_copies,
    take_over,
)

PICTURE = b"\xff\xd8 a signed slip"
DIGEST = sha256(PICTURE).hexdigest()


def drafted(path: Path, carry_out: Callable[[Callable[[], object]], object]) -> TournamentFile:
    tournament = open_tournament(path, built_in_books, lambda: datetime.now(UTC), new=True, carry_out=carry_out)
    tournament.apply_one(order_of({"order": "create", "name": "Copa", "book": "competencia-individual", "seed": "s"}))
    for n in range(1, 9):
        enter = {"order": "enter", "entry": f"e{n}", "players": [{"id": f"p{n}", "name": f"Ana {n}"}]}
        tournament.apply_one(order_of(enter))
    tournament.apply_one(order_of({"order": "draw"}))
    keep_photo(tournament.store, DIGEST, PICTURE)
    return tournament


def test_a_publish_does_not_wait_for_its_copy(tmp_path: Path):
    stick, due = tmp_path / "stick", list[Callable[[], object]]()
    stick.mkdir()
    tournament = drafted(tmp_path / "open.tantera", due.append)
    set_copies(tournament.store, stick)
    tournament.apply_one(order_of({"order": "publish"}))
    assert tournament.copying
    assert list(stick.iterdir()) == []
    tournament.apply_one(order_of({"order": "result", "round": 1, "table": 1, "score": [100, 60]}))
    (copy,) = due
    copy()
    assert not tournament.copying
    assert tournament.copied is not None
    assert tournament.copied.problem is None
    assert read_lines(stick / "open.tantera") == tournament.lines
    assert [one.name for one in stick.iterdir()] == ["open.tantera"]
    tournament.close()


def test_a_copy_brings_the_photos_to_another_machine(tmp_path: Path):
    (tmp_path / "stick").mkdir()
    tournament = drafted(tmp_path / "open.tantera", lambda work: work())
    set_copies(tournament.store, tmp_path / "stick")
    tournament.apply_one(order_of({"order": "publish"}))
    tournament.close()
    other = TournamentFolder(tmp_path / "other")
    with other.store(take_over(tmp_path / "stick" / "open.tantera", other, "open", lambda: token_hex(16))) as there:
        assert photo(there, DIGEST) == PICTURE


@pytest.mark.skipif(os.name != "posix", reason="a process that is killed outright")
def test_a_copy_that_is_killed_leaves_the_older_one_whole_and_its_own_rest_goes_later(tmp_path: Path):
    good = tmp_path / "open.tantera"
    drafted(good, lambda work: work()).close()
    before = read_lines(good)
    program = (
        "import os, sys; from pathlib import Path; from tantera.store.whole_files import appearing\n"
        "with appearing(Path(sys.argv[1])) as part:\n"
        "    part.write_bytes(b'half of it'); os.kill(os.getpid(), 9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(good)])
    assert killed.returncode == -signal.SIGKILL
    assert read_lines(good) == before
    (rest,) = tmp_path.glob(".*.part")
    with open_store_file(good) as store:
        fresh = tmp_path / "stick"
        fresh.mkdir()
        rest = rest.rename(fresh / rest.name)
        store.copy_to(fresh / "open.tantera")
        assert rest.exists()  # somebody may still be writing it
        os.utime(rest, (0, 0))
        store.copy_to(fresh / "open.tantera")
    assert [one.name for one in fresh.iterdir()] == ["open.tantera"]
