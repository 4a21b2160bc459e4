"""Papers from the desk, and the tournament's own file."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery
from litestar.types import ControllerRouterHandler

from tantera.paper import PAPERS, print_paper
from tantera.paper.slips import Way
from tantera.tournament_file import SUFFIX
from tantera.web.desk.shell import at_desk
from tantera.web.problems import NotFound
from tantera.web.tournaments.offices import Officers
from tantera.web.tournaments.typed_codes import in_print, place_to_type

WORDS: Final[dict[str, str]] = {
    "slips": "Slips for the tables",
    "seating": "Seating by name",
    "tables": "Seating by table",
    "standings": "Standings",
    "crosstable": "Crosstable",
    "record": "Every player's record",
    "cards": "Cards and penalties",
    "checklist": "The organiser's checklist",
    "prizes": "Prizes",
    "act": "The act, to be signed",
}
"""What the papers are called."""


@get("/e/{tournament_id:str}/desk/paper/{paper:str}", include_in_schema=False)
async def paper(
    request: Request[Any, Any, Any],
    tournament_id: FromPath[str],
    paper: FromPath[str],
    round: FromQuery[int | None] = None,
    player: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A paper as PDF, of the tournament as it stands. It is made in a thread: a thousand slips take a while."""
    desk = await at_desk(request, tournament_id, "papers")
    what = paper.removesuffix(".pdf")
    if not paper.endswith(".pdf") or what not in PAPERS:
        raise NotFound
    officers: Officers = request.app.state.officers
    url: str = request.app.state.invitation.url

    def address(of_round: int, table: int) -> Way:
        code = officers.code(tournament_id, "table", of_round, table)
        link = f"{url}/e/{tournament_id}/t/{of_round}/{table}/{code}"
        return Way(link, place_to_type(url, tournament_id), in_print(code))

    presentation = desk.tournament.presentation

    def printed() -> bytes:
        made = print_paper(presentation, what, desk.lang, round=round, player=player, address=address)
        assert isinstance(made, bytes)
        return made

    content = await asyncio.to_thread(printed)
    name = f"{tournament_id}-{what}{f'-{round}' if round is not None else ''}.pdf"
    return Response(
        content,
        media_type="application/pdf",
        headers={"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"},
    )


@get("/e/{tournament_id:str}/desk/event.tantera", include_in_schema=False)
async def tournament_file(request: Request[Any, Any, Any], tournament_id: FromPath[str]) -> Response[bytes]:
    """The tournament as it is now, in one file that another machine can open."""
    desk = await at_desk(request, tournament_id, "file")

    def copied() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{tournament_id}{SUFFIX}"
            desk.tournament.file.store.copy_to(path)
            return path.read_bytes()

    content = await asyncio.to_thread(copied)  # orders go on
    return Response(
        content,
        media_type="application/octet-stream",
        headers={
            "content-disposition": f'attachment; filename="{tournament_id}{SUFFIX}"',
            "cache-control": "no-store",
        },
    )


handlers: list[ControllerRouterHandler] = [paper, tournament_file]
