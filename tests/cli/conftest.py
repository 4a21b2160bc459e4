"""One process runs many command lines here: what one of them spoke is not the language of the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tantera.cli import language


@pytest.fixture(autouse=True)
def nobody_has_spoken_yet() -> Iterator[None]:
    token = language._spoken.set("")
    yield
    language._spoken.reset(token)
