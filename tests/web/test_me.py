"""One's own page: what was played and what it comes to, and all of it to take along."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import msgspec
from msgspec import to_builtins
from msgspec.structs import replace

from tantera.notation import export, judge, judge_file, read, report, write
from tantera.play.log import write_event
from tantera.rules import Refusal, built_in_books
from tantera.store import open_store
from tantera.store.interface import Stored
from tantera.tables import orders as o
from tantera.tables.past import past_matches
from tantera.web.books.shelf import Shelf
from tantera.web.clock import lately, month, month_in_words
from tantera.web.config import Config
from tantera.web.me.figures import BOTS, Figures, Tally, figures
from tantera.web.me.friends import friends_of
from tantera.web.me.told import matches_of, told_match
from tantera.web.tables.directory import Directory, MatchPlayed, played_at, read_entry
from tantera.web.tables.hub import Hub
from tests.tables.rooms import Room
from tests.web.browsing import ids_twice, styles_inline
from tests.web.matches import QUICK, begun, played, write_stream
from tests.web.serving import PATIENCE, Guest, Running, serving
from tests.web.visiting import Browser

DAY = 24 * 60 * 60_000


def evenings() -> list[Room]:
    """Of four in pairs, of three each for themselves, and of two with bots."""
    with_bots = Room("clasico", people=2, limit="60p")
    with_bots.do(o.Start(), "ana")
    alone = Room("ueh", limit="60p", people=3)
    alone.do(o.Start(), "ana")
    rooms = [Room("san-juan", limit="80p"), Room("tarragona", limit="120p"), with_bots, alone]
    return [room.begun().match_over() for room in rooms]


def listed(table: str, room: Room) -> list[MatchPlayed]:
    stored = [Stored(version, write_event(event), None) for version, event in enumerate(room.events, start=1)]
    return played_at(table, stored, built_in_books)


def counted_on_paper(rooms: list[Room], name: str) -> dict[str, Counter[str]]:
    """The same by another way: every match is written down as DGN, judged anew, and its report is read."""
    found: dict[str, Counter[str]] = {"all": Counter(), "won": Counter()}
    for room in rooms:
        for past in past_matches(room.events):
            told = report(judge(read(write(export(past.ledger))), built_in_books))
            names, players = past.ledger.match.names, past.ledger.match.players
            seat = str(names.index(name) + 1)
            mine = next(side for side in told["sides"] if seat in side.split("+"))
            won = told["winner"] == mine
            about = {f"book {told['book']}", "matches"}
            for other in range(1, len(names) + 1):
                if str(other) != seat:
                    how = "with" if str(other) in mine.split("+") else "against"
                    about.add(f"{how} {players[other - 1] or BOTS}")
            for key in about:
                found["all"][key] += 1
                found["won"][key] += won
            for hand in told["hands"]:
                for key, is_one in (("blocks", hand["how"] == "block"), ("openings", hand["opener"] == int(seat))):
                    found["all"][key] += is_one
                    found["won"][key] += is_one and hand["side"] == mine
    return found


def by_hand(found: Figures) -> dict[str, Tally]:
    rows = {"matches": found.matches, "blocks": found.blocks, "openings": found.openings}
    rows |= {f"with {row.key}": row.tally for row in found.partners}
    rows |= {f"against {row.key}": row.tally for row in found.opponents}
    return rows | {f"book {row.key}": row.tally for row in found.books}


def test_figures_are_those_that_somebody_counts_from_the_sheets():
    rooms = evenings()
    matches = [match for at, room in enumerate(rooms) for match in listed(f"t{at}", room)]
    paper = counted_on_paper(rooms, "Ana")
    counted = by_hand(figures(matches, "ana", month))
    assert {key: tally for key, tally in counted.items() if tally.of} == {
        key: Tally(paper["won"][key], of) for key, of in paper["all"].items() if of
    }
    assert counted["matches"].of == 4
    assert counted["openings"].of > 4
    assert counted[f"against {BOTS}"].of == 2, "two bots at a table are bots once"


def test_months_come_the_newest_first_and_a_match_without_a_hand_counts_for_nobody():
    (match,) = listed("t", Room("san-juan", limit="40p").begun().match_over())
    november, october = 1_794_000_000_000, 1_794_000_000_000 - 30 * DAY
    matches = [replace(match, at=november), replace(match, at=october), replace(match, hands=())]
    found = figures(matches, "ana", month)
    assert [row.tally.of for row in found.months] == [1, 1]
    assert found.months[0].key > found.months[1].key
    assert found.matches.of == 2


def test_a_match_in_which_moves_were_taken_back_against_bots_or_a_bot_was_asked_is_in_no_figures():
    def evening(help_me: o.TableOrder | None) -> MatchPlayed:
        room = Room("clasico", people=1, limit="30p")
        room.do(o.Start(), "ana")
        room.begun()
        if isinstance(help_me, o.AskHint):
            while room.match.hand is None or room.match.hand.turn != room.seat("ana"):
                room.plays()
            room.do(help_me, "ana")
        while isinstance(help_me, o.Propose):
            try:
                room.do(help_me, "ana")
                break
            except Refusal:  # she has not had a choice yet
                room.plays()
        (match,) = listed("t", room.match_over())
        return match

    plain, asked, taken = (evening(how) for how in (None, o.AskHint(), o.Propose("take_back")))
    assert [match.helped for match in (plain, asked, taken)] == [False, True, True]
    assert figures([plain, asked, taken], "ana", month).matches.of == 1


def test_a_match_that_somebody_left_to_a_bot_is_abandoned_for_them_and_in_their_figures_no_longer():
    def evening(*orders: o.TableOrder) -> MatchPlayed:
        room = Room("san-juan", limit="40p").begun()
        for order in orders:
            room.do(order, "bea")
            room.settle()
        (match,) = listed("t", room.match_over())
        return match

    left, back = evening(o.Leave()), evening(o.Leave(), o.Connect())
    assert (left.abandoned, back.abandoned) == (("bea",), ())
    assert told_match(left, "bea", built_in_books, "es").result == "left"
    assert told_match(left, "ana", built_in_books, "es").result in ("won", "lost")
    assert [figures([left, back], person, month).matches.of for person in ("bea", "ana")] == [1, 2]
    old = to_builtins(left)
    del old["abandoned"]
    assert read_entry(msgspec.json.encode(old)) == replace(left, abandoned=())


def test_days_are_told_as_people_say_them():
    at = 1_794_000_000_000
    assert lately(at, at, "es").startswith("hoy, ")
    assert lately(at - DAY, at, "es") in ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
    assert lately(at - 400 * DAY, at, "en").endswith(" 2025")
    assert month_in_words("2026-11", "es") == "nov 2026"


def test_the_page_has_the_match_that_was_left_first_then_those_that_are_over(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, _ = played(server.url, "clasico", limit="30p")
        with Browser(server.url, ana.cookie) as browser:
            page = browser.get("/me").text
            assert 'class="button primary"' not in page, "nothing to go on with: no filled button"
            assert re.search(r'Clásico · <time datetime="[^"]+" data-said="lately">hoy, ', page)
            names = ana.asks("GET", "/api/matches").json()[0]["names"]
            partner = names[(names.index("Ana") + 2) % 4]
            assert f"con <b>{partner}</b>" in page
            assert ids_twice(page) == styles_inline(page) == []
            left = ana.opens("clasico", bots="all", settings={"times": {"entropy": 0}})
            page = browser.get("/me").text
            assert page.count("primary") == 1
            assert page.index(f'href="/tables/{left["table"]}"') < page.index("Últimas partidas")
            assert f"con <b>{partner}</b>" in browser.get("/me/matches").text
        with Browser(server.url) as stranger:
            assert "aún no tiene nombre" in stranger.get("/me").text
            assert stranger.get("/me/matches").status_code == 401
            assert stranger.get("/me/everything.zip").status_code == 401


def test_everything_is_one_file_whose_matches_are_read_again(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, opened = played(server.url, "clasico", limit="30p", settings={"chat": "free"})
        going_on = ana.opens("clasico", bots="all", settings={"times": {"entropy": 0}})

        async def says() -> None:
            async with ana.at(opened) as player:
                await player.order({"order": "say", "to": "table", "text": "hasta mañana"})

        asyncio.run(says())
        with Browser(server.url, ana.cookie) as browser:
            answer = browser.get("/me/everything.zip")
            assert answer.headers["content-type"] == "application/zip"
            packed = ZipFile(BytesIO(answer.content))
            mine = json.loads(packed.read("me.json"))
            assert mine["person"] == browser.me()["person"]
            assert [one["name"] for one in mine["names"]] == ["Ana"]
            assert [one["text"] for one in mine["written"]] == ["hasta mañana"]
            assert going_on["table"] in mine["tables"]
            (dgn,) = [name for name in packed.namelist() if name.endswith(".dgn")]
            judged = judge_file(packed.read(dgn))
            assert list(judged.match.score) == mine["matches"][0]["score"]
            for _ in range(6):
                last = browser.get("/me/everything.zip")
            assert last.status_code == 429, "packing is work: not again and again"


def test_who_was_erased_is_somebody_in_the_language_of_the_reader(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, opened = played(server.url, "clasico", limit="30p", settings={"public": True}, name="Hermenegilda")
        with Browser(server.url, ana.cookie) as browser:
            assert browser.erase_me().status_code == 303
        address = f"/replays/{opened['table']}/1"
        for lang, word in (("es", "Alguien"), ("ca", "Algú"), ("en", "Somebody")):
            with Browser(server.url, **{"accept-language": lang}) as reader:
                for path in (address, "/replays", "/api/matches?whose=public"):
                    assert word in reader.get(path).text, (lang, path)
                    assert "—" not in reader.get("/api/matches?whose=public").json()[0]["names"]


def test_a_match_that_is_being_played_is_in_no_download(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, _ = begun(server.url, name="Ana")
        with Browser(server.url, ana.cookie) as browser:
            packed = ZipFile(BytesIO(browser.get("/me/everything.zip").content))
            assert packed.namelist() == ["me.json"]
            assert b"racks" not in packed.read("me.json")


def test_who_never_said_a_name_is_forgotten_by_saying_so(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        token, _ = asyncio.run(server.app.state.sessions.begin(name="Invitado 750", given=True))
        with Browser(server.url, token) as guest:
            assert "Invitado" not in guest.get("/me").text
            assert "Para borrarlo todo, escribe: bórrame" in guest.get("/me").text
            assert guest.post("/me/erase", {"name": "otra cosa"}).status_code == 400
            assert guest.post("/me/erase", {"name": "bórrame"}).status_code == 303


# --- people one has played with


def test_friends_are_those_one_has_played_with_whom_one_meets_most_first_and_no_bots():
    first = Room("san-juan", limit="40p").begun().match_over()
    second = Room("clasico", people=2, limit="40p")
    second.do(o.Start(), "ana")
    matches = [*listed("b", second.begun().match_over()), *listed("a", first)]
    found = friends_of(matches, "ana")
    assert [(one.person, one.name, one.matches) for one in found] == [
        ("bea", "Bea", 2), ("cai", "Cai", 1), ("dan", "Dan", 1)
    ]  # fmt: skip
    assert found[0].last_match.book == "clasico", "what they played last"
    assert friends_of(matches, "somebody else") == []


def test_a_friend_sits_at_the_table_that_waits_for_them_by_one_tap_and_nobody_else_does(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, bea = Guest(server.url, "Ana"), Guest(server.url, "Bea")
        together(server, ana, bea)
        with (
            Browser(server.url, ana.cookie) as hers,
            Browser(server.url, bea.cookie) as friend,
            Browser(server.url) as eve,
        ):
            person = friend.me()["person"]
            assert f'value="{person}"' in hers.get("/me").text
            address = hers.post("/me/invite", {"person": person}).headers["location"]
            assert '"asked":"Bea"' in hers.get(address).text, "whom it waits for"
            table = address.partition("?")[0]
            assert table.startswith("/tables/")
            assert "Clásico a 1<" in hers.get("/me").text, "it is said before"
            law = hers.get("/api" + table).json()["table"]["law"]
            assert (law["book"], law["limit"], law["options"]) == (
                "clasico",
                "1p",
                [["play", "alone"], ["players", 2]],
            ), "as last time"
            for path in ("/", "/me", "/tables"):
                page = friend.get(path).text
                assert "Ana te invita" in page, path
                assert f'action="{table}/enter"' in page
            assert "te invita" not in eve.get("/").text
            eve.named("Eva")
            assert "te invita" not in eve.get("/").text
            assert eve.post(f"{table}/enter", {"seat": "any"}).status_code in (400, 403)
            assert friend.post(f"{table}/enter", {"seat": "any"}).headers["location"] == table
            assert friend.get("/api" + table).json()["table"]["seat"] == 2
            assert "te invita" not in friend.get("/").text, "who has come is asked no more"
            assert eve.post("/me/invite", {"person": person}).status_code == 404, "nobody they have played with"


def test_a_friend_is_invited_to_something_else_by_the_form_of_a_table(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, bea = Guest(server.url, "Ana"), Guest(server.url, "Bea")
        together(server, ana, bea)
        with Browser(server.url, ana.cookie) as hers, Browser(server.url, bea.cookie) as friend:
            person = friend.me()["person"]
            form = f"/tables/new?book=clasico&amp;invite={person}"
            assert form in hers.get("/me").text
            assert "Invitas a Bea" in hers.get(form.replace("&amp;", "&")).text
            asked = {"invite": person, "book": "clasico", "points": "60", "name": ""}
            assert "Invitas a Bea" in hers.post("/tables/new", asked | {"choose": "ueh"}).text, "with another book too"
            table = hers.post("/tables/new", asked).headers["location"]
            assert "Ana te invita" in friend.get("/").text
            assert friend.post(f"{table}/enter", {"seat": "any"}).headers["location"] == table
            stranger = hers.post("/tables/new", asked | {"invite": "somebody"}).headers["location"]
            assert hers.get("/api" + stranger).json()["table"]["settings"]["invited"] == []


def test_a_bot_is_not_called_as_somebody_with_whom_one_has_played(tmp_path: Path):
    def bots() -> list[str]:
        opened = ana.opens("clasico", bots="all", settings={"bot": "level-3"})
        return [seat["name"] for seat in ana.asks("GET", f"/api/tables/{opened['table']}").json()["table"]["seats"][1:]]

    with serving(tmp_path / "data") as server:
        ana = Guest(server.url, "Ana")
        assert "Rosa" in bots()
        together(server, ana, Guest(server.url, "Rosa"))
        assert "Rosa bot" in bots(), "all three of this level sit down"
        assert "Rosa" not in bots()


def together(server: Running, ana: Guest, bea: Guest) -> None:
    """A match of these two, to its end."""

    async def story() -> None:
        opened = ana.opens("clasico", options={"players": 2}, limit="1p", settings={"times": QUICK})
        bea.comes_to(opened)
        async with ana.at(opened) as one, bea.at(opened) as other:
            await other.order({"order": "sit", "seat": 2})

            def over() -> bool:
                return bool(one.shown.get("phase") == "ended")

            await asyncio.gather(one.play(over), other.play(lambda: bool(other.shown.get("phase") == "ended")))

    asyncio.run(story())
    until = time.monotonic() + PATIENCE
    while not bea.asks("GET", "/api/matches").json():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_page_for_others_is_there_for_who_wants_one_and_does_not_say_with_whom_they_play(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana, _ = played(server.url, "clasico", limit="30p", settings={"public": True})
        with Browser(server.url, ana.cookie) as hers, Browser(server.url) as other:
            address = f"/people/{hers.me()['person']}"
            assert other.get(address).status_code == 404
            hers.post("/me/profile", {"shown": "yes"})
            page = other.get(address).text
            assert "Ana" in page
            assert "por reglamento" in page
            assert "con quién" not in page
            hers.post("/me/profile")
            assert other.get(address).status_code == 404
            hers.post("/me/profile", {"shown": "yes"})
            assert hers.erase_me().status_code == 303
            assert other.get(address).status_code == 404


def test_a_match_that_was_listed_before_hands_were_counted_is_counted_all_the_same(tmp_path: Path):
    """As an older Tantera has left it: who won is known, and nothing of the hands."""
    room = Room("clasico", limit="30p").begun().match_over()
    write_stream(tmp_path / "data", "abcdefghjkmn", room)
    (match,) = listed("abcdefghjkmn", room)
    old = {key: value for key, value in to_builtins(match).items() if key not in ("players", "began", "hands", "dealt")}

    async def story() -> None:
        store = open_store(tmp_path / "data")
        try:
            await store.append("directory", 0, [msgspec.json.encode(old)])
            shelf = Shelf(store)
            hub = Hub(store, b"secret", shelf, Config(tmp_path / "data"))
            await hub.directory.load()
            assert figures(hub.directory.matches_of("ana"), "ana", month).matches.of == 0
            assert figures(await matches_of(hub, "ana"), "ana", month).matches.of == 1
            again = Directory(store, str.upper)
            await again.load()
            assert again.matches_of("ana") == [match], "and it is kept so"
            hub.bots.close()
        finally:
            await store.close()

    asyncio.run(story())
