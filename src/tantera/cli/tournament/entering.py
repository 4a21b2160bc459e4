"""``tantera tournament new · enter · import · check-in …``: before anybody plays."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantera.cli.common import Language, LimitText, Options, fail, option_pairs, unreadable
from tantera.cli.tournament.giving import (
    NOTHING,
    By,
    Order,
    TournamentPath,
    an_order,
    give,
    opened,
    state_of,
    the_entry,
    the_player,
)
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.tournament.pattern import Pattern
    from tantera.tournament.state import TournamentState

Entries = Annotated[list[str], typer.Argument(help="Entries: their ids, or the names of their players.")]


def new(
    file: Annotated[Path, typer.Argument(help="The file to make; it must not be there yet.")],
    name: Annotated[str, typer.Argument(help="What the tournament is called.")],
    book: Annotated[
        str | None, typer.Option("--book", help="A book's id, or the path of a rule-book file; clasico if left out.")
    ] = None,
    format_: Annotated[
        str | None, typer.Option("--format", help="individual, pairs-swiss…; the book's if left out.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="How many; the book's if left out.")] = None,
    seed: Annotated[str | None, typer.Option(help="For the lot; one is drawn if left out.")] = None,
    public_lot: Annotated[
        bool, typer.Option("--public-lot", help="Somebody in the hall will draw: print the hash of a secret now.")
    ] = False,
    limit: LimitText = None,
    option: Options = None,
    like: Annotated[
        Path | None, typer.Option(help="Another tournament's file: its book, format, options, place and organiser.")
    ] = None,
    copies: Annotated[
        Path | None, typer.Option(help="A second folder, a USB stick: every publish writes a copy there.")
    ] = None,
    by: By = "director",
    lang: Language = "es",
) -> None:
    """Begin a tournament: one file."""
    from secrets import token_hex

    from tantera.tournament.structure import commitment
    from tantera.tournament_file import set_copies

    pattern = pattern_of(like) if like is not None else None
    options = pattern.create.options if pattern is not None else {}
    options |= options_of(option or []) | ({"limit": limit} if limit is not None else {})
    usual = pattern.create.book if pattern is not None and pattern.create.book else "clasico"
    order: dict[str, Any] = {"order": "create", "name": name, "book": book or usual, "options": options}
    order |= {"format": format_ or (pattern.create.format if pattern is not None and book is None else None)}
    order |= {"rounds": rounds if rounds is not None else pattern.create.rounds if pattern is not None else None}
    if not public_lot:
        order["seed"] = token_hex(16) if seed is None else seed
    with opened(file, new=True) as tournament:
        give(tournament, order, by, lang)
        if public_lot:
            secret = token_hex(16)
            hashed = commitment(secret)
            give(tournament, {"order": "commit", "hash": hashed}, by, lang)
            print(translate(lang, "Publish this hash now: {hash}", hash=hashed))
            print(translate(lang, "Keep this secret until somebody in the hall has drawn: {secret}", secret=secret))
        if pattern is not None and pattern.about:
            give(tournament, {"order": "edit_event", **pattern.about}, by, lang)
        if copies is not None:
            set_copies(tournament.store, copies)


def pattern_of(file: Path) -> Pattern:
    """What another tournament hands on to one *as the last one*."""
    from tantera.tournament.pattern import pattern

    with opened(file) as tournament:
        return pattern(state_of(tournament))


def options_of(given: list[str]) -> dict[str, Any]:
    """``key=value``, the value as JSON where it is JSON: ``bye=[100,70]``, ``stand_ins=true``."""
    options: dict[str, Any] = {}
    for key, value in option_pairs(given).items():
        try:
            options[key] = json.loads(str(value))
        except ValueError:
            options[key] = value
    return options


def enter(
    file: TournamentPath,
    names: Annotated[list[str], typer.Argument(help="The player's name; two for a pair.")],
    entry: Annotated[str | None, typer.Option(help="The id of the entry; numbered if left out.")] = None,
    player_ids: Annotated[
        list[str] | None, typer.Option("--id", help="Each player's id; numbered if left out.")
    ] = None,
    club: Annotated[list[str] | None, typer.Option(help="One for all, or one for each player.")] = None,
    member: Annotated[bool | None, typer.Option("--member/--no-member", help="Of an allowed club.")] = None,
    guest_of: Annotated[str | None, typer.Option(help="The id of the member who brings them.")] = None,
    paid: Annotated[int, typer.Option(help="What they have paid.")] = 0,
    by: By = "director",
    lang: Language = "es",
) -> None:
    """Enter a player, or a pair."""
    from tantera.tournament.roll import taken_ids
    from tantera.tournament.sheets.entries import free_ids

    given, clubs = player_ids or [], club or []
    with opened(file) as tournament:
        taken = taken_ids(state_of(tournament))
        numbered = free_ids("p", {*taken, *given})
        people: list[dict[str, Any]] = []
        for place, name in enumerate(names):
            player: dict[str, Any] = {"id": given[place] if place < len(given) else next(numbered), "name": name}
            player |= {"club": clubs[min(place, len(clubs) - 1)]} if clubs else {}
            player |= {"member": member} if member is not None else {}
            player |= {"guest_of": guest_of} if guest_of is not None else {}
            people.append(player)
        order = {"order": "enter", "entry": entry or next(free_ids("e", taken)), "players": people, "paid": paid}
        give(tournament, order, by, lang)
        print(f"{order['entry']}: " + " / ".join(f"{player['name']} ({player['id']})" for player in people))


def import_(
    file: TournamentPath,
    csv: Annotated[
        Path, typer.Argument(help="A spreadsheet, .xlsx or CSV, with headings: nombre, club, socio, pagado…")
    ],
    members: Annotated[
        bool, typer.Option("--members", help="Everybody is a member of whom the file says nothing else.")
    ] = False,
    by: By = "director",
    lang: Language = "es",
) -> None:
    """Enter everybody in a spreadsheet: all of them, or nobody where a line is wrong."""
    from tantera.tournament.reading import order_of
    from tantera.tournament.roll import ids_by_name, taken_ids
    from tantera.tournament.sheets import CsvError, read_entries
    from tantera.words.numbers import counted

    wrong: list[str] = []
    with opened(file) as tournament:
        try:
            state = state_of(tournament)
            sheet, taken, fee = csv.read_bytes(), taken_ids(state), state.options.fee
            entered = read_entries(sheet, state.pairs, taken, ids_by_name(state), members=members, fee=fee)
        except OSError as error:
            fail(Problem(unreadable(csv, error, Phrase("a spreadsheet, .xlsx or CSV"))))
        except CsvError as error:
            entered, wrong = [], [mistake.told(lang) for mistake in error.all]
        orders = []
        for line, order in entered:
            try:
                orders.append(order_of(order | {"by": by}))
            except Problem as problem:
                wrong.append(Phrase("line {line}: {said}", line=line, said=problem).told(lang))
        answers = tournament.apply_all(orders) if not wrong else []
        for (line, _), answer in zip(entered, answers, strict=False):
            if isinstance(answer, Problem):
                wrong.append(Phrase("line {line}: {said}", line=line, said=answer).told(lang))
    for said in wrong:
        print(f"{csv}: {said}", file=sys.stderr)
    if wrong:
        raise typer.Exit(2)
    print(counted(lang, len(entered), "1 entry", "{count} entries"))


@an_order
def pay(
    state: TournamentState,
    entry: Annotated[str, typer.Argument(help="The entry, or the name of one of its players.")],
    amount: Annotated[int, typer.Argument(help="Added to what was paid; below zero: given back.")],
) -> Order:
    """Note that somebody has paid."""
    return {"order": "pay", "entry": the_entry(state, entry), "amount": amount}


@an_order
def edit_player(
    state: TournamentState,
    player: Annotated[str, typer.Argument(help="A player: the id, or the name.")],
    name: Annotated[str | None, typer.Option(help="The right name.")] = None,
    short: Annotated[str | None, typer.Option(help="What they are called in short; '' takes it away.")] = None,
    club: Annotated[str | None, typer.Option(help="The right club; '' for none.")] = None,
    member: Annotated[bool | None, typer.Option("--member/--no-member", help="Of an allowed club.")] = None,
    guest_of: Annotated[str | None, typer.Option(help="The member who brings them: the id, or the name.")] = None,
    key: Annotated[str | None, typer.Option(help="The federation's number, or the register's; '' for none.")] = None,
    category: Annotated[list[str] | None, typer.Option(help="A category; once for each. '' takes all away.")] = None,
) -> Order:
    """Put a player right at any stage: pages and papers say it so from then on."""
    change: dict[str, Any] = {"order": "edit_player", "player": the_player(state, player)}
    change |= {field: typed or NOTHING for field, typed in (("short", short), ("club", club), ("key", key))
             if typed is not None}  # fmt: skip
    change |= {"guest_of": the_player(state, guest_of) if guest_of else NOTHING} if guest_of is not None else {}
    change |= {"categories": [one for one in category if one]} if category is not None else {}
    return change | {"name": name, "member": member}


@an_order
def edit_event(
    state: TournamentState,
    name: Annotated[str | None, typer.Option(help="What the tournament is called.")] = None,
    date: Annotated[str | None, typer.Option(help="The day, like 2026-05-31.")] = None,
    venue: Annotated[str | None, typer.Option(help="Where it is.")] = None,
    organiser: Annotated[str | None, typer.Option(help="Whose it is.")] = None,
    arbiter: Annotated[list[str] | None, typer.Option(help="Who referees; once for each.")] = None,
    notice: Annotated[str | None, typer.Option(help="A line for the lists.")] = None,
    logo: Annotated[Path | None, typer.Option(help="A picture for the papers: PNG, JPEG or SVG.")] = None,
    option: Options = None,
) -> Order:
    """Put the event right: its name, day, place; and options that nothing published rests on."""
    texts = {"arbiters": "\n".join(arbiter)} if arbiter is not None else {}
    texts |= {"notice": notice} if notice is not None else {}
    texts |= {"logo": _picture(logo)} if logo is not None else {}
    return {
        "order": "edit_event", "name": name, "date": date, "venue": venue, "organiser": organiser,
        "texts": texts or None, "options": options_of(option) if option else None,
    }  # fmt: skip


def _picture(path: Path) -> str:
    """A picture written out in letters, as an event keeps it."""
    from base64 import b64encode

    kind = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".svg": "svg+xml"}.get(path.suffix.lower(), "unknown")
    try:
        return f"data:image/{kind};base64,{b64encode(path.read_bytes()).decode()}"
    except OSError as error:
        fail(Problem(unreadable(path, error, Phrase("a picture: PNG, JPEG or SVG"))))


@an_order
def check_in(
    state: TournamentState,
    entries: Annotated[
        list[str] | None, typer.Argument(help="Entries: their ids, or the names of their players.")
    ] = None,
    everybody: Annotated[bool, typer.Option("--all", help="Everybody who has entered and not withdrawn.")] = False,
) -> Order:
    """Somebody is here. If anybody has been checked in, only those who are checked in are drawn."""
    here = [the_entry(state, said) for said in entries or []]
    if everybody:
        here = [key for key, entry in state.entries.items() if state.is_active(entry) and not entry.checked_in]
    return {"order": "check_in", "entries": here}


@an_order
def check_out(state: TournamentState, entries: Entries) -> Order:
    """Somebody is not here after all. Once a published round rests on it they withdraw instead."""
    return {"order": "check_out", "entries": [the_entry(state, said) for said in entries]}


@an_order
def withdraw(state: TournamentState, entries: Entries) -> Order:
    """Somebody leaves. They stay in the standings and may return."""
    return {"order": "withdraw", "entries": [the_entry(state, said) for said in entries]}


@an_order
def return_(state: TournamentState, entries: Entries) -> Order:
    """Somebody who had withdrawn is back."""
    return {"order": "return", "entries": [the_entry(state, said) for said in entries]}


@an_order
def keep_apart(
    state: TournamentState,
    players: Annotated[list[str], typer.Argument(help="Two or more players.")],
    as_: Annotated[str, typer.Option("--as", help="partners, opponents or both.")] = "both",
    soft: Annotated[bool, typer.Option("--soft", help="Only where it costs nothing.")] = False,
    rounds: Annotated[int | None, typer.Option(help="In the first so many rounds; all if left out.")] = None,
) -> Order:
    """Keep couples, siblings or a club's players apart."""
    who = [the_player(state, said) for said in players]
    return {"order": "keep_apart", "players": who, "as": as_, "hard": not soft, "rounds": rounds}


