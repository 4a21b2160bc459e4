"""The commands of the pages, as somebody types them: each is run here, a little shortened where the page counts in
hours, or there is a reason why not."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.cli.warm import ran
from tests.guides import DOCS
from tests.web.processes import environment, served

ROOT = DOCS.parent
PAGES = ("bots", "dgn", "engines", "hosting", "installing", "study")
PROGRAMS = "tantera|python3?|pipx|podman|docker|source"

SHORTER: Final = {
    r"--hands 1000000 --bot best --bot greedy": "--hands 20 --bot counter --bot greedy --workers 1",
    r"--hands 1000000": "--hands 2000",
    r"--deals 500": "--deals 2",
    r"(arena \"pipe:\S+ \S+\" greedy)": r"\1 --deals 2",
}
"""What takes minutes takes seconds here: the same command and the same options, with less to do."""

REASONS: Final = {
    r"^(pipx|podman|docker|TANTERA_DB_PASSWORD)": "sets a machine up: tests/test_installs.py, test_server_files.py",
    r"^python3 run\.py( portable| release|$)": "makes what is handed out: tests/test_portable.py, test_release.py",
    r"^DATABASE_URL": "wants a database: tests/web/test_processes.py has several processes on one",
    r"[\[…]|FILE": "says what may be typed, and is not typed",
    r"tantera review": "the bots judge for minutes: tests/cli/test_review.py has a match of one hand",
    r"--ladder|best pimc-64": "the strong bots think for minutes: tests/cli/test_arena.py has quick ones",
    r"^tantera play": "a match: tests/cli/test_play.py, and tests/bots/test_pipe.py over a pipe",
    r"pipe:node|bring\.py": "wants node: tests/bots/test_pipe.py, tests/web/test_live_bot.py have one",
    r"^tantera serve --open": "opens a browser on this screen: tests/web/test_opening.py",
}  # fmt: skip


class Line(NamedTuple):
    page: str
    typed: str

    @property
    def reasons(self) -> list[str]:
        return [why for pattern, why in REASONS.items() if re.search(pattern, self.typed)]

    @property
    def commands(self) -> list[list[str]]:
        """What of it is ours, without what it is piped into."""
        inner = re.sub(r"^source <\((.*)\)$", r"\1", self.typed).split(" | ")[0]
        for pattern, less in SHORTER.items():
            inner = re.sub(pattern, less, inner)
        return [shlex.split(inner)[1:]]


def lines(page: str) -> list[Line]:
    """Each once, whatever the three languages call their files."""
    text = re.sub(r"^```.*?^```", "", (DOCS / f"{page}.md").read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    found = re.findall(rf"^    ((?:[A-Z_]+=\S+ )?(?:{PROGRAMS})\b.*?)(?: +#.*)?$", text, re.MULTILINE)
    by_words = {re.sub(r"\S+\.(?:dgn|gz)|[A-Z-]{5,}", "", typed): typed for typed in found}
    return [Line(page, typed) for typed in by_words.values()]


LINES = [line for page in PAGES for line in lines(page)]
RUN = [line for line in LINES if not line.reasons]


def test_a_line_that_is_not_run_has_a_reason_and_no_reason_is_left_over():
    assert {line.page for line in RUN} == set(PAGES) - {"engines"}
    assert len(RUN) > 12
    used = {why for line in LINES for why in line.reasons}
    assert used == set(REASONS.values())
    for place in re.findall(r"tests/\w\S+\.py", " ".join(REASONS.values())):
        assert (ROOT / place).is_file(), place


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for name in ("liga", "lliga", "enero", "gener", "febrero", "febrer"):
        shutil.copy(ROOT / "examples" / "liga.dgn", tmp_path / f"{name}.dgn")
    return tmp_path


@pytest.mark.parametrize("line", RUN, ids=[f"{one.page}: {one.typed}" for one in RUN])
def test_what_a_page_says_is_typed_works(line: Line, folder: Path):
    env = environment(TANTERA_LANG="en", XDG_DATA_HOME=str(folder / "data"), COLUMNS="100")
    for words in line.commands:
        if words[0] == "serve":
            with served(folder / "served", *words[1:]) as server:
                status, _ = server.stop()
            assert status == 0, server.logged
            continue
        if words[0] in ("backup", "restore"):
            _in_a_folder_of_tables(words, folder, env)
            continue
        done = ran(tuple(_expanded(words, folder)), "", folder, env)
        assert done.returncode == 0, done.stderr
        assert done.stdout or done.stderr


def _expanded(words: list[str], folder: Path) -> list[str]:
    """``*.dgn``, as a shell has it."""
    return [
        name for word in words for name in (sorted(one.name for one in folder.glob(word)) if "*" in word else [word])
    ]


def _in_a_folder_of_tables(words: list[str], folder: Path, env: dict[str, str]) -> None:
    """A backup is of something, and one is given back: what the page writes first, and where."""
    home = folder / "home"
    with served(home):
        pass
    file = words[1]
    made = ran(("backup", file, "--data", str(home)), "", folder, env)
    assert made.returncode == 0, made.stderr
    assert (folder / file).stat().st_size > 0
    if words[0] == "restore":
        done = ran(tuple(words), "", folder, env)
        assert done.returncode == 0, done.stderr
        assert any((folder / words[-1]).iterdir())
