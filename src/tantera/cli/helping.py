"""What the command line says of itself: ``--help``, and one sentence where a word of it is wrong, in es, ca and en.

Typer speaks English only. So its own pages are not used: every command is given ours when it is looked up.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from types import MethodType
from typing import Any, Final

from tantera.cli.language import spoken
from tantera.words import translate

NARROWEST: Final = 34
WIDEST: Final = 100


def t(message: str, **facts: object) -> str:
    return translate(spoken(), message, **facts)


# --- help -----------------------------------------------------------------------------------------------------------


def in_words(command: Any) -> Any:
    """The command with our help, and everything below it."""
    command.format_help = MethodType(_format_help, command)
    for below in getattr(command, "commands", {}).values():
        in_words(below)
    return command


def _format_help(command: Any, context: Any, formatter: Any) -> None:
    """Usage, what it does, what it is given, its options, its commands: as wide as the terminal is."""
    formatter.width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns) - 1)
    first = min(28, formatter.width // 3)
    formatter.write_usage(context.command_path, " ".join(usage(command, context)), t("Usage:") + " ")
    if command.help:
        formatter.write_paragraph()
        formatter.write_text(t(command.help))
    for title, rows in _sections(command, context):
        if rows:
            with formatter.section(t(title)):
                formatter.write_dl(rows, col_max=first)


def _sections(command: Any, context: Any) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    params = [one for one in command.get_params(context) if not getattr(one, "hidden", False)]
    yield "Arguments", [(placeholder(one), _told(one)) for one in params if one.param_type_name == "argument"]
    yield "Options", [(_named(one), _told(one)) for one in params if one.param_type_name == "option"]
    if hasattr(command, "list_commands"):
        found = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
        yield (
            "Commands",
            [(name, t(one.help or "").split(". ")[0].rstrip(".")) for name, one in found if not one.hidden],
        )


def usage(command: Any, context: Any) -> Iterator[str]:
    yield f"[{t('OPTIONS')}]"
    for one in command.get_params(context):
        if one.param_type_name == "argument":
            name = placeholder(one) + ("…" if one.nargs != 1 else "")
            yield name if one.required else f"[{name}]"
    if hasattr(command, "list_commands"):
        yield f"{t('COMMAND')} …"


def placeholder(param: Any) -> str:
    """What stands for an argument: FILE."""
    return t(str(param.metavar or param.name).strip("[]_").upper())


def _named(param: Any) -> str:
    names = ", ".join([*sorted(param.opts, key=len), *param.secondary_opts])  # click keeps its -h, --help in a set
    return names if param.is_flag else f"{names} {t(_kind(param.type))}"


def _kind(kind: Any) -> str:
    return {"int": "NUMBER", "float": "NUMBER", "TyperPath": "PATH"}.get(_of(kind), "TEXT")


def _of(kind: Any) -> str:
    """``int``, ``float``, or the name of its class."""
    name = type(kind).__name__
    return "int" if name.startswith("Int") else "float" if name.startswith("Float") else name


def _told(param: Any) -> str:
    from tantera.cli.language import DEFAULT

    help_text = "Say this and end." if param.name == "help" else param.help or ""
    more = [_range(param.type)]
    default = param.default
    if param.name == "lang" and default == DEFAULT:
        default = spoken()
    if isinstance(default, str | int | float) and not isinstance(default, bool):
        more.append(t("if left out: {default}", default=default))
    if param.envvar:
        more.append(str(param.envvar))
    noted = "; ".join(filter(None, more))
    return (t(help_text) if help_text else "") + (f" [{noted}]" if noted else "")


def _range(kind: Any, most_told: int = 10**9) -> str:
    """Help leaves out a bound that nobody reaches; who went beyond it is told."""
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is not None and most is not None and most < most_told:
        return t("{least} to {most}", least=least, most=most)
    return t("{least} or more", least=least) if least is not None else ""


# --- a wrong word ---------------------------------------------------------------------------------------------------


def complaint(error: Any) -> str:
    """A mistake on the command line as one sentence. What Typer found is on the error, or in its English words."""
    command = error.ctx.command_path if error.ctx is not None else "tantera"
    where_help_is = t("{command} --help explains each", command=command)
    param, sentence = getattr(error, "param", None), str(error.message)
    if type(error).__name__ == "MissingParameter" and param is not None:
        missing = placeholder(param) if param.param_type_name == "argument" else param.opts[0]
        what = t(param.help) if param.help else ""
        message = "{command}: found no {missing}, expected it: {what} {help}"
        return t(message, command=command, missing=missing, what=what, help=where_help_is)
    if type(error).__name__ == "NoSuchOption":
        near = " / ".join(error.possibilities or ()) or t("an option of its own")
        message = "{command}: found the option {option}, expected {expected}; {help}"
        return t(message, command=command, option=printable(error.option_name), expected=near, help=where_help_is)
    if param is not None and (found := re.match(r"(.*?) is not (?:in the range|a valid)", sentence, re.DOTALL)):
        return _wrong(param.opts[0] if param.opts[0].startswith("-") else placeholder(param), found[1], param.type)
    return _of_the_line(error, sentence, command, where_help_is)


def _wrong(where: str, found: str, kind: Any) -> str:
    bounds = _range(kind, most_told=10**30)
    if _of(kind) == "int":
        expected = t("a whole number, {range}", range=bounds) if bounds else t("a whole number")
    else:
        expected = t("a number, {range}", range=bounds) if bounds else t("a number")
    return t(
        "{where}: {field}found {found}, expected {expected}",
        where=where,
        field="",
        found=printable(found),
        expected=expected,
    )


def _of_the_line(error: Any, said: str, command: str, shown: str) -> str:
    """What is wrong with the line as a whole: a command that is none, a word too many, an option without its value."""
    if match := re.match(r"No such command '(.*?)'", said, re.DOTALL):
        near = re.findall(r"'([^']*)'", said)[1:] or _near(match[1], error.ctx.command.list_commands(error.ctx))
        message = "{command}: found the command {found}, expected {expected}; {help}"
        return t(message, command=command, found=printable(match[1]), expected=" / ".join(near), help=shown)
    if match := re.match(r"Got unexpected extra argument\S* \((.*)\)", said, re.DOTALL):
        message = "{command}: found {extra} besides, expected nothing more; {help}"
        return t(message, command=command, extra=printable(match[1]), help=shown)
    if match := re.match(r"Option '(.*?)' requires", said):
        return t("{option}: found nothing after it, expected a value", option=match[1])
    if match := re.match(r"Option '(.*?)' does not take a value", said):
        where, expected = match[1], t("nothing after it")
        return t(
            "{where}: {field}found {found}, expected {expected}", where=where, field="", found="=…", expected=expected
        )
    return printable(str(error.format_message()))


def _near(meant: str, names: list[str]) -> list[str]:
    """The command that was perhaps meant; a few can all be listed, more are for the help."""
    from tantera.words.guesses import close_to

    close = close_to(meant, names)
    return [close] if close is not None else names if len(names) < 20 else [t("one that there is")]


def printable(text: str) -> str:
    """Somebody's words on one line, without what would move a terminal's cursor."""
    from tantera.cli.bare import bare

    return " ".join(bare(text).split())