@an_order
def seed(
    state: TournamentState,
    entries: Annotated[list[str] | None, typer.Argument(help="Entries or names, the first seed first.")] = None,
    rating: Annotated[
        list[Path] | None, typer.Option(help="By what they have won in these tournaments, folders or seasons.")
    ] = None,
) -> Order:
    """Who stands first where round 1 would go by the lot: these, or all of them by their rating."""
    chosen = [the_entry(state, said) for said in entries or []]
    if rating:
        from tantera.cli.season.reading import all_logs, nights_in
        from tantera.season.seeding import by_rating
        from tantera.tournament.presentation import Presentation

        offer = by_rating(Presentation(state), nights_in(all_logs(rating)))
        chosen += [entry for entry in offer.entries if entry not in chosen]
        by = [{"name": one.name, "head": one.head} for one in offer.rated_by]
        return {"order": "seed", "entries": chosen, "rated_by": by}
    return {"order": "seed", "entries": chosen}


@an_order
def commit(
    state: TournamentState,
    hash_: Annotated[str, typer.Argument(metavar="HASH", help="SHA-256 of a secret, in hex.")],
) -> Order:
    """The public lot, first half: publish the hash of a secret."""
    return {"order": "commit", "hash": hash_}


@an_order
def lot(
    state: TournamentState,
    secret: Annotated[str, typer.Argument(help="The secret whose hash was published.")],
    drawn: Annotated[str, typer.Argument(help="The tile or number that somebody in the hall has drawn.")],
) -> Order:
    """The public lot, second half: the secret, and what was drawn in the hall."""
    return {"order": "lot", "secret": secret, "drawn": drawn}
