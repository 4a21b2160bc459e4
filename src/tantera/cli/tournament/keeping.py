"""``tantera tournament copy · copies · check · erase · print · site``: the file itself, and what is made of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tantera.cli.common import AsJson, Language, cannot, fail_wrong, print_json
from tantera.cli.tournament.giving import (
    By,
    TournamentPath,
    age_said,
    now,
    opened,
    presentation_of,
    state_of,
    tell_copy,
    the_player,
)
from tantera.cli.waiting import bar, told
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.season.table import SeasonTable
    from tantera.tournament.check import Report
    from tantera.tournament.hall.orders import ErasePerson
    from tantera.tournament.state import TournamentState

SHORTEST_HEAD: Final = 6
"""Characters of a head below which it proves nothing."""


def copy(
    file: TournamentPath,
    to: Annotated[Path, typer.Argument(help="The file to write, or a folder to write it in.")],
    lang: Language = "es",
) -> None:
    """Copy a tournament, also while others are writing to it."""
    with opened(file) as tournament:
        path = to / file.name if to.is_dir() else to
        if path.exists() and path.samefile(file):
            raise Problem(Phrase("{file}: found the event itself, expected another folder", file=str(path)))
        tournament.store.copy_to(path)
        print(translate(lang, "Copy written: {file}", file=path))
        _say_what_it_holds(state_of(tournament), lang)


def copies(
    file: TournamentPath,
    folder: Annotated[
        Path | None, typer.Argument(help="A second folder, a USB stick. Left out: say what is set.")
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="No more copies.")] = False,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Every publish also writes a copy into this folder. Says where they go and how old the last one is."""
    from tantera.tournament_file import copies as known
    from tantera.tournament_file import make_copy, set_copies

    with opened(file) as tournament:
        if off:
            set_copies(tournament.store, None)
        elif folder is not None:
            set_copies(tournament.store, folder)
            copied = make_copy(tournament.store, state_of(tournament).number, now())
            if copied is not None and copied.problem is not None:
                raise copied.problem
        status = known(tournament.store)
        age = status.age(now())
        if as_json:
            where = None if status.folder is None else str(status.folder)
            print_json({"folder": where, "age": None if age is None else round(age)})
        elif status.folder is None:
            print(translate(lang, "No folder for copies is set."))
        else:
            print(translate(lang, "Copies go to {folder}.", folder=status.folder), age_said(age, lang))
            _say_what_it_holds(state_of(tournament), lang)


def _say_what_it_holds(state: TournamentState, lang: str) -> None:
    """Of a copy that not everybody may open yet."""
    from tantera.tournament.duplicate import told_of_copies

    if (warning := told_of_copies(state)) is not None:
        said = Phrase("Careful with the copy: {what}", what=warning)
        print(said.told(lang), file=sys.stderr)


def check(
    file: TournamentPath,
    head: Annotated[str | None, typer.Option(help="A head printed on paper, or its beginning.")] = None,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Replay the whole tournament with a second program: every draw, standing and penalty, and the hash chain."""
    from tantera.tournament_file import read_lines

    lines = read_lines(file)
    with told(translate(lang, "Checking")):
        report, problems = _checked(lines, lang)
    at = None
    if head is not None:
        at = _printed_after(lines, head)
        if at is None and not _is_old(lines, head):
            said = Phrase("found no event with the head {head}: this is not the log that was printed", head=head)
            problems.append(said.told(lang))
    if as_json:
        data = {"ok": not problems, "events": report.events, "head": report.head, "printed_after": at}
        print_json(data | {"problems": problems, "checked": report.checked})
    else:
        for what, count in report.checked.items():
            print(f"{count:>7}  " + translate(lang, f"checked: {what}").removeprefix("checked: "))
        print(translate(lang, "Head after event {number}: {head}", number=report.events, head=report.head))
        if at is not None:
            print(translate(lang, "The printed head is the one after event {number}.", number=at))
        elif head is not None and not problems:
            print(
                translate(lang, "The printed head is the last one before this log was written anew to forget somebody.")
            )
        if not problems:
            print(translate(lang, "Everything is right."))
    for problem in problems:
        print(problem, file=sys.stderr)
    if head is not None and at is None and problems and not as_json:
        newer = "This log ends with record {number}: a paper with a higher number is of a newer copy."
        print(translate(lang, newer, number=report.events), file=sys.stderr)
    if problems:
        raise typer.Exit(2)


def _checked(lines: list[bytes], lang: str) -> tuple[Report, list[str]]:
    """What the second program found, and where the first one says otherwise."""
    from tantera.tournament.check import check, second_object
    from tantera.tournament.evolve import folded
    from tantera.tournament.export import export
    from tantera.tournament.presentation import Presentation

    report = check(lines)
    problems = [violation.told(lang) for violation in report.violations]
    try:
        own = export(Presentation(folded(lines)), lang)
    except Problem as error:
        return report, problems or [error.told(lang)]
    if not problems:
        found = _differences(own, second_object(lines))
        problems = [Phrase("the two programs differ in {field}", field=field).told(lang) for field in found]
    return report, problems


def _printed_after(lines: list[bytes], head: str) -> int | None:
    """The event after which a paper was printed, by the head on it or its beginning, or the whole line at its foot."""
    from tantera.tournament.events import head_of

    wanted = _letters(head)
    found = [number for number, line in enumerate(lines, 1) if head_of(line).startswith(wanted)]
    return found[0] if len(wanted) >= SHORTEST_HEAD and len(found) == 1 else None


def _letters(head: str) -> str:
    return "".join(head.lower().rpartition("·")[2].removesuffix("…").split())


def _is_old(lines: list[bytes], head: str) -> bool:
    """Whether it is the head that the log had before somebody was erased from it."""
    from tantera.tournament.erasing import rewritten_from

    wanted = _letters(head)
    return len(wanted) >= SHORTEST_HEAD and (rewritten_from(lines[0]) or "").startswith(wanted)


def _differences(first: dict[str, object], second: dict[str, object]) -> list[str]:
    """Where the two programs say otherwise; reasons are the first one's alone."""

    def plain(value: object) -> object:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items() if key != "why"}
        return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value

    return [key for key in first if plain(first[key]) != plain(second.get(key))]


