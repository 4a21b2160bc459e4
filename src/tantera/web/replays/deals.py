"""The deal of a hand that is over, of a match that is still on: whoever sees the match can check it at once."""

from __future__ import annotations

from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Template

from tantera.play.actors import SPECTATOR
from tantera.play.match import Match
from tantera.tables.seen import eyes_on_the_match
from tantera.web.access.visitors import Visitor
from tantera.web.pages.rendering import page
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.replays.fair import ToldDeal, told_deal_to
from tantera.web.tables.api import table_or_nothing


async def _told(request: Request[Any, Any, Any], table_id: str, number: int) -> tuple[ToldDeal, Match]:
    table = await table_or_nothing(request, table_id)
    visitor: Visitor | None = request.user
    known = visitor is not None and table.state.guest(visitor.person) is not None
    eyes = eyes_on_the_match(table.state, visitor.person if visitor is not None and known else SPECTATOR)
    if eyes is None:
        raise NotAllowed
    ledger = table.state.ledger
    told = None if ledger is None else told_deal_to(eyes, ledger, number)
    if ledger is None or told is None:
        raise NotFound
    return told, ledger.match


@get("/api/tables/{table_id:str}/deals/{hand:int}", tags=["replays"])
async def deal_of_hand(request: Request[Any, Any, Any], table_id: FromPath[str], hand: FromPath[int]) -> ToldDeal:
    """What is told of the deal of a hand that is over. docs/fair-deals.md says how to check it."""
    told, _ = await _told(request, table_id, hand)
    return told


@get("/tables/{table_id:str}/deals/{hand:int}", include_in_schema=False)
async def deal_page(request: Request[Any, Any, Any], table_id: FromPath[str], hand: FromPath[int]) -> Template:
    told, match = await _told(request, table_id, hand)
    return page(request, "deal.html", deal=told, names=match.names, table_id=table_id, number=hand, book=match.book)


handlers = [deal_of_hand, deal_page]
