"""A place for a store: each test that asks for one runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

Place = Path | str


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return tmp_path / "data"
    url: str = request.getfixturevalue("database")
    return url
