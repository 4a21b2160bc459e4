"""Lists of people, badges and certificates."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

from tantera.paper import blocks
from tantera.paper.act import about_lines, arbiters, place_told, prizes_won
from tantera.paper.press import Document
from tantera.paper.saying import day_in_words, frame
from tantera.tournament.decide_event import LOGO
from tantera.tournament.names import clean, listed, sort_key
from tantera.tournament.orders import EntryPlayer
from tantera.tournament.presentation import Presentation
from tantera.tournament.roll import owes
from tantera.tournament.state import Entry
from tantera.words import translate
from tantera.words.numbers import NOTHING, number

MOST_SIGNING: Final = 3
"""Arbiters for whom a certificate has room."""
PODIUM: Final = 3
"""Places that are certified where nobody says which prizes there are."""


def _players(tournament: Presentation) -> list[tuple[EntryPlayer, str]]:
    """Everybody in alphabetical order, and the entry."""
    people = [(player, entry.entry) for entry in tournament.state.entries.values() for player in entry.players]
    return sorted(people, key=lambda one: sort_key(listed(one[0].name).text))


def entrants(tournament: Presentation, lang: str) -> Document:
    """Who has entered: for the door, the federation and the wall."""
    columns = [
        blocks.figures("", bold=True),
        blocks.column(translate(lang, "name"), "fr", bold=True),
        blocks.column(translate(lang, "club"), "fr"),
        blocks.column(translate(lang, "categories")),
        blocks.column(translate(lang, "number of the federation")),
        blocks.column(translate(lang, "entry")),
    ]
    rows = [
        [str(place), listed(player.name).text, clean(player.club or ""), ", ".join(player.categories or ()),
         player.key or "", entry]
        for place, (player, entry) in enumerate(_players(tournament), 1)
    ]  # fmt: skip
    return blocks.document(
        tournament, lang, [blocks.sheet(translate(lang, "Who has entered"), [*_about(tournament, lang),
                                                                            blocks.table(columns, rows)])]
    )  # fmt: skip


def fees(tournament: Presentation, lang: str) -> Document:
    """Who has paid and who owes, with the sum."""
    state = tournament.state
    columns = [
        blocks.column(translate(lang, "entry"), bold=True),
        blocks.column(translate(lang, "name"), "fr", bold=True),
        blocks.figures(translate(lang, "paid")),
        blocks.figures(translate(lang, "owes"), bold=True),
        blocks.column(translate(lang, "received (signature)"), 45),
    ]
    entries = sorted(state.entries.values(), key=lambda entry: sort_key(listed(entry.players[0].name).text))
    rows = [_fee(tournament, entry, lang) for entry in entries]
    owed = sum(owes(state, entry) for entry in entries)
    rows.append(["", translate(lang, "together"), number(tournament.fund, lang), number(owed, lang), ""])
    return blocks.document(tournament, lang, [blocks.sheet(translate(lang, "Fees"), [blocks.table(columns, rows)])])


def _fee(tournament: Presentation, entry: Entry, lang: str) -> list[str]:
    """Who has left owes nothing, and the list says why."""
    name, owed = tournament.entry_name(entry.entry), owes(tournament.state, entry)
    left = not tournament.state.is_active(entry)
    if left:
        name = translate(lang, "{name} (withdrawn)", name=name)
    return [entry.entry, name, number(entry.paid, lang), number(owed, lang) if owed else NOTHING if left else "", ""]


def judges(tournament: Presentation, lang: str) -> Document:
    """Who referees: the arbiters that the event names, with a place to sign."""
    named = [line for line in map(clean, tournament.state.about.texts.get("arbiters", "").splitlines()) if line]
    columns = [
        blocks.figures("", bold=True),
        blocks.column(translate(lang, "name"), "fr", bold=True),
        blocks.column(translate(lang, "tables"), 30),
        blocks.column(translate(lang, "signature"), 55),
    ]
    rows = [[str(place), name, "", ""] for place, name in enumerate(named or [""] * 6, 1)]
    table = blocks.table(columns, rows) | {"pad": 3.2}
    return blocks.document(tournament, lang, [blocks.sheet(translate(lang, "Arbiters"), [table])])


def badges(tournament: Presentation, lang: str) -> Document:
    """A badge for everybody, ten on a sheet, to be cut."""
    people = [
        {
            "name": tournament.name(player.id),
            "club": clean(player.club or ""),
            "more": " · ".join((*(player.categories or ()), player.id)),
        }
        for player, entry in _players(tournament)
        if tournament.state.is_active(tournament.state.entries[entry])
    ]
    around = frame(tournament, lang, translate(lang, "Badges"))
    return Document("badges", {**around, "people": people, **_logo(tournament)})


def certificates(tournament: Presentation, lang: str) -> Document:
    """One for every prize; where there are none, for the first places. Signed by organisers and arbiters."""
    organiser = clean(tournament.state.about.organiser)
    referees = [(name, translate(lang, "arbiter")) for name in arbiters(tournament.state)[:MOST_SIGNING]]
    signers = [
        (organiser, translate(lang, "the organisers")),
        *(referees or [("", translate(lang, "the director of refereeing"))]),
    ]
    when = ", ".join(filter(None, (clean(tournament.state.about.venue), _day(tournament, lang))))
    content = {
        **frame(tournament, lang, translate(lang, "Certificate")),
        "certifies": translate(lang, "The organisers certify that"),
        "has_won": translate(lang, "has won the"),
        "in_event": translate(lang, "in the tournament"),
        "organiser": organiser,
        "when": when,
        "signers": [{"name": name, "as": office} for name, office in signers],
        "people": [{"name": name, "what": what, "prize": prize} for name, what, prize in _honoured(tournament, lang)],
        **_logo(tournament),
    }
    return Document("certificates", content)


def _honoured(tournament: Presentation, lang: str) -> Iterator[tuple[str, str, str]]:
    """Each place once, with all that there is for it."""
    together: dict[tuple[str, str], list[str]] = {}
    for name, what, prize in prizes_won(tournament, lang):
        together.setdefault((name, what), []).extend(filter(None, [prize]))
    for (name, what), prizes in together.items():
        yield name, what, translate(lang, "Prize: {what}", what=" + ".join(prizes)) if prizes else ""
    if not together:
        for one in tournament.standings[:PODIUM]:
            yield tournament.entry_name(one.entry), place_told(one.place).told(lang), ""


def _day(tournament: Presentation, lang: str) -> str:
    return day_in_words(tournament.state.about.date, lang)


def _about(tournament: Presentation, lang: str) -> Iterator[blocks.Block]:
    lines = list(about_lines(tournament.state, lang))
    if lines:
        yield blocks.facts(lines)
    if notice := tournament.state.about.texts.get("notice"):
        yield blocks.text(clean(notice))


def _logo(tournament: Presentation) -> dict[str, list[int]]:
    """The picture's bytes as the press takes them; none where there is none."""
    said = tournament.state.about.texts.get(LOGO, "")
    try:
        return {"logo": list(base64.b64decode(said.partition("base64,")[2], validate=True))} if said else {}
    except ValueError:
        return {}