def erase(
    file: TournamentPath,
    who: Annotated[
        str, typer.Argument(metavar="PLAYER", help="The id, or the name; of a stand-in or a judge the name.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    by: By = "director",
    lang: Language = "es",
) -> None:
    """Forget somebody: the name becomes —, and what is said of them goes. There is no way back."""
    from tantera.tournament_file import copies_elsewhere

    with opened(file) as tournament:
        order = _whom_to_erase(state_of(tournament), who)
        meant = str(order.player or order.name)
        print(translate(lang, ERASES, who=meant))
        if not yes and not _is_sure(meant, lang):
            print(translate(lang, "Nobody was erased."))
            raise typer.Exit(1)
        head = state_of(tournament).head
        tournament.apply_in_hall(order, by)
        print(translate(lang, "Erased."))
        if state_of(tournament).head != head:
            print(translate(lang, REWRITTEN, old=head, new=state_of(tournament).head))
        if tournament.copied is not None:
            tell_copy(tournament.copied, lang)
        for path in copies_elsewhere(tournament.store):
            said = "Warning: a copy that was made before still has the name: {file}"
            print(translate(lang, said, file=path), file=sys.stderr)


ERASES: Final = (
    "{who}: the name becomes —; club, membership, what they wrote and texts that name them go. The id, the results "
    "and the places stay. Paper, exports and copies elsewhere keep the name."
)
REWRITTEN: Final = (
    "This file is of before: its log was written anew, and papers printed until now have other heads. The old head "
    "{old} stands in the first event; the head is now {new}"
)


def _is_sure(person: str, lang: str) -> bool:
    """Whoever writes it again means it."""
    print(translate(lang, "To erase for good write {who}:", who=person), end=" ", flush=True)
    return sys.stdin.readline().strip() == person


def _whom_to_erase(state: TournamentState, typed: str) -> ErasePerson:
    """A player, also one whose entry was taken back; else whoever stood in or ordered under that name."""
    from tantera.tournament.erasing import others_named
    from tantera.tournament.hall.orders import ErasePerson
    from tantera.tournament.orders import Enter

    orders = (recorded.order for recorded in state.log.history)
    if any(typed == player.id for order in orders if isinstance(order, Enter) for player in order.players):
        return ErasePerson(player=typed)
    try:
        return ErasePerson(player=the_player(state, typed))
    except Problem:
        if not others_named(state, typed):
            raise
        return ErasePerson(name=typed)


def print_(
    file: TournamentPath,
    what: Annotated[str, typer.Argument(help="slips, seating, tables, standings, crosstable, record, cards…; or all.")],
    round_: Annotated[int | None, typer.Option("--round", help="The round; the last if left out.")] = None,
    player: Annotated[str | None, typer.Option(help="Whose record: the id, or the name.")] = None,
    address: Annotated[str | None, typer.Option(help="Where phones give results, for the codes on slips.")] = None,
    to: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("."),
    lang: Language = "es",
) -> None:
    """Papers as PDF: slips to fill in, seating, standings, the final act…"""
    from tantera.cli.keeping import write_output
    from tantera.paper import laid_out, press, printable

    with opened(file) as tournament:
        presentation = presentation_of(tournament)
        who = None if player is None else the_player(presentation.state, player)
        names = printable(presentation) if what == "all" else [what]
        with bar(len(names)) as show:
            for done, name in enumerate(names):
                show(done, name)
                pdf = press(laid_out(presentation, name, lang, round=round_, player=who, address=address), "pdf")
                path = to / f"{file.stem}-{name}{'' if round_ is None else f'-{round_}'}.pdf"
                try:
                    to.mkdir(parents=True, exist_ok=True)
                    write_output(path, pdf)
                except OSError as error:
                    fail_wrong("--to", cannot(path, error), Phrase("a file to write"))
                print(path)


def site(
    file: TournamentPath,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write into.")],
    season: Annotated[Path | None, typer.Option(help="A season's file: its table is on the site too.")] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on: whenever the tournament moves, write what changed. Ctrl-C ends it.")
    ] = False,
    to: Annotated[
        str | None,
        typer.Option(help="Your own command that uploads DIR, after each writing; it reads the changed files' names."),
    ] = None,
    every: Annotated[float, typer.Option(min=1, help="Seconds between two looks.")] = 5,
    lang: Language = "es",
) -> None:
    """The results as a site to upload: rounds, standings, players, in every language; plain files, no script."""
    from time import sleep

    from tantera.cli.tournament.publishing import Publishing

    with opened(file) as tournament:
        publishing = Publishing(folder, lang, to, lambda: _season_in(season))
        changed = publishing.look(presentation_of(tournament))
        if publishing.failed and not watch:
            raise typer.Exit(2)
        print(translate(lang, "{count} files. It begins with {file}", count=len(changed), file=folder / "index.html"))
        while watch:
            sleep(every)
            tournament.reload()
            publishing.look(presentation_of(tournament))


def _season_in(file: Path | None) -> SeasonTable | None:
    if file is None:
        return None
    from tantera.cli.season.reading import form_in, logs_of, nights_in
    from tantera.season.table import season

    form = form_in(file)
    return season(form, nights_in(logs_of(file, form)))
