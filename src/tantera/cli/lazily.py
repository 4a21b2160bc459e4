"""Groups of commands that are made when somebody asks for them.

Typer reads the annotations of every command before it runs one: 2 ms each, which `tantera --version` would pay for all
of `tantera tournament`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup


class LazyGroup(TyperGroup):
    """A group with some commands that are made on demand, listed after those it has."""

    makers: ClassVar[Mapping[str, Callable[[], Any]]] = {}
    """By name: what makes the command."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *self.makers]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands and cmd_name in self.makers:
            command = self.makers[cmd_name]()
            command.name = cmd_name
            self.commands[cmd_name] = command
        return super().get_command(ctx, cmd_name)


def command_of(function: Callable[..., Any]) -> Callable[[], Any]:
    """What makes a command of this function."""

    def make() -> Any:
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command()(function)
        return typer.main.get_command(alone)

    return make
