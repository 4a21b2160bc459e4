"""Around the hand, over real sockets: what lets others in, the count, decisions on the right screen, the referee."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Guest, Player, serving

QUICK = {"times": {"entropy": 0}}


class Table:
    """Four people with seats, and Eva whom they all trust."""

    def __init__(self, url: str, book: str, **opening: Any) -> None:
        self.guests = {name: Guest(url, name) for name in ("Ana", "Bea", "Cai", "Dan", "Eva")}
        self.opened = self.guests["Ana"].opens(book, settings=QUICK, **opening)
        for name in ("Bea", "Cai", "Dan", "Eva"):
            self.guests[name].comes_to(self.opened)
        self.players: dict[str, Player] = {}

    async def begin(self) -> Table:
        for name, guest in self.guests.items():
            self.players[name] = await guest.at(self.opened).join()
        for seat, name in enumerate(("Bea", "Cai", "Dan"), start=2):
            await self.players[name].order({"order": "sit", "seat": seat})
        return self

    async def until(self, enough: Callable[[], bool]) -> None:
        """Whoever is asked something answers with the first option."""
        seated = [self.players[name] for name in ("Ana", "Bea", "Cai", "Dan")]
        await asyncio.gather(*(player.play(enough) for player in seated))

    async def with_referee(self) -> Player:
        eva = self.players["Eva"]
        await eva.order({"order": "propose", "what": "referee"})
        for name in ("Ana", "Bea", "Cai", "Dan"):
            await self.players[name].order({"order": "agree", "what": "referee"})
        await eva.until(lambda: eva.table["eyes"] == "referee")
        return eva

    def at(self, seat: int) -> Player:
        return next(player for player in self.players.values() if player.table["seat"] == seat)

    async def leave(self) -> None:
        for player in self.players.values():
            await player.leave()


def told(player: Player, what: str) -> Any:
    """The last thing that the frames said of this."""
    return next((frame[what] for frame in reversed(player.frames) if what in frame), None)


def story(tmp_path: Path, book: str, scene: Callable[[Table], Awaitable[None]], **opening: Any) -> None:
    async def play(url: str) -> None:
        table = await Table(url, book, **opening).begin()
        try:
            await scene(table)
        finally:
            await table.leave()

    with serving(tmp_path / "data") as server:
        asyncio.run(play(server.url))


def test_the_qr_code_is_for_those_who_are_in(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, bea = Guest(server.url, "Ana"), Guest(server.url, "Bea")
        opened = ana.opens()
        answer = ana.asks("GET", f"/tables/{opened['table']}/qr.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert bea.asks("GET", f"/tables/{opened['table']}/qr.svg").status_code == 403
        page = ana.asks("GET", f"/tables/{opened['table']}", headers={"host": "club.test:8000"}).text
        assert f"http://club.test:8000/t/{opened['code']}" in page
        assert opened["code"] not in bea.asks("GET", f"/tables/{opened['table']}").text


@pytest.mark.parametrize("book", ["tarragona", "ueh"])
def test_a_hand_that_is_over_is_counted_on_every_screen(tmp_path: Path, book: str):
    async def scene(table: Table) -> None:
        ana = table.players["Ana"]
        await table.until(lambda: any(one.shown.get("phase") == "counting" for one in table.players.values()))
        for player in table.players.values():
            await player.until(lambda player=player: told(player, "count") is not None)  # type: ignore[misc]
        for player in table.players.values():
            count = told(player, "count")
            assert [side["score"] for side in count["sides"]] == ana.shown["score"]
            assert [side["points"] for side in count["sides"]] == ana.shown["line"]["written"]
        await ana.send('{"type": "again"}')
        seen = len(ana.frames)
        await ana.until(lambda: len(ana.frames) > seen)
        assert told(ana, "count")["number"] == 1

    story(tmp_path, book, scene)


def test_while_a_hand_is_played_no_frame_has_a_count(tmp_path: Path):
    async def scene(table: Table) -> None:
        ana = table.players["Ana"]
        await table.until(lambda: len(ana.shown.get("moves", ())) > 3)
        assert all(frame.get("count") is None for frame in ana.frames)

    story(tmp_path, "clasico", scene)


@pytest.mark.article("TG-18.2")
def test_only_who_decides_is_given_the_answers_and_everybody_sees_whom_they_wait_for(tmp_path: Path):
    async def scene(table: Table) -> None:
        ana = table.players["Ana"]
        await table.until(lambda: len(ana.shown.get("moves", ())) > 4)
        eva = await table.with_referee()
        answer = await eva.order({"order": "record_infraction", "article": "TG-14.1", "seat": 2})
        assert answer["type"] == "done"
        for player in table.players.values():
            await player.until(lambda player=player: told(player, "question") is not None)  # type: ignore[misc]
        asked = {name: told(player, "question") for name, player in table.players.items()}
        decider = table.at(3)
        assert [len(one["answers"]) for one in asked.values() if one["answers"]] == [2]
        answers = told(decider, "question")["answers"]
        assert [one["text"] for one in answers] == ["Seguir", "Anular la mano"]
        assert (await decider.order(answers[0]["order"]))["type"] == "done"
        assert told(decider, "question") is None

    story(tmp_path, "tarragona", scene)


def test_the_referee_sees_what_would_follow_and_nobody_else_does(tmp_path: Path):
    async def scene(table: Table) -> None:
        ana = table.players["Ana"]
        await table.until(lambda: len(ana.shown.get("moves", ())) > 4)
        eva = await table.with_referee()
        path = f"/api/tables/{table.opened['table']}/foresee?article=TG-14.1&seat=2&lang=es"
        version = eva.version
        answer = await asyncio.to_thread(table.guests["Eva"].asks, "GET", path)
        seen = answer.json()
        assert [one["card"] for one in seen["follows"]] == ["blue"]
        assert seen["asks"].startswith("Decide ")
        assert [one["text"] for one in seen["choices"]] == ["Seguir", "Anular la mano"]
        for name in ("Ana", "Bea"):
            assert (await asyncio.to_thread(table.guests[name].asks, "GET", path)).status_code == 403
        refused = await asyncio.to_thread(table.guests["Eva"].asks, "GET", path.replace("TG-14.1", "TG-14.11"))
        assert refused.json()["refused"]
        assert refused.json()["article"] == "TG-14.11"
        assert eva.version == version

    story(tmp_path, "tarragona", scene)


@pytest.mark.article("TG-14.11", "TG-14.10")
def test_the_referees_search_shows_first_what_can_have_happened_and_says_why_the_rest_cannot(tmp_path: Path):
    async def scene(table: Table) -> None:
        ana = table.players["Ana"]
        # Somebody who has only passed is another reason why nobody can have put a tile that does not fit.
        await table.until(lambda: len({one["seat"] for one in ana.shown.get("moves", ()) if "tile" in one}) == 4)
        await table.with_referee()
        path = f"/api/tables/{table.opened['table']}/infractions?lang=es"
        found = (await asyncio.to_thread(table.guests["Eva"].asks, "GET", f"{path}&q=salida&seat=2")).json()
        against = [bool(one["against"]) for one in found]
        assert found[-1]["ruling"]
        assert against[:-1] == sorted(against[:-1])
        assert True in against
        whole = (await asyncio.to_thread(table.guests["Eva"].asks, "GET", path)).json()
        assert len(whole) == 28
        possible = [not one["against"] for one in whole[:-1]]
        assert possible == sorted(possible, reverse=True)
        said = {one["article"]: one["against"] for one in whole}
        assert said["TG-14.10"].startswith("todas las fichas que puso ")
        assert said["TG-14.8"] == ""
        for name in ("Ana", "Bea"):
            assert (await asyncio.to_thread(table.guests[name].asks, "GET", path)).status_code == 403

    story(tmp_path, "tarragona", scene)


def test_the_referee_undoes_the_last_move_and_players_cannot_look(tmp_path: Path):
    async def scene(table: Table) -> None:
        ana = table.players["Ana"]
        await table.until(lambda: len(ana.shown.get("moves", ())) > 4)
        eva = await table.with_referee()
        path = f"/api/tables/{table.opened['table']}/corrections?lang=es"
        assert (await asyncio.to_thread(table.guests["Ana"].asks, "GET", path)).status_code == 403
        offered = (await asyncio.to_thread(table.guests["Eva"].asks, "GET", path)).json()
        assert offered["undone"]
        moves = len(eva.shown["moves"])
        answer = await eva.order({"order": "undo", "keep": offered["keep"], "why": "se cayó"})
        assert answer["type"] == "done"
        assert len(eva.shown["moves"]) == moves - 1

    story(tmp_path, "clasico", scene)


@pytest.mark.parametrize(
    ("book", "words", "lang", "first"),
    [
        ("tarragona", "renuncio", "es", "TG-14.11"),
        ("tarragona", "hablando", "es", "TG-15.4"),
        ("san-juan", "revoke", "en", "SJ-pase"),
        ("clasico", "renuncio", "es", "ruling"),
    ],
)
def test_the_catalogue_is_searched_by_what_players_say(tmp_path: Path, book: str, words: str, lang: str, first: str):
    with serving(tmp_path / "data") as server:
        found = Guest(server.url, "Ana").asks(
            "GET", f"/api/books/{book}/infractions", params={"q": words, "lang": lang}
        )
        assert found.json()[0]["article"] == first


def test_without_words_the_whole_catalogue_is_there_and_a_book_that_is_not_is_a_problem(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana = Guest(server.url, "Ana")
        found = ana.asks("GET", "/api/books/tarragona/infractions?lang=ca").json()
        assert len(found) == 28
        assert {"TG-13.1", "TG-16.6", "ruling"} <= {one["article"] for one in found}
        assert ana.asks("GET", "/api/books/nada/infractions").status_code == 404
