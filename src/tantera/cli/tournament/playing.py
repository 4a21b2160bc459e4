"""``tantera tournament draw · publish · result …``: a round, from its draw to its last slip."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantera.cli.common import AsJson, Language, print_json
from tantera.cli.tournament.giving import (
    AnArticle,
    APlayer,
    ARound,
    ATable,
    By,
    Order,
    TournamentPath,
    an_order,
    give,
    names,
    opened,
    presentation_of,
    state_of,
    the_entry,
    the_player,
)
from tantera.words import translate

if TYPE_CHECKING:
    from tantera.tournament.state import TournamentState

WhichRound = Annotated[int | None, typer.Option("--round", help="The round; left out: the one whose turn it is.")]
Players = Annotated[list[str], typer.Argument(help="Players: their ids, or their names.")]


def draw(file: TournamentPath, round_: WhichRound = None, by: By = "director", lang: Language = "es") -> None:
    """Draw the next round, as a draft; on a draft, draw it again."""
    from tantera.cli.tournament.looking import tell_round

    with opened(file) as tournament:
        give(tournament, {"order": "draw", "round": round_}, by, lang)
        shown = presentation_of(tournament)
        tell_round(shown, shown.rounds[-1], lang)


def publish(
    file: TournamentPath,
    round_: WhichRound = None,
    accept_missing: Annotated[
        list[int] | None, typer.Option(help="A table whose missing slip is accepted; repeatable.")
    ] = None,
    override: Annotated[str | None, typer.Option(help="The director's word where a hard rule is broken.")] = None,
    copies: Annotated[
        Path | None, typer.Option(help="From now on every publish writes a copy into this folder.")
    ] = None,
    by: By = "director",
    lang: Language = "es",
) -> None:
    """Publish the draft: it is played now, and the round before is closed."""
    from tantera.tournament_file import set_copies

    with opened(file) as tournament:
        if copies is not None:
            set_copies(tournament.store, copies)
        order: dict[str, Any] = {"order": "publish", "round": round_, "override": override}
        give(tournament, order | ({"accept_missing": accept_missing} if accept_missing else {}), by, lang)
        print(translate(lang, "Head: {head}", head=state_of(tournament).head))


@an_order
def close_round(state: TournamentState, round_: WhichRound = None) -> Order:
    """Close the open round: every slip is in and confirmed."""
    return {"order": "close_round", "round": round_}


def swap(
    file: TournamentPath,
    round_: ARound,
    a: APlayer,
    b: APlayer,
    reason: Annotated[str, typer.Argument(help="Why; it is kept and printed.")],
    by: By = "director",
    lang: Language = "es",
) -> None:
    """Let two change seats in a draft."""
    from tantera.cli.tournament.looking import tell_round

    with opened(file) as tournament:
        who = the_entry if state_of(tournament).pairs else the_player
        one, other = (who(state_of(tournament), said) for said in (a, b))
        give(tournament, {"order": "swap", "round": round_, "a": one, "b": other, "reason": reason}, by, lang)
        shown = presentation_of(tournament)
        tell_round(shown, shown.rounds[round_ - 1], lang, why=True)


@an_order
def result(
    state: TournamentState,
    round_: ARound,
    table: ATable,
    score: Annotated[list[int] | None, typer.Argument(help="Points of 1+3 and of 2+4; alone: by seat.")] = None,
    hands: Annotated[str | None, typer.Option(help="Of a duplicate round: '30 -12 0 x', with a minus for 2+4.")] = None,
    winner: Annotated[str | None, typer.Option(help="1+3, 2+4 or a seat; needed where the score is level.")] = None,
    re_entries: Annotated[str | None, typer.Option(help="By seat, like 0,1,2,0.")] = None,
    status: Annotated[str | None, typer.Option(help="entered, confirmed or disputed.")] = None,
    reason: Annotated[str | None, typer.Option(help="Needed once the round is closed.")] = None,
) -> Order:
    """Enter the slip of a table."""
    order: dict[str, Any] = {"order": "result", "round": round_, "table": table, "score": score or None}
    if hands is not None:
        from tantera.web.tournaments.keyed import hands_keyed

        order["hands"] = hands_keyed(hands)
    order |= {"winner": int(winner) if winner is not None and winner.isdigit() else winner}
    order |= {"status": status, "reason": reason}
    if re_entries is not None:
        order["re_entries"] = [int(one) if one.strip().isdigit() else one for one in re_entries.split(",")]
    return order


@an_order
def confirm(state: TournamentState, round_: ARound, table: ATable) -> Order:
    """Confirm a slip."""
    return {"order": "confirm", "round": round_, "table": table}


@an_order
def dispute(state: TournamentState, round_: ARound, table: ATable) -> Order:
    """Mark a slip as disputed: it counts nothing until it is confirmed."""
    return {"order": "dispute", "round": round_, "table": table}


@an_order
def late(
    state: TournamentState,
    round_: ARound,
    player: APlayer,
    minutes: Annotated[int, typer.Argument(help="How many minutes late.")],
) -> Order:
    """Somebody came late."""
    return {"order": "late", "round": round_, "player": the_player(state, player), "minutes": minutes}


@an_order
def default(state: TournamentState, round_: ARound, table: ATable, absent: Players) -> Order:
    """Somebody did not come at all."""
    who = [the_player(state, one) for one in absent]
    return {"order": "default", "round": round_, "table": table, "absent": who}


@an_order
def stand_in(
    state: TournamentState,
    round_: ARound,
    player: APlayer,
    name: Annotated[str, typer.Argument(help="Who takes the seat.")],
) -> Order:
    """Somebody takes the seat of an absent player."""
    return {"order": "stand_in", "round": round_, "player": the_player(state, player), "name": name}


@an_order
def postpone(
    state: TournamentState,
    round_: ARound,
    table: ATable,
    to: Annotated[str, typer.Argument(metavar="DAY", help="A day like 2026-05-31.")],
) -> Order:
    """A match of a league calendar is played on another day."""
    return {"order": "postpone", "round": round_, "table": table, "to": to}


@an_order
def penalty(
    state: TournamentState,
    round_: ARound,
    player: APlayer,
    points: Annotated[int, typer.Argument(help="Taken off the difference.")],
    article: AnArticle,
) -> Order:
    """Take points off a player's difference."""
    who = the_player(state, player)
    return {"order": "penalty", "round": round_, "player": who, "points": points, "article": article}


