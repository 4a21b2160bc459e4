"""What the commands of a tournament share: the file, who orders, and how an answer is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantera.cli.common import books_beside, check_lang, errors_in, fail

if TYPE_CHECKING:
    from tantera.tournament.presentation import Presentation
    from tantera.tournament.state import TournamentState
    from tantera.tournament_file import Copied, TournamentFile

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


@contextmanager
def opened(context: typer.Context, file: Path, lang: str, *, new: bool = False) -> Iterator[TournamentFile]:
    """The event in this file, which must hold one unless it is `new`; a problem is one sentence and status 2."""
    from tantera.tournament_file import open_tournament
    from tantera.words import Problem

    check_lang(lang)
    try:
        tournament = open_tournament(file, books_beside(file.parent), now, new=new, salts=new_salt)
    except Problem as error:
        fail(error, errors_in(context, lang))
    try:
        yield tournament
    except Problem as error:
        fail(error, errors_in(context, lang))
    finally:
        tournament.close()


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
    from tantera.words import translate

    wanted = {key: value for key, value in order.items() if value is not None}
    answer = answered(tournament.apply_one(order_of(wanted | {"by": by})), lang)
    kind = wanted["order"]
    if "event" in answer and not silent:
        print(f"{answer['event']}  {translate(lang, f'order: {kind}').removeprefix('order: ')}")
    if tournament.copied is not None:
        tell_copy(tournament.copied, lang)
    return answer


def one_order(context: typer.Context, file: Path, order: Mapping[str, Any], by: str, lang: str) -> None:
    """A command that is one order and needs nothing told but that it was taken."""
    with opened(context, file, lang) as tournament:
        give(tournament, order, by, lang)


def tell_copy(copied: Copied, lang: str) -> None:
    """Where the copy is, and how old the one before was; a missing stick is a warning."""
    from tantera.words import translate

    if copied.problem is None:
        print(translate(lang, "Copy written: {file}", file=copied.to))
        return
    print(translate(lang, "Warning: no copy was made: {reason}", reason=copied.problem.told(lang)), file=sys.stderr)
    print(age_said(copied.before, lang), file=sys.stderr)


def age_said(age: float | None, lang: str) -> str:
    """How old the last copy is."""
    from tantera.words import translate
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
