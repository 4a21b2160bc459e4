"""A position that somebody sets: everybody's tiles and what was laid, tile by tile, to play on from or to keep as a
problem. All of it is in the address, so the browser's own back button takes a step back, and a link is the problem."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_bytes
from typing import Any, Final
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from tantera.layout import draw_rack
from tantera.lessons import LEARNER
from tantera.lessons.judging import NotOffered, Played, played
from tantera.lessons.lesson import PASS, order_of
from tantera.lessons.setting import SEATS, Draft, from_the_turn, read, token_of
from tantera.puzzles.telling import ASKED
from tantera.rules import Seat
from tantera.solver.unknown import unknown_in_words
from tantera.study.telling import move_in_words
from tantera.tables import Settings, Times
from tantera.tiles import Tile
from tantera.web.access.visitors import Ask, Form, go, known_visitor
from tantera.web.learning.table import Hidden, offered, picture_of, table_of
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.web.replays.worth import Option, Reviewer, option_in_words
from tantera.web.tables.api import opened_by
from tantera.web.tables.hub import Hub
from tantera.web.tables.opening import CLOCKS, Opening, last_chosen
from tantera.words import Phrase, told, translate
from tantera.words.extras import has

WHERE: Final[dict[Seat, Phrase]] = {
    1: Phrase("You"),
    2: Phrase("To your right"),
    3: Phrase("Your partner"),
    4: Phrase("To your left"),
}
"""Who sits where."""


class TileShown(Struct, frozen=True):
    """A tile, and where touching it leads."""

    picture: Markup
    words: str
    href: str = ""


class RackShown(Struct, frozen=True):
    seat: Seat
    who: str
    tiles: tuple[TileShown, ...]
    here: bool
    """Whether the next tile goes to it, or its player is in turn."""
    href: str
    """Where the next tile goes to it."""
    opens: str
    """Where its player opens."""


class Judged(Struct, frozen=True):
    """What an answer to somebody's problem came to, as the page has it."""

    right: bool
    rows: tuple[tuple[str, str, bool, bool], ...] = ()
    """Each move, what it is worth, whether it is the best, and whether it was played."""


@get("/position", include_in_schema=False)
async def set_position(
    request: Ask,
    racks: FromQuery[str] = "",
    opener: FromQuery[int] = LEARNER,
    moves: FromQuery[str] = "",
    seat: FromQuery[int] = LEARNER,
    change: FromQuery[bool] = False,
    chance: FromQuery[bool] = False,
) -> Response[Any]:
    """The position so far, and a link for each thing that can be done with it."""
    draft = read(racks, opener, moves)
    if chance:
        return Redirect(_address(draft.filled(token_bytes(32))), status_code=303)
    return _page(request, draft, seat, dealing=change or not draft.is_dealt)


def _page(request: Ask, draft: Draft, wished: Seat, dealing: bool) -> Template:
    lang, to = language_of(request), draft.to_fill(wished)
    match = draft.position.match if not dealing else None
    hand = match.hand if match is not None else None
    options = draft.may_play if not dealing else ()
    here = hand.turn if hand is not None and options else 0 if hand is not None else to
    held = draft.racks if hand is None else tuple(hand.rack(seat) for seat in SEATS)
    return page(
        request,
        "learning/position.html",
        dealing=dealing,
        draft=draft,
        moves=" ".join(draft.moves),
        racks=[
            RackShown(
                seat,
                WHERE[seat].told(lang),
                tuple(_shown(tile, _given(draft, tile, seat) if dealing else "") for tile in rack if tile is not None),
                seat == here,
                _address(draft, seat, dealing),
                _address(replace(draft, opener=seat, moves=()), to, dealing),
            )
            for seat, rack in zip(SEATS, held, strict=True)
        ],
        free=[_shown(tile, _given(draft, tile, to)) for tile in draft.free],
        options=[_laid(draft, token, lang) for token in options],
        picture=picture_of(match, lang) if match is not None and draft.moves else None,
        may_be_asked=len(options) > 1 and has("bots"),
        problem=_address(from_the_turn(draft), path="/position/problem") if options else "",
        back=_address(draft.back()) if draft.moves else "",
        changed=_address(replace(draft, moves=()), change=True),
        by_chance=f"{_address(draft)}&chance=true",
        is_empty=not any(draft.racks),
    )


def _address(draft: Draft, seat: Seat = LEARNER, change: bool = False, path: str = "/position") -> str:
    asked: dict[str, Any] = {"racks": draft.as_text, "opener": draft.opener}
    asked |= {"moves": " ".join(draft.moves)} if draft.moves else {}
    asked |= {"seat": seat} if seat != LEARNER else {}
    asked |= {"change": "true"} if change else {}
    return f"{path}?{urlencode(asked)}"


def _shown(tile: Tile, href: str) -> TileShown:
    return TileShown(Markup(draw_rack([tile], tile.spoken, theme=None)), tile.spoken, href)


