"""The wall and the public page: what everybody sees, rendered once for all of them, and never a draft."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import httpx
import pytest

from tantera.tournament.names import Listed
from tantera.tournament.presentation import Presentation
from tantera.tournament.structure import commitment
from tantera.web.hall.wall_pages import fitted, shown
from tests.tournament.hall import Hall
from tests.tournament.hall import hall as tournament_of
from tests.tournament.ordered import Event
from tests.web import plain
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving

NAMES = ("Abad", "Bas", "Cid", "Dorn", "Esteve", "Font", "Gay", "Haro", "Isern")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("wall") / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    desk = director(server).create()
    for number, name in enumerate(NAMES, 1):
        desk.order("enter", entry=f"e{number}", players=[{"id": f"p{number}", "name": f"Laia {name}"}])
    return desk


def stranger(server: Running, lang: str = "es") -> httpx.Client:
    return plain.Client(base_url=server.url, headers={"accept": "text/html", "accept-language": lang}, timeout=20)


def test_before_the_first_round_the_wall_waits(desk: AtDesk):
    with stranger(desk.server) as nobody:
        assert "Aquí saldrán los asientos de la ronda 1" in words(nobody.get(f"/e/{desk.event}/wall"))
        assert "Aquí saldrán los asientos" in words(nobody.get(f"/e/{desk.event}"))
        assert nobody.get("/e/nothing").status_code == 404


def test_a_draft_hangs_nowhere(desk: AtDesk):
    desk.order("draw")
    with stranger(desk.server) as nobody:
        for path in ("", "/wall"):
            page = nobody.get(f"/e/{desk.event}{path}").text
            assert not any(name in page for name in NAMES)
        desk.order("publish")
        for path in ("", "/wall"):
            page = nobody.get(f"/e/{desk.event}{path}").text
            assert all(name in page for name in NAMES)


def test_everybody_finds_table_and_seat_by_surname_and_who_rests_is_told(desk: AtDesk):
    desk.round()
    with stranger(desk.server) as nobody:
        page = nobody.get(f"/e/{desk.event}/wall").text
    lines = re.findall(
        r'<b>(\w+)</b>, Laia</span><span class="seat">(\w+)</span>(?:<b class="plate">(.)</b>)?</li>', page
    )
    assert [name for name, _, _ in lines] == sorted(NAMES)
    assert {seat for _, seat, _ in lines} == {"Norte", "Sur", "Este", "Oeste", "descansa"}
    assert [table for _, seat, table in lines if seat == "descansa"] == [""]


def test_results_come_when_they_are_confirmed_and_not_before(desk: AtDesk):
    desk.round()
    desk.order("result", round=1, table=1, score=[100, 61], status="entered")
    state = desk.server.app.state.tournaments.all[desk.event].state
    assert [card.said for card in shown(Presentation(state), "es").results] == ["to be confirmed", "still playing"]
    desk.order("confirm", round=1, table=1)
    state = desk.server.app.state.tournaments.all[desk.event].state
    first, second = shown(Presentation(state), "es").results
    assert [(side.points, side.won) for side in first.sides] == [("100", True), ("61", False)]
    assert second.said == "still playing"
    assert shown(Presentation(state), "es").missing == (2,)


def test_each_language_has_its_own_sheet(desk: AtDesk):
    desk.round()
    for lang, said in (("es", "Busca tu apellido"), ("ca", "Busca el teu cognom"), ("en", "Look for your surname")):
        with stranger(desk.server, lang) as nobody:
            assert said in nobody.get(f"/e/{desk.event}/wall").text
            assert said in nobody.get(f"/e/{desk.event}/wall?lang={lang}").text


def test_hundreds_of_phones_cost_one_rendering_and_who_has_it_is_told_so(desk: AtDesk):
    desk.round()
    boards = desk.server.app.state.boards
    before = boards.rendered

    async def hall() -> list[httpx.Response]:
        async with plain.AsyncClient(base_url=desk.server.url, timeout=60) as phones:
            forty = (asyncio.gather(*(phones.get(f"/e/{desk.event}") for _ in range(40))) for _ in range(6))
            return [answer for at_once in forty for answer in await at_once]

    answers = asyncio.run(hall())
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert boards.rendered == before + 1
    etag = answers[0].headers["etag"]
    with stranger(desk.server) as nobody:
        again = nobody.get(f"/e/{desk.event}", headers={"if-none-match": etag, "accept-encoding": "gzip, deflate"})
        assert (again.status_code, again.content) == (304, b"")
        unpacked = nobody.get(f"/e/{desk.event}", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in unpacked.headers
        assert unpacked.text == answers[0].text


def test_a_hall_that_reports_at_once_is_not_rendered_for_every_slip(desk: AtDesk):
    desk.round()
    with stranger(desk.server) as nobody:
        nobody.get(f"/e/{desk.event}")
        before = desk.server.app.state.boards.rendered
        for table in (1, 2):
            desk.order("result", round=1, table=table, score=[100, 50 + table])
            nobody.get(f"/e/{desk.event}")
        assert desk.server.app.state.boards.rendered <= before + 1
        desk.order("draw")
        desk.order("publish")  # a new round is there at once
        assert "Ronda 2" in nobody.get(f"/e/{desk.event}").text


def test_news_bring_the_servers_time_the_round_and_the_clock(desk: AtDesk):
    desk.round()
    desk.hall("set_clock", round=1, minutes=25)
    desk.hall("start_clock")
    with stranger(desk.server) as nobody:
        told = nobody.get(f"/api/events/{desk.event}/news?since=").json()
    assert told["round"] == 1
    assert told["clock"]["ends"] > told["now"]


@pytest.mark.parametrize(
    ("book", "count"), [("competencia-individual", 1000), ("tarragona", 250), ("ueh", 11), ("san-juan", 9)]
)
def test_every_format_hangs_on_the_wall(book: str, count: int):
    hall = tournament_of(book, *(f"p{number}" for number in range(1, count + 1)))
    hall("draw")
    hall("publish")
    found = shown(Presentation(hall.tournament), "es")
    seated = sum(len(table.seats) for table in hall.tournament.published[0].tables)
    assert len([line for line in found.names if line.table]) == seated
    assert all(len(page.columns) <= 3 for page in found.pages)
    on_pages = [line for page in found.pages if page.kind == "names" for column in page.columns for line in column]
    assert len(on_pages) == len(found.names)


def test_the_letters_say_which_page_follows():
    hall = Hall()
    hall("create", name="Open", book="competencia-individual", seed="1")
    for number in range(80):
        name = f"Pau {chr(65 + number // 4)}mat{number:02d}a".replace("0", "o")
        hall("enter", entry=f"e{number}", players=[{"id": f"p{number}", "name": name}])
    hall("draw")
    hall("publish")
    pages = [page for page in shown(Presentation(hall.tournament), "es").pages if page.kind == "names"]
    assert [page.of for page in pages] == [3, 3, 3]
    assert [page.follows for page in pages] == [pages[1].letters, pages[2].letters, pages[0].letters]


def test_siblings_who_play_together_are_two_people_on_the_wall():
    event = Event("tarragona")
    for entry, both in {"e1": ("Julio Cárdenas", "Marta Cárdenas"), "e2": ("Ana Vidal", "Pere Pons"),
                        "e3": ("Eva Pons", "Pau Vidal"), "e4": ("Rosa Gil", "Lluís Mas")}.items():  # fmt: skip
        players = [{"id": f"{entry}{side}", "name": name} for side, name in zip("ab", both, strict=True)]
        event.order("enter", entry=entry, players=players)
    event.round([300, 0], [300, 0])
    found = shown(Presentation(event.now), "es")
    pairs = {side.names for card in found.results for side in card.sides}
    assert pairs == {"J. Cárdenas · M. Cárdenas", "A. Vidal · P. Pons", "E. Pons · P. Vidal", "Gil · Mas"}
    assert {line.name.surname for line in found.standings} == pairs
    on_pages = {
        line.name.surname for page in found.pages if page.kind == "standings" for part in page.columns for line in part
    }
    assert on_pages == pairs


def test_the_podium_has_whole_names_and_the_public_page_opens_on_the_standings(desk: AtDesk):
    desk.round([100, 60], [100, 70])
    state = desk.server.app.state.tournaments.all[desk.event].state
    assert "podium" not in {page.kind for page in shown(Presentation(state), "es").pages}
    desk.order("close_round")
    with stranger(desk.server) as nobody:
        page = nobody.get(f"/e/{desk.event}").text
        assert 'data-keep="standings">' in page
        assert "se prepara la siguiente" in page
        desk.order("close")
        page = nobody.get(f"/e/{desk.event}").text
        assert 'data-keep="standings" open' in page
        assert "se prepara" not in page
        assert page.index("Clasificación") < page.index("Resultados")
        wall = nobody.get(f"/e/{desk.event}/wall").text
    podium = wall[wall.index('id="podium-1"') :]
    first = shown(Presentation(desk.server.app.state.tournaments.all[desk.event].state), "es").standings[0]
    assert first.full[0].startswith("Laia ")
    assert f'<p class="large">{first.full[0]}</p>' in podium


def test_the_prizes_hang_once_everything_is_played_and_on_phones_too(desk: AtDesk):
    desk.order("edit_event", options={"awards": [{"place": 1, "trophy": "un jamón"}, {"place": 2, "amount": 40}]})
    desk.round([100, 60], [100, 70])
    desk.order("close_round")
    with stranger(desk.server) as nobody:
        assert "un jamón" not in nobody.get(f"/e/{desk.event}/wall").text, "another round may follow"
        assert "un jamón" not in nobody.get(f"/e/{desk.event}").text
        desk.order("close")
        wall, phone = (nobody.get(f"/e/{desk.event}{where}").text for where in ("/wall", ""))
    first, second = shown(Presentation(desk.server.app.state.tournaments.all[desk.event].state), "es").standings[:2]
    told = wall[wall.index('id="prizes-1"') :]
    assert f'<b>{first.full[0]}</b></span></td><td class="what">1.er puesto</td><td class="worth">un jamón' in told
    assert f"<b>{second.full[0]}</b>" in told
    assert phone.index("Premios") < phone.index("un jamón") < phone.index(second.full[0], phone.index("un jamón"))


def test_after_the_last_round_nothing_is_being_prepared():
    event = Event(rounds=1).players(4).round([100, 60])
    event.order("close_round")
    found = shown(Presentation(event.now), "es")
    assert found.is_over
    assert not found.closed
    assert "next" not in {page.kind for page in found.pages}


def test_the_wall_leads_phones_to_the_public_page(desk: AtDesk):
    with stranger(desk.server) as nobody:
        wall = nobody.get(f"/e/{desk.event}/wall").text
        assert f"/e/{desk.event}</p>" in wall
        assert 'class="qr"' in wall
        desk.round()
        wall = nobody.get(f"/e/{desk.event}/wall").text
        pages = {one.split('"')[0]: one for one in wall.split('data-kind="')[1:]}
        assert {kind for kind, page in pages.items() if 'class="qr"' in page} == {"phone", "clock"}


def test_the_hash_of_the_lot_hangs_until_round_1_is_played_and_stays_on_the_public_page():
    event = Event().players(4)
    event.order("commit", hash=commitment("secreto"))
    event.order("lot", secret="secreto", drawn="12")
    event.round()
    assert "lot" in {page.kind for page in shown(Presentation(event.now), "es").pages}
    event.order("result", round=1, table=1, score=[100, 60])
    event.order("close_round")
    assert "lot" not in {page.kind for page in shown(Presentation(event.now), "es").pages}


def test_the_public_page_says_how_the_lot_was_drawn_at_any_time(desk: AtDesk):
    desk.order("commit", hash=commitment("secreto"))
    desk.order("lot", secret="secreto", drawn="12")
    desk.round([100, 60], [100, 70])
    with stranger(desk.server) as nobody:
        assert commitment("secreto") in nobody.get(f"/e/{desk.event}").text


def test_nobody_is_shortened_into_somebody_else():
    nearly = [Listed("Ferrer Mestres", "Laia"), Listed("Ferrer Miró", "Lluís"), Listed("Gil", "Ana")]
    assert fitted(nearly, 10) == [Listed("Ferrer Mestres", "L."), Listed("Ferrer Miró", "L."), Listed("Gil", "Ana")]
    twins = [Listed("Ferrer Miró", "Laia"), Listed("Ferrer Miró", "Lluís"), Listed("Gil", "Ana")]
    assert fitted(twins, 10) == [Listed("Ferrer M.", "Laia"), Listed("Ferrer M.", "Lluís"), Listed("Gil", "Ana")]
    cousin = Listed("Ferrer Mestres", "Laia")  # she could take the other Laia's line for her own
    assert fitted([*twins, cousin], 10)[0] == twins[0]
    assert fitted([Listed("Font", "Ignasi (Reus)"), Listed("Font", "Ignasi (Valls)")], 10) == [
        Listed("Font", "I. (Reus)"),
        Listed("Font", "I. (Valls)"),
    ]


def test_a_club_of_several_words_stays_whole_where_it_tells_namesakes_apart():
    assert fitted([Listed("Font", "Ignasi (Peña El Doble Seis)")], 10) == [Listed("Font", "I. (Peña El Doble Seis)")]
    assert fitted([Listed("Zico (Peña El Doble Seis)", "")], 10) == [Listed("Zico (Peña El Doble Seis)", "")]


def test_namesakes_are_told_apart_on_every_list_even_if_one_writes_an_accent():
    hall = Hall()
    hall("create", name="Open", book="competencia-individual", seed="1")
    people = [("José Gil", "Reus"), ("Jose Gil", "Reus"), ("Ana Pons", "Reus"), ("Ana Pons", "Valls")]
    for number, (name, club) in enumerate(people, 1):
        hall("enter", entry=f"e{number}", players=[{"id": f"p{number}", "name": name, "club": club}])
    hall("draw")
    hall("publish")
    hall("result", round=1, table=1, score=[100, 60])
    found = shown(Presentation(hall.tournament), "es")
    apart = {"José (Reus p1)", "Jose (Reus p2)", "Ana (Reus)", "Ana (Valls)"}
    assert {line.given for line in found.names} == apart
    assert {line.name.given for line in found.standings} == apart


@pytest.mark.parametrize(("count", "across", "longest"), [(21, 2, 11), (22, 2, 11), (32, 3, 11), (10, 2, 5)])
def test_what_two_columns_hold_is_as_wide_as_the_wall(count: int, across: int, longest: int):
    hall = tournament_of("competencia-individual", *(f"p{number}" for number in range(1, count + 1)))
    hall("draw")
    hall("publish")
    (page,) = (page for page in shown(Presentation(hall.tournament), "es").pages if page.kind == "names")
    assert (page.across, len(page.columns), len(page.columns[0])) == (across, across, longest)


def test_who_did_not_come_is_named_with_table_and_seat_until_the_round_is_closed(desk: AtDesk):
    desk.round()
    state = desk.server.app.state.tournaments.all[desk.event].state
    first, second = (table.seats for table in state.open.tables)
    desk.order("default", round=1, table=2, absent=[second[1], second[3]])
    desk.order("default", round=1, table=1, absent=[first[2]])
    desk.order("stand_in", round=1, player=first[2], name="Ton")  # somebody plays in that place
    called = {f"p{number}": name for number, name in enumerate(NAMES, 1)}
    with stranger(desk.server) as nobody:
        page = nobody.get(f"/e/{desk.event}/wall").text.split('data-kind="absent"')[1].split("</section>")[0]
    assert "No se han presentado" in page
    assert re.findall(r'<b>(\w+)</b>, Laia</span><span class="seat">(\w+)</span><b class="plate">(.)</b>', page) == [
        (called[second[1]], "Oeste", "2"),
        (called[second[3]], "Este", "2"),
    ]
    desk.order("result", round=1, table=1, score=[100, 61])
    desk.order("close_round")
    with stranger(desk.server) as nobody:
        assert 'data-kind="absent"' not in nobody.get(f"/e/{desk.event}/wall").text


def test_where_everybody_has_come_nobody_is_named_as_missing(desk: AtDesk):
    desk.round()
    with stranger(desk.server) as nobody:
        assert 'data-kind="absent"' not in nobody.get(f"/e/{desk.event}/wall").text
