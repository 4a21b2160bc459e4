"""The proof that killing a process takes nothing from anybody finds each of these faults."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.store.servers import own_server
from tests.web.killing import Evening, holds, log_of

FAULTS = {
    "no_fence": "twice|do not go on",
    "commits_that_do_not_wait": "lost|heard of|gone back|do not go on",
    "only_who_is_here_is_there": "nobody was away",
}


@pytest.mark.prove
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_is_planted_in_every_process_is_found(fault: str, tmp_path: Path):
    with own_server() as postgresql:
        evening = Evening(tmp_path, postgresql.url, fault)

        def found() -> None:
            asyncio.run(evening.goes_by(6, 6, postgresql.restart, every=2))
            holds(log_of(postgresql.url), evening.clients)

        with pytest.raises(AssertionError, match=FAULTS[fault]):
            found()
