"""The count of a hand: what everybody is left with, what each side writes, and the sum that it is."""

import pytest
from msgspec.structs import replace

from tantera.play import Phase
from tantera.rules import load_book
from tantera.rules.schema import Bonus, Raise
from tantera.telling import Count, count
from tantera.telling.blocks import why_nobody_plays
from tantera.tiles import DOUBLE_SIX, Chain, Tile
from tests.articles.test_families import CLOSED, LEVEL, PLAIN
from tests.builders import Dealt, Table, ledger_of
from tests.golden.hands import BLOCK_AC, TIED_BLOCK
from tests.tables.rooms import Room

LA_E_LO = Dealt(("66.26", "06.05", "11.13", "02.34"), "66 >60 - >02 <62")

BOOKS = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")


def counts(room: Room, hands: int) -> list[Count]:
    """The counts of the first hands of a match."""
    found: list[Count] = []
    room.begun()
    while len(found) < hands and room.table.in_play is not None:
        room.hand_over()
        ledger = room.table.ledger
        assert ledger is not None
        told = count(ledger, "es", 1)
        assert told is not None
        found.append(told)
        while room.table.in_play is not None and room.match.phase is not Phase.PLAYING:
            room.wait(1)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_side_writes_is_the_sum_that_is_told(book: str):
    for told in counts(Room(book), 6):
        assert told.heading
        assert told.second
        for side in told.sides:
            known = [pips for pips in side.left if pips is not None]
            assert side.total is None or side.total == sum(known)
            assert side.points == sum(side.sum) * side.times
            assert side.had is None or side.had + side.points == side.score


@pytest.mark.article("TG-10")
def test_the_winners_count_what_both_pairs_are_left_with():
    won = [(told, side) for told in counts(Room("tarragona"), 3) for side in told.sides if side.points]
    assert won
    for told, side in won:
        assert side.sum == tuple(one.total for one in told.sides)


@pytest.mark.article("UEH-anotacion")
def test_alone_everybody_writes_their_own_pips():
    for told in counts(Room("ueh"), 3):
        for side in told.sides:
            assert side.sum in ((), (side.total,))


def test_with_the_opponents_only_the_winners_count_the_others():
    for told in counts(Room("clasico", scoring="opponents"), 4):
        for side in told.sides:
            others = tuple(one.total for one in told.sides if one is not side)
            assert side.sum in ((), others)


def test_raised_hands_are_multiplied_and_bonuses_stand_apart():
    book = load_book("clasico")
    raised = replace(book, raises=Raise(factor=2, after="block"), bonuses=(Bonus(kind="first_pass", points=10),))
    found = counts(Room(raised, limit="900p"), 12)
    assert any(side.times > 1 for told in found for side in told.sides)
    for told in found:
        for side in told.sides:
            assert side.points == sum(side.sum) * side.times
            assert side.had is not None
            assert side.score - side.had - side.points in (0, 10)


def test_a_count_is_told_to_the_one_who_reads_it():
    room = Room("san-juan").begun().hand_over()
    ledger = room.table.ledger
    assert ledger is not None
    line = ledger.match.lines[-1]
    assert line.went_out == 1
    mine, others = count(ledger, "es", 1), count(ledger, "es", 2)
    assert mine is not None
    assert others is not None
    assert (mine.heading, others.heading) == ("¡Dominó tuyo!", "Dominó de Ana")
    assert mine.second == others.second == "con el 3-2"
    why = "por poner la última ficha"  # as the book has it
    assert (mine.opens, others.opens) == (f"Después sales tú, {why}", f"Después sale Ana, {why}")


def test_a_block_says_who_closed_it_and_at_what():
    told = counts(Room("ueh"), 1)[0]
    assert (told.heading, told.second) == ("Tranque", "Bea tranca a blancas")


@pytest.mark.parametrize(
    ("book", "dealt", "second"),
    [
        ("dominicano-200", CLOSED, "3 tranca a seises y blancas; se decide entre 3 (4) y 2 (2)"),
        ("jamaica-six-love", CLOSED, "3 tranca a seises y blancas; menos puntos: 2 (2)"),
        ("jamaica-six-love", LEVEL, "3 tranca a seises y blancas; menos puntos: 2 (4) y 3 (4)"),
        ("venezuela-75", CLOSED, "3 tranca a seises y blancas"),
        ("brasil-7", PLAIN, "con el 6-1"),
        ("brasil-7", LA_E_LO, "con el 6-2, capicúa"),
        ("venezuela-75", LA_E_LO, "con el 6-2"),
    ],
)
def test_what_decided_a_block_or_a_fixed_prize_is_said(book: str, dealt: Dealt, second: str):
    """C closes with 4, B before C has 2: whoever sees the totals 14 and 11 alone would not know what decided."""
    game = Table(book, tiles=2).hands(dealt)
    told = count(ledger_of(game.match.book, game.events), "es")
    assert told is not None
    assert told.second == second


