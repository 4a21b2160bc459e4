"""Groups of commands that are made when somebody asks for them.

Typer reads the annotations of every command before it runs one: 2 ms each, which `tantera --version` would pay for all
of `tantera tournament`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup

from tantera.cli.helping import complaint, in_words
from tantera.cli.language import speak
from tantera.cli.said import HELP
from tantera.words import Problem
from tantera.words.extras import missing_behind

_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]
"""What every mistake on the command line is; Typer gives it no name of its own."""


class LazyGroup(TyperGroup):
    """A group with some commands that are made on demand, listed after those it has."""

    makers: ClassVar[Mapping[str, Callable[[], Any]]] = {}
    """By name: what makes the command."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*(name for name in super().list_commands(ctx) if name not in self.makers), *self.makers]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands and cmd_name in self.makers:
            command = self.makers[cmd_name]()
            command.name = cmd_name
            self.commands[cmd_name] = command
        command = super().get_command(ctx, cmd_name)
        return None if command is None else in_words(command)


class RootGroup(LazyGroup):
    """The whole command line: it settles the language before anything is said, and says what is wrong in it."""

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        speak(args)
        in_words(self)
        if args and args[0].casefold() in HELP:  # `tantera ayuda`, `tantera help play`
            args = [*args[1:], "--help"]
        with _told():
            return super().make_context(info_name, _resume_alone(args), parent, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _told():
            return super().invoke(ctx)


def _resume_alone(args: list[str]) -> list[str]:
    """``--resume`` may go without a file: then it gets an empty one.

    >>> _resume_alone(["play", "--resume", "--level", "5"]), _resume_alone(["play", "--resume", "a.dgn"])
    (['play', '--resume', '', '--level', '5'], ['play', '--resume', 'a.dgn'])
    """
    if args[:1] != ["play"] or "--resume" not in args:
        return list(args)
    after = args.index("--resume") + 1
    alone = after == len(args) or args[after].startswith("-")
    return [*args[:after], *([""] if alone else []), *args[after:]]


@contextmanager
def _told() -> Iterator[None]:
    """A mistake on the command line: one sentence on standard error, and status 2."""
    try:
        yield
    except _USAGE_ERROR as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.message, file=sys.stderr)
        else:
            print(complaint(error), file=sys.stderr)
        raise typer.Exit(2) from None
    except (KeyboardInterrupt, EOFError):  # Typer would say "Aborted." in English
        raise typer.Exit(130) from None
    except Exception as error:
        from tantera.cli.common import fail

        if isinstance(error, ImportError) and (missing := missing_behind(error)) is not None:
            fail(missing)
        if isinstance(error, Problem):
            fail(error)  # one that no command has caught: it is a sentence all the same
        raise


def group_of(commands: Mapping[str, Callable[..., Any]], help: str) -> Any:
    """A group of such commands by their names, as the command line wants it."""

    class Group(LazyGroup):
        makers: ClassVar = {name: command_of(command) for name, command in commands.items()}

    app = typer.Typer(help=help, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, cls=Group)
    app.callback()(lambda: None)
    return typer.main.get_command(app)


def command_of(function: Callable[..., Any]) -> Callable[[], Any]:
    """What makes a command of this function."""

    def make() -> Any:
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command()(function)
        return typer.main.get_command(alone)

    return make
