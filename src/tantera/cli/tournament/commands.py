"""The names of the commands, in the order in which an event needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tantera.cli.lazily import group_of
from tantera.cli.tournament import entering, keeping, looking, luck, playing, programs, simulating

COMMANDS: Final[dict[str, Callable[..., Any]]] = {
    "new": entering.new,
    "commit": entering.commit,
    "lot": entering.lot,
    "enter": entering.enter,
    "import": entering.import_,
    "pay": entering.pay,
    "edit-player": entering.edit_player,
    "edit-event": entering.edit_event,
    "keep-apart": entering.keep_apart,
    "check-in": entering.check_in,
    "check-out": entering.check_out,
    "withdraw": entering.withdraw,
    "return": entering.return_,
    "seed": entering.seed,
    "draw": playing.draw,
    "swap": playing.swap,
    "publish": playing.publish,
    "late": playing.late,
    "default": playing.default,
    "stand-in": playing.stand_in,
    "postpone": playing.postpone,
    "result": playing.result,
    "confirm": playing.confirm,
    "dispute": playing.dispute,
    "penalty": playing.penalty,
    "card": playing.card,
    "expel": playing.expel,
    "repair": playing.repair,
    "close-round": playing.close_round,
    "close": playing.close,
    "undo": playing.undo,
    "entries": looking.entries,
    "rounds": looking.rounds,
    "why": looking.why,
    "standings": looking.standings,
    "log": looking.log,
    "luck": luck.luck,
    "print": keeping.print_,
    "site": keeping.site,
    "copy": keeping.copy,
    "copies": keeping.copies,
    "check": keeping.check,
    "erase": keeping.erase,
    "apply": programs.apply,
    "export": programs.export,
    "simulate": simulating.simulate,
}


def tournament() -> Any:
    """The group, as the command line wants it."""
    return group_of(COMMANDS, help="Run a tournament: entries, draw, rounds, standings, paper.")
