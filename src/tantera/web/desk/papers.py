"""Papers from the desk, and the tournament's own file."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec import json

from tantera.paper import PAPERS, laid_out, press
from tantera.paper.hand_records import HandWorth
from tantera.paper.printing import hands_told
from tantera.paper.slips import WayToSheet
from tantera.tournament import roll
from tantera.tournament.names import clean, listed, sort_key
from tantera.tournament.report import report
from tantera.tournament.sheets import KINDS, tables, workbook, written
from tantera.tournament_file import SUFFIX
from tantera.web.access.visitors import Ask
from tantera.web.desk.drawing import SecondLook
from tantera.web.desk.shell import AtDesk, at_desk
from tantera.web.network.codes import pictures
from tantera.web.pages.compressing import UNCOMPRESSED
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.web.tournaments.folder import slug
from tantera.web.tournaments.offices import Officers, in_print, place_to_type
from tantera.words import translate

WORDS: Final[dict[str, str]] = {
    "slips": "Slips for the tables",
    "seating": "Seating by name",
    "tables": "Seating by table",
    "entrants": "Who has entered",
    "fees": "Fees",
    "judges": "Arbiters, to sign",
    "badges": "Badges",
    "dealing": "Dealing cards (duplicate)",
    "hands": "Hand records (duplicate)",
    "standings": "Standings",
    "crosstable": "Crosstable",
    "record": "Every player's record",
    "cards": "Cards and penalties",
    "checklist": "The organiser's checklist",
    "prizes": "Prizes",
    "certificates": "Certificates",
    "act": "The act, to be signed",
}
"""What the papers are called."""

FILES: Final = {"all": "Everything", "report": "Report"}
"""What files are called that are more than one table."""
SECRET: Final = frozenset({"dealing"})
"""Papers that say what is still to be played: for who publishes rounds, and for nobody who may sit at a table."""


def may_print(role: str, what: str) -> bool:
    return what not in SECRET or role in ("director", "organiser")


@get("/e/{tournament_id:str}/desk/paper/{paper:str}", **at_desk("papers"))
async def paper(
    request: Ask,
    desk: AtDesk,
    paper: FromPath[str],
    round: FromQuery[int | None] = None,
    player: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A paper as PDF, of the tournament as it stands. It is made in a thread: a thousand slips take a while."""
    what = paper.removesuffix(".pdf")
    if not paper.endswith(".pdf") or what not in PAPERS or not may_print(desk.office.role, what):
        raise NotFound
    officers: Officers = request.app.state.officers
    url: str = request.app.state.invitation.url

    def address(of_round: int, table: int) -> WayToSheet:
        code = officers.code(desk.tournament.id, "table", of_round, table)
        link = f"{url}/e/{desk.tournament.id}/t/{of_round}/{table}/{code}"
        return WayToSheet(link, place_to_type(url, desk.tournament.id), in_print(code))

    presentation = desk.tournament.presentation

    known: tuple[HandWorth, ...] = ()
    if what == "hands" and (told := hands_told(presentation, round)) is not None:
        second_look: SecondLook = request.app.state.second_look
        known = await second_look.hands(desk.tournament, told)

    def printed() -> bytes:
        paper = laid_out(presentation, what, desk.lang, round=round, player=player, address=address, hands_worth=known)
        return press(paper, "pdf")

    content = await asyncio.to_thread(printed)
    called = slug(translate(desk.lang, WORDS[what]).partition(" (")[0])
    name = f"{desk.tournament.id}-{called}{f'-{round}' if round is not None else ''}.pdf"
    return Response(
        content,
        media_type="application/pdf",
        headers={"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"},
    )


@get("/e/{tournament_id:str}/desk/sheet/{name:str}", **at_desk("papers"))
async def sheet(request: Ask, desk: AtDesk, name: FromPath[str]) -> Response[bytes]:
    """Everything as an Excel workbook, a table as CSV, or the federation's report as JSON: one button each."""
    presentation, lang = desk.tournament.presentation, desk.lang

    def made() -> tuple[bytes, str]:
        if name == "report.json":
            return json.format(json.encode(report(presentation)), indent=2), "application/json"
        if name == "all.xlsx":
            found = {translate(lang, KINDS[kind]): table for kind, table in tables(presentation, lang).items()}
            return workbook(found), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        kind = name.removesuffix(".csv")
        if not name.endswith(".csv") or kind not in KINDS:
            raise NotFound
        return written(tables(presentation, lang, (kind,))[kind], excel=True), "text/csv"

    content, media = await asyncio.to_thread(made)
    kind, _, ending = name.rpartition(".")
    called = slug(translate(lang, FILES.get(kind) or KINDS[kind]))
    headers = {
        "content-disposition": f'attachment; filename="{desk.tournament.id}-{called}.{ending}"',
        "cache-control": "no-store",
    }
    return Response(content, media_type=media, headers=headers)


@get("/e/{tournament_id:str}/desk/event.tantera", **at_desk("file"))
async def tournament_file(request: Ask, desk: AtDesk) -> Response[bytes]:
    """The tournament as it is now, in one file that another machine can open."""

    def copied() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{desk.tournament.id}{SUFFIX}"
            desk.tournament.file.store.copy_to(path)
            return path.read_bytes()

    content = await asyncio.to_thread(copied)  # orders go on
    return Response(
        content,
        media_type="application/octet-stream",
        headers={
            "content-disposition": f'attachment; filename="{desk.tournament.id}{SUFFIX}"',
            "cache-control": "no-store",
        },
    )


@get("/e/{tournament_id:str}/desk/cards", **at_desk("cards"), opt=UNCOMPRESSED)
async def cards(request: Ask, desk: AtDesk, entry: FromQuery[str] = "") -> Template:
    """Everybody's card in the order of their names, or those of one entry."""
    officers: Officers = request.app.state.officers
    state, url = desk.state, request.app.state.invitation.url
    people = [
        player
        for one in state.entries.values()
        if (one.entry == entry if entry else state.is_active(one))
        for player in one.players
    ]
    people.sort(key=lambda player: sort_key(listed(player.name).text))
    secrets = [officers.code(desk.tournament.id, "player", player.id) for player in people]
    links = [f"{url}/e/{desk.tournament.id}/p/{player.id}/{code}" for player, code in zip(people, secrets, strict=True)]
    words = translate(desk.lang, "QR code of this card")
    codes = await asyncio.to_thread(pictures, links, words)
    apart = roll.told_apart(state)
    shown = [
        (clean(player.name), apart.get(player.id) or player.club or "", player.id, code, in_print(typed))
        for player, code, typed in zip(people, codes, secrets, strict=True)
    ]
    place = place_to_type(url, desk.tournament.id)
    return page(
        request, "desk/cards.html", tournament=desk.tournament, state=state, cards=shown, place=place, pairs=state.pairs
    )


handlers = [paper, sheet, tournament_file, cards]
