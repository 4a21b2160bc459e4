"""Who may order what at a table: every standing against every order."""

import pytest

from tantera.play import DIRECTOR, JUDGES, REFEREE, SPECTATOR, TABLE, Order, Role
from tantera.play.orders import AgreeCount, PassTurn
from tantera.rules import Refusal
from tantera.tables import AnyTableOrder, BotAt, By
from tantera.tables import orders as o
from tantera.tables.orders import TableOrder
from tantera.tables.permission import PERMISSIONS, Standing, permit, standings
from tests.tables.rooms import Room

ORDERS: tuple[TableOrder, ...] = (
    o.Enter("X"),
    o.Connect(),
    o.Disconnect(),
    o.Leave(),
    o.Sit(1),
    o.StandUp(),
    o.Appoint("x"),
    o.SeatEntrant("x", 1),
    o.SeatBot(1, "level-1"),
    o.RemoveBot(1),
    o.ReplaceBot(2),
    o.SetPace("slow"),
    o.Start(),
    o.CloseTable(),
    o.AddEntropy("x"),
    o.Propose("pause"),
    o.Agree("pause"),
    o.Decline("pause"),
    o.Say("table", "x"),
    o.SayPhrase("table", "hello"),
    o.CallReferee("x"),
    o.AnswerCall("x"),
    o.AskHint(),
    o.GiveHint(PassTurn(1)),
    o.BindSeed(b"x"),
    o.DrawLots(),
    o.Deal(),
    o.Settle(),
    o.AnswerFor(1, AgreeCount(1)),
    o.EndGrace(1),
    o.FreeSeat(1),
    o.Forget("x"),
    o.Lapse("pause"),
    o.StandStill(),
    o.EndPause(),
    o.CloseSheet(),
)

MAY = """
                stranger spectator player referee  host  bot director judges table
enter              x        -      -       -      -     -     -       -      -
connect            -        x      x       x      x     -     -       -      -
disconnect         -        x      x       x      x     -     -       -      -
leave              -        x      x       x      x     -     -       -      -
sit                -        x      x       x      x     -     -       -      -
stand_up           -        -      x       x      -     -     -       -      -
appoint            -        -      -       -      -     -     x       -      -
seat_entrant       -        -      -       -      -     -     x       -      -
seat_bot           -        -      -       -      x     -     x       -      -
remove_bot         -        -      -       -      x     -     x       -      -
replace_bot        -        -      -       -      -     x     -       -      -
set_pace           -        -      -       -      x     -     -       -      -
start              -        -      -       -      x     -     x       -      x
close_table        -        -      -       -      x     -     x       -      x
add_entropy        -        -      x       -      -     -     -       -      -
propose            -        x      x       -      x     -     -       -      -
agree              -        -      x       -      -     -     -       -      -
decline            -        x      x       -      x     -     -       -      -
say                -        x      x       x      x     -     -       -      -
say_phrase         -        x      x       x      x     -     -       -      -
call_referee       -        -      x       -      -     -     -       -      -
answer_call        -        -      x       x      -     -     -       -      -
ask_hint           -        -      x       -      -     -     -       -      -
give_hint          -        -      -       -      -     x     -       -      -
bind_seed          -        -      -       -      -     -     -       -      x
draw_lots          -        -      -       -      -     -     -       -      x
deal               -        -      -       -      -     -     -       -      x
settle             -        -      -       -      -     -     -       -      x
answer_for         -        -      -       -      -     -     -       -      x
end_grace          -        -      -       -      -     -     -       -      x
free_seat          -        -      -       -      -     -     -       -      x
forget             -        -      -       -      -     -     -       -      x
lapse              -        -      -       -      -     -     -       -      x
stand_still        -        -      -       -      -     -     -       -      x
end_pause          -        -      -       -      -     -     -       -      x
close_sheet        -        -      -       -      -     -     -       -      x
"""
"""Written out by hand. The host here has no seat, and looks on."""


def cells() -> list[tuple[str, str, bool]]:
    heading, *rows = MAY.strip().splitlines()
    roles = heading.split()
    return [(row.split()[0], role, x == "x") for row in rows for role, x in zip(roles, row.split()[1:], strict=True)]


@pytest.fixture(scope="module")
def room() -> Room:
    """Ana opened it and looks on, bea has a seat, eva is the referee, cai looks on."""
    room = Room(people=3, sits=False).comes("eva")
    room.do(o.Sit(1), "bea")
    room.do(o.Appoint("eva"), DIRECTOR)
    room.do(o.SeatBot(2, "level-1"), "ana")
    return room


BY: dict[str, By] = {
    "stranger": "zoe",
    "spectator": "cai",
    "player": "bea",
    "referee": "eva",
    "host": "ana",
    "bot": BotAt(2),
    "director": DIRECTOR,
    "judges": JUDGES,
    "table": TABLE,
}


@pytest.mark.parametrize(("order", "role", "may"), cells())
def test_who_may_order_what(room: Room, order: str, role: str, may: bool):
    (given,) = [one for one in ORDERS if one.__struct_config__.tag == order]
    if may:
        permit(room.table, given, BY[role])
    else:
        with pytest.raises(Refusal, match="not for you"):
            permit(room.table, given, BY[role])


def test_every_order_and_every_standing_is_in_the_table():
    kinds = set(AnyTableOrder.__args__)
    assert set(PERMISSIONS) == kinds == {type(order) for order in ORDERS}
    assert len(cells()) == len(kinds) * len({*Standing, *Role})


def test_offices_that_are_nobodys_at_a_table_order_nothing(room: Room):
    for role in (REFEREE, SPECTATOR):
        assert standings(room.table, role) == set()


def test_an_order_of_the_match_is_not_one_of_the_table():
    assert not issubclass(AgreeCount, TableOrder)
    assert issubclass(AgreeCount, Order)
