"""Who comes in: codes, names, coming back, leaving."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from msgspec import UNSET

from tantera.play.actors import Role
from tantera.play.events import Event
from tantera.rules import Book, Refusal, law_of
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.fold import evolve
from tantera.tables.settings import Settings
from tantera.tables.state import TableState
from tantera.words.alike import alike, sounds_alike, unseen

MOST_NAME: Final = 24
"""Letters in a name."""
_PERSON: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}", re.ASCII)


def open_table(
    book: Book,
    host: str,
    name: str,
    settings: Settings | None = None,
    code: str = "",
    salt: str = "",
    at: int = 0,
    reserved: tuple[str, ...] = (),
    same_deals: bool = False,
) -> t.TableOpened:
    """The first event of a table. `code` lets people in; only its hash is kept, with `salt`, which the caller draws.
    `reserved` are those whose seats they are, at a table of a tournament; `same_deals` says that its director deals."""
    settings = settings or Settings()
    settings.check(book)
    hashed = code_hash(code, salt) if code else ""
    if reserved and len(reserved) != book.options.players:
        message = "{found} names for {expected} players"
        raise Refusal(book.cites.seating, message, found=len(reserved), expected=book.options.players)
    kept = tuple(map(a_name, reserved))
    deals = True if same_deals else UNSET
    return t.TableOpened(law_of(book), a_person(host), a_name(name), settings, hashed, salt, kept, deals, at=at)


def code_hash(code: str, salt: str) -> str:
    """What is kept of a code. Small letters, spaces and hyphens make no difference to who types it off a screen.

    >>> code_hash("pito-64", "x") == code_hash(" PITO 64", "x")
    True
    """
    typed = re.sub(r"[\s-]", "", code).upper()
    return sha256(f"tantera code 1\0{salt}\0{typed}".encode()).hexdigest()


def right_code(table: TableState, code: str) -> bool:
    """Whether this is the table's code. Whoever serves strangers counts the wrong ones."""
    return bool(table.code) and compare_digest(code_hash(code[:100], table.salt), table.code)


def enter(table: TableState, order: o.Enter, person: str, now: int) -> tuple[Event, ...]:
    """Come in, by the code unless the table is public. The host needs none, nor does who was invited."""
    a_person(person)
    if person != table.host:
        asked = table.settings.public or person in table.settings.invited
        if not asked and not right_code(table, order.code):
            raise Refusal("", "this is not the code of the table")
        if table.settings.alone:
            raise Refusal("", "this hand is played alone with bots, and nobody looks on")
        if table.settings.watching == "nobody" and table.in_play is not None:
            raise Refusal("", "nobody looks on at this table")
        if len(table.guests) - len(table.players) >= table.settings.most_watchers + len(table.chairs):
            raise Refusal("", "there is no more room at this table")
    name = a_name(order.name)
    makes_way = _bot_makes_way(table, name, now)
    table = table if makes_way is None else evolve(table, makes_way)
    entered = t.PersonEntered(person, _distinct(table, name), at=now)
    return (entered,) if makes_way is None else (makes_way, entered)


def _bot_makes_way(table: TableState, name: str, now: int) -> t.BotSeated | None:
    """A bot that is called as somebody who comes is called otherwise, as long as no match has its name on the sheet."""
    if table.in_play is not None or table.series_open:
        return None
    for seat, chair in enumerate(table.chairs, start=1):
        if chair.bot is not None and chair.person is None and sounds_alike(chair.name) == sounds_alike(name):
            return t.BotSeated(seat, chair.bot, bot_name(table, chair.name, name), at=now)
    return None


def a_name(text: str) -> str:
    """A name that others can read: some letters, and none that the eye does not see.

    >>> a_name("  Quim   Vidal ")
    'Quim Vidal'
    """
    name = unicodedata.normalize("NFC", " ".join(text[:200].split()))
    if not 1 <= len(name) <= MOST_NAME:
        raise Refusal("", "a name has 1 to {most} letters", most=MOST_NAME)
    if unseen(name):
        raise Refusal("", "a name is written with letters that everybody can see")
    return name


def _taken(table: TableState) -> set[str]:
    return {alike(guest.name) for guest in table.guests} | {alike(chair.name) for chair in table.chairs if chair.taken}


def _distinct(table: TableState, name: str) -> str:
    if alike(name) in _taken(table):
        raise Refusal("", "there is a {name} at this table already", name=name)
    return name


def bot_name(table: TableState, wanted: str, comes: str = "") -> str:
    """The name of a bot: the one wanted; marked where a person is called so, or one who `comes`; with a number where
    another bot is."""
    taken = _taken(table)
    if sounds_alike(wanted) in {sounds_alike(name) for name in (comes, *(guest.name for guest in table.guests))}:
        wanted = f"{wanted[: MOST_NAME - 4]} bot"
    numbered = (f"{wanted[: MOST_NAME - 3]} {number}" for number in range(2, 99))
    return next(name for name in (wanted, *numbered) if alike(name) not in taken)


def a_person(person: str) -> str:
    """An opaque id. It can be none of the offices' names, so that no id is ever taken for an office."""
    if not _PERSON.fullmatch(person) or person in set(Role):
        raise Refusal("", "this is nobody's id: {found}", found=person[:64])
    return person


def connect(table: TableState, order: o.Connect, person: str, now: int) -> tuple[Event, ...]:
    """Here, or here again: nothing happens where somebody is here already."""
    return () if table.here(person) else (t.PersonCameBack(person, at=now),)


def disconnect(table: TableState, order: o.Disconnect, person: str, now: int) -> tuple[Event, ...]:
    return (t.PersonWentOffline(person, at=now),) if table.here(person) else ()


def close_table(table: TableState, order: o.CloseTable, person: str, now: int) -> tuple[Event, ...]:
    """The host may close it while no match is on; the director at any time; the table itself when nobody has been there
    for long."""
    if order.why == "host" and table.in_play is not None:
        raise Refusal("", "a match is being played at this table")
    return (t.TableClosed(order.why, at=now),)
