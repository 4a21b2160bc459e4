"""Made-up events for the papers, any format, any size: every round played, whoever met whom."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from msgspec.structs import replace

from tantera.formats.why import Why
from tantera.rules import load_book
from tantera.tournament import orders as o
from tantera.tournament.events import Recorded
from tantera.tournament.options import settled
from tantera.tournament.orders import EntryPlayer
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import CardShown, Edit, Entry, Fine, Log, Round, Slip, Table, TournamentState

SURNAMES = [
    "Abad", "Aguilar", "Alsina", "Altés", "Amat", "Anguera", "Barberà", "Baró", "Bas", "Blasco", "Bosch", "Bru",
    "Calvo", "Camps", "Cano", "Casas", "Cid", "Coll", "Costa", "Cruz", "Dalmau", "Domingo", "Duran", "Esteve",
    "Ferré", "Ferrer", "Figueras", "Font", "Gay", "Gil", "Gràcia", "Grau", "Mestres", "Mora", "Núñez", "Ñíguez",
    "Ortiz", "Pla", "Prats", "Riba", "Roca", "Sala", "Soler", "Torres", "Vidal", "Zapata",
]  # fmt: skip
GIVEN = [
    "Laia", "Quim", "Rosa", "Enric", "Marc", "Pilar", "Jordi", "Carme", "Núria", "Esteve", "Antoni", "Juan",
    "Teresa", "Miguel", "Albert", "Dolores",
]  # fmt: skip
LONG = "Fernández de Córdoba y Martínez-Bordiú, María de los Desamparados Guadalupe"
HOSTILE = r"#panic() *Ana* _b_ $x$ <l> @r \ `raw` // [c] {d} " "'' %"
WHY = "{first}.º a {last}.º de la clasificación; el 1.º y el 2.º ya fueron pareja en la ronda 2"
BOOKS = {"individual": "competencia-individual", "alone-winners-on": "ueh", "alone-one-round": "ueh"}


def people(count: int, odd: bool = False) -> list[EntryPlayer]:
    """Players p1, p2, …; `odd`: some have very long names or names of markup."""
    chance = random.Random(count)
    made = []
    for one in range(1, count + 1):
        name = f"{chance.choice(SURNAMES)} {chance.choice(SURNAMES)}, {chance.choice(GIVEN)}"
        if odd and one % 5 == 1:
            name = LONG
        if odd and one % 5 == 2:
            name = HOSTILE
        made.append(
            EntryPlayer(f"p{one}", name, chance.choice(["Reus", "Valls", "Tarragona", "Peña El Doble Seis", ""]))
        )
    return made


def event(
    format: Any = "individual",
    count: int = 12,
    rounds: int = 3,
    *,
    book: str | None = None,
    odd: bool = False,
    stage: Any = "closed",
    players: list[EntryPlayer] | None = None,
    **more: Any,
) -> Presentation:
    """An event of which every round is played; `stage` is that of the last one, `more` are fields of its state."""
    chance = random.Random(f"{format}{count}")
    law = load_book(book or BOOKS.get(format, "tarragona"))
    who = players or people(count, odd)
    size = 2 if format.startswith("pairs") else 1
    entries = {
        f"e{at}": Entry(f"e{at}", tuple(who[size * at - size : size * at]), paid=10, checked_in=True)
        for at in range(1, len(who) // size + 1)
    }
    options = {"prizes": [45, 27, 18, 10], **({"teams": 1} if size == 1 else {})}
    created = o.Create("Open de Tarragona 2026", law.id, format, rounds, "b7:6-4", options)
    limit = law.options.limit.points or 100
    state = TournamentState(
        name=created.name, book=law.id, law="", format=format, rounds=rounds, seed="b7:6-4",
        options=settled(law, format, rounds, options).options,
        entries=entries,
        players={player: entry.entry for entry in entries.values() for player in entry.ids},
        played=tuple(
            _round(chance, entries, number, stage if number == rounds else "closed", limit)
            for number in range(1, rounds + 1)
        ),
        fines=(Fine("p3", 1, _article(law.id), 30),),
        cards=(CardShown("p1", 1, _article(law.id), "blue"), CardShown("p1", 2, _article(law.id), "blue")),
        closed=stage == "closed",
        log=Log(
            (
                _recorded(1, "2026-05-31T10:30:00", "organiser", created),
                _recorded(2, "2026-05-31T11:40:00", "judge:Mora", o.Expel("p1", 2, _article(law.id))),
                _recorded(3, "2026-05-31T18:05:00", "director", o.CloseRound()),
            ),
            hashlib.sha256(b"212").hexdigest(),
        ),
    )  # fmt: skip
    return Presentation(replace(state, **more))


def _recorded(number: int, at: str, by: str, order: o.AnyOrder) -> Recorded:
    return Recorded(number=number, after="", at=at, by=by, id=None, order=order, outcome=None, line=b"", beside={})


def _round(chance: random.Random, entries: dict[str, Entry], number: int, stage: Any, limit: int) -> Round:
    order = list(entries.values())
    chance.shuffle(order)
    pairs, alone = len(order[0].ids) == 2, limit == 300 and len(order[0].ids) == 1
    at_table = 2 if pairs else 4
    whole = len(order) if alone else len(order) - len(order) % at_table
    tables = []
    for at in range(0, whole, at_table):
        seated = order[at : at + at_table]
        seats = [seated[0].ids[0], seated[1].ids[0], seated[0].ids[1], seated[1].ids[1]] if pairs else [
            one.ids[0] for one in seated
        ]  # fmt: skip
        slip = _slip(chance, seats, limit, alone) if stage == "closed" else None
        tables.append(Table(tuple(seats), (Why(WHY.format(first=2 * at + 1, last=2 * at + 4)),), slip))
    edited = (Edit("p1", "p4", "son hermanos"),)
    byes = tuple(one.entry for one in order[whole:])
    return Round(number, stage, tuple(tables), byes, basis="", field="", edited=edited)


def _article(book: str) -> str:
    articles = {"competencia-individual": "CI-10", "tarragona": "TG-14.1", "san-juan": "SJ-irreg-4"}
    return articles.get(book, "UEH-obligada")


def _slip(chance: random.Random, seats: list[str], limit: int, alone: bool) -> Slip:
    if alone:
        winner = chance.randrange(len(seats))
        score = [chance.randrange(100, limit) if seat == winner else limit + chance.randrange(60)
                 for seat in range(len(seats))]  # fmt: skip
        return Slip(tuple(score), winner + 1, (0,) * len(seats), "confirmed", "desk", 2)
    first, second = limit + chance.randrange(30), chance.randrange(limit)
    if chance.random() < 0.5:
        return Slip((first, second), "1+3", (), "confirmed", "desk", 2)
    return Slip((second, first), "2+4", (), "confirmed", "desk", 2)
