"""The screen *standings*: who leads and by what, groups, clubs, who met whom, prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from litestar import get
from litestar.params import FromQuery
from litestar.response import Template
from msgspec import Struct

from tantera.paper import results, sums
from tantera.paper.act import vacant_told, what_for, winner, worth_in_words
from tantera.paper.bracket import bracket_svg
from tantera.paper.saying import figure
from tantera.tournament.bracket import Bracket, bracket_of
from tantera.tournament.presentation import Presentation, Section
from tantera.tournament.standings import Parting, PrizeWon, TeamStanding
from tantera.web.access.visitors import Ask
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.words import Phrase

VIEWS: Final = (
    ("places", "Places"),
    ("bracket", "Bracket"),
    ("met", "Who met whom"),
    ("clubs", "By clubs"),
    ("prizes", "Prizes"),
)


class StandingsPage(Struct, frozen=True):
    """What the desk shows of the standings."""

    after: int | None
    said_after: str
    views: list[tuple[str, str]]
    chosen: str
    sections: tuple[Section, ...]
    heads: list[tuple[str, str, bool]]
    """The columns: what they are of, in words, and whether they have a sign."""
    figure: Callable[..., str]
    entry_name: Callable[[str], str]
    club: Callable[[str], str]
    by_lot: frozenset[str]
    why: Callable[[Section, str], str]
    """Why somebody stands below the one before."""
    gone: Callable[[str], bool]
    explained: list[tuple[str, str]]
    clubs: tuple[TeamStanding, ...]
    club_heads: list[tuple[str, str, bool]]
    prizes: list[tuple[PrizeWon, int]]
    awards: list[tuple[str, str, str]]
    """What for, whose, and what it is."""
    vacant: list[str]
    """Prizes that nobody gets."""
    fund: int
    bracket: str
    """A picture."""
    met: list[dict[str, Any]]
    out: list[str]
    played_online: bool
    """Whether there are tables whose hands are known."""


@get("/e/{tournament_id:str}/desk/standings", **at_desk("standings"))
async def standings(
    request: Ask, desk: AtDesk, round: FromQuery[int | None] = None, show: FromQuery[str] = ""
) -> Template:
    """After a round, or as they are now."""
    state = desk.state
    after = round if round is not None and any(one.number == round for one in state.published) else None
    tournament = desk.tournament.presentation.after(after)
    bracket = bracket_of(tournament)
    views = [
        (key, words)
        for key, words in VIEWS
        if (key != "clubs" or tournament.teams)
        and (key != "prizes" or tournament.prizes or tournament.awards or tournament.vacant_awards)
        and (key != "met" or state.published)
        and (key != "bracket" or bracket is not None)
    ]
    usual = "clubs" if tournament.teams and state.kind.team_sums else "places"
    chosen = show if any(show == key for key, _ in views) else usual
    return desk_page(
        request,
        desk,
        "standings",
        "desk/standings.html",
        StandingsPage(
            after=after,
            said_after=results.after_round(tournament, desk.lang),
            views=views,
            chosen=chosen,
            sections=tournament.sections,
            heads=[
                (key, sums.head(tournament, key, desk.lang), sums.is_signed(key)) for key in sums.columns(tournament)
            ],
            figure=lambda value, signed=False: figure(value, desk.lang, signed),
            entry_name=tournament.entry_name,
            club=tournament.entry_club,
            by_lot=sums.parted_by_lot(tournament),
            why=lambda section, entry: parting_told(desk, tournament, section.partings.get(entry)),
            gone=lambda entry: state.entries[entry].withdrawn,
            explained=list(sums.explained(tournament, desk.lang)),
            clubs=tournament.teams,
            club_heads=sums.team_columns(tournament, desk.lang),
            prizes=list(zip(tournament.prizes, state.options.prizes, strict=False)),
            awards=[
                (what_for(one.award).told(desk.lang), winner(tournament, one), worth_in_words(one, desk.lang))
                for one in tournament.awards
            ],
            vacant=[vacant_told(award).told(desk.lang) for award in tournament.vacant_awards],
            fund=tournament.fund,
            bracket=_picture(tournament, bracket, desk.lang) if chosen == "bracket" and bracket is not None else "",
            met=_met(tournament, desk.lang) if chosen == "met" else [],
            out=[tournament.entry_name(state.players[player]) for player in state.expelled],
            played_online=bool(desk.tournament.hall.online),
        ),
    )


def parting_told(desk: Desk, tournament: Presentation, parting: Parting | None) -> str:
    """Why somebody stands below the one before, where they were level in what counts first."""
    if parting is None or (parting.how == "value" and not parting.tie):
        return ""
    if parting.how == "lost":
        return ""
    if parting.how == "group":
        return Phrase("by the place in the group").told(desk.lang)
    if parting.how == "lot":
        return Phrase("level in everything: by the lot").told(desk.lang)
    signed = sums.is_signed(parting.key)
    return Phrase(
        "by {value}: {above} to {own}",
        value=sums.head(tournament, parting.key, desk.lang),
        above=figure(parting.above, desk.lang, signed),
        own=figure(parting.own, desk.lang, signed),
    ).told(desk.lang)


def _picture(tournament: Presentation, bracket: Bracket, lang: str) -> str:
    return bracket_svg(bracket, lambda entry: results.short_name(tournament, entry), lang)


def _met(tournament: Presentation, lang: str) -> list[dict[str, Any]]:
    """The sheets of the crosstable, as they are printed."""
    content = results.crosstable(tournament, lang).content
    return [block for sheet in content["sheets"] for block in sheet["blocks"]]


handlers = [standings]
