"""Looking back at matches: who may, what is shown, and that nothing of a match is shown before its end."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from tantera.play.orders import Undo
from tantera.tables import Settings
from tantera.tables import orders as o
from tests.tables.rooms import Room
from tests.web.matches import begun, played, write_stream
from tests.web.serving import Guest, Running, serving

PAGE = {"accept": "text/html"}
WAYS = ("", "?hand=1&move=5&view=1", "/hands/1", "/hands/1/worth", "/match.dgn", "/position.svg?move=4")
STUDIED = ("/review", "/review/news", "/review.dgn")
"""Where a match is studied (`test_reviews.py`): nobody asks for it here who may have it, for it is much work."""
API_WAYS = ("", "/match.dgn", "/hands/1/deal", "/hands/1/worth")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("replays") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def private(running: Running) -> tuple[Guest, dict[str, str]]:
    return played(running.url, "tarragona", "30p")


@pytest.fixture(scope="module")
def public(running: Running) -> tuple[Guest, dict[str, str]]:
    return played(running.url, settings={"public": True}, name="Berta")


def html(guest: Guest, path: str, lang: str = "es") -> str:
    answer = guest.asks("GET", path, headers=PAGE | {"accept-language": lang})
    assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
    return answer.text


def address(opened: dict[str, str], number: int = 1) -> str:
    return f"/replays/{opened['table']}/{number}"


# --- looking on ------------------------------------------------------------------------------------------------------


def test_who_looks_on_sees_the_hands_that_are_over_with_all_racks_and_never_the_one_in_play(running: Running):
    """Where the table shows them, so many hands later; whoever has had a seat there does not see them."""
    shows = {"public": True, "watching": "all_racks", "delay": 2}
    ana, opened = begun(running.url, "clasico", hands=3, settings=shows, name="Carla")
    stranger, path = Guest(running.url, "Fay"), f"/replays/{opened['table']}/so-far"
    html(stranger, path)
    whole = [stranger.asks("GET", f"{path}/hands/{number}").json()["hand"] for number in (1, 2, 3, 4)]
    assert whole == [1, 2, 2, 2], "three hands are over, and a fourth is played"
    dealt = stranger.asks("GET", f"{path}/match.dgn").text.count("deal ")
    assert dealt == 2
    for way in WAYS:
        assert ana.asks("GET", path + way).status_code == 400, way


def test_who_looks_on_sees_no_rack_where_the_table_does_not_show_them_or_not_yet(running: Running):
    _, hidden = begun(running.url, "clasico", hands=1, settings={"public": True}, name="Dora")
    _, early = begun(running.url, "clasico", settings={"public": True, "watching": "all_racks"}, name="Eva")
    stranger = Guest(running.url, "Fay")
    for opened, words in ((hidden, "los que miran no ven"), (early, "todavía")):
        for way in WAYS:
            answer = stranger.asks("GET", f"/replays/{opened['table']}/so-far{way}", headers={"accept-language": "es"})
            assert (answer.status_code, words in answer.text) == (400, True), (way, answer.text[:300])
    assert stranger.asks("GET", "/replays/none/so-far").status_code == 404


def test_what_is_still_being_played_is_not_studied(running: Running):
    shows = {"public": True, "watching": "all_racks", "delay": 1}
    _, opened = begun(running.url, "clasico", hands=2, settings=shows, name="Gala")
    for way in STUDIED:
        answer = Guest(running.url, "Fay").asks("GET", f"/replays/{opened['table']}/so-far{way}")
        assert answer.status_code == 409, way


# --- who may ---------------------------------------------------------------------------------------------------------


def test_somebody_finds_their_matches_and_those_of_public_tables_in_the_list(running, private, public):
    ana, opened = private
    berta, shown = public
    text = html(ana, "/replays")
    assert address(opened) in text
    assert address(shown) in text.split("De mesas públicas")[1]
    assert address(opened) not in html(berta, "/replays")
    assert "Cuando acabes una partida" in html(Guest(running.url, "Zoe"), "/replays")


def test_a_match_of_a_private_table_is_for_those_who_were_there(running, private):
    ana, opened = private
    stranger = Guest(running.url, "Zoe")
    other = Guest(running.url, "Yago")
    other.opens()
    for way in WAYS:
        assert ana.asks("GET", address(opened) + way).status_code == 200, way
    for way in (*WAYS, *STUDIED):
        for who in (stranger, other):
            assert who.asks("GET", address(opened) + way).status_code == 403, way
    for way in API_WAYS:
        path = f"/api/matches/{opened['table']}/1{way}"
        assert ana.asks("GET", path).status_code == 200, way
    for way in (*API_WAYS, "/review"):
        path = f"/api/matches/{opened['table']}/1{way}"
        assert stranger.asks("GET", path).status_code == 403, way


def test_anybody_may_look_back_at_a_match_of_a_public_table(running, public):
    _, opened = public
    for way in WAYS:
        assert Guest(running.url, "Zoe").asks("GET", address(opened) + way).status_code == 200, way


def test_a_match_that_never_was_is_not_found(running, private):
    ana, opened = private
    for path in (
        address(opened, 2),
        address(opened, 0),
        "/replays/nobody/1",
        f"/replays/{opened['table']}/x",
        "/replays/file/x",
    ):
        assert ana.asks("GET", path).status_code in (404, 410), path


# --- nothing before the end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("watching", [{}, {"public": True}])
def test_nothing_of_a_match_is_shown_before_its_end_not_even_to_its_players(running, watching):
    ana, opened = begun(running.url, "tarragona", hands=1, settings=watching)
    table = running.app.state.hub.tables[opened["table"]].state
    hand = table.match.hand
    secrets = [hand.deal.seed, *(tile.code for rack in hand.deal.racks for tile in rack)]
    eyes = [ana] + ([Guest(running.url, "Zoe")] if watching else [])
    for who in eyes:
        ways = [address(opened) + way for way in (*WAYS, *STUDIED)]
        for way in [*ways, *(f"/api/matches/{opened['table']}/1{way}" for way in (*API_WAYS, "/review"))]:
            for headers in (PAGE, {}):
                answer = who.asks("GET", way, headers=headers)
                assert answer.status_code == 409, way
                said = re.sub(r"<[^>]*>|/static/\w+", "", answer.text)  # what is told, without the page around it
                assert "sta partida no ha acabado: nadie ve sus fichas hasta que acabe" in said
                assert not [secret for secret in secrets if re.search(rf"(?<!\w){secret}(?!\w)", said)], way
    assert address(opened) not in html(ana, "/replays")


def test_a_match_that_the_referee_opens_again_is_closed_to_everybody_again(tmp_path):
    room = Room(limit="1h", settings=Settings(public=True)).comes("eva")
    room.do(o.Propose("referee"), "eva")
    for person in ("ana", "bea", "cai", "dan"):
        room.do(o.Agree("referee"), person)
    room.begun().match_over()
    write_stream(tmp_path / "data", "over", room)
    ledger = room.table.ledger
    assert ledger is not None
    room.do(Undo(len(ledger.effective) - 4, "la última ficha era otra"), "eva")
    write_stream(tmp_path / "data", "again", room)
    with serving(tmp_path / "data") as running:
        zoe = Guest(running.url, "Zoe")
        assert zoe.asks("GET", "/replays/over/1").status_code == 200
        assert zoe.asks("GET", "/replays/again/1").status_code == 409


def test_the_deal_of_a_hand_can_be_checked_when_that_hand_is_over_and_no_sooner(running):
    ana, opened = begun(running.url, hands=2, entropy="pito 6-4 «ñ»")
    path = f"/api/tables/{opened['table']}/deals"
    told = ana.asks("GET", f"{path}/2").json()
    assert told["entropy"] == [[1, "pito 6-4 «ñ»"]]
    assert len(told["racks"]["1"]) == 7
    assert ana.asks("GET", f"{path}/3").status_code == 404
    assert Guest(running.url, "Zoe").asks("GET", f"{path}/1").status_code == 403
    text = html(ana, f"/tables/{opened['table']}/deals/2")
    assert told["commitment"] in text
    assert told["server"] in text


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_every_step_has_an_address_and_needs_no_script(private):
    ana, opened = private
    seen = [html(ana, f"{address(opened)}?hand=1&move={move}") for move in range(4)]
    assert len(set(seen)) == 4
    onward = re.search(r'id="after" href="([^"]+)"', seen[1])
    assert onward is not None
    assert "move=2" in onward[1]
    assert ">1<" in re.sub(r"\s", "", seen[1])


def test_an_address_that_asks_for_too_much_shows_the_nearest_there_is(private):
    ana, opened = private
    for asked in (
        "hand=999&move=999&view=99",
        "hand=-1&move=x&view=",
        "hand=0",
        "move=99999999999999999999",
        "lang=xx",
    ):
        html(ana, f"{address(opened)}?{asked}")


def test_one_seats_view_shows_its_tiles_and_the_backs_of_the_others(private):
    ana, opened = private

    def up(view: int, move: int) -> list[tuple[str, str]]:
        text = html(ana, f"{address(opened)}?hand=1&move={move}&view={view}")
        return re.findall(r'class="seat up[^"]*" data-seat="(\d)" data-side="(\w+)"', text)

    assert len(up(0, 3)) == 4
    assert up(2, 3) in ([("2", "below")], [])  # nothing before it has lifted (TG-8.5)
    assert up(2, 8) == [("2", "below")]
    assert len(up(2, 999)) == 4  # the hand is over: all lie open


def test_a_hand_comes_with_all_its_steps_and_the_table_from_every_side(private):
    ana, opened = private
    told = ana.asks("GET", address(opened) + "/hands/1").json()
    moves = [step["shown"] for step in told["steps"]]
    assert [len(shown["laid"]) for shown in moves] == sorted(len(shown["laid"]) for shown in moves)
    assert set(told["carros"]) == {"1", "2", "3", "4"}
    assert all(carro["pieces"].count("<g data-n=") == 3 * len(moves[-1]["laid"]) for carro in told["carros"].values())
    held = [sum(state in "ho" for rack in shown["racks"] for state in rack) for shown in moves]
    assert held[0] == 28
    assert all(count + len(shown["laid"]) == 28 for count, shown in zip(held, moves, strict=True))
    assert [shown["up"][0] for shown in moves] == [[1, 2, 3, 4]] * len(moves)


def test_the_sheet_stands_beside_it_with_names_and_totals(private, running):
    ana, opened = private
    listed = ana.asks("GET", "/api/matches").json()[0]
    text = html(ana, address(opened))
    totals = re.search(r"<tfoot>(.*?)</tfoot>", text, re.S)
    assert totals is not None
    assert re.findall(r'class="number">(\d+)<', totals[1]) == [str(score) for score in listed["score"]]
    for name in listed["names"]:
        assert name in text


@pytest.mark.parametrize(
    ("lang", "words"),
    [("es", "Comprobar este reparto"), ("ca", "Comprova aquest repartiment"), ("en", "Check this deal")],
)
def test_the_page_speaks_the_readers_language(private, lang, words):
    ana, opened = private
    assert words in html(ana, address(opened), lang)


def test_who_has_another_name_by_now_reads_it_where_it_is_themselves_and_the_file_says_what_was_written(running):
    ana, opened = played(running.url, "clasico", "20p", name="Invitado 341", settings={"public": True})
    before = {way: ana.asks("GET", address(opened) + way).text for way in ("/match.dgn", "/hands/1")}
    assert ana.asks("POST", "/api/me", json={"name": "Ana Puig"}).status_code == 200
    page = html(ana, address(opened))
    assert "Entonces te llamabas Invitado 341" in page
    assert page.count("Invitado 341") == 1
    assert page.count("Ana Puig") > 3
    hand = ana.asks("GET", address(opened) + "/hands/1")
    assert "Invitado 341" not in hand.text
    assert hand.json()["deal"] == json.loads(before["/hands/1"])["deal"], "what is checked is as it was"
    assert ana.asks("GET", address(opened) + "/match.dgn").text == before["/match.dgn"]
    stranger = Guest(running.url, "Zoe")
    assert "Ana Puig" not in html(stranger, address(opened)), "for everybody else it is as they saw it"
    assert ana.asks("POST", "/api/me", json={"name": "Invitado 341"}).status_code == 200
    assert "Entonces te llamabas" not in html(ana, address(opened))


def test_who_looks_at_their_own_match_is_you_wherever_a_name_stands_alone_and_nobody_else_is(running):
    ana, opened = played(running.url, "clasico", "20p", name="Ana Puig", settings={"public": True})
    own, others = html(ana, address(opened)), html(Guest(running.url, "Zoe"), address(opened))
    for alone in ('<th scope="col">tú</th>', "<span>tú</span>", ">tus fichas</option>"):
        assert alone in own, alone
        assert alone not in others, alone
    assert "<span>Ana Puig</span>" in others
    assert "<span>tú</span>" in ana.asks("GET", address(opened) + "/hands/1").json()["parts"]["racks"]
    assert "Las frases te llaman" not in own


def test_who_has_said_no_name_reads_by_which_one_a_replay_tells_of_them(running):
    ana, opened = played(running.url, "clasico", "20p", name="Invitado 750", settings={"public": True})
    sessions = running.app.state.sessions

    async def nameless() -> None:
        await sessions.named(await sessions.find(ana.cookie), "Invitado 751", given=True)

    asyncio.run(nameless())
    own = html(ana, address(opened))
    assert "Las frases te llaman Invitado 750" in own
    assert "<span>tú</span>" in own
    assert "Las frases te llaman" not in html(Guest(running.url, "Zoe"), address(opened))


def test_the_position_is_a_picture_that_any_program_opens(private):
    ana, opened = private
    answer = ana.asks("GET", f"{address(opened)}/position.svg?hand=1&move=6&view=2")
    picture = ElementTree.fromstring(answer.text)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert 'filename="tantera-' in answer.headers["content-disposition"]
    assert answer.text.count("dm-tile") < 28  # the tiles of the others are seen from behind
    assert "<script" not in answer.text


def test_a_match_that_was_put_right_shows_what_counts_and_says_so(tmp_path):
    room = Room(limit="1h", settings=Settings(public=True)).begun().plays(2)
    first = room.match.hand
    assert first is not None
    slip = first.moves[-1]
    person = room.whose(slip.seat)
    room.do(o.Propose("take_back"), person)
    for other in {"ana", "bea", "cai", "dan"} - {person}:
        if room.table.proposal("take_back"):
            room.do(o.Agree("take_back"), other)
    room.match_over()
    write_stream(tmp_path / "data", "slips", room)
    with serving(tmp_path / "data") as running:
        zoe = Guest(running.url, "Zoe")
        text = html(zoe, "/replays/slips/1")
        document = zoe.asks("GET", "/api/matches/slips/1").json()
        last = zoe.asks("GET", "/replays/slips/1/hands/1").json()["steps"][-1]
    assert "Esto es lo que vale. Se rectificó algo:" in text
    assert "jugada deshecha de común acuerdo" in text
    assert [(one["hand"], one["why"]) for one in document["corrections"]] == [(1, "jugada deshecha de común acuerdo")]
    hand = room.match.hand
    assert hand is not None
    assert hand.chain is not None
    assert len(last["shown"]["laid"]) == len(hand.chain.placements)


# --- uploads ----------------------------------------------------------------------------------------------------------


def upload(guest: Guest, data: bytes, name: str = "final.dgn", lang: str = "es") -> Any:
    token = re.search(r'name="_csrf_token" value="([^"]+)"', html(guest, "/replays"))
    assert token is not None
    headers = PAGE | {"accept-language": lang}
    return guest.asks("POST", "/replays", data={"_csrf_token": token[1]}, files={"file": (name, data)}, headers=headers)


GOOD = b"""[Book "san-juan"]
[Seat1 "Pons"]
[Result "*"]

