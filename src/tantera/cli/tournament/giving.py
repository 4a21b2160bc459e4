"""What the commands of a tournament share: the file, who is meant and who orders, and how an answer is told."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tantera.cli.common import Language, books_beside
from tantera.words import Phrase, Problem, translate
from tantera.words.alike import ERASED
from tantera.words.guesses import one_of

if TYPE_CHECKING:
    from tantera.tournament.presentation import Presentation
    from tantera.tournament.state import TournamentState
    from tantera.tournament_file import Copied, TournamentFile


Order = Mapping[str, Any]
"""As TOURNAMENT.md has it; what is None is not said."""
NOTHING: Final = object()
"""Said all the same: null, which takes away what was there."""
TournamentPath = Annotated[Path, typer.Argument(help="The tournament's file.")]
By = Annotated[
    str,
    typer.Option(
        "--by", help="Who orders: organiser, director, judge:Mora, desk, player:ID; the director if left out."
    ),
]
ARound = Annotated[int, typer.Argument(help="The round.")]
ATable = Annotated[int, typer.Argument(help="The table.")]
APlayer = Annotated[str, typer.Argument(help="A player: the id, or the name.")]
AnArticle = Annotated[str, typer.Argument(help="The article behind it, like CI-10.")]


def now() -> datetime:
    """The machine's time. Commands ask for it here and nowhere else."""
    return datetime.now(UTC)


def new_salt() -> str:
    """What hides a name in its hash. Only `apply` works one out of the orders, so that they can be repeated."""
    from secrets import token_hex

    return token_hex(16)


def opened(file: Path, *, new: bool = False) -> AbstractContextManager[TournamentFile]:
    """The tournament in this file, which must hold one unless it is `new`."""
    from tantera.tournament_file import open_tournament

    return closing(open_tournament(file, books_beside(file.parent), now, new=new, salts=new_salt))


def state_of(tournament: TournamentFile) -> TournamentState:
    """How it stands. `opened` has seen to it that there is one."""
    assert tournament.state is not None
    return tournament.state


def presentation_of(tournament: TournamentFile) -> Presentation:
    """As people are told of it."""
    from tantera.tournament.presentation import Presentation

    return Presentation(state_of(tournament))


def give(
    tournament: TournamentFile, order: Mapping[str, Any], by: str, lang: str, *, silent: bool = False
) -> dict[str, Any]:
    """Give one order and tell what came of it: its event's number and, for a publish, its copy. Raises a `Problem`."""
    from tantera.tournament.reading import order_of
    from tantera.tournament_file import answered

    said = {key: value for key, value in order.items() if value is not None}
    wanted = {key: None if value is NOTHING else value for key, value in said.items()}
    answer = answered(tournament.apply_one(order_of(wanted | {"by": by})), lang)
    kind = wanted["order"]
    if "event" in answer and not silent:
        print(f"{answer['event']}  {translate(lang, f'order: {kind}').removeprefix('order: ')}")
    if tournament.copied is not None:
        tell_copy(tournament.copied, lang)
    return answer


def an_order(order: Callable[..., Order]) -> Callable[..., None]:
    """A command that is one order: `order` makes it of how the tournament stands and of what the command is given.

    Every such command has the file before what is its own, and ``--by`` and ``--lang`` after it.
    """

    def command(file: TournamentPath, by: By = "director", lang: Language = "es", **given: Any) -> None:
        with opened(file) as tournament:
            give(tournament, order(state_of(tournament), **given), by, lang)

    first, *last = list(inspect.signature(command, eval_str=True).parameters.values())[:3]
    own = [
        one.replace(annotation=eval(one.annotation, order.__globals__))  # written here, by `from __future__`
        for one in list(inspect.signature(order).parameters.values())[1:]
    ]
    everything = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (first, *own, *last)]
    command.__doc__, command.__signature__ = order.__doc__, inspect.Signature(everything)  # type: ignore[attr-defined]
    return command


def tell_copy(copied: Copied, lang: str) -> None:
    """Where the copy is, and how old the one before was; a missing stick is a warning."""
    if copied.problem is None:
        print(translate(lang, "Copy written: {file}", file=copied.to))
        return
    print(translate(lang, "Warning: no copy was made: {reason}", reason=copied.problem.told(lang)), file=sys.stderr)
    print(age_said(copied.before, lang), file=sys.stderr)


def age_said(age: float | None, lang: str) -> str:
    """How old the last copy is."""
    from tantera.words.numbers import counted

    if age is None:
        return translate(lang, "There is no copy yet.")
    if age < 60:
        return translate(lang, "The last copy was made just now.")
    if age < 90:
        return translate(lang, "The last copy is a minute old.")
    if age < 5400:
        return translate(lang, "The last copy is {minutes} minutes old.", minutes=round(age / 60))
    return counted(lang, round(age / 3600), "The last copy is 1 hour old.", "The last copy is {count} hours old.")


def names(state: TournamentState) -> dict[str, str]:
    """By the id of a player and by the id of an entry; a pair is ``Ana Pons / Biel Mas``. Players go first."""
    from tantera.tournament.names import called

    return entry_names(state) | {player: one.full for player, one in called(state).items()}


def entry_names(state: TournamentState) -> dict[str, str]:
    from tantera.tournament.names import called

    known = called(state)
    return {key: " / ".join(known[player].full for player in entry.ids) for key, entry in state.entries.items()}


def the_player(state: TournamentState, typed: str) -> str:
    """The id of a player who is named by id or by name, capitals apart."""
    if typed in state.players:
        return typed
    called = [
        player.id
        for entry in state.entries.values()
        for player in entry.players
        if player.name.casefold() == typed.casefold()
    ]
    known = [player.name for entry in state.entries.values() for player in entry.players if player.name != ERASED]
    return _only(called, typed, known)


def the_entry(state: TournamentState, typed: str) -> str:
    """The id of an entry that is named by its id, by a player's id or by a player's name."""
    return typed if typed in state.entries else state.players[the_player(state, typed)]


def _only(found: list[str], typed: str, known: list[str]) -> str:
    if len(found) == 1:
        return found[0]
    if found:
        raise Problem(Phrase("found several called {name}, expected one of {ids}", name=typed, ids=", ".join(found)))
    raise Problem(Phrase("found {found}, expected {expected}", found=repr(typed), expected=_meant(typed, known)))


def _meant(typed: str, known: list[str]) -> Phrase:
    return one_of(known, typed) if len(known) <= 12 else Phrase("the id or the name of somebody who has entered")
