"""Whatever strangers send, the server goes on: fuzzed frames, orders that are not theirs, replays, foreign sessions,
half-open connections, crowds that come and go. Nothing that is refused changes anything, and nothing is logged as
failed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tantera.play.orders import AnyOrder
from tantera.tables import AnyTableOrder, TableState, bots_asked
from tantera.web.config import Limits
from tests.play.tables import proof
from tests.web.lines import failures, logged
from tests.web.serving import FREE, Guest, Player, Running, serving

_T = TypeVar("_T")
QUICK: dict[str, Any] = {"times": {"entropy": 0}, "public": True}
PATIENT = Limits(
    **{name: getattr(FREE, name) for name in FREE.__struct_fields__} | {"errors": 10**9, "sockets_a_person": 10**6}
)
"""No socket is closed because of what it says: here everything is said."""


class Scene:
    """A table in the middle of a hand, and everybody who may send something there."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.loop = asyncio.new_event_loop()
        self.ana, self.bea, self.eva, self.zoe = (Guest(server.url, name) for name in ("Ana", "Bea", "Eva", "Zoe"))
        self.opened = self.ana.opens("clasico", settings=QUICK | {"chat": "free"}, limit="9000p")
        self.bea.comes_to(self.opened)
        self.eva.comes_to(self.opened)
        self.zoe.opens("ueh")  # somebody with a session, who is not at this table
        self.actors: list[Player] = []
        self.sentinels = 0

    def runs(self, work: Coroutine[Any, Any, _T]) -> _T:
        return self.loop.run_until_complete(work)

    async def begins(self) -> None:
        people = (self.ana, self.bea, self.eva, self.zoe)
        self.actors = [await guest.at(self.opened).join() for guest in people]
        self.actors.append(await Player(self.server.url, self.opened["table"], None).join())
        ana, bea = self.actors[:2]
        await bea.order({"order": "sit", "seat": 2})
        await ana.order({"order": "start"})
        await self.plays_on(4)

    async def plays_on(self, moves: int) -> None:
        """The table goes on: those who have a seat answer whatever they are asked. Then no bot is about to move."""
        ana, bea = self.actors[:2]
        at = self.version
        enough = lambda: self.version >= at + moves  # noqa: E731
        await asyncio.gather(ana.play(enough), bea.play(enough))
        while bots_asked(self.state):
            await asyncio.sleep(0.01)

    @property
    def state(self) -> TableState:
        found: TableState = self.server.app.state.hub.tables[self.opened["table"]].state
        return found

    @property
    def version(self) -> int:
        return self.state.version

    async def sends(self, actor: Player, text: str | bytes) -> list[dict[str, Any]]:
        """Send it, and what was answered: the answer to a second frame shows that all of it has come."""
        self.sentinels += 1
        seen, mark = len(actor.frames), f"sentinel-{self.sentinels}"
        await actor.send(text)
        await actor.order({"order": "pass_turn", "seat": 99}, mark)
        answers = [one for one in actor.frames[seen:] if one["type"] in ("done", "refused", "error")]
        return [one for one in answers if one.get("id") != mark]

    async def comes_back(self, actor: Player) -> None:
        """Who said goodbye comes again; who was let go of too."""
        place = self.actors.index(actor)
        await actor.leave()
        if place < 3:
            guest = (self.ana, self.bea, self.eva)[place]
            await asyncio.to_thread(guest.comes_to, self.opened)
        self.actors[place] = await Player(self.server.url, self.opened["table"], actor.cookie).join()


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with logged() as lines, serving(tmp_path_factory.mktemp("rubbish") / "data", limits=PATIENT) as server:
        one = Scene(server)
        try:
            one.runs(one.begins())
            yield one
            one.runs(one.plays_on(4))
        finally:
            for actor in one.actors:
                one.runs(actor.leave())
            one.loop.close()
    assert not failures(lines.getvalue())


# --- fuzzed frames --------------------------------------------------------------------------------------------------

