"""The roll: who is here, who owes, namesakes told apart, what leaving would mean."""

from typing import Any

import pytest

from tantera.tournament import orders as o
from tantera.tournament import roll
from tantera.tournament.decide import apply
from tantera.tournament.orders import EntryPlayer, Refused
from tantera.tournament.reading import order_of
from tantera.tournament.sheets import CsvError, understood
from tantera.tournament.state import Entry, TournamentState

AT = "2026-05-31T10:30:00+00:00"


def given(tournament: TournamentState | None, *orders: dict[str, Any], at: str = AT) -> TournamentState:
    for order in orders:
        tournament = apply(tournament, order_of(order | {"at": at})).after
    assert tournament is not None
    return tournament


def entered(entry: str, *names: str, **more: Any) -> dict[str, Any]:
    players = [{"id": f"{entry}{'ab'[place]}", "name": name, **more} for place, name in enumerate(names)]
    return {"order": "enter", "entry": entry, "players": players}


def individual(count: int = 0, **options: Any) -> TournamentState:
    tournament = given(
        None,
        {
            "order": "create",
            "name": "Open",
            "book": "competencia-individual",
            "rounds": 4,
            "seed": "s",
            "options": options,
        },
    )
    return given(tournament, *(entered(f"e{number}", f"Jugador {number}") for number in range(1, count + 1)))


def san_juan(**options: Any) -> TournamentState:
    return given(None, {"order": "create", "name": "SJ", "book": "san-juan", "seed": "s", "options": options})


def test_counts_say_who_is_here_who_is_missing_and_what_is_in_the_till():
    tournament = given(
        individual(5, fee=10),
        {"order": "check_in", "entries": ["e1", "e2"]},
        {"order": "pay", "entry": "e1", "amount": 10},
        {"order": "pay", "entry": "e2", "amount": 4},
        {"order": "withdraw", "entries": ["e5"]},
    )
    found = roll.counts(roll.roll(tournament))
    assert (found.all, found.here, found.missing, found.gone) == (5, 2, 2, 1)
    assert (found.till, found.owing, found.owed) == (14, 3, 26)  # who has gone owes nothing


@pytest.mark.parametrize("asked", ["munoz", "ÍÑIGO", "muñoz iñi", "pena sol", "e1", " Sol, Íñigo "])
def test_a_search_ignores_accents_capitals_and_the_order_of_words(asked: str):
    tournament = given(individual(), entered("e1", "Íñigo Muñoz", club="Peña Sol"), entered("x2", "Ana Pons"))
    assert [line.id for line in roll.roll(tournament) if roll.is_found(line, asked)] == ["e1"]


def test_namesakes_are_told_apart_by_club_and_by_number_where_the_club_is_the_same():
    tournament = given(
        individual(),
        entered("e1", "Ana Pons", club="Sol"),
        entered("e2", "ana PONS", club="Luna"),
        entered("e3", "Biel Mas", club="Sol"),
        entered("e4", "Biel Mas", club="Sol"),
        entered("e5", "Carme Roca", club="Sol"),
    )
    assert roll.told_apart(tournament) == {"e1a": "Sol", "e2a": "Luna", "e3a": "Sol e3a", "e4a": "Sol e4a"}
    assert [player.id for player in roll.namesakes(tournament, "Aná pons")] == ["e1a", "e2a"]


def test_leaving_a_published_table_is_said_to_be_a_default_and_is_one():
    tournament = given(individual(8), {"order": "draw"}, {"order": "publish"})
    said = [phrase.told("en") for phrase in roll.if_withdrawn(tournament, tournament.entries["e1"])]
    table = tournament.played[0].seat_of("e1a")
    assert said[0] == f"Table {table} of round 1 is lost by default: everybody has seen it"
    after = given(tournament, {"order": "withdraw", "entries": ["e1"]})
    assert after.played[0].absent == ("e1a",)
    assert len(roll.if_returned(after, after.entries["e1"])) == 2


def test_leaving_a_draft_means_to_draw_again():
    tournament = given(individual(8), {"order": "draw"})
    assert "draw it again" in roll.if_withdrawn(tournament, tournament.entries["e1"])[0].told("en")
    assert len(roll.if_withdrawn(individual(2), individual(2).entries["e1"])) == 1


