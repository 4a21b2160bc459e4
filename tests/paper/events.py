"""Made-up events for the papers: the exported object and its people, any format, any size."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from tantera.formats.why import Why
from tantera.paper.data import CardShown, Edit, Incident, Person, Printable, PrizeLine, PrizeTable, read_object
from tantera.rules import load_book

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
EXPELLED = "{player} is expelled in round {round} ({article})"
WHY = "{first}.º a {last}.º de la clasificación; el 1.º y el 2.º ya fueron pareja en la ronda 2"
BOOKS = {"individual": "competencia-individual", "alone-winners-on": "ueh", "alone-one-round": "ueh"}
RANKED = {"alone-winners-on": ("re_entries", "points_for"), "alone-one-round": ("re_entries", "points_for")}


def people(count: int, odd: bool = False) -> dict[str, Person]:
    """Players p1, p2, …; `odd`: some have very long names or names of markup."""
    chance = random.Random(count)
    made = {}
    for one in range(1, count + 1):
        name = f"{chance.choice(SURNAMES)} {chance.choice(SURNAMES)}, {chance.choice(GIVEN)}"
        if odd and one % 5 == 1:
            name = LONG
        if odd and one % 5 == 2:
            name = HOSTILE
        made[f"p{one}"] = Person(name, chance.choice(["Reus", "Valls", "Tarragona", "Peña El Doble Seis", ""]))
    return made


def event(
    format: str = "individual",
    count: int = 12,
    rounds: int = 3,
    *,
    book: str | None = None,
    odd: bool = False,
    stage: str = "closed",
    **more: Any,
) -> Printable:
    """An event of which every round is played; `stage` is that of the last one."""
    chance = random.Random(f"{format}{count}")
    pairs = format.startswith("pairs")
    alone = format.startswith("alone")
    who = people(count, odd)
    players = list(who)
    entries = [players[at : at + 2] for at in range(0, count - count % 2, 2)] if pairs else [[one] for one in players]
    book_id = book or BOOKS.get(format, "tarragona")
    law = load_book(book_id)
    limit = law.options.limit.points or 100
    names = {f"e{at}": entry for at, entry in enumerate(entries, 1)}
    sums = {entry: [0, 0, 0] for entry in names}
    of_player = {player: entry for entry, held in names.items() for player in held}
    played = []
    for number in range(1, rounds + 1):
        order = list(names)
        chance.shuffle(order)
        per_table = 2 if pairs else 4
        whole = len(order) - len(order) % per_table
        byes = order[whole:]
        if alone and byes:
            byes = []
        tables = []
        chunks = [order[at : at + per_table] for at in range(0, len(order) if alone else whole, per_table)]
        for at, chunk in enumerate(chunks, 1):
            if pairs:
                (a, c), (b, d) = names[chunk[0]], names[chunk[1]]
                seats = [a, b, c, d]
            else:
                seats = [names[entry][0] for entry in chunk]
            table: dict[str, Any] = {
                "table": at, "seats": seats, "score": None, "winner": None, "status": None, "default": [],
                "why": WHY.format(first=4 * at - 3, last=4 * at),
            }  # fmt: skip
            if number < rounds or stage == "closed":
                table |= _result(chance, seats, limit, alone)
                for seat, player in enumerate(seats):
                    own = sums[of_player[player]]
                    if alone:
                        own[2] += table["score"][seat]
                    elif not pairs or seat < 2:
                        mine, other = table["score"] if seat % 2 == 0 else table["score"][::-1]
                        own[0] += mine > other
                        own[1] += mine - other
                        own[2] += mine
            tables.append(table)
        played.append({
            "round": number, "stage": "closed" if number < rounds else stage, "tables": tables,
            "byes": byes if pairs else [names[entry][0] for entry in byes], "stand_ins": {}, "edited": [],
        })  # fmt: skip
    ranked_by = RANKED.get(format, ("points_won", "difference", "points_for"))
    keys = ("re_entries", "-", "points_for") if alone else ("points_won", "difference", "points_for")
    ranking = sorted(sums, key=lambda entry: sums[entry], reverse=not alone)
    standings = [
        {
            "place": place, "entry": entry,
            "values": {key: value for key, value in zip(keys, sums[entry], strict=True) if key in ranked_by},
        }
        for place, entry in enumerate(ranking, 1)
    ]  # fmt: skip
    paid = law.tournament.fee if law.tournament and law.tournament.fee else 10
    exported = {
        "name": "Open de Tarragona 2026", "book": book_id, "format": format, "seed": "b7:6-4",
        "stage": "closed" if stage == "closed" else "running",
        "entries": [{"entry": entry, "players": held, "active": True, "checked_in": True, "paid": paid}
                    for entry, held in names.items()],
        "rounds": played, "standings": standings,
        "penalties": [{"player": "p3", "round": 1, "article": _article(law.id), "difference": -30}],
        "cards": {"p1": {"blue": 2}}, "out": [],
        "teams": [{"place": 1, "club": "Reus", "values": standings[0]["values"]}] if not pairs else [],
        "log": {"events": 212, "head": hashlib.sha256(b"212").hexdigest()},
    }  # fmt: skip
    expelled: dict[str, str | int] = {"player": who["p1"].name, "round": 2, "article": _article(law.id)}
    prizes = [
        PrizeLine(place, who[f"p{place}"].name, share, paid * len(names) * share // 100)
        for place, share in enumerate((45, 27, 18, 10), 1)
    ]
    told: dict[str, Any] = {
        "cards": (CardShown("p1", 1, _article(law.id), "blue"), CardShown("p1", 2, _article(law.id), "blue")),
        "edits": (Edit(rounds, "p1", "p4", "son hermanos", "director"),),
        "incidents": (Incident(57, "2026-05-31T11:40:00", "judge:Mora", Why(EXPELLED, expelled)),),
        "prizes": (PrizeTable(tuple(prizes)),),
        "rounds": rounds,
        "begun": "2026-05-31T10:30:00",
        "ended": "2026-05-31T18:05:00",
    }
    return Printable(read_object(exported), law, who, ranked_by, **(told | more))


def _article(book: str) -> str:
    articles = {"competencia-individual": "CI-10", "tarragona": "TG-14.1", "san-juan": "SJ-irreg-4"}
    return articles.get(book, "UEH-obligada")


def _result(chance: random.Random, seats: list[str], limit: int, alone: bool) -> dict[str, Any]:
    if alone:
        winner = chance.randrange(len(seats))
        score = [chance.randrange(100, limit) if seat == winner else limit + chance.randrange(60)
                 for seat in range(len(seats))]  # fmt: skip
        return {"score": score, "winner": winner + 1, "status": "confirmed"}
    score = [limit + chance.randrange(30), chance.randrange(limit)]
    first = chance.random() < 0.5
    return {"score": score if first else score[::-1], "winner": "1+3" if first else "2+4", "status": "confirmed"}
