"""docs/organisers.md says what the program does: its commands run, its words stand on the screens."""

from __future__ import annotations

import re
import shlex
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tantera.rules import built_in_books
from tantera.tournament_file import open_tournament, write_sample
from tests.guides import DOCS, Part, parts_of
from tests.web.processes import run, served

PARTS = parts_of("organisers.md", es="El día del torneo", ca="El dia del torneig", en="The day of the tournament")
STICK = "/media/LAPIZ"


def test_three_languages_tell_the_same_chapters_and_the_same_commands() -> None:
    es, ca, en = PARTS.values()
    assert len(es.chapters) == len(ca.chapters) == len(en.chapters) == 13
    assert es.commands == ca.commands == en.commands


@pytest.mark.parametrize("part", PARTS.values(), ids=list(PARTS))
def test_every_button_and_screen_in_it_is_called_so(part: Part) -> None:
    assert len(part.cited) > 40
    assert part.unsaid == []


def test_the_same_screens_are_shown_in_three_languages_and_cost_little() -> None:
    """`python3 run.py prove docs_pictures` takes them anew."""
    pictures = {lang: rf"\]\((pictures/organisers/[\w-]+)-{lang}\.webp\)" for lang in PARTS}
    shown = {lang: re.findall(pictures[lang], part.text) for lang, part in PARTS.items()}
    assert shown["es"] == shown["ca"] == shown["en"]
    assert len(shown["es"]) == 7
    sizes = {path.name: path.stat().st_size for path in (DOCS / "pictures" / "organisers").iterdir()}
    assert sorted(sizes) == sorted(f"{Path(one).name}-{lang}.webp" for one in shown["es"] for lang in shown)
    assert max(sizes.values()) < 80_000
    assert sum(sizes.values()) < 350_000 * len(shown)


def test_the_commands_run_in_the_order_of_the_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stick, data = tmp_path / "LAPIZ", tmp_path / "first"
    stick.mkdir()
    write_sample(Path("open.tantera"), built_in_books, datetime.now(UTC))
    shutil.copy("open.tantera", stick)
    tournament = open_tournament(Path("open.tantera"), built_in_books, lambda: datetime.now(UTC))
    assert tournament.state is not None
    head = tournament.state.head[:16]
    tournament.close()
    for command in PARTS["es"].commands:
        words = [word.replace(STICK, str(stick)) for word in shlex.split(command)[1:]]
        if words[0] == "restore":
            data = tmp_path / "second"
        if words[0] == "serve" and "--admin-link" not in words:
            with served(data if "--demo" not in words else tmp_path / "demo", *words[1:], "--no-qr") as server:
                server.until_said("Ctrl-C")
                assert server.stop()[0] == 0
            continue
        if "--head" in words:
            words[-1] = head
        if words[0] != "tournament":
            words += ["--data", str(data)]
        done = run(*words)
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert (tmp_path / "web" / "index.html").exists()
    assert (tmp_path / "papeles" / "open-act.pdf").exists()
    assert (tmp_path / "second" / "events" / "open.tantera").exists()
