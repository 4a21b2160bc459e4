"""Does a pair play as if it knew the partner's tiles? For whoever directs a tournament, and for nobody else."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tantera.store import open_store
from tantera.tables import Times
from tantera.web.clock import now
from tantera.web.replays.partners import STREAM
from tantera.web.replays.reviewing import Reviews
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tournaments import online as desk_online
from tests.web.desk.online import all_play, online, sits, until
from tests.web.desk.phones import four
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import PATIENCE, Running, serving
from tests.web.studying import hand_of_pairs, in_a_thread, plant, planted_hands, played_by
from tests.web.visiting import Browser
from tests.web.worlds import pages

QUICK = Times(entropy=0, wish=0, count=1000, seat=1000, decision=1000, ruling=1000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk_online, "SETTINGS", replace(desk_online.SETTINGS, times=QUICK))
        patch.setattr(Reviews, "_tried", in_a_thread)
        with serving(tmp_path_factory.mktemp("partners") / "data") as running:
            yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    return director(server).create("clasico", points="20").pairs(4).round()


def over_at(desk: AtDesk, table: int = 1) -> MatchPlayed:
    """A match that those who are drawn there would have played."""
    state = desk.server.app.state
    event = state.tournaments.all[desk.event]
    until(lambda: (1, table) in event.hall.online)
    played = next(one for one in state.online.ever_played(event) if one.table == table)
    names = list(played.seated)
    return played_by(played.ids[0], names, [f"person-{name}" for name in names], now())


def settled(desk: AtDesk) -> str:
    """The page, once every match has been read."""

    def page() -> str:
        told = words(desk.get("partners"))
        return "" if "Calculando" in told else told

    told: str = until(page, "the matches were not read", 10 * PATIENCE)
    return told


def test_a_match_that_was_played_is_read_and_of_few_hands_nothing_is_said(desk: AtDesk):
    """From the four phones to the page, with the real figures; and no player is sent another byte for it."""
    online(desk, 1)
    phones = four(desk)
    asyncio.run(all_play([sits(phone) for phone in phones]))
    until(lambda: desk.table(1, 1)["status"] == "confirmed", "the result did not come")
    [table] = {one.table for one in desk.server.app.state.hub.directory.played.values()} & set(_ids(desk))
    before = [_everything(desk, phone.browser.cookie, table) for phone in phones]
    log = desk.object()["log"]
    assert "Estudio: parejas" in words(desk.get("acts"))
    told = settled(desk)
    assert re.search(r"Manos juntos: \d+\. Con menos de 30 no se dice nada\.", told)
    assert "Nombre" in told
    assert desk.object()["log"] == log, "that it was asked stands nowhere"
    assert [_everything(desk, phone.browser.cookie, table) for phone in phones] == before
    [kept] = [text for stream, text in _kept(desk) if f"/{table}/" in stream]
    assert re.fullmatch(r"(true|false|[\[\]\d.,e+-])+", kept), "seats and figures, no name and no tile"


def _ids(desk: AtDesk) -> list[str]:
    state = desk.server.app.state
    event = state.tournaments.all[desk.event]
    return [table for played in state.online.ever_played(event) for table in played.ids]


def _everything(desk: AtDesk, cookie: str | None, table: str) -> dict[str, Any]:
    """All that a player of this match may ask for."""
    event = f"/e/{desk.event}"
    paths = [
        "/", "/me", "/me/matches", "/tables/mine", "/replays", "/api/matches", "/api/tables", event, f"{event}/wall",
        f"{event}/me", f"{event}/t/1/1", f"{event}/desk/partners", "/admin/partners", "/admin/partners/all/news",
        f"/api{event.replace('/e/', '/events/')}", f"/replays/{table}/1", f"/replays/{table}/1/match.dgn",
        f"/api/matches/{table}/1", f"/replays/{table}/1/hands/1", "/deals", "/healthz",
    ]  # fmt: skip
    told: dict[str, Any] = dict(pages(desk.server, cookie, paths))
    with Browser(desk.server.url, cookie) as browser:
        packed = zipfile.ZipFile(io.BytesIO(browser.get("/me/everything.zip").content))
        told["zip"] = sorted(packed.namelist())
    return told


def _kept(desk: AtDesk) -> list[tuple[str, str]]:
    async def read() -> list[tuple[str, str]]:
        store = open_store(desk.server.config.data)
        try:
            heads = await store.streams(STREAM)
            return [(head.stream, (await store.read(head.stream))[-1].event.decode()) for head in heads]
        finally:
            await store.close()

    return asyncio.run(read())


def test_a_pair_that_plays_as_if_it_knew_comes_first_with_how_often_chance_gives_as_much(desk: AtDesk):
    online(desk)
    one, other = over_at(desk, 1), over_at(desk, 2)
    fair = [hand_of_pairs((0.7, 1.3)[place % 2], (1.3, 0.7)[place % 2]) for place in range(60)]
    plant(desk.server, (one, planted_hands(120, pauses=True)), (other, fair))
    page = desk.get("partners").text
    told = words(desk.get("partners"))
    suspect, honest = " · ".join(sorted(one.names[::2])), " · ".join(sorted(one.names[1::2]))
    assert told.index(suspect) < told.index(honest)
    rarely = (
        "si todas las parejas fueran honradas, el azar daría otro tanto en menos de 1 de 1.000.000 listas como esta"
    )
    assert f"{suspect} Su juego: {rarely}. No es un veredicto." in told
    assert f"{honest} Su juego: no más de lo que da el azar. No es un veredicto." in told
    assert "Sus pensadas: si todas las parejas fueran honradas" in told
    assert "No es un veredicto: dice cuántas veces el azar solo" in told
    assert "se han mirado 5 cosas" in told, "four pairs, and one whose pauses are known"
    assert "en 5 a 10 manos de cada cien, en 300 manos no se nota casi ninguna" in told, "what it cannot find"
    assert "por sí solo no da para una sanción" in told, "what a director may do with it"
    assert "permite pensar en falso" in told
    assert page.count("<table") == 2


@pytest.mark.parametrize(("lang", "word"), [("es", "veredicto"), ("ca", "veredicte"), ("en", "verdict")])
def test_the_page_speaks_three_languages(desk: AtDesk, lang: str, word: str):
    online(desk, 1)
    plant(desk.server, (over_at(desk), planted_hands(40)))
    told = words(desk.browser.get(f"/e/{desk.event}/desk/partners?lang={lang}"))
    assert told.count(word) >= 3


# --- who may see it ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "allowed"),
    [("organiser", True), ("director", True), ("judge", False), ("desk", False), ("player", False), ("public", False)],
)
def test_whoever_directs_sees_it_and_all_others_are_refused_with_a_sentence(desk: AtDesk, role: str, allowed: bool):
    online(desk, 1)
    plant(desk.server, (over_at(desk), planted_hands(40)))
    somebody = desk.as_(role, "p1a" if role == "player" else "Mora")
    answer = somebody.get("partners")
    assert answer.status_code == (200 if allowed else 403)
    assert ("Su juego" in words(answer)) is allowed
    if not allowed:
        assert "Esto es cosa de otros" in words(answer)
        assert "veredicto" not in words(answer)
    for screen in ("acts", "judges"):
        shown = somebody.get(screen)
        assert ("/desk/partners" in shown.text) is allowed, screen
    with Browser(desk.server.url) as stranger:
        assert stranger.get(f"/e/{desk.event}/desk/partners").status_code in (401, 403)


def test_where_nothing_was_played_online_no_page_leads_there_and_it_says_so(server: Running):
    desk = director(server).create("clasico", points="20").pairs(4).round()
    assert "/desk/partners" not in desk.get("acts").text
    assert "Aún no ha acabado ninguna partida de dos parejas" in words(desk.get("partners"))