def test_somebody_who_is_not_here_after_all_leaves_the_others_checked_in():
    tournament = given(individual(4), {"order": "check_in", "entries": ["e1", "e2", "e3"]})
    tournament = given(tournament, {"order": "check_out", "entries": ["e2"], "by": "desk"})
    assert {key for key, entry in tournament.entries.items() if entry.checked_in} == {"e1", "e3"}


def test_the_rows_of_a_sheet_are_one_line_of_what_was_done_and_go_together():
    tournament = individual()
    for number in (1, 2, 3):
        tournament = apply(
            tournament, order_of(entered(f"e{number}", f"J {number}") | {"id": f"rows-k1.{number}", "at": AT})
        ).after
    tournament = given(tournament, {"order": "check_in", "entries": ["e1"]})
    last = roll.last_done(tournament, 4)
    assert [one.number for one in last] == [5, 4]
    assert roll.together(tournament, last[1]) == [2, 3, 4]
    assert roll.together(tournament, last[0]) == [5]


@pytest.mark.article("SJ-jugadores")
@pytest.mark.parametrize("options", [{}, {"clubs": ["Club Náutico"]}])
def test_who_is_neither_a_member_nor_a_guest_is_refused_with_the_article_and_the_name(options: dict[str, Any]):
    tournament = san_juan(**options)
    order = {"order": "enter", "entry": "e1", "players": [
        {"id": "p1", "name": "Ana Pons", "club": "Club Náutico", "member": True},
        {"id": "p2", "name": "Iker Sin Club", "club": "Otro", "member": False},
    ]}  # fmt: skip
    with pytest.raises(Refused) as refused:
        given(tournament, order)
    assert refused.value.code == "not_a_member"
    assert refused.value.article == "SJ-jugadores"
    assert refused.value.told("es").startswith("Iker Sin Club")


@pytest.mark.article("SJ-jugadores")
def test_the_guest_of_a_member_plays():
    tournament = given(san_juan(clubs=["Club Náutico"]), {"order": "enter", "entry": "e1", "players": [
        {"id": "p1", "name": "Ana Pons", "club": "Club Náutico", "member": True},
        {"id": "p2", "name": "Iker Sin Club", "guest_of": "p1"},
    ]})  # fmt: skip
    assert list(tournament.entries) == ["e1"]


@pytest.mark.article("SJ-registro")
def test_entries_outside_of_the_registration_are_refused_with_the_article():
    tournament = san_juan(registration={"opens": "2026-05-31T10:30:00+00:00", "closes": "2026-05-31T11:00:00+00:00"})
    early, late = "2026-05-31T10:00:00+00:00", "2026-05-31T11:30:00+00:00"
    assert [roll.may_enter(tournament, at) is None for at in (early, AT, late)] == [False, True, False]
    for at in (early, late):
        with pytest.raises(Refused) as refused:
            given(tournament, entered("e1", "Ana", "Biel", member=True), at=at)
        assert (refused.value.code, refused.value.article) == ("registration_closed", "SJ-registro")


def test_a_book_without_that_article_refuses_without_one():
    tournament = individual(members_only=True)
    with pytest.raises(Refused) as refused:
        given(tournament, entered("e1", "Ana", member=False))
    assert refused.value.article == ""


# --- sheets


def rows_of(text: str, pairs: bool = False) -> list[list[dict[str, Any]]]:
    return [order["players"] for _, order in understood(text, pairs).orders]


def test_rows_without_headings_are_read_by_their_order():
    assert rows_of("Ana Pons\tSol\t10\nBiel Mas\t\t\n") == [
        [{"id": "p1", "name": "Ana Pons", "club": "Sol"}],
        [{"id": "p2", "name": "Biel Mas"}],
    ]
    assert rows_of("Ana\tSol\tBiel\tLuna", pairs=True) == [
        [{"id": "p1", "name": "Ana", "club": "Sol"}, {"id": "p2", "name": "Biel", "club": "Luna"}]
    ]
    assert rows_of("1\tAna\tBiel\tSol\n2\tCarme\tDolors\tLuna", pairs=True)[1] == [
        {"id": "p3", "name": "Carme", "club": "Luna"}, {"id": "p4", "name": "Dolors", "club": "Luna"},
    ]  # fmt: skip
    assert [order["entry"] for _, order in understood("7\tAna\n9\tBiel", False).orders] == ["7", "9"]


