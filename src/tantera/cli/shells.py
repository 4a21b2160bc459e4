"""What a shell wants to know of the commands, written from the commands themselves: ``tantera completion SHELL``
completes words in bash, zsh and fish without starting anything, ``tantera man`` is the manual page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

import typer

import tantera
from tantera.cli.common import Language, fail_wrong
from tantera.cli.helping import placeholder
from tantera.words import Phrase, translate

SHELLS: Final = ("bash", "zsh", "fish")


class Described(NamedTuple):
    """One command: by which words it is called, what it does, what may follow."""

    path: tuple[str, ...]
    help: str
    below: tuple[tuple[str, str], ...]
    """Commands of its own, each with what it does."""
    options: tuple[tuple[str, str], ...]
    """By their long names."""
    arguments: tuple[str, ...]


def completion(
    shell: Annotated[str, typer.Argument(help="bash, zsh or fish.")],
    lang: Language = "es",
) -> None:
    """Print what makes a shell complete the commands: source <(tantera completion bash)."""
    if shell not in SHELLS:
        fail_wrong("completion", repr(shell), Phrase("bash, zsh or fish"))
    commands = list(described(lang))
    print("\n".join(_fish(commands) if shell == "fish" else _bash(commands, shell)))


def man(lang: Language = "es") -> None:
    """Print the manual page: tantera man > tantera.1"""
    print("\n".join(_man(list(described(lang)), lang)))


def described(lang: str) -> Iterator[Described]:
    """Every command there is, the whole program first."""
    from tantera.cli.app import app

    root = typer.main.get_command(app)
    yield from _below(root, root.make_context("tantera", [], resilient_parsing=True), (), lang)


def _below(command: Any, context: Any, path: tuple[str, ...], lang: str) -> Iterator[Described]:
    names = command.list_commands(context) if hasattr(command, "list_commands") else ()
    found = [(name, command.get_command(context, name)) for name in names]
    shown = [(name, one) for name, one in found if one is not None and not one.hidden]
    params = [one for one in command.get_params(context) if not getattr(one, "hidden", False)]
    yield Described(
        path,
        translate(lang, command.help or ""),
        tuple((name, _short(one.help, lang)) for name, one in shown),
        tuple(
            (max(one.opts, key=len), _short("Say this and end." if one.name == "help" else one.help, lang))
            for one in params
            if one.param_type_name == "option"
        ),
        tuple(placeholder(one) for one in params if one.param_type_name == "argument"),
    )
    for name, one in shown:
        yield from _below(one, context, (*path, name), lang)


def _short(help: str | None, lang: str) -> str:
    return translate(lang, help or "").split(". ")[0].rstrip(".") if help else ""


def _words(command: Described) -> list[str]:
    return [*(name for name, _ in command.below), *(option for option, _ in command.options)]


def _bash(commands: list[Described], shell: str) -> Iterator[str]:
    """One function for both: zsh knows how to be bash here."""
    if shell == "zsh":
        yield "autoload -U +X compinit && compinit; autoload -U +X bashcompinit && bashcompinit"
    yield "_tantera() {"
    yield '  local at= words= word current="${COMP_WORDS[COMP_CWORD]}"'
    yield '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do'
    yield '    case "$at/$word" in'
    inner = ["/" + "/".join(command.path) for command in commands if command.path]
    yield f'      {"|".join(inner)}) at="$at/$word" ;;'
    yield "    esac"
    yield "  done"
    yield '  case "$at" in'
    for command in commands:
        at = "".join(f"/{name}" for name in command.path)
        yield f"    '{at}') words='{' '.join(_words(command))}' ;;"
    yield "  esac"
    yield '  COMPREPLY=($(compgen -W "$words" -- "$current"))'
    yield "}"
    yield "complete -o default -F _tantera tantera"  # a word that is none of ours is a file


def _fish(commands: list[Described]) -> Iterator[str]:
    for command in commands:
        if command.path:
            seen = "; and ".join(f"__fish_seen_subcommand_from {name}" for name in command.path)
            fresh = f"{seen}; and not __fish_seen_subcommand_from {' '.join(name for name, _ in command.below)}"
        else:
            seen = fresh = "__fish_use_subcommand"
        for name, told in command.below:
            yield f"complete -c tantera -f -n {_quoted(fresh)} -a {name} -d {_quoted(told)}"
        for option, told in command.options:
            yield f"complete -c tantera -n {_quoted(seen)} -l {option.lstrip('-')} -d {_quoted(told)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _man(commands: list[Described], lang: str) -> Iterator[str]:
    """In the macros of man(7)."""
    whole, *others = commands
    heading = translate(lang, "program").upper()
    yield f'.TH TANTERA 1 "" "tantera {tantera.__version__}" ""'
    yield f".SH {_roff(heading)}"
    yield f"tantera \\- {_roff(whole.help)}"
    yield from _man_options(whole)
    heading = translate(lang, "Commands").upper()
    yield f".SH {_roff(heading)}"
    for command in others:
        usage = " ".join(("tantera", *command.path, *command.arguments, "…" if command.below else ""))
        yield f".SS {_roff(usage)}"
        yield _roff(command.help)
        yield from _man_options(command)


def _man_options(command: Described) -> Iterator[str]:
    for option, told in command.options:
        yield f".TP\n.B {_roff(option)}\n{_roff(told)}"


def _roff(text: str) -> str:
    """Words and nothing that gives an order: a line may begin with a dot."""
    safe = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe[:1] in (".", "'") else safe
