"""What was played with the tiles of a duplicate round, at those of its tables that were online: of the others nobody
knows the moves."""

from __future__ import annotations

from contextlib import suppress

from tantera.play.events import DoublesPlaced, TileDrawn, TilePlaced, TurnPassed
from tantera.play.moves import order_of
from tantera.play.orders import MoveOrder
from tantera.tournament.duplicate import hands_dealt
from tantera.tournament.state import Round
from tantera.web.replays.library import Library, Replay
from tantera.web.replays.steps import PlayedHand
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.online import OnlineRounds, PlayedOnline
from tantera.words import LANGS, Problem

HandLines = dict[int, dict[int, tuple[MoveOrder, ...]]]
"""By hand and table."""


async def lines_played(online: OnlineRounds, library: Library, tournament: LiveTournament, round: Round) -> HandLines:
    """Of a round whose deals everybody may know."""
    hands = hands_dealt(tournament.state, tournament.presentation.book, round)
    lines: HandLines = {hand.number: {} for hand in hands}
    for played in online.ever_played(tournament):
        replay = await replay_of(library, played) if played.round == round.number else None
        for one in replay.hands if replay is not None else ():
            for hand in hands:
                # One that a referee had dealt again is the last of these tiles.
                if one.line is not None and _racks(one) == hand.dealt and (moves := _moves(one)) is not None:
                    lines[hand.number][played.table] = moves
    return lines


async def replay_of(library: Library, played: PlayedOnline, lang: str = LANGS[0]) -> Replay | None:
    """The match of a table that is over, on whichever of its live tables it was played; for an office of its
    tournament."""
    for table in played.ids:
        with suppress(Problem):
            return await library.match(table, 1, None, lang, office=True)
    return None


def _racks(hand: PlayedHand) -> object:
    deal = hand.dealt
    return None if deal is None or deal.after.hand is None else deal.after.hand.dealt


def _moves(hand: PlayedHand) -> tuple[MoveOrder, ...] | None:
    """None where a referee wrote something down that no rule allows."""
    moves = [step.move for step in hand.steps if step.move is not None]
    told = [order_of(move) for move in moves if isinstance(move, TilePlaced | DoublesPlaced | TurnPassed | TileDrawn)]
    return tuple(told) if len(told) == len(moves) else None
