"""What every test may ask of pytest."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

for machine in ("LC_ALL", "LC_MESSAGES", "TANTERA_LANG"):
    os.environ.pop(machine, None)
NOBODYS = tempfile.mkdtemp(prefix="tantera-tests-")
os.environ["XDG_DATA_HOME"] = NOBODYS  # no test reads or writes anybody's own matches
os.environ["LANG"] = "C.UTF-8"  # the language of whoever runs the tests is not the tests'

TESTS = Path(__file__).parent
UNMEASURED = ("bots", "browser", "cli", "examples", "solver", "web")
"""Tests of rooms whose lines are not counted; which lines of the rooms below are tested, their own tests show. Coverage
takes two thirds of a test's speed, and where a server runs in threads of the test's own process, a thread that starts
while another one's tracer is being installed dies (CPython 3.11)."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write the golden play-throughs of tests/golden anew; read the diff, they change only on purpose",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.write_sep("_", f"tried again: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


def pytest_unconfigure() -> None:
    shutil.rmtree(NOBODYS, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server. A test that cannot have one fails and says so; it is never left out."""
    from tests.store.servers import OwnServer, given_url

    if (url := given_url()) is not None:
        yield url
        return
    try:
        server = OwnServer()
    except Exception as error:
        pytest.fail(f"this test needs PostgreSQL, and none could be started ({error!r}); DATABASE_URL may name one")
    yield server.url
    server.stop()


@pytest.fixture
def database(postgresql: str) -> Iterator[str]:
    from tests.store.servers import fresh_database

    with fresh_database(postgresql) as url:
        yield url


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    measuring = getattr(item.config.pluginmanager.getplugin("_cov"), "cov_controller", None)
    if measuring is None or not _is_unmeasured(item):
        return (yield)
    if measuring.started:
        measuring.pause()
    try:
        return (yield)
    finally:
        # Not between two of them: a server that they share goes on, and may start a thread at any moment.
        if nextitem is None or not _is_unmeasured(nextitem):
            measuring.resume()


def _is_unmeasured(item: pytest.Item) -> bool:
    """Also what chance leads through the code: a figure that depends on luck is none."""
    hypothesis = getattr(getattr(item, "function", None), "is_hypothesis_test", False)
    by_chance = hypothesis or item.get_closest_marker("by_chance") is not None
    return by_chance or any(TESTS / folder in item.path.parents for folder in UNMEASURED)