def test_where_the_points_come_from_is_told_with_the_figures_of_the_hand():
    """Where the book counts no tiles there is nothing to add up."""
    game = Table("clasico", opener=2, names=("Marta", "Biel", "Ona", "Cesc")).hands(BLOCK_AC)
    told = count(ledger_of(game.match.book, game.events), "es", 1)
    assert told is not None
    in_hand = "Fichas sin poner: vosotros 76, ellos 50."
    assert told.sums == f"{in_hand} En este libro quien gana se anota lo de todos: 76 + 50 = 126."
    fixed = Table("brasil-7", tiles=2).hands(PLAIN)
    told = count(ledger_of(fixed.match.book, fixed.events), "es")
    assert told is not None
    assert told.sums == ""


@pytest.mark.article("SJ-tranque")
def test_a_block_says_to_each_who_wins_it_by_what_and_what_is_written():
    """B and D are left with 50, A and C with 76."""
    game = Table("clasico", opener=2, names=("Marta", "Biel", "Ona", "Cesc")).hands(BLOCK_AC)
    ledger = ledger_of(game.match.book, game.events)
    said = [told.why for seat in (1, 2, 0) if (told := count(ledger, "es", seat)) is not None]
    law = "Las dos puntas son 0 y las siete blancas ya están en la mesa. Gana quien suma menos"
    assert said == [
        f"Esta mano la ganan ellos. {law}: ellos 50, vosotros 76. Se anotan 126.",
        f"Esta mano la ganáis vosotros. {law}: vosotros 50, ellos 76. Se anotan 126.",
        f"Esta mano la ganan Biel + Cesc. {law}: Biel + Cesc 50, Marta + Ona 76. Se anotan 126.",
    ]


@pytest.mark.parametrize(
    ("book", "dealt", "why"),
    [
        ("jamaica-six-love", CLOSED, "Gana quien tiene menos puntos."),
        ("dominicano-200", CLOSED, "Entre quien ha trancado y "),
        ("brasil-7", PLAIN, "Esta mano la ganan 1 + 3. 1 se ha quedado sin fichas: dominó."),
    ],
)
def test_why_a_hand_is_won_is_told_by_the_rule_of_its_book(book: str, dealt: Dealt, why: str):
    game = Table(book, tiles=2).hands(dealt)
    told = count(ledger_of(game.match.book, game.events), "es")
    assert told is not None
    assert why in told.why


@pytest.mark.parametrize(
    ("book", "dealt", "why", "article"),
    [
        ("san-juan", TIED_BLOCK, "Empatados a 63: nadie se anota nada y repite la salida el mismo.", "SJ-tranque"),
        ("tarragona", TIED_BLOCK, "Empatados a 63: nadie se anota nada y la salida pasa al siguiente.", "TG-10"),
    ],
)
def test_a_level_block_says_at_what_and_what_follows_with_its_article(book: str, dealt: Dealt, why: str, article: str):
    """A+C and B+D are left with 63 each."""
    game = Table(book, opener=1).hands(dealt)
    told = count(ledger_of(game.match.book, game.events), "es")
    assert told is not None
    assert told.why.startswith("Esta mano no la gana nadie. ")
    assert why in told.why
    assert told.article == article


@pytest.mark.parametrize(
    ("book", "why"),
    [
        ("jamaica-six-love", "Empatados a 4: nadie se anota nada y la mano siguiente la abre el doble más alto."),
        ("dominicano-200", "Empatados a 4: gana quien cerró."),
    ],
)
def test_where_players_are_compared_those_who_are_level_are_they(book: str, why: str):
    """C closes with 4, B before C has 4: their pairs, with 14 and 18, are not level."""
    game = Table(book, tiles=2).hands(LEVEL)
    told = count(ledger_of(game.match.book, game.events), "es")
    assert told is not None
    assert why in told.why


def test_where_the_limit_is_reached_level_it_is_said_why_another_hand_is_played():
    """A level block in a match of one hand; in one of two hands there is nothing to explain."""
    level = "Empate al llegar al límite: se juega otra mano. "
    for limit, then in (("1h", f"{level}Después sale "), ("2h", "Después sale ")):
        game = Table("clasico", opener=1, limit=limit).hands(TIED_BLOCK)
        told = count(ledger_of(game.match.book, game.events), "es")
        assert told is not None
        assert told.opens.startswith(then)


def test_before_the_first_line_there_is_no_count():
    room = Room("san-juan").begun()
    assert room.table.ledger is not None
    assert count(room.table.ledger, "es") is None


@pytest.mark.parametrize(
    ("ends", "laid", "said"),
    [
        ((6, 6), "66 65 64 63 62 61 60", "las dos puntas son 6 y los siete seises ya están en la mesa"),
        ((0, 0), "00 01 02 03 04 05", "las dos puntas son 0 y nadie tiene ninguno"),
        ((6, 5), "65", "las puntas son 5 y 6, y nadie tiene ni uno"),
    ],
)
def test_a_block_is_explained_by_what_lies_on_the_table_and_where_tiles_sleep_by_what_nobody_has(
    ends: tuple[int, int], laid: str, said: str
):
    chain = Chain.between(*ends)._replace(tiles=sum(Tile.parse(tile).bit for tile in laid.split()))
    assert why_nobody_plays(chain, DOUBLE_SIX).told("es") == said
