"""``tantera dgn stats · filter · merge · archive``: files of many matches, counted, picked out, put together, made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tantera.cli.common import AsJson, Language, LimitText, cannot, fail_wrong, print_json
from tantera.cli.lazily import group_of
from tantera.words import Phrase, translate

if TYPE_CHECKING:
    from tantera.notation.counting import MatchCounts, Wanted

Files = Annotated[list[str], typer.Argument(help="DGN files, also compressed (.gz), or - for standard input.")]
OfBook = Annotated[str | None, typer.Option("--book", help="Only matches by this book.")]
OfPlayer = Annotated[str | None, typer.Option("--player", help="Only matches in which somebody of this name sat.")]
WonBy = Annotated[str | None, typer.Option("--won-by", help="Only matches that this player's side won.")]
OfEvent = Annotated[str | None, typer.Option("--event", help="Only matches of an event with these words in its name.")]
Since = Annotated[str | None, typer.Option("--since", metavar="DAY", help="Only from this day on: 2026-11-15.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DAY", help="Only up to this day.")]
WithHand = Annotated[
    str | None, typer.Option("--how", help="Only matches with a hand that ended so: domino, block, void, lost…")
]
AtLeast = Annotated[int, typer.Option("--hands", min=0, help="Only matches of so many hands or more.")]

MOST_PLAYERS: Final = 20
"""So many are told of; --json has them all."""


def stats(
    files: Files,
    book: OfBook = None,
    player: OfPlayer = None,
    won_by: WonBy = None,
    event: OfEvent = None,
    since: Since = None,
    until: Until = None,
    how: WithHand = None,
    hands: AtLeast = 0,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Count matches: how hands end, what they bring, who wins. Every match is judged."""
    from tantera.cli.dgn.files import Sources
    from tantera.notation import MatchCounts

    sources = Sources(files, lang)
    counts = MatchCounts()
    for _, judged in sources.judged(_wanted(book, player, won_by, event, since, until, how, hands)):
        counts.add(judged)
    if as_json:
        print_json(counts.as_data() | {"wrong": sources.wrong})
    else:
        _tell(counts, lang)
    sources.leave()


