"""Do partners play as if they knew each other's tiles? For whoever directs the tournament, from its tables online: how
sure that is, never a verdict. Nobody else learns that it was asked, and the tournament's log does not say so."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from tantera.tournament.telling import named
from tantera.web.access.visitors import Ask
from tantera.web.desk.shell import AtDesk, at_desk, desk_page
from tantera.web.replays.partners import Partners, partners_shown
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.web.tournaments.online import OnlineRounds


@get("/e/{tournament_id:str}/desk/partners", **at_desk("partners"))
async def partners(request: Ask, desk: AtDesk) -> Template:
    online: OnlineRounds = request.app.state.online
    hub: Hub = request.app.state.hub
    reading: Partners = request.app.state.partners
    matches: list[MatchPlayed] = []
    whose: dict[tuple[str, int], tuple[str, ...]] = {}
    for played in online.ever_played(desk.tournament):
        match = next((one for table in played.ids if (one := hub.directory.played.get((table, 1))) is not None), None)
        if match is not None:
            matches.append(match)
            whose[match.table, match.number] = tuple(played.seated.get(name, "") for name in match.names)
    called = {player: named(desk.state, player) for seats in whose.values() for player in seats}
    readings = await reading.of(matches, soon=True)
    pairs = await reading.pairs(readings, whose)
    shown = partners_shown(readings, pairs, called, hub.books, desk.lang)
    return desk_page(request, desk, "acts", "desk/partners.html", shown=shown)


handlers = [partners]
