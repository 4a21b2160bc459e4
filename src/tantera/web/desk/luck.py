"""The standings without luck, for tables that are played online: a study beside the standings, never in their place."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.response import Template
from msgspec import Struct

from tantera.rules import Seat
from tantera.solver.estimate import Estimate
from tantera.study.figures import MatchStudied
from tantera.study.standings import LuckStanding, luck_standings
from tantera.web.access.visitors import Ask
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.web.replays.reviewing import BUSY, NoStudy, study_so_far
from tantera.web.tournaments.lines import replay_of
from tantera.web.tournaments.online import OnlineRounds
from tantera.words.numbers import number, with_error


class LuckRow(Struct, frozen=True):
    place: int
    name: str
    hands: int
    written: str
    luck: str
    play: str
    without_luck: str


class LuckPage(Struct, frozen=True):
    """The standings without luck: a study, and it says so."""

    rows: tuple[LuckRow, ...]
    matches: int
    waiting: int
    """Matches that are still being studied."""


@get("/e/{tournament_id:str}/desk/standings/luck", **at_desk("standings"))
async def luck(request: Ask, desk: AtDesk) -> Template:
    """From the tables that were played online: of the others nobody knows the hands."""
    online: OnlineRounds = request.app.state.online
    gathered: list[tuple[MatchStudied, dict[Seat, str]]] = []
    waiting = 0
    for played in online.ever_played(desk.tournament):
        replay = await replay_of(request.app.state.library, played, desk.lang)
        if replay is None:
            continue
        try:
            review = await request.app.state.reviews.of(replay)
        except NoStudy as problem:
            waiting += problem.args[0] == BUSY
            continue
        waiting += not review.over
        studied = await asyncio.to_thread(study_so_far, replay, review)
        names = enumerate(replay.ledger.match.names, start=1)
        entries = {seat: desk.state.players.get(played.seated.get(name, ""), "") for seat, name in names}
        gathered.append((studied, {seat: entry for seat, entry in entries.items() if entry}))
    rows = tuple(_row(row, desk) for row in luck_standings(gathered))
    return desk_page(request, desk, "standings", "desk/luck.html", LuckPage(rows, len(gathered), waiting))


def _row(row: LuckStanding, desk: Desk) -> LuckRow:
    def told(estimate: Estimate, places: int = 0) -> str:
        return with_error(*estimate, desk.lang, places, sign=True)

    name = desk.tournament.presentation.entry_name(row.who)
    written = number(row.written, desk.lang, sign=True)
    return LuckRow(row.place, name, row.hands, written, told(row.luck), told(row.play), told(row.without_luck, 1))


handlers = [luck]
