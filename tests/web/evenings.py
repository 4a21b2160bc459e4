"""Random matches over real sockets: people, bots, somebody who looks on, a referee and a passer-by; they play, take
back, call the referee, write, pause, go away and come back. Everything that anybody is sent is kept."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx

from tests.web import plain
from tests.web.knowing import Truth
from tests.web.searching import Sent, leaks_in_answer, leaks_on_socket, tiles_in_json
from tests.web.serving import PATIENCE, Guest, Player, Running

NAMES = ("Ana", "Bea", "Cai", "Dan")
TIMES = {"entropy": 0, "wish": 1000, "seat": 1000, "ruling": 1000, "decision": 60_000, "consent": 60_000}
Order = dict[str, Any]


class Somebody:
    """A person with a session and a socket, and all that was ever sent to them."""

    def __init__(self, guest: Guest, lang: str) -> None:
        self.guest, self.lang = guest, lang
        self.sockets: list[Player] = []
        self.person: str | None = None

    @property
    def player(self) -> Player:
        return self.sockets[-1]

    async def joins(self, opened: dict[str, str]) -> Somebody:
        self.sockets.append(await self.guest.at(opened, self.lang).join())
        self.person = self.player.frames[0]["you"]
        return self

    @property
    def options(self) -> list[Order]:
        return self.player.options

    def can(self, *orders: str) -> bool:
        return any(option["order"] in orders for option in self.options)


class Evening:
    """One table and everybody around it."""

    def __init__(self, server: Running, rng: Random) -> None:
        self.server, self.rng = server, rng
        self.opened: dict[str, str] = {}
        self.players: list[Somebody] = []
        self.watcher = self.referee = self.passer_by = Somebody(Guest(server.url, "-"), "es")
        self.sent: list[Sent] = []
        self.catalogue: list[dict[str, Any]] = []
        self._secrets = 0
        self._http: httpx.AsyncClient | None = None
        self.echoes: dict[str, frozenset[str]] = {}
        """Tiles that orders named, by the ids of the orders."""

    # --- who is there

    async def begins(self, book: str, people: int = 2, limit: str | None = "40p", **opening: Any) -> Evening:
        """Open a public table, come to it, sit down; bots take the other seats, and somebody is made referee."""
        rng = self.rng
        settings = {"public": True, "bot": rng.choice(["level-1", "level-2", "level-3"]), "times": TIMES}
        settings |= opening.pop("settings", {})
        host = Somebody(Guest(self.server.url, NAMES[0]), "es")
        self.opened = await asyncio.to_thread(host.guest.opens, book, settings=settings, limit=limit, **opening)
        seats = len(self.server.app.state.hub.tables[self.opened["table"]].state.chairs)
        others = [Somebody(Guest(self.server.url, name), rng.choice(["es", "ca", "en"])) for name in NAMES[1:]]
        self.players = [host, *others[: min(people, seats) - 1]]
        self.watcher = Somebody(Guest(self.server.url, "Eva"), "es")
        self.referee = Somebody(Guest(self.server.url, "Fred"), "es")
        self.passer_by = Somebody(Guest(self.server.url, "-"), "ca")
        for somebody in (*self.players[1:], self.watcher, self.referee):
            await asyncio.to_thread(somebody.guest.comes_to, self.opened)
        for somebody in self.everybody:
            await somebody.joins(self.opened)
        for seat, somebody in enumerate(self.players[1:], start=2):
            await self.done(somebody, {"order": "sit", "seat": seat})
        if await self.asks(self.referee, "propose", "referee"):
            for somebody in self.players:
                await self.asks(somebody, "agree", "referee")
        await self.order(host, {"order": "start"})
        found = await self.gets(self.referee, f"/api/books/{book}/infractions")
        self.catalogue = json.loads(found.body)
        return self

    @property
    def everybody(self) -> list[Somebody]:
        return [*self.players, self.watcher, self.referee, self.passer_by]

    async def goes_home(self) -> None:
        for somebody in self.everybody:
            for socket in somebody.sockets:
                await socket.leave()
        if self._http is not None:
            await self._http.aclose()

    # --- asking the server

    async def order(self, who: Somebody, order: Order) -> bool:
        """Whether it was done."""
        return bool((await self._answer(who, order))["type"] == "done")

    async def done(self, who: Somebody, order: Order) -> None:
        answer = await self._answer(who, order)
        assert answer["type"] == "done", (order, answer)

    async def _answer(self, who: Somebody, order: Order) -> dict[str, Any]:
        order_id = f"o{len(self.echoes)}"
        self.echoes[order_id] = frozenset(tile for tile, _ in tiles_in_json(order))
        return await who.player.order(order, order_id)

    async def asks(self, who: Somebody, order: str, what: str, **more: Any) -> bool:
        return await self.order(who, {"order": order, "what": what, **more})

    @property
    def version(self) -> int:
        """As the server has it."""
        table = self.server.app.state.hub.tables.get(self.opened["table"])
        return table.state.version if table is not None else 0

    async def gets(self, who: Somebody, path: str, method: str = "GET", **more: Any) -> Sent:
        """Ask for a page while nothing happens, so that it is known what may be on it."""
        cookies = {} if who.guest.cookie is None else {"cookie": f"tantera={who.guest.cookie}"}
        headers = {"accept": "text/html, application/json", "accept-language": who.lang} | cookies
        if self._http is None:
            self._http = plain.AsyncClient(base_url=self.server.url, timeout=PATIENCE)
        while True:
            before = self.version
            answer = await self._http.request(method, path, headers=headers, **more)
            self._http.cookies.clear()  # one client for all of them, and nobody's cookies for another
            if before == self.version:
                break
        assert answer.status_code < 500, (path, answer.text)
        self.sent.append(Sent(who.person, path, before, answer.status_code, answer.text))
        return self.sent[-1]

    # --- the match

    def shown(self) -> dict[str, Any]:
        return self.players[0].player.shown

    @property
    def over(self) -> bool:
        return self.shown().get("phase") == "ended"

    async def until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.003)

    async def plays(self, most: int = 400, meddle: float = 0.25) -> Evening:
        """On and on, until the match is over or that is enough."""
        for _ in range(most):
            await self.until(lambda: self.over or any(one.options for one in (*self.players, self.referee)))
            if self.over:
                break
            if self.rng.random() < meddle:
                await self.rng.choice(self.meddling)()
                continue
            asked = [one for one in (*self.players, self.referee) if one.options]
            if asked:
                who = self.rng.choice(asked)
                await self.order(who, self.rng.choice(who.options))
        return self

    @property
    def meddling(self) -> list[Any]:
        return [
            self.looks_again, self.gives_a_foul_order, self.looks_at_pages, self.takes_back, self.referee_records,
            self.referee_puts_right, self.writes, self.calls_the_referee, self.pauses, self.goes_and_comes, self.adds,
        ]  # fmt: skip

    async def looks_at_everything(self, *whose: Somebody) -> None:
        """Everybody, or these, ask for everything there is, and try something foul."""
        for who in whose or self.everybody:
            for path in self.pages():
                if not path.endswith("/worth"):
                    await self.gets(who, path)
            await self.order(who, {"order": "place_tile", "seat": 1, "tile": "00", "end": "<"})
        await self.looks_again()

    async def looks_again(self) -> None:
        for somebody in self.everybody:
            seen = len(somebody.player.frames)
            await somebody.player.send('{"type":"again"}')
            await somebody.player.until(lambda one=somebody, seen=seen: _joined(one, seen))  # type: ignore[misc]

    async def gives_a_foul_order(self) -> None:
        """Somebody tries what is not theirs, or not allowed."""
        who, rng = self.rng.choice(self.everybody), self.rng
        tile, seat = f"{rng.randint(0, 6)}{rng.randint(0, 6)}", rng.randint(1, 4)
        orders: list[Order] = [
            {"order": "place_tile", "seat": seat, "tile": tile, "end": rng.choice(["<", ">", None])},
            {"order": "place_doubles", "seat": seat, "left": "66", "right": "55"},
            {"order": "draw_tile", "seat": seat},
            {"order": "pass_turn", "seat": seat},
            {"order": "agree_count", "seat": seat},
            {"order": "take_decision", "choice": "yes"},
            {"order": "sit", "seat": seat},
            {"order": "propose", "what": "take_back"},
        ]
        if who is not self.referee:
            article = rng.choice(self.catalogue)["article"]
            details = [["tile", tile]]
            orders += [
                {"order": "record_infraction", "article": article, "seat": seat, "details": details},
                {"order": "answer_for", "who": seat, "answer": {"order": "pass_turn", "seat": seat}},
                {"order": "deal"},
                {"order": "undo", "keep": 3, "why": "porque sí"},
                {"order": "propose", "what": "referee"},
            ]
        await self.order(who, rng.choice(orders))

    async def looks_at_pages(self) -> None:
        if not self.over:  # what a move was worth takes its time
            await self.gets(self.rng.choice(self.everybody), self.rng.choice(self.pages()))

    def pages(self) -> list[str]:
        return pages_of(self.opened, self.shown().get("number", 1), self.rng, self.catalogue)

    async def takes_back(self) -> None:
        moves = [move for move in self.shown().get("moves", []) if move["event"] != "tile_drawn.1"]
        seat = moves[-1]["seat"] if moves else 0
        who = next((one for one in self.players if one.player.table["seat"] == seat), None)
        if who is None or not await self.asks(who, "propose", "take_back"):
            return
        for other in self.players:
            if other is not who:
                await self.asks(other, self.rng.choice(["agree", "agree", "agree", "decline"]), "take_back")

    async def referee_records(self) -> None:
        """Something from the book's catalogue, with a tile of whoever did it where one is asked for."""
        rng, racks = self.rng, self.referee.player.shown.get("racks") or [None]
        entry, seat = rng.choice(self.catalogue), rng.randint(1, len(racks))
        rack = [tile for tile in racks[seat - 1] or () if tile is not None]
        details = [["tile", rng.choice(rack)]] if entry["tile"] and rack else []
        details += [["touched", "yes"]] if entry["touched"] and rng.random() < 0.5 else []
        turn = rng.randint(1, 8) if entry["turn"] else None
        order = {"order": "record_infraction", "article": entry["article"], "seat": seat, "details": details}
        asked = {"article": entry["article"], "seat": seat} | dict(details)
        await self.gets(self.referee, f"/api/tables/{self.opened['table']}/foresee", params=asked)
        await self.order(self.referee, order | {"turn": turn})

    async def referee_puts_right(self) -> None:
        if self.rng.random() < 0.5:
            return
        path = f"/api/tables/{self.opened['table']}/corrections"
        answer = await self.gets(self.referee, path)
        if answer.status == 200:
            found = json.loads(answer.body)
            if found["decisions"] and self.rng.random() < 0.7:
                one = self.rng.choice(found["decisions"])
                other = self.rng.choice(one["others"])["answer"] if one["others"] else "no"
                decided = {"order": "change_decision", "infraction": one["infraction"], "answer": other, "why": "mejor"}
                await self.order(self.referee, decided)
            else:
                await self.order(self.referee, {"order": "undo", "keep": found["keep"], "why": "me equivoqué"})

    async def writes(self) -> None:
        who = self.rng.choice([*self.players, self.watcher, self.referee])
        for to in ("table", "partner", "watchers", "referee"):
            await self.order(who, {"order": "say", "to": to, "text": self.secret()})

    async def calls_the_referee(self) -> None:
        who = self.rng.choice(self.players)
        if await self.order(who, {"order": "call_referee", "reason": self.secret()}):
            await self.looks_again()
            await self.order(self.referee, {"order": "answer_call", "person": who.person})

    async def pauses(self) -> None:
        who = self.rng.choice(self.players)
        if await self.asks(who, "propose", "pause"):
            for other in self.players:
                await self.asks(other, "agree", "pause")
            await self.looks_again()
            await self.asks(who, "propose", "resume")
            for other in self.players:
                await self.asks(other, "agree", "resume")

    async def goes_and_comes(self) -> None:
        who = self.rng.choice(self.everybody)
        await who.player.leave()
        await who.joins(self.opened)

    async def adds(self) -> None:
        """A player's own part of the next seed, where it is the moment."""
        for who in self.players:
            await self.order(who, {"order": "add_entropy", "text": self.secret()})

    def secret(self) -> str:
        self._secrets += 1
        return f"secreto{self._secrets}x{self.rng.getrandbits(32):08x}"

    # --- afterwards

    def truth(self) -> Truth:
        return Truth.of(self.server.config.data, self.opened["table"])

    def leaks(self) -> list[str]:
        """Everything that was sent, searched."""
        truth = self.truth()
        return [*self._tiles(truth), *self._keys(), *self._looks_on(truth)]

    def _tiles(self, truth: Truth) -> Iterator[str]:
        for somebody in self.everybody:
            for socket in somebody.sockets:
                found = leaks_on_socket(truth, somebody.person, socket.raw, self.echoes)
                yield from (f"{somebody.guest.name}: {leak}" for leak in found)
        for sent in self.sent:
            yield from leaks_in_answer(truth, self.opened["table"], sent)

    def _keys(self) -> Iterator[str]:
        """Nobody is sent a session's token, and a passer-by not the code that lets people in."""
        tokens = [one.guest.cookie for one in self.everybody if one.guest.cookie is not None]
        code = re.compile(rf"\b{self.opened['code']}\b")
        heard = [(one.person, text) for one in self.everybody for socket in one.sockets for text in socket.raw]
        asked = [(one.person, one.body) for one in self.sent if self.opened["code"] not in one.path]
        for person, text in heard + asked:
            if any(token in text for token in tokens):
                yield f"{person}: a session's token"
            if person is None and code.search(text):
                yield "a passer-by: the code of the table"

    def _looks_on(self, truth: Truth) -> Iterator[str]:
        """Where nobody looks on, nobody does."""
        if truth.events[0]["settings"]["watching"] == "nobody":
            for somebody in (self.watcher, self.passer_by):
                if any({"view", "events"} & frame.keys() for one in somebody.sockets for frame in one.frames):
                    yield f"{somebody.guest.name}: the match"

    @property
    def size(self) -> int:
        """Bytes that were searched."""
        frames = sum(len(text) for one in self.everybody for socket in one.sockets for text in socket.raw)
        return frames + sum(len(one.body) for one in self.sent)


