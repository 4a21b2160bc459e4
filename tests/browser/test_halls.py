"""Whole tournaments in a hall, by desk, phones and wall alone; the server dies in every round and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.at_desk import TWO_LOOKS, Desk
from tests.browser.halls import Hall, Phone, Public, Wall, hall
from tests.browser.screens import Devices
from tests.browser.watch import Watch

TWENTY = """\
Laia Ferrer Mestres\tPeña El Doble Seis
Joan Ferrer\tReus
Maria del Carme Vilanova\tReus
María de los Desamparados Fernández de Córdoba\tPeña El Doble Seis
Íñigo Muñoz\tValls
Ana de la Torre Gil\tValls
Josep Maria Bru\tTarragona
Núria Camps\tTarragona
Ramon Llull\tTarragona
Pere Riba\tReus
Pau Bosch Amat\tPeña El Doble Seis
Jordi Soler\tCambrils
Albert Mas\tCambrils
Montserrat Puigdevall i Casademont\tCambrils
Luis Alberto Ñíguez\tValls
Rosa Anguera\tReus
Miquel Coll Sala\tSalou
Pilar Núñez Dalmau\tSalou
Quim Domingo\tSalou
Teresa Baró\tValls""".splitlines()

EIGHT_PAIRS = [
    ("Laia Ferrer Mestres", "Joan Ferrer"),
    ("Maria del Carme Vilanova", "Íñigo Muñoz"),
    ("María de los Desamparados Fernández de Córdoba", "Montserrat Puigdevall i Casademont"),
    ("Ana de la Torre Gil", "Josep Maria Bru"),
    ("Núria Camps", "Ramon Llull"),
    ("Pere Riba", "Pau Bosch Amat"),
    ("Jordi Soler", "Albert Mas"),
    ("Luis Alberto Ñíguez", "Rosa Anguera"),
]


@pytest.fixture
def in_hall(tmp_path: Path, devices: Devices, watch: Watch, request: pytest.FixtureRequest):
    with hall(tmp_path, devices, watch, request.param) as one:
        yield one


def the_end(desk: Desk, wall: Wall, last_round: int) -> None:
    """The last round is closed, the tournament too; what hangs and what phones show is what the file says."""
    desk.closes_the_round(last_round)
    desk.closes_the_tournament()
    file = desk.exports()
    file.is_checked()
    file.has(desk.noted)
    wall.says_it_is_over()
    file.agrees_with(wall.standings())
    file.agrees_with(Public(desk).standings())


@pytest.mark.article("CI-2")
@pytest.mark.article("CI-8")
@pytest.mark.parametrize("in_hall", ["individual"], indirect=True)
@pytest.mark.parametrize("rounds", [2, pytest.param(4, marks=pytest.mark.prove)])
def test_21_players_of_competencia_individual_and_everything_that_can_go_wrong(in_hall: Hall, rounds: int):
    desk = Desk(in_hall)
    desk.creates("Open de Tarragona", "competencia-individual", rounds=str(rounds))
    wall = Wall(desk)
    desk.pastes(TWENTY)
    desk.everybody_is_here()

    desk.draws_round(1)
    draft = desk.sees_the_draft()
    in_hall.power_fails(desk, wall)
    assert desk.sees_the_draft() == draft
    desk.publishes(1)
    desk.starts_the_clock()
    wall.shows_round(1)
    tables, codes = desk.tables(), desk.codes()
    (north, _), (_, east) = tables[3].sides
    absent = tables[4].everybody[0]
    for table in (1, 2, 3):
        desk.keys_in(table, 100, 50 + table)
    one, other = Phone(desk, north, codes[north]), Phone(desk, east, codes[east], theme="dark")
    one.goes_to_the_table()
    other.goes_to_the_table()
    one.hands_in(100, 80)
    in_hall.power_fails(desk, one, other, wall)
    other.agrees()
    one.sees("Confirmado")
    desk.hears(4, 100, 80)
    desk.writes_that_nobody_came(5, absent)
    desk.enters("Zoe Tarradellas", club_1="Reus")

    desk.draws_round(2)
    desk.publishes(2)
    desk.starts_the_clock()
    wall.shows_round(2)
    desk.opens_table(2, round=1)
    desk.corrects(100, 92, reason="la hoja decía 92")
    desk.leaves_the_round_as_it_is(2)
    tables = desk.tables()
    desk.opens_table(2)
    desk.finds("pase falso", tables[1].sides[0][0]).get_by_role("button", name="30 puntos menos").click()
    desk.shows_card("TG-14.1", "blue", tables[1].sides[1][0])
    (north, _), (west, _) = tables[0].sides
    one, other = Phone(desk, north, codes[north]), Phone(desk, west, codes[west])
    one.goes_to_the_table()
    one.line.cut()
    one.writes(100, 35)
    one.keeps("100–35")
    in_hall.power_fails(desk)
    one.line.mend()
    one.sees("Ahora lo confirma uno de los otros")
    other.goes_to_the_table()
    other.agrees()
    desk.hears(1, 100, 35)
    desk.opens_table(1)
    assert len(desk.happened("100–35")) == 1  # it was sent again and again, and counts once
    for table in (2, 3, 4, 5):
        desk.keys_in(table, 40 + table, 100)

    for number in range(3, rounds + 1):
        desk.draws_round(number)
        desk.publishes(number)
        desk.starts_the_clock()
        for table in range(1, 6):
            desk.keys_in(table, 100, 60 + 3 * table)
            if table == number:
                in_hall.power_fails(desk)
    the_end(desk, wall, rounds)


@pytest.mark.prove
@pytest.mark.article("SJ-jugadores")
@pytest.mark.article("SJ-registro")
@pytest.mark.parametrize("in_hall", ["pairs"], indirect=True)
def test_nine_pairs_of_san_juan_with_fees_and_a_guest_who_may_not_play(in_hall: Hall, watch: Watch):
    watch.expect("status of 400")
    desk = Desk(in_hall)
    desk.creates("Copa San Juan", "san-juan", rounds="3")
    wall = Wall(desk)
    desk.pastes([f"{one}\tCasino\t{other}\tCasino" for one, other in EIGHT_PAIRS], members=True)
    desk.enters("Ivo Rius", "Max Grau", member_1="yes", member_2="no")
    desk.is_told("Max Grau no es socio ni invitado de un socio · SJ-jugadores")
    desk.enters("Ivo Rius", "Max Grau", member_1="yes", member_2="guest", host_2="Ivo Rius", paid=True)
    desk.everybody_is_here()
    assert desk.till() == ("40", "320")
    desk.takes_the_fee_of(EIGHT_PAIRS[0][0])
    in_hall.power_fails(desk)
    desk.at("entries")
    assert desk.till() == ("80", "280")
    for number in (1, 2, 3):
        desk.draws_round(number)
        if number == 2:
            in_hall.power_fails(desk, wall)
        desk.publishes(number)
        desk.starts_the_clock()
        wall.shows_round(number)
        assert len(desk.tables()) == 4
        for table in (1, 2, 3, 4):
            desk.keys_in(table, 200 + table, 100 + 10 * number)
            if table == number + 1 and number != 2:
                in_hall.power_fails(desk)
    the_end(desk, wall, 3)


@pytest.mark.prove
@pytest.mark.article("TG-18.4")
@pytest.mark.parametrize("in_hall", ["cards"], indirect=True)
def test_eight_pairs_of_tarragona_whose_cards_travel_from_table_to_table(in_hall: Hall):
    desk = Desk(in_hall)
    desk.creates("Lliga de Tarragona", "tarragona", {"card_span": "tournament"}, rounds="3")
    wall = Wall(desk)
    desk.pastes([f"{one}\tReus\t{other}\tValls" for one, other in EIGHT_PAIRS])
    desk.everybody_is_here()
    offender = EIGHT_PAIRS[2][1]
    for number in (1, 2, 3):
        desk.draws_round(number)
        desk.publishes(number)
        wall.shows_round(number)
        table = next(one for one in desk.tables() if offender in one.everybody)
        desk.opens_table(table.number)
        assert desk.cards_of(offender) == BEFORE[number]
        if number < 3:
            desk.finds("móvil", offender).get_by_role("button", name="tarjeta azul").click()
        if number == 2:
            desk.shows_what_it_brings("Tarjeta amarilla")
        in_hall.power_fails(desk)
        assert desk.cards_of(offender) == BEFORE[number + 1]
        desk.tables()
        for one in (1, 2, 3, 4):
            desk.keys_in(one, 300 + number, 10 * one)
    the_end(desk, wall, 3)


BEFORE = {1: [], 2: ["azul"], 3: ["azul", "azul", "amarilla"], 4: ["azul", "azul", "amarilla"]}
"""Cards that lie beside the offender when a round begins: two blue are one yellow (TG-18.4)."""


@pytest.mark.prove
@pytest.mark.article("UEH-mesas")
@pytest.mark.article("UEH-campeonato")
@pytest.mark.parametrize("in_hall", ["alone"], indirect=True)
def test_eleven_at_ueh_until_one_table_decides(in_hall: Hall):
    desk = Desk(in_hall)
    desk.creates("UEH de Reyes", "ueh")
    wall = Wall(desk)
    desk.pastes(TWENTY[:11])
    desk.everybody_is_here()
    desk.draws_round(1)
    desk.publishes(1)
    wall.shows_round(1)
    tables = desk.tables()
    assert sorted(len(table.everybody) for table in tables) == [3, 4, 4]
    for table in tables:
        points = [120, 310, 305, 320][: len(table.everybody)]
        desk.keys_in_alone(table.number, points, 1, {2: 2})
        if table.number == 2:
            in_hall.power_fails(desk, wall)
    desk.draws_round(2)
    desk.publishes(2)
    wall.shows_round(2)
    (final,) = desk.tables()
    assert len(final.everybody) == 3
    in_hall.power_fails(desk)
    desk.keys_in_alone(1, [315, 90, 330], 2, {1: 1})
    the_end(desk, wall, 2)


@pytest.mark.prove
@pytest.mark.parametrize("in_hall", ["large"], indirect=True)
def test_a_thousand_players_at_250_tables_on_every_screen_by_day_and_by_night(in_hall: Hall, watch: Watch):
    watch.expect("status of 400")
    desk = Desk(in_hall)
    desk.creates("Campeonato de España de dominó por parejas cambiantes", "competencia-individual", rounds="5")
    desk.seen_everywhere("empty", "draw", "tables", "clock", "standings", "acts")
    in_hall.looked_at |= {"pasted", "roll"}  # axe takes half a minute for a thousand rows: they are looked at below
    desk.pastes(list(thousand()))
    desk.everybody_is_here()
    desk.draws_round(1)
    desk.publishes(1)
    in_hall.power_fails(desk)
    desk.starts_the_clock()
    assert len(desk.tables()) == 250
    desk.types(250, 100, 180)
    desk.is_refused_at_the_keys("Solo uno puede llegar a 100")
    desk.keys_in_again(250, 100, 80)
    every = ("entries", "draw", "tables", "tables/1/250", "standings", "acts")
    desk.seen_everywhere("large", *every, looks=TWO_LOOKS)
    for theme in ("light", "dark"):
        Wall(desk, theme=theme).shows_round(1)
        Public(desk, theme=theme).looks(f"public-{theme}")


def thousand() -> Iterator[str]:
    """Names as long as real ones are, all different."""
    given = [row.split()[0] for row in TWENTY]
    surnames = [row.split("\t")[0].split()[-1] for row in TWENTY]
    for number in range(1000):
        one, two, three = number % 20, number // 20 % 20, number // 400
        yield f"{given[one]} {surnames[two]} {surnames[(one + three) % 20]} {'IVXLC'[three]}\tPeña {surnames[two]}"
