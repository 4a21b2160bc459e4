"""What every test may ask of pytest."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

for machine in ("LC_ALL", "LC_MESSAGES", "TANTERA_LANG"):
    os.environ.pop(machine, None)
NOBODYS = tempfile.mkdtemp(prefix="tantera-tests-")
os.environ["XDG_DATA_HOME"] = NOBODYS  # no test reads or writes anybody's own matches
os.environ["LANG"] = "C.UTF-8"  # the language of whoever runs the tests is not the tests'

PROVING = os.environ.get("TANTERA_PROVE", "")
EXAMPLES = int(PROVING) if PROVING.isdigit() else 1000 if PROVING else 40
# Hypothesis waits: a slow machine is no failure. In `test` it thinks up the same every time, new things in a proof.
settings.register_profile(
    "patient",
    deadline=None,
    max_examples=EXAMPLES,
    derandomize=not PROVING,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")


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


def _is_property(item: pytest.Item) -> bool:
    """Whether hypothesis thinks up what it is given."""
    return bool(getattr(getattr(item, "function", None), "is_hypothesis_test", False))
