"""How people come to a table: by its code, or where it is public. Pages and programs both come this way."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from tantera.rules import Refusal
from tantera.tables import TableState
from tantera.tables.orders import Enter
from tantera.tables.people import right_code
from tantera.web.tables.guesses import Guesses, WrongCode
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable


async def table_by_code(connection: ASGIConnection[Any, Any, Any, Any], code: str) -> LiveTable:
    """The table that a code lets into; a wrong code is counted."""
    hub: Hub = connection.app.state.hub
    guesses: Guesses = connection.app.state.guesses
    await guesses.turn(connection)
    table = await hub.find_by_code(code[:40])
    if table is None:
        guesses.was_wrong(connection)
        raise WrongCode(code[:10])
    return table


async def come_to(
    connection: ASGIConnection[Any, Any, Any, Any], table: LiveTable, person: str, name: str, code: str
) -> None:
    """Come in, to look on until one sits down. Who is there already stays as they are."""
    await check_code(connection, table.state, person, code)
    if table.state.guest(person) is None:
        await table.order(Enter(name, code), person)


async def check_code(
    connection: ASGIConnection[Any, Any, Any, Any], table: TableState, person: str | None, code: str
) -> None:
    """A `Refusal` where the table takes a code and this is not it. Wrong ones are counted, and slow down."""
    known = person is not None and (person == table.host or table.guest(person) is not None)
    if table.settings.public or known:
        return
    guesses: Guesses = connection.app.state.guesses
    await guesses.turn(connection)
    if not right_code(table, code):
        guesses.was_wrong(connection)
        raise Refusal("", "this is not the code of the table")
