"""What every test may ask of pytest."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from hypothesis import settings

for machine in ("LC_ALL", "LC_MESSAGES", "TANTERA_LANG"):
    os.environ.pop(machine, None)
NOBODYS = tempfile.mkdtemp(prefix="tantera-tests-")
os.environ["XDG_DATA_HOME"] = NOBODYS  # no test reads or writes anybody's own matches
os.environ["LANG"] = "C.UTF-8"  # the language of whoever runs the tests is not the tests'

PROVING = os.environ.get("TANTERA_PROVE", "")
# Hypothesis waits: a slow machine is no failure.
EXAMPLES = int(PROVING) if PROVING.isdigit() else 1000 if PROVING else 40
settings.register_profile("patient", deadline=None, max_examples=EXAMPLES)
settings.load_profile("patient")

TESTS = Path(__file__).parent
UNMEASURED = ("bots", "browser", "cli", "examples", "solver", "web")
"""Tests of rooms whose lines are not counted; which lines of the rooms below are tested, their own tests show. Coverage
takes two thirds of a test's speed, and where a server runs in threads of the test's own process, a thread that starts
while another one's tracer is being installed dies (CPython 3.11)."""
WELL_TRODDEN = (
    "notation/test_export.py",
    "notation/test_fuzz.py",
    "notation/test_large_files.py",
    "play/test_perft.py",
    "play/test_wire.py",
    "referee/test_leaks.py",
    "referee/test_matrix.py",
    "rules/test_languages.py",
    "rules/test_law.py",
    "rules/test_words.py",
    "store/test_commands.py",
    "store/test_log.py",
    "store/test_no_loss.py",
    "telling/test_story.py",
    "telling/test_tally.py",
    "test_bench.py",
    "test_conformance.py",
    "test_contributing.py",
    "test_golden.py",
    "tournament/test_a_new_format.py",
    "tournament/test_object_schema.py",
    "tournament_file/test_answers.py",
    "words/test_catalogue.py",
)
"""Tests that go through the same lines many times, and through next to none that others leave out. So what is counted
is less than what is tested."""

_NOT_COUNTED = {*(TESTS / name for name in (*UNMEASURED, *WELL_TRODDEN)), TESTS.parent / "src" / "tantera" / "solver"}
assert all(place.exists() for place in _NOT_COUNTED)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write the golden play-throughs of tests/golden anew; read the diff, they change only on purpose",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What holds of anything is a long proof, too, of which `test` has a sample."""
    for item in items if PROVING else ():
        if _is_property(item):
            item.add_marker("prove")


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
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Of what is counted, the lines of a module itself run now or never. After that only some tests are measured:
    pytest's own work takes three times as long when somebody looks on."""
    if (measuring := _measuring(session.config)) is not None:
        for name in measuring.cov.get_option("run:source_pkgs") if measuring.started else ():
            for module in walk_packages(import_module(name).__path__, f"{name}."):
                if ".migrations" not in module.name:  # they mean something inside Alembic only
                    import_module(module.name)
        measuring.pause()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    measuring = _measuring(item.config)
    if measuring is None or _is_unmeasured(item):
        return (yield)
    if not measuring.started:
        measuring.resume()
    try:
        return (yield)
    finally:
        if nextitem is None or _is_unmeasured(nextitem):
            measuring.pause()


def _measuring(config: pytest.Config) -> Any:
    """What measures coverage in this process, if anything does."""
    return getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None)


def _is_unmeasured(item: pytest.Item) -> bool:
    """Also what chance leads through the code: a figure that depends on luck is none."""
    by_chance = _is_property(item) or item.get_closest_marker("by_chance") is not None
    places = {item.path, *item.path.parents}
    return by_chance or not places.isdisjoint(_NOT_COUNTED)


def _is_property(item: pytest.Item) -> bool:
    """Whether hypothesis thinks up what it is given."""
    return bool(getattr(getattr(item, "function", None), "is_hypothesis_test", False))