def _given(draft: Draft, tile: Tile, seat: Seat) -> str:
    """Where a tile that is touched changes hands."""
    after = draft.moved(tile, seat)
    return _address(after, after.to_fill(seat))


def _laid(draft: Draft, token: str, lang: str) -> TileShown:
    hand = draft.position.match.hand
    assert hand is not None
    href = _address(draft.laid(token))
    if token == PASS:
        return TileShown(Markup(""), translate(lang, "pass"), href)
    order = order_of(token, hand.turn)
    words = told(move_in_words(order), lang)
    chain, end = hand.chain, getattr(order, "end", None)
    if chain is not None and end is not None:
        words = translate(lang, "{tile} on the {number}", tile=order.tile.spoken, number=chain.end(end))  # type: ignore[union-attr]
    return TileShown(Markup(draw_rack([order.tile], words, theme=None)), words, href)  # type: ignore[union-attr]


@post("/position", include_in_schema=False)
async def play_position(request: Ask, data: Form) -> Response[Any]:
    """A table of its own, alone with bots as last chosen, that stands as it was set."""
    hub: Hub = request.app.state.hub
    draft = _dealt(data)
    visitor, token = await known_visitor(request)
    usual = last_chosen(request, hub)
    settings = Settings(
        bot=f"level-{usual.level}",
        watching="nobody",
        manner="home",
        times=Times(move=CLOCKS[usual.clock][0]),
        hand=draft.position,
    )
    opening = Opening(visitor.name, "clasico", limit="1h", settings=settings, bots="all")
    table = await opened_by(hub, visitor, opening)
    return go(request, f"/tables/{table.id}", token)


def _dealt(asked: Mapping[str, str]) -> Draft:
    """A position in which somebody is in turn."""
    opener = asked.get("opener", "")
    seat = int(opener) if opener.isascii() and opener.isdigit() else LEARNER
    draft = read(asked.get("racks", ""), seat, asked.get("moves", ""))
    if not draft.is_dealt or not draft.may_play:
        raise NotFound
    return draft


@get("/position/problem", include_in_schema=False)
async def set_problem(
    request: Ask,
    racks: FromQuery[str] = "",
    opener: FromQuery[int] = LEARNER,
    moves: FromQuery[str] = "",
    answer: FromQuery[str] = "",
) -> Template:
    """A position as a problem: one's own tiles only; after an answer what every move is worth."""
    draft, lang = _asked(racks, opener, moves), language_of(request)
    position, here = draft.position, _address(draft, path="/position/problem")
    given, judged = None, None
    if answer:
        try:
            given = played(position, answer[:20])
        except NotOffered:
            raise NotFound from None
        judged = Judged(False) if given.refusal is not None else await _judged(request, draft, given, lang)
    asked = given is None or given.refusal is not None
    refusal = (given.refusal.told(lang), given.refusal.article) if given is not None and given.refusal else None
    without = unknown_in_words(position.match.book)
    return page(
        request,
        "learning/set_problem.html",
        title=translate(lang, "A problem"),
        here=here,
        asks=told(ASKED, lang),
        may_pass=False,
        verdict=judged,
        asked=asked,
        refusal=refusal,
        choices=(),
        without=without.told(lang) if without is not None else "",
        onward=_address(draft),
        offered=offered(position.match, lang) if asked else [],
        **table_of(position.match if given is None else given.after, lang, asked, Hidden()),
    )


def _asked(racks: str, opener: int, moves: str) -> Draft:
    """A problem: whoever solves it is in turn, and has a choice."""
    draft = read(racks, opener, moves)
    hand = draft.position.match.hand if draft.is_dealt else None
    if hand is None or hand.turn != LEARNER or len(draft.may_play) < 2:
        raise NotFound
    return draft


async def _judged(request: Ask, draft: Draft, given: Played, lang: str) -> Judged:
    """What each move is worth with everybody's tiles face up."""
    hand = draft.position.match.hand
    assert hand is not None
    reviewer: Reviewer = request.app.state.reviewer
    found = await reviewer.options(_address(draft), hand)
    if found is None:
        return Judged(False)
    measure, options = found
    best = {token_of(option.order) for option in options if not option.lost}
    return Judged(
        token_of(given.order) in best,
        tuple(_row(measure, option, given, lang) for option in sorted(options, key=lambda one: one.lost)),
    )


def _row(measure: Any, option: Option, given: Played, lang: str) -> tuple[str, str, bool, bool]:
    words = told(move_in_words(option.order), lang)
    return words, option_in_words(measure, option, lang), not option.lost, option.order == given.order


@post("/position/problem", include_in_schema=False)
async def answer_problem(
    request: Ask,
    data: Form,
    racks: FromQuery[str] = "",
    opener: FromQuery[int] = LEARNER,
    moves: FromQuery[str] = "",
) -> Redirect:
    address = _address(_asked(racks, opener, moves), path="/position/problem")
    return Redirect(f"{address}&{urlencode({'answer': data.get('answer', '')[:20]})}", status_code=303)


handlers = [set_position, play_position, set_problem, answer_problem]
