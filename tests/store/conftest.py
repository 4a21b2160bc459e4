"""A place for a store: each test that asks for one runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.servers import OwnServer, fresh_database, given_url

Place = Path | str


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server. A test that cannot have one fails and says so; it is never left out."""
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
    with fresh_database(postgresql) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return tmp_path / "data"
    url: str = request.getfixturevalue("database")
    return url