ORDERS = sorted(str(one.__struct_config__.tag) for one in (*get_args(AnyOrder), *get_args(AnyTableOrder)))
numbers = st.one_of(st.integers(-2, 9), st.integers(), st.just(2**63), st.just(1e400), st.floats())
tiles = st.one_of(st.from_regex(r"[0-9]{2}", fullmatch=True), st.text(max_size=3))
texts = st.one_of(st.text(max_size=20), st.just("\u0000"), st.just("\u202e"), st.just("x" * 3000), st.just("9" * 500))
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "seat": st.one_of(numbers, anything), "tile": st.one_of(tiles, anything),
        "end": st.sampled_from(["<", ">", "", 1]),
        "left": tiles, "right": tiles, "again": anything, "seed": texts, "entropy": anything, "commitment": texts,
        "why": texts, "ends": numbers, "winner": anything, "by": texts, "text": texts, "article": texts,
        "details": anything, "turn": numbers, "choice": texts, "keep": numbers,
        "infraction": numbers, "answer": anything,
        "name": texts, "code": texts, "person": texts, "bot": texts, "to": texts, "reason": texts, "who": anything,
        "late": anything, "what": st.sampled_from(["pause", "resume", "take_back", "rematch", "referee", "x"]),
    },
)  # fmt: skip
orders = st.builds(
    lambda tag, more: {"order": tag, **more}, st.one_of(st.sampled_from([*ORDERS, "unheard", ""]), anything), fields
)
types = st.sampled_from(["order", "order", "order", "again", "beat", "joined", "step", "stopping", ""])
near_frames = st.builds(
    lambda kind, order_id, order, more: {"type": kind, "id": order_id, "order": order, **more},
    types, st.one_of(texts, anything), st.one_of(orders, orders, anything), st.one_of(st.just({}), st.just({"n": 1})),
)  # fmt: skip
valid = st.sampled_from(
    [
        '{"type":"again"}',
        '{"type":"beat","n":1}',
        '{"type":"order","id":"a","order":{"order":"place_tile","seat":1,"tile":"64","end":"<"}}',
        '{"type":"order","id":"b","order":{"order":"say","to":"table","text":"hola"}}',
    ]
)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A frame that is nearly right."""
    text = bytearray(draw(valid).encode())
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text) - 1))
        match draw(st.sampled_from(["flip", "cut", "double", "put"])):
            case "flip":
                text[place] ^= 1 << draw(st.integers(0, 7))
            case "cut":
                del text[place:]
            case "double":
                text[place:place] = text[place : place + 20]
            case _:
                text[place:place] = draw(st.binary(min_size=1, max_size=3))
        if not text:
            break
    return bytes(text)


frames = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    anything.map(json.dumps),
    near_frames.map(json.dumps),
    near_frames.map(json.dumps),
    mutated(),
    st.sampled_from(["[" * 4000, '{"a":' * 800, '{"type":"order","id":"x","order":' * 100, "\ufeff{}", "1e999", "-"]),
)


@settings(max_examples=proof(150, 20_000), deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(frame=frames, who=st.integers(0, 4))
def fuzz(scene: Scene, frame: str | bytes, who: int) -> None:
    if isinstance(frame, str):
        frame = frame.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if len(frame) > scene.server.config.limits.frame:
        frame = frame[: scene.server.config.limits.frame]
    actor, before = scene.actors[who], scene.version
    answers = scene.runs(scene.sends(actor, frame))
    if not any(one["type"] == "done" for one in answers):
        assert scene.version == before, "something that was refused has changed the table"
    elif b"leave" in (frame if isinstance(frame, bytes) else frame.encode()):
        scene.runs(scene.comes_back(actor))


def test_no_frame_is_too_strange(scene: Scene):
    fuzz(scene)
    scene.runs(scene.plays_on(4))


# --- orders that are not theirs -------------------------------------------------------------------------------------

OF_THE_TABLE: list[dict[str, Any]] = [
    {"order": "bind_seed", "seed": "AAAA"}, {"order": "draw_lots"}, {"order": "deal"}, {"order": "settle"},
    {"order": "answer_for", "who": 1, "answer": {"order": "pass_turn", "seat": 1}, "late": False},
    {"order": "answer_for", "who": "table", "answer": {"order": "call_time"}},
    {"order": "end_grace", "seat": 1}, {"order": "free_seat", "seat": 1}, {"order": "forget", "person": "x"},
    {"order": "lapse", "what": "pause"}, {"order": "end_pause"}, {"order": "close_sheet"},
    {"order": "appoint", "person": "x"}, {"order": "close_table", "why": "idle"},
    {"order": "close_table", "why": "host"},
    {"order": "close_table", "why": "director"}, {"order": "connect"}, {"order": "disconnect"},
    {"order": "commit_seed", "commitment": "00"}, {"order": "draw_for_opening", "seed": "AAAA"},
    {"order": "deal_hand", "seed": "AAAA", "entropy": []}, {"order": "call_time"}, {"order": "set_end", "ends": 1},
    {"order": "pause_clock", "why": "restart"}, {"order": "resume_clock"},
    {"order": "give_ruling", "winner": [1, 3], "by": "x"},
    {"order": "record_infraction", "article": "CL-1", "seat": 1}, {"order": "take_decision", "choice": "yes"},
    {"order": "undo", "keep": 1, "why": "x"}, {"order": "change_decision", "infraction": 0, "answer": "no", "why": "x"},
    {"order": "seat_bot", "seat": 1, "bot": "level-5"}, {"order": "remove_bot", "seat": 3}, {"order": "start"},
]  # fmt: skip


@pytest.mark.parametrize("who", range(5))
def test_what_is_the_tables_or_the_referees_is_refused_to_everybody_else(scene: Scene, who: int):
    before = scene.version
    for order in OF_THE_TABLE:
        answer = scene.runs(scene.actors[who].order(order))
        assert answer["type"] == "refused", (order, answer)
    assert scene.version == before


def test_nobody_plays_for_another_seat(scene: Scene):
    for actor in scene.actors:
        before, seat = scene.version, actor.table["seat"]
        for other in set(range(1, 5)) - {seat}:
            for order in ("pass_turn", "draw_tile", "agree_count", "sign_sheet", "agree_opener"):
                answer = scene.runs(actor.order({"order": order, "seat": other}))
                assert answer["type"] == "refused", (order, answer)
            answer = scene.runs(actor.order({"order": "place_tile", "seat": other, "tile": "66", "end": "<"}))
            assert answer["type"] == "refused"
        assert scene.version == before


def test_a_frame_that_somebody_else_sends_again_is_theirs_and_takes_nobodys_id(scene: Scene):
    async def story() -> None:
        ana, bea = scene.actors[:2]
        await scene.plays_on(1)
        await asyncio.wait_for(_somebodys_turn(ana, bea), 20)
        mover, other = (ana, bea) if ana.options else (bea, ana)
        order, before = mover.options[0], scene.version
        for thief in (other, *scene.actors[2:]):
            assert (await thief.order(order, "the-same-id"))["type"] == "refused"
        assert scene.version == before
        first = await mover.order(order, "the-same-id")
        assert first["type"] == "done"
        again = await mover.order({"order": "say", "to": "table", "text": "otra cosa"}, "the-same-id")
        assert (again["type"], again["version"]) == ("done", first["version"]), "the id has been used, and only once"

    scene.runs(story())


async def _somebodys_turn(*players: Player) -> None:
    while not any(player.options for player in players):
        await asyncio.sleep(0.01)


def test_a_stale_move_is_refused_and_changes_nothing(scene: Scene):
    """Out of order: what was an option two moves ago is none now."""

    async def story() -> None:
        ana, bea = scene.actors[:2]
        await asyncio.wait_for(_somebodys_turn(ana, bea), 20)
        mover = ana if ana.options else bea
        order = mover.options[0]
        assert (await mover.order(order))["type"] == "done"
        late = await mover.order(order)
        if order["order"] == "place_tile":
            assert late["type"] == "refused"

    scene.runs(story())


def test_a_token_that_nobody_was_given_is_nobodys(scene: Scene):
    async def story() -> None:
        for cookie in ("x" * 32, "../../etc/passwd", "á" * 30, ""):
            passing = Player(scene.server.url, scene.opened["table"], cookie.encode().decode("latin-1"))
            async with passing:
                assert passing.frames[0]["you"] is None
                answer = await passing.order({"order": "say", "to": "table", "text": "hola"})
                assert (answer["type"], answer["code"]) == ("refused", "stranger")

    scene.runs(story())


# --- connections ----------------------------------------------------------------------------------------------------


def test_a_thousand_who_come_and_go_leave_nothing_behind(scene: Scene):
    crowd = scene.server.app.state.crowd
    table = scene.server.app.state.hub.tables[scene.opened["table"]]
    guests, sockets, before = [scene.bea, scene.eva, None], len(crowd), scene.version

    async def comes_and_goes(number: int) -> None:
        guest = guests[number % 3]
        cookie = None if guest is None else guest.cookie
        one = Player(scene.server.url, scene.opened["table"], cookie)
        match number % 4:
            case 0:
                await one.join()
                await one.leave()
            case 1:  # gone before anything was said
                await (await one.connected()).close()
            case 2:  # gone in the middle of a sentence
                connection = await one.connected()
                await connection.send('{"type":"again"}')
                connection.transport.abort()
            case _:
                connection = await one.connected()
                await connection.send("{")
                await connection.close(4000)

    async def story() -> None:
        for batch in range(proof(8, 40)):
            await asyncio.gather(*(comes_and_goes(25 * batch + number) for number in range(25)))
        async with asyncio.timeout(20):
            while len(crowd) > sockets or len(table.listeners) > sockets:
                await asyncio.sleep(0.02)
        assert scene.version - before < 50, "who is there on another socket has not gone away"
        await scene.plays_on(2)

    scene.runs(story())


def test_a_connection_that_is_only_half_open_is_let_go(tmp_path: Path):
    """A phone whose battery died closes nothing: it does not answer any more."""

    async def story(server: Running) -> None:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico")
        player = ana.at(opened)
        connection = await player.connected()
        connection.transport.pause_reading()
        async with asyncio.timeout(20):
            while len(server.app.state.crowd):
                await asyncio.sleep(0.02)
        connection.transport.abort()

    with logged() as lines, serving(tmp_path / "data") as server:
        assert server._server is not None
        server._server.config.ws_ping_interval = server._server.config.ws_ping_timeout = 0.3
        asyncio.run(story(server))
    assert not failures(lines.getvalue())


async def _insist(player: Player, rubbish: Sequence[str | bytes]) -> None:
    for text in rubbish:
        await player.send(text)
    await player.until(lambda: False, 10)


def test_what_is_too_long_or_too_strange_too_often_closes_only_that_socket(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            for rubbish in (["x" * 5000], [b"\x00" * 20_000], ["{"] * 10):
                async with ana.at(opened) as other:
                    with pytest.raises((ConnectionError, ConnectionClosed)):
                        await _insist(other, rubbish)
            hands = player.shown.get("hands", 0)
            await player.play(lambda: player.shown["hands"] > hands)

    with logged() as lines, serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))
    assert not failures(lines.getvalue())