def test_columns_that_are_of_no_use_are_left_out_and_named():
    sheet = understood("nombre\tcorreo\tclub\tpueblo\nAna\ta@b.cat\tSol\tReus\n", False)
    assert sheet.unused == ["correo", "pueblo"]
    assert sheet.orders[0][1]["players"] == [{"id": "p1", "name": "Ana", "club": "Sol"}]
    assert understood("Ana\tSol\tave\nBiel\tSol\t\n", False).unused == ["ave"]


def test_people_who_are_called_like_a_heading_are_no_headings():
    assert [players[0]["name"] for players in rows_of("Jugador 1\nJugador 2\nJugador 3")] == [
        "Jugador 1", "Jugador 2", "Jugador 3",
    ]  # fmt: skip
    assert len(rows_of("nombre\tsocio\nAna\tsí\n")) == 1


def test_every_row_has_its_own_mistake_and_the_others_are_still_understood():
    sheet = understood("nombre\tpagado\nAna\t10\nBiel\tdiez\n\t5\nCarme\t", False)
    assert [line.mistake is not None for line in sheet.lines] == [False, True, True, False]
    assert [order["players"][0]["name"] for _, order in sheet.orders] == ["Ana", "Carme"]


def test_a_guest_names_the_member_who_brings_them():
    text = "jugador 1\tjugador 2\tinvitado de 2\nAna Pons\tBiel\tana pons\nCarme\tDolors\tNadie Más\n"
    sheet = understood(text, True, names={})
    assert sheet.orders[0][1]["players"][1]["guest_of"] == "p1"
    assert [mistake.line for mistake in sheet.mistakes] == [3]


@pytest.mark.parametrize("text", ["", "  \n \n", "nombre\tclub\n"])
def test_a_sheet_with_nobody_in_it_is_refused(text: str):
    with pytest.raises(CsvError):
        understood(text, False)


def test_what_was_done_is_told_in_words():
    tournament = given(
        individual(2),
        {"order": "check_in", "entries": ["e1", "e2"]},
        {"order": "pay", "entry": "e1", "amount": 5},
        {"order": "pay", "entry": "e1", "amount": -2},
        {"order": "keep_apart", "players": ["e1a", "e2a"]},
        {"order": "withdraw", "entries": ["e2"]},
        {"order": "return", "entries": ["e2"]},
        {"order": "undo", "event": 9},
    )
    told = [roll.done_in_words(tournament, one).told("en") for one in tournament.log.history[3:]]
    assert told == [
        "2 are here", "Jugador 1 paid 5", "2 given back to Jugador 1", "Kept apart: Jugador 1, Jugador 2",
        "Jugador 2 has withdrawn", "Jugador 2 is back", "Undone: Jugador 2 is back",
    ]  # fmt: skip
    assert isinstance(roll.kept_apart(tournament)[0].order, o.KeepApart)


def again(text: str, *entered: Entry, pairs: bool = False) -> list[tuple[str, str]]:
    """Row by row of a list that is pasted again: the entry that it is already, and the one that it would be."""
    taken = {name for entry in entered for name in (entry.entry, *entry.ids)}
    lines = understood(text, pairs, taken, entered=entered).lines
    return [(line.already, line.order["entry"] if line.order is not None else "") for line in lines]


def test_who_is_in_already_is_known_by_name_and_club_and_by_an_id_that_the_list_gives():
    ana = Entry("e1", (EntryPlayer("p1", "Ana Pons", "Reus"),))
    other = Entry("e2", (EntryPlayer("p2", "Ana Pons", "Valls"),))
    assert again("pons, ana\tREUS\nAna Pons\tValls\nAna Pons\tSalou\n", ana, other) == [
        ("e1", ""), ("e2", ""), ("", "e3"),
    ]  # fmt: skip
    without = "nombre\tclub\nAna Pons\t\nAna Pons\tValls\nAna Pons\t\n"
    assert again(without, ana, other) == [("e1", ""), ("e2", ""), ("", "e3")]
    assert again("id\tnombre\tclub\np2\tAna Pons\tValls\np7\tAna Pons\tReus\n", ana, other) == [("e2", ""), ("", "e3")]


def test_a_pair_is_in_already_in_either_order_and_with_another_partner_it_is_new():
    pair = Entry("e1", (EntryPlayer("p1", "Ana Pons"), EntryPlayer("p2", "Biel Mas")))
    assert again("Biel Mas\tAna Pons\nAna Pons\tCarme Gil\n", pair, pairs=True) == [("e1", ""), ("", "e2")]
