"""Drawing until it fits: a rule of clubs, on copies of the classic book. A turn with its draws is one turn."""

from random import Random

import pytest

from tantera.notation import DgnError, judge, read, write
from tantera.notation.export import export
from tantera.play import SPECTATOR, DrawTile, Match, PassTurn, begin_hand, deal, evolve, legal_moves, record
from tantera.play.events import HandDealt, TileDrawn
from tantera.play.moves import play_move
from tantera.play.record import SeenTurn
from tantera.rules import load_book, with_options
from tantera.rules.summary import idle
from tests.builders import Dealt, Table, ledger_of
from tests.play.invariants import tiles_are_conserved
from tests.play.tables import dealt, hand_in

TWO = Dealt(("66.06.11", "22.33.44"), asleep="34.45.26.01.02.03.04.12")
"""Seat 2 has no six: 3-4 and 4-5 do not help, 2-6 does."""


def game(reserve: int = 0, asleep: str = TWO.asleep, **options: str) -> Table:
    """Two players, three tiles each."""
    table: dict[str, str | int] = {"play": "alone", "players": 2, "tiles": 3, "boneyard": "until_fits"}
    everything = [t.code for t in load_book("clasico").options.set.tiles]
    rest = [c for c in everything if c not in ".".join((*TWO.racks, asleep)).split(".")]
    whole = ".".join([*filter(None, [asleep]), *rest])
    book = with_options(load_book("clasico"), table | {"reserve": reserve} | options)
    return Table(book, opener=1).deal(TWO._replace(asleep=whole))


def test_who_cannot_play_draws_until_a_tile_fits_and_then_plays_it():
    table = game().play("66")
    assert table.may() == {"+"}
    table.play("+34")
    assert table.may() == {"+"}, "3-4 does not fit a six: no pass while there is a tile to draw"
    table.play("+45 +26")
    assert table.may() == {"<62", ">62"}
    table.play(">62")
    assert (table.turn, hand_in(table.match).turns) == (1, 2)
    tiles_are_conserved(hand_in(table.match))


def test_nobody_passes_while_there_is_a_tile_to_draw():
    table = game().play("66")
    with pytest.raises(Exception, match="draw until a tile fits"):
        table.give(PassTurn(2))


def test_the_reserve_stays_asleep_and_then_there_is_the_pass():
    """Twenty-two sleep; with a reserve of 20 two may be drawn, and neither fits."""
    table = game(reserve=20, asleep="34.45").play("66 +34 +45")
    assert table.may() == {"-"}
    assert table.refused("2 +") == "CL-fichas"
    table.play("-")
    assert (table.turn, hand_in(table.match).turns) == (1, 2)


def test_a_hand_is_over_where_only_the_reserve_has_a_tile_that_fits():
    """All sixes but those of the reserve are on the table or nowhere to be had: 1 has none left."""
    book = with_options(
        load_book("clasico"),
        {"play": "alone", "players": 2, "tiles": 2, "boneyard": "until_fits", "reserve": 22},
    )
    rest = [t.code for t in book.options.set.tiles if t.code not in ("66", "11", "22", "33", "34", "45")]
    table = Table(book, opener=1).deal(Dealt(("66.11", "22.33"), asleep=".".join(["34", "45", *rest]))).play("66")
    assert (table.line.how, table.line.left) == ("block", (2, 10))


def test_nobody_else_sees_what_was_drawn():
    table = game().play("66 +34 +45")
    drawn = [
        [move.tile for move in table.sees(eyes).moves if isinstance(move, TileDrawn)] for eyes in (2, 1, SPECTATOR)
    ]
    assert drawn[1:] == [[None, None], [None, None]]
    assert None not in drawn[0]


def test_a_forced_draw_is_made_at_once_where_thinking_in_vain_is_forbidden():
    table = game(false_thinking="forbidden").play("66")
    assert table.moves().split()[1:] == ["+", "+", "+"], "2-6 may go on either end: there is a choice"


def test_several_draws_in_a_turn_are_written_and_read():
    table = game().play("66 +34 +45 +26 >62 <60")
    text = write(export(ledger_of(table.book, table.events)))
    assert "66{1.0} +34{1.0} +45{1.0} +26{1.0} >62{1.0}" in text
    again = judge(read(text))
    assert again.match.hand is not None
    assert hand_in(again.match).racks == hand_in(table.match).racks


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("66 -", "draw until a tile fits"),
        ("66 +34 -", "draw until a tile fits"),
        ("66 +34 +45 +26 +01", "you can play"),
    ],
)
def test_a_file_in_which_somebody_draws_too_few_or_too_many_is_refused(moves, expected):
    tags = '[Book "clasico"] [Players "2"] [Option "tiles=3"] [Option "boneyard=until_fits"]'
    deal = "deal 1:66.06.11 2:22.33.44 0:34.45.26.01.02.03.04.12.00.05.13.14.15.16.23.24.25.35.36.46.55.56"
    with pytest.raises(DgnError, match=expected):
        judge(read(f"{tags} #1 o1 0/0 {deal} {moves}"))


def test_of_draws_that_nobody_saw_the_file_says_so():
    tags = '[Book "clasico"] [Players "2"] [Option "tiles=3"] [Option "boneyard=until_fits"]'
    judged = judge(read(f"{tags} #1 o1 0/0 deal 1:66.06.11 66 +?? +?? >62"))
    assert hand_in(judged.match).counts == (2, 4)


def test_a_real_table_that_sees_only_the_draws_is_blocked_with_the_last_of_them():
    """The program knows at once that only the reserve fits; whoever sees no more than the draws knows it after them."""
    book = with_options(
        load_book("clasico"),
        {"play": "alone", "players": 2, "boneyard": "until_fits", "reserve": 4, "first_opener": "agreed"},
    )
    later = 0
    for seed in range(60):
        racks, asleep, _ = deal(book, bytes([seed]))
        known = begin_hand(book, HandDealt(1, 1, (), racks, asleep, at=0))
        match = dealt(book, 1, " ".join(".".join(tile.code for tile in rack) for rack in racks))
        chance = Random(seed)
        while not known.ended:
            order = chance.choice(legal_moves(known))
            match = seen(match, SeenTurn(order, drawn=known.boneyard[0] if isinstance(order, DrawTile) else None))
            known = play_move(known, order)
        hidden = iter(known.drawable)
        while hand_in(match).ended is None:
            later += 1
            (order,) = legal_moves(hand_in(match))
            match = seen(match, SeenTurn(order, drawn=next(hidden)))
        assert hand_in(match).ended == known.ended
    assert later > 2


def seen(match: Match, fact: SeenTurn) -> Match:
    for event in record(match, fact, 0).events:
        match = evolve(match, event)
    return match


def test_a_book_without_drawing_says_that_a_reserve_changes_nothing():
    assert idle(with_options(load_book("clasico"), {"reserve": 2}))["options.reserve"]
    assert "options.reserve" not in idle(with_options(load_book("clasico"), {"boneyard": "until_fits"}))
