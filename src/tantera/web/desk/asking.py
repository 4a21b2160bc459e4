"""Before something changes that people have already seen: what it changes, and whether it is meant."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from litestar import Request
from litestar.response import Template

from tantera.tournament.changes import Changes, foreseen, is_so_already
from tantera.tournament.hall.orders import MAY
from tantera.tournament.orders import AnyOrder, Given
from tantera.tournament.permission import ROLES
from tantera.tournament.telling import Told, named, names_of_entry, told_log
from tantera.web.desk.shell import Desk, desk_page
from tantera.web.events.names import name_by
from tantera.web.events.offices import Office
from tantera.words import Phrase

SURE = "sure"
"""The field with which a form says that it was asked and is meant."""


def would_change(desk: Desk, order: AnyOrder) -> Changes:
    """What people have seen that this would change; a `Problem` where it is refused."""
    return foreseen(desk.state, Given(order, desk.office.by, datetime.now().astimezone().isoformat()))


def nothing_to_do(desk: Desk, order: AnyOrder) -> bool:
    """The same result a second time."""
    return is_so_already(desk.state, Given(order, desk.office.by))


def ask(
    request: Request[Any, Any, Any],
    desk: Desk,
    screen: str,
    *,
    title: Phrase,
    button: Phrase,
    found: Changes,
    action: str,
    fields: dict[str, str],
    back: str,
    note: Phrase | None = None,
) -> Template:
    """A page that says what would change. Its form is the one that was sent, with the answer in it."""
    kept = {key: value for key, value in fields.items() if key not in ("_csrf_token", SURE)}
    fallen = {line.number: line for line in told_log(desk.state)} if found.fallen else {}
    return desk_page(
        request,
        desk,
        screen,
        "desk/sure.html",
        title=title,
        button=button,
        found=found,
        fallen=[fallen[number] for number in found.fallen],
        action=action,
        fields=kept,
        back=back,
        note=note,
        entry_name=lambda entry: names_of_entry(desk.state, entry),
        player_name=lambda player: named(desk.state, player),
    )


def may_order(office: Office) -> frozenset[str]:
    """What an office may order, by the names of the orders; those of the hall too."""
    own = {str(kind.__struct_config__.tag) for kind in ROLES[office.role]}
    hall = {str(kind.__struct_config__.tag) for kind, roles in MAY.items() if office.role in roles}
    return frozenset(own | hall)


def who(desk: Desk, line: Told) -> str:
    """Who did it: a name, or nothing where only the office is known."""
    return name_by(desk.state, line.by)