def _joined(somebody: Somebody, seen: int) -> bool:
    return any(frame["type"] == "joined" for frame in somebody.player.frames[seen:])


def pages_of(opened: dict[str, str], hand: int, rng: Random, catalogue: list[dict[str, Any]]) -> list[str]:
    """Everything there is to ask for about a table whose match is not over."""
    table = opened["table"]
    tile, article = f"{rng.randint(0, 6)}{rng.randint(0, 6)}", rng.choice(catalogue)["article"] if catalogue else ""
    foresee = f"/api/tables/{table}/foresee?article={article}&seat={rng.randint(1, 4)}&tile={tile}"
    about = ["/", "/tables", "/tables/live", "/replays", "/me", "/healthz", "/metrics", "/api/me", "/api/tables"]
    about += ["/api/matches", "/api/matches?whose=public", "/tables/none", "/replays/none/1", "/nothing"]
    about += ["/admin/partners?span=all", "/admin/partners/all/news?patience=0"]
    of_table = ["", "/enter", "/qr.svg", f"/deals/{hand}", f"/deals/{hand + 1}", "/deals/0"]
    of_match = ["", "/match.dgn", "/position.svg?hand=1&move=0", f"/hands/{hand}", f"/hands/{hand}/worth"]
    of_match += ["/review", "/review/news?patience=0", "/review.dgn"]
    of_api = ["", "/match.dgn", f"/hands/{hand}/deal", f"/hands/{hand}/worth", "/review"]
    return [
        *about,
        *(f"/tables/{table}{one}" for one in of_table),
        *(
            f"/api/tables/{table}{one}"
            for one in ("", f"/deals/{hand}", f"/deals/{hand + 1}", "/corrections", "/infractions?q=paso&seat=2")
        ),
        foresee,
        *(f"/replays/{table}/1{one}" for one in of_match),
        f"/replays/{table}/1?hand={hand}&move=0&view=2",
        f"/replays/{table}/2",
        *(f"/api/matches/{table}/1{one}" for one in of_api),
        f"/t/{opened['code']}",
    ]
