"""``tantera people FILE …``: the register of a club's people, the same ones from one tournament to the next."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tantera.cli.common import AsJson, Language, cannot, fail_wrong, print_json
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.tournament.people import Change, Register

Do = Literal["list", "add", "edit", "join", "part", "from", "undo", "erase", "export"]


def people(
    file: Annotated[Path, typer.Argument(help="The register; the first add or from makes it.")],
    do: Annotated[
        Do, typer.Argument(help="list, add, edit, join, part, from (a tournament), undo, erase or export.")
    ] = "list",
    who: Annotated[
        list[str] | None,
        typer.Argument(
            help="A name to add; a key, two to join; a key and tournaments to erase; a tournament; words to look for."
        ),
    ] = None,
    key: Annotated[str | None, typer.Option(help="The federation's number; given if left out.")] = None,
    name: Annotated[str | None, typer.Option(help="The right name.")] = None,
    short: Annotated[str | None, typer.Option(help="What they are called in short.")] = None,
    club: Annotated[str | None, typer.Option(help="The club.")] = None,
    category: Annotated[list[str] | None, typer.Option(help="A category; once for each.")] = None,
    born: Annotated[str | None, typer.Option(help="The year or the day.")] = None,
    licence: Annotated[str | None, typer.Option(help="The number of the licence.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    by: Annotated[str, typer.Option("--by", help="Who says so.")] = "",
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """The people of a club or a federation, the same ones from one tournament to the next."""
    from tantera.cli.tournament.giving import now
    from tantera.tournament import people as register_of

    register, words, at = _read(file), who or [], now().isoformat(timespec="seconds")
    said = {"name": name, "short": short, "club": club, "born": born, "licence": licence}
    said = {field: value for field, value in said.items() if value is not None}
    more: dict[str, Any] = said | ({"categories": [one for one in category if one]} if category is not None else {})
    changes: list[Change] = []
    match do:
        case "list":
            _tell(register, " ".join(words), as_json)
            return
        case "export":
            _export(register, words)
            return
        case "add":
            whole = {"name": " ".join(words), "key": key} | more
            changes = [register_of.added(register, whole, at, by)]
        case "edit":
            fields = {field: value or None for field, value in more.items()}
            fields |= {"categories": more["categories"]} if "categories" in more else {}
            changes = [register_of.edited(register, _one(words), fields, at, by)]
        case "join":
            into, other = _two(words)
            changes = [register_of.joined(register, into, other, at, by)]
        case "part":
            changes = [register_of.parted(register, _one(words), at, by)]
        case "undo":
            number = int(words[0]) if words and words[0].isdecimal() else _last(register)
            changes = [register_of.undone(register, number, at, by)]
        case "from":
            changes = register_of.of_tournament(register, _state(Path(_one(words))), at, by)
        case "erase":
            key, *files = words or [""]
            register = _without(register, _one([key] if key else []), [Path(one) for one in files], yes, lang, at, by)
    for change in changes:
        register = register_of.evolve(register, change)
    _write(file, register_of.written(register))
    for change in changes:
        for person in change.after:
            print(f"{person.key}  {person.name}")


def _without(register: Register, key: str, files: list[Path], yes: bool, lang: str, at: str, by: str) -> Register:
    """The register without somebody who is meant; these tournaments first, for only the register knows who it is."""
    from tantera.cli.tournament.giving import opened, state_of
    from tantera.tournament.hall.orders import ErasePerson
    from tantera.tournament.people import forgotten, played_as

    person = register.find(key)
    print(translate(lang, "{who}: the name becomes — in the register and in the tournaments that are named after the "
                    "number: {files}", who=person.name, files=", ".join(map(str, files)) or "–"))  # fmt: skip
    if not yes:
        print(translate(lang, "To erase for good write {who}:", who=person.key), end=" ", flush=True)
        if sys.stdin.readline().strip() != person.key:
            print(translate(lang, "Nobody was erased."))
            raise typer.Exit(1)
    for file in files:
        with opened(file) as tournament:
            for player in played_as(register, key, state_of(tournament)):
                tournament.apply_in_hall(ErasePerson(player), "director")
    return forgotten(register, key, at, by)


def _read(file: Path) -> Register:
    from tantera.tournament.people import Register, read_register

    try:
        return read_register(file.read_bytes()) if file.exists() else Register()
    except OSError as error:
        fail_wrong("FILE", cannot(file, error), Phrase("a register of people"))


def _write(file: Path, data: bytes) -> None:
    """Whole or not at all: a register is worked on for years."""
    draft = file.with_name(f".{file.name}.part")
    try:
        draft.write_bytes(data)
        draft.replace(file)
    except OSError as error:
        fail_wrong("FILE", cannot(file, error), Phrase("a file to write"))


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise Problem(Phrase("found {found}, expected one number of the register", found=" ".join(words) or "–"))
    return words[0]


def _two(words: list[str]) -> tuple[str, str]:
    if len(words) != 2:
        raise Problem(Phrase("found {found}, expected two numbers of the register", found=" ".join(words) or "–"))
    return words[0], words[1]


def _last(register: Register) -> int:
    """The last change that counts and is no undo."""
    gone = register.gone()
    counts = [n for n, one in enumerate(register.changes, 1) if n not in gone and one.did not in ("undo", "erase")]
    if not counts:
        raise Problem(Phrase("there is nothing to undo"))
    return counts[-1]


def _state(path: Path) -> Any:
    from tantera.cli.tournament.giving import opened, state_of

    with opened(path) as tournament:
        return state_of(tournament)


def _tell(register: Register, asked: str, as_json: bool) -> None:
    from tantera.tournament.names import listed, sort_key
    from tantera.tournament.people import called, found

    names = called(register)
    shown = sorted(found(register, asked), key=lambda one: sort_key(listed(one.name).text))
    if as_json:
        _print_people(shown)
        return
    for person in shown:
        about = (person.club, ", ".join(person.categories), person.born, person.licence, "+".join(person.was))
        print("  ".join(filter(None, (f"{person.key:8}", names[person.key], *about))))


def _export(register: Register, keys: list[str]) -> None:
    """All that is kept of these people, or of everybody, as it is given to them."""
    _print_people([register.find(key) for key in keys] if keys else list(register.people.values()))


def _print_people(people: list[Any]) -> None:
    from msgspec import to_builtins

    print_json({"people": to_builtins(people)})