#1 o1 0-0
deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66
00{4.1} <05 >06 <54{9.0} [SJ-irreg-5 seat=3] <40 >63 <02 >30 <21 <10
= block 2+4 +126 (67-59)
"""


def test_a_file_can_be_looked_at_by_whoever_knows_its_address(running):
    answer = upload(Guest(running.url, "Zoe"), GOOD)
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert re.fullmatch(r"/replays/file/[\w-]{20,}", place)
    text = html(Guest(running.url, "Yago"), f"{place}?move=999")
    assert "Pons" in text
    assert "SJ-irreg-5" in text
    assert "−20" in text
    assert Guest(running.url, "Yago").asks("GET", f"{place}/match.dgn").text == GOOD.decode()


@pytest.mark.parametrize(
    ("lang", "told"),
    [("es", "final.dgn:7:50: se encontró"), ("ca", "final.dgn:7:50: s'ha trobat"), ("en", "final.dgn:7:50: found")],
)
def test_a_file_that_cannot_be_right_comes_back_with_its_sentence_line_and_column(running, lang, told):
    answer = upload(Guest(running.url, "Zoe"), GOOD.replace(b">63", b">64"), lang=lang)
    assert answer.status_code == 400
    assert told.replace("'", "&#39;") in answer.text
    assert "(SJ-irreg-1)" in answer.text


def test_any_bytes_at_all_are_answered_with_a_sentence(running):
    zoe = Guest(running.url, "Zoe")
    for data, name in (
        (b"\xff\xfe", "a.dgn"),
        (b"", "b.dgn"),
        (b"<script>alert(1)</script>", "<x>.dgn"),
        (b"\0" * 50, "c"),
    ):
        answer = upload(zoe, data, name)
        assert answer.status_code == 400, data
        assert "El fichero no cuadra" in answer.text
        assert "<script>alert" not in answer.text
    assert upload(zoe, b"x" * 300_000).status_code == 413
    assert zoe.asks("POST", "/replays", data={"file": "x"}).status_code == 403  # no form of ours


def test_no_more_uploads_are_kept_than_there_is_room_for(running, monkeypatch):
    zoe = Guest(running.url, "Zoe")
    for most, bound in (("_MOST_UPLOADS", 3), ("_MOST_BYTES", 3 * len(GOOD))):
        with monkeypatch.context() as smaller:
            smaller.setattr(f"tantera.web.replays.library.{most}", bound)
            places = [upload(zoe, GOOD).headers["location"] for _ in range(4)]
            assert [zoe.asks("GET", place).status_code for place in places] == [410, 200, 200, 200]
    gone = zoe.asks("GET", places[0], headers=PAGE)
    assert "e guardan una hora" in gone.text


def test_an_upload_is_forgotten_after_an_hour(running, monkeypatch):
    zoe = Guest(running.url, "Zoe")
    with monkeypatch.context() as short:
        short.setattr("tantera.web.replays.library._HOUR", 0.0)
        place = upload(zoe, GOOD).headers["location"]
    assert zoe.asks("GET", place).status_code == 410


# --- for programs -----------------------------------------------------------------------------------------------------


def test_programs_are_told_the_same(running, private, public):
    ana, opened = private
    (mine,) = ana.asks("GET", "/api/matches").json()
    assert (mine["table"], mine["number"], mine["book"], mine["public"]) == (opened["table"], 1, "tarragona", False)
    listed = Guest(running.url, "Zoe").asks("GET", "/api/matches?whose=public").json()
    assert public[1]["table"] in [match["table"] for match in listed]
    assert opened["table"] not in [match["table"] for match in listed]
    document = ana.asks("GET", f"/api/matches/{opened['table']}/1").json()
    assert document["match"]["winner"] == mine["winner"]
    assert list(document["match"]["score"].values()) == mine["score"]
    judged = ana.asks("POST", "/api/dgn", content=document["dgn"].encode()).json()
    assert judged["match"] == document["match"]
    assert judged["dgn"] == document["dgn"]
    assert all(deal["seed"] and deal["right"] for deal in judged["deals"])


def test_a_text_that_cannot_be_right_is_a_problem_object(running):
    answer = Guest(running.url, "Zoe").asks("POST", "/api/dgn", content=GOOD.replace(b"126", b"127"))
    assert answer.status_code == 400
    problem = answer.json()
    assert (problem["code"], problem["article"]) == ("notation", "SJ-conteo")
    assert problem["message"].startswith("dgn:8:1: ")


def test_the_schema_tells_of_every_path(running):
    paths = json.loads(Guest(running.url, "Zoe").asks("GET", "/api/schema/openapi.json").text)["paths"]
    told = {path for path in paths if "matches" in path or "dgn" in path or "deals" in path}
    assert told == {
        "/api/matches",
        "/api/matches/{table}/{number}",
        "/api/matches/{table}/{number}/match.dgn",
        "/api/matches/{table}/{number}/hands/{hand}/deal",
        "/api/matches/{table}/{number}/hands/{hand}/worth",
        "/api/matches/{table}/{number}/review",
        "/api/dgn",
        "/api/tables/{table_id}/deals/{hand}",
    }