@an_order
def card(
    state: TournamentState,
    round_: ARound,
    player: APlayer,
    card_: Annotated[str, typer.Argument(metavar="CARD", help="The card, as the book calls it.")],
    article: AnArticle,
) -> Order:
    """Show a card."""
    who = the_player(state, player)
    return {"order": "card", "round": round_, "player": who, "card": card_, "article": article}


@an_order
def expel(state: TournamentState, round_: ARound, player: APlayer, article: AnArticle) -> Order:
    """Expel a player from the tournament."""
    return {"order": "expel", "round": round_, "player": the_player(state, player), "article": article}


def repair(
    file: TournamentPath,
    round_: ARound,
    how: Annotated[str, typer.Option(help="leave, swap_unstarted or redraw.")] = "leave",
    preview: Annotated[bool, typer.Option("--preview", help="Only say who would move.")] = False,
    as_json: AsJson = False,
    by: By = "director",
    lang: Language = "es",
) -> None:
    """After a correction: leave a published round as it is, repair it, or draw it again."""
    with opened(file) as tournament:
        order = {"order": "repair", "round": round_, "how": how, "preview": preview}
        answer = give(tournament, order, by, lang, silent=as_json)
        if as_json:
            print_json(answer)
            return
        called = names(state_of(tournament))
        for move in answer.get("moves", ()):
            facts = {"name": called.get(move["player"], move["player"]), "from_": move["from"], "to": move["to"]}
            print(translate(lang, "{name}: table {from_} → {to}", **facts))
        if not answer.get("moves"):
            print(translate(lang, "Nobody moves."))


def undo(
    file: TournamentPath,
    event_number: Annotated[
        int | None, typer.Argument(metavar="[EVENT]", help="Its number; the last if left out.")
    ] = None,
    by: By = "director",
    lang: Language = "es",
) -> None:
    """Take an event back: everything is then as if it had not been."""
    with opened(file) as tournament:
        give(tournament, {"order": "undo", "event": event_number or len(tournament.lines)}, by, lang)


@an_order
def close(state: TournamentState) -> Order:
    """End the tournament; afterwards only undo."""
    return {"order": "close"}
