"""A code on paper brings somebody to a new phone without the old one."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tantera.store import open_store
from tantera.web.access.recovery import PLACE, TRIES_A_MINUTE, Recoveries, TriedTooOften
from tests.web.serving import FREE, Guest, serving
from tests.web.test_sessions import bytes_of
from tests.web.visiting import Browser


def code_in(page: str) -> str:
    found = re.search(r"(?:[A-Z2-9]{4}-){4}[A-Z2-9]{4}", page)
    assert found is not None
    return found[0]


def test_a_new_phone_is_the_same_person_by_the_code_alone(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("clasico", bots="all", settings={"times": {"entropy": 0}})
        with Browser(server.url, ana.cookie) as old, Browser(server.url) as new:
            code = code_in(old.post("/me/recovery").text)
            assert "desde" in old.get("/me").text
            assert code not in old.get("/me").text, "it is shown once"
            answer = new.post("/me/recover", {"code": code.lower().replace("-", " ")})
            assert (answer.status_code, answer.headers["location"]) == (303, "/?recovered=yes")
            home = new.get("/?recovered=yes").text
            assert "Ya eres" in home
            assert f"/tables/{opened['table']}" in home, "and the way back"
            assert new.me() == old.me()
            with Browser(server.url) as third:
                assert third.post("/me/recover", {"code": code}).status_code == 303, "good until another one is made"


def test_what_pages_look_like_goes_with_the_code_and_with_a_link_to_a_new_phone(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as old:
        old.named("Ana")
        for word in ("dark", "numerals", "larger", "left"):
            assert old.get(f"/look/{word}").status_code == 303
        looks = 'data-theme="dark" data-tiles="numerals" data-text="larger" data-hand="left"'
        code = code_in(old.post("/me/recovery").text)
        with Browser(server.url) as new:
            assert looks not in new.get("/").text
            assert new.post("/me/recover", {"code": code}).status_code == 303
            assert looks in new.get("/").text
            new.get("/look/light")
            assert looks in old.get("/").text, "the device that one has stays as it is"
        with Browser(server.url) as third:
            link = re.search(r"/me/on/([A-Za-z0-9_-]+)", old.post("/me/link").text)
            assert link is not None
            assert third.post(f"/me/on/{link[1]}").status_code == 303
            assert looks in third.get("/").text
        with Browser(server.url) as bea, Browser(server.url) as phone:
            code = code_in(bea.named("Bea").post("/me/recovery").text)
            phone.get("/look/dark")
            phone.post("/me/recover", {"code": code})
            assert 'data-theme="dark"' in phone.get("/").text, "who never chose anything takes nothing along"


def test_another_code_takes_the_place_of_the_one_before(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana, Browser(server.url) as phone:
        ana.named("Ana")
        first, second = (code_in(ana.post("/me/recovery").text) for _ in range(2))
        refused = phone.post("/me/recover", {"code": first})
        assert refused.status_code == 400
        assert "no es de nadie" in refused.text
        assert f'value="{first}"' in refused.text, "what was typed stays"
        assert phone.me()["person"] == ""
        wrong = second[:-1] + ("A" if second[-1] != "A" else "B")
        assert phone.post("/me/recover", {"code": second}).headers["location"] == "/?recovered=yes"
        assert "Ya eres Ana" in phone.get("/?recovered=yes").text
        told = [phone.post("/me/recover", {"code": wrong}).text for _ in range(TRIES_A_MINUTE)]
        assert "no es de nadie" in told[0]
        assert "se ha probado demasiado" in told[-1]


def test_who_reads_the_store_finds_no_code_and_who_is_erased_has_none(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as ana, Browser(server.url) as phone:
        ana.named("Ana")
        code = code_in(ana.post("/me/recovery").text)
        kept = bytes_of(tmp_path / "data")
        letters = code.replace("-", "")
        assert letters[:PLACE].encode() in kept, "by which it is found"
        assert letters[PLACE:].encode() not in kept
        assert code.encode() not in kept
        assert ana.erase_me().status_code == 303
        assert phone.post("/me/recover", {"code": code}).status_code == 400


def test_a_code_is_tried_a_few_times_a_minute_by_everybody_together(tmp_path: Path):
    async def story() -> None:
        store = open_store(tmp_path / "data")
        try:
            recoveries = Recoveries(store)
            code = await recoveries.make("ana")
            wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
            assert [await recoveries.person_of(wrong) for _ in range(TRIES_A_MINUTE)] == [None] * TRIES_A_MINUTE
            with pytest.raises(TriedTooOften):  # not even the right one, for a moment
                await recoveries.person_of(code)
            assert await Recoveries(store).person_of(code) == "ana"
            for nonsense in ("", "A", code[:-2], code + "AA", "ñ" * 20):
                assert await Recoveries(store).person_of(nonsense) is None
        finally:
            await store.close()

    asyncio.run(story())


def test_whoever_guesses_codes_waits_as_at_any_other_door(tmp_path: Path):
    limits = replace(FREE, guesses_a_minute=2, guess_pause=0.01)
    with serving(tmp_path / "data", limits=limits) as server, Browser(server.url) as eve:
        for n in range(4):
            assert eve.post("/me/recover", {"code": f"AAAAA{n + 2}BBBBBBBBBBBBBB"}).status_code == 400
        assert len(server.app.state.guesses._next) == 1
