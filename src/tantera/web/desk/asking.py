"""Before something changes that people have already seen: what it changes, and whether it is meant."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from litestar import Request
from litestar.response import Template

from tantera.tournament.changes import Changes, foreseen, is_so_already
from tantera.tournament.orders import AnyOrder, Given
from tantera.tournament.telling import named, names_of_entry, told_log
from tantera.web.desk.shell import Desk, desk_page
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
    changes: Changes,
    action: str,
    fields: dict[str, str],
    back: str,
    note: Phrase | None = None,
) -> Template:
    """A page that says what would change. Its form is the one that was sent, with the answer in it."""
    kept = {key: value for key, value in fields.items() if key not in ("_csrf_token", SURE)}
    fallen = {line.number: line for line in told_log(desk.state)} if changes.fallen else {}
    return desk_page(
        request,
        desk,
        screen,
        "desk/sure.html",
        title=title,
        button=button,
        found=changes,
        fallen=[fallen[number] for number in changes.fallen],
        action=action,
        fields=kept,
        back=back,
        note=note,
        entry_name=lambda entry: names_of_entry(desk.state, entry),
        player_name=lambda player: named(desk.state, player),
    )