def filter_matches(
    files: Files,
    book: OfBook = None,
    player: OfPlayer = None,
    won_by: WonBy = None,
    event: OfEvent = None,
    since: Since = None,
    until: Until = None,
    how: WithHand = None,
    hands: AtLeast = 0,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Print the matches that are asked for, as they are written; --json: what each comes to, an object a line."""
    from tantera.cli.dgn.files import Sources
    from tantera.notation import report

    sources = Sources(files, lang)
    wanted = _wanted(book, player, won_by, event, since, until, how, hands)
    for given, (match, judged) in enumerate(sources.judged(wanted)):
        if as_json:
            print_json({"tags": dict(judged.document.tags), **report(judged)})
        else:
            print("\n" * (given > 0) + match.text.strip("\n"))
    sources.leave()


def merge(
    files: Files,
    to: Annotated[Path, typer.Option("--to", help="The file to write; compressed if its name ends in .gz.")],
    by_date: Annotated[bool, typer.Option("--by-date", help="The oldest first, as their tags have the day.")] = False,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Put the matches of several files into one, each of them once and written alike."""
    from tantera.cli.dgn.files import Sources, write_text
    from tantera.notation import Wanted, write

    if to.exists():
        fail_wrong(str(to), Phrase("a file that is there already"), Phrase("a name that is free"))
    sources, twice = Sources(files, lang), 0
    texts: dict[str, str] = {}
    for _, judged in sources.judged(Wanted()):
        text = write(judged.document)
        twice += text in texts
        texts.setdefault(text, judged.document.tag("Date") or "")
    ordered = sorted(texts, key=lambda text: texts[text]) if by_date else list(texts)
    try:
        write_text(to, "\n".join(ordered))
    except OSError as error:
        fail_wrong("--to", cannot(to, error), Phrase("a file to write"))
    if as_json:
        print_json({"file": str(to), "matches": len(texts), "twice": twice, "wrong": sources.wrong})
    else:
        words = "{file}: {matches} matches; {twice} were there twice"
        print(translate(lang, words, file=to, matches=len(texts), twice=twice))
    sources.leave()


def archive(
    file: Annotated[Path, typer.Argument(help="The file, *.dgn.gz; one that is there already is gone on with.")],
    hands: Annotated[int, typer.Option(min=1, max=10**9, help="At least so many hands; matches are whole.")] = 10_000,
    bot: Annotated[
        list[str] | None, typer.Option(help="Who plays; repeatable: the seats take turns. Left out: greedy.")
    ] = None,
    book: Annotated[str, typer.Option(help="The id of a book that comes along.")] = "san-juan",
    limit: LimitText = None,
    seed: Annotated[int, typer.Option(min=0, max=10**18, help="The same number, the same matches.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0: as many as there are cores.")] = 0,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Play matches of bots into one compressed file, any number. Ctrl-C keeps them; the same command goes on."""
    from tantera.bots.arena import check_known
    from tantera.bots.arena.archive import Archive, book_of_archive
    from tantera.bots.own import is_own
    from tantera.cli.dgn.archiving import go_on
    from tantera.rules import BOOKS, load_book

    if file.suffix != ".gz":
        fail_wrong(str(file), file.name, Phrase("a name that ends in .gz"))
    if book not in BOOKS:
        fail_wrong("--book", repr(book), Phrase("one of {listed}", listed=", ".join(BOOKS)))
    given = bot or ["greedy"]
    for name in given:
        if is_own(name):
            fail_wrong("--bot", name, Phrase("a bot that comes along: others could not play the matches again"))
    check_known(given)
    seats = load_book(book).options.players
    made = Archive(book, tuple(given[seat % len(given)] for seat in range(seats)), seed, limit or "")
    book_of_archive(made)  # a limit that is none is said before there is a file
    kept = go_on(file, made, hands, workers, lang)
    if as_json:
        print_json({"file": str(file), "matches": kept.matches, "hands": kept.hands, "played": kept.played})
    else:
        words = "{file}: {matches} matches, {hands} hands; {played} of them played now"
        print(translate(lang, words, file=file, matches=kept.matches, hands=kept.hands, played=kept.played))
    if kept.stopped:
        raise typer.Exit(130)


def _wanted(*words: Any) -> Wanted:
    from tantera.notation import Wanted

    return Wanted(*words)


# --- how it is told -------------------------------------------------------------------------------------------------


def _tell(counts: MatchCounts, lang: str) -> None:
    from rich.console import Console

    from tantera.cli.text_tables import TextTable
    from tantera.words.numbers import number

    console = Console(highlight=False)
    words = "{matches} matches, {over} of them over; {hands} hands"
    matches, over, hands = (number(count, lang) for count in (counts.matches, counts.over, counts.hands))
    console.print(translate(lang, words, matches=matches, over=over, hands=hands))
    if not counts.hands:
        return
    rows = [(how, number(times, lang), _percent(counts.share(times), lang)) for how, times in _ends(counts, lang)]
    TextTable("", (translate(lang, "how they ended"), translate(lang, "hands"), "%"), tuple(rows), framed=False).show(
        console
    )
    figures = [
        (translate(lang, "points a hand"), counts.share(counts.points)),
        (translate(lang, "turns a hand"), counts.share(counts.turns, counts.played)),
    ]
    told = [(name, number(value, lang, 2)) for name, value in figures if value is not None]
    told.append((translate(lang, "the opener's side wins"), _percent(counts.share(counts.opened_and_won), lang) + " %"))
    TextTable("", ("", ""), tuple(told), framed=False).show(console)
    players = [
        (name, *(number(count, lang) for count in vars(player).values()))
        for name, player in counts.in_order()[:MOST_PLAYERS]
    ]
    headings = ("player", "matches", "matches won", "hands", "hands won", "points")
    more = len(counts.players) - len(players)
    notes = (translate(lang, "and {more} more: --json has them all", more=more),) if more else ()
    TextTable("", tuple(translate(lang, one) for one in headings), tuple(players), notes, may_shorten=True).show(
        console
    )


def _ends(counts: MatchCounts, lang: str) -> Iterator[tuple[str, int]]:
    called = {"block": "blocked", "limit": "limit reached"}
    for how, times in counts.how.most_common():
        yield translate(lang, called.get(how, how)), times


def _percent(share: float | None, lang: str) -> str:
    from tantera.words.numbers import number

    return number(100 * (share or 0), lang, 1)


def group() -> Any:
    """The group, as the command line wants it."""
    return group_of(
        {"stats": stats, "filter": filter_matches, "merge": merge, "archive": archive},
        help="Files of many matches: count, pick out, put together, make.",
    )
