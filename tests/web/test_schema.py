"""The API is what its description says (schemathesis): whatever that allows, and what it does not, is answered with a
status, a type and an object that it names; never with a 5xx."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.play.tables import proof
from tests.web.lines import failures, logged
from tests.web.serving import Guest, Running, serving

# Hypothesis watches the `random` module while it makes a request; the server, in another thread, may use it meanwhile.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")

OPENAPI = "/api/schema/openapi.json"
REFUSALS = [positive_data_acceptance]
"""A request may be well-formed and still be refused: by the rule book, or because a name cannot be read."""
QUICK: dict[str, Any] = {"public": True, "times": {"entropy": 0}}


class Hall:
    """A server with something to ask for: a match that is being played, one that is over, and a referee."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.ana, self.eva = Guest(server.url, "Ana"), Guest(server.url, "Eva")
        self.playing = self.ana.opens("san-juan", settings=QUICK)
        self.over = self.ana.opens("clasico", bots="all", limit="1h", settings=QUICK)
        self.eva.comes_to(self.playing)
        asyncio.run(self._plays())
        self.schema = schemathesis.openapi.from_url(f"{server.url}{OPENAPI}")

    async def _plays(self) -> None:
        async with self.ana.at(self.playing) as host, self.eva.at(self.playing) as referee:
            await referee.order({"order": "propose", "what": "referee"})
            await host.order({"order": "agree", "what": "referee"})
            await host.order({"order": "start"})
            await host.play(lambda: len(host.shown.get("moves", [])) > 4)
        async with self.ana.at(self.over) as player:
            await player.play(lambda: player.shown.get("phase") == "ended")

    @property
    def names(self) -> dict[str, st.SearchStrategy[Any]]:
        """What there is at the addresses of the description."""
        tables = st.sampled_from([self.playing["table"], self.over["table"]])
        books = st.sampled_from(["tarragona", "ueh", "clasico"])
        return {
            "table_id": tables, "table": tables, "number": st.sampled_from(["1", "2"]), "hand": st.integers(0, 3),
            "code": st.sampled_from([self.playing["code"], "ZZZZ"]), "digest": books, "book_id": books,
            "tournament_id": st.just("none"),
        }  # fmt: skip

    @property
    def sessions(self) -> st.SearchStrategy[dict[str, str]]:
        return st.sampled_from([{}, {"tantera": str(self.ana.cookie)}, {"tantera": str(self.eva.cookie)}])


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with logged() as lines, serving(tmp_path_factory.mktemp("hall") / "data") as server:
        yield Hall(server)
    assert not failures(lines.getvalue())


def ask(hall: Hall, operation: Any, mode: GenerationMode, examples: int) -> int:
    """So many requests of one kind; half of those that fit ask for what there is. How many were sent."""
    sent = 0

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    def answered_as_described(case: Any, data: st.DataObject) -> None:
        nonlocal sent
        if mode is GenerationMode.POSITIVE and data.draw(st.booleans(), "what there is"):
            case.path_parameters = {key: data.draw(hall.names[key]) for key in case.path_parameters or {}}
        if not str(case.path).endswith("/worth"):  # that takes its time, and has tests of its own
            case.validate_response(case.call(cookies=data.draw(hall.sessions)), excluded_checks=REFUSALS)
        sent += 1

    try:
        answered_as_described()
    except Unsatisfiable:  # nothing about it could be wrong
        assert mode is GenerationMode.NEGATIVE
    return sent


def test_what_the_description_allows_is_answered_as_it_says(hall: Hall):
    operations = [found.ok() for found in hall.schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 20
    assert sum(ask(hall, one, GenerationMode.POSITIVE, proof(5, 300)) for one in operations) > 100


def test_what_the_description_does_not_allow_is_refused(hall: Hall):
    operations = [found.ok() for found in hall.schema.get_all_operations() if isinstance(found, Ok)]
    with_a_body = [one for one in operations if one.method.upper() == "POST" or "query" in str(one.query)]
    assert sum(ask(hall, one, GenerationMode.NEGATIVE, proof(2, 100)) for one in with_a_body) > 10


def test_of_a_match_that_is_being_played_it_is_said_that_it_is_not_over(hall: Hall):
    played = {"table": hall.playing["table"], "number": "1", "hand": 1}
    for path in (path for path in hall.schema if str(path).startswith("/api/matches/{table}/{number}")):
        case = hall.schema[path]["GET"].Case(path_parameters=played)
        answer = case.call_and_validate(cookies={"tantera": str(hall.ana.cookie)})
        assert answer.status_code == 409, path


@pytest.mark.prove
def test_schemathesis_finds_nothing_with_all_its_checks(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        Hall(server)
        program = str(Path(sys.executable).parent / "schemathesis")
        words = ["run", f"{server.url}{OPENAPI}", "--max-examples", str(proof(100, 100)), "--checks", "all"]
        words += ["--exclude-checks", "positive_data_acceptance", "--suppress-health-check", "all"]
        done = subprocess.run([program, *words], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout[-5000:]
