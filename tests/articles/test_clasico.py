"""The classic book at a table run by the program, with the options that its text leaves open."""

import pytest

from tantera.layout import places
from tantera.notation.judge import judge
from tantera.notation.reader import read
from tantera.play import SPECTATOR
from tantera.play.events import HandDealt, TilesShuffled
from tantera.rules import RuleBookError
from tantera.tiles import SUIT_NAMES, Chain, End, Tile, suit_name, tile_name
from tests.builders import SECOND, Dealt, Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, CAPICU, DOMINO_A, DOMINO_B, TIED_BLOCK, TIED_WITH_MANO

article = pytest.mark.article
THREE = Dealt(BLOCK_AC.racks[:3], "00 <05 >06 >66 >63 <51 <12 <25 >32 >22 <56 >20 >04 <61 <14 - <44 <42")
"""Nobody has a 2 or a 4 left, though some sleep. Left 11 13, 01 and 33: 6, 1 and 6."""


# --- tiles and players ----------------------------------------------------------------------------------------------


@article("CL-fichas")
@pytest.mark.parametrize(
    ("options", "each", "asleep"),
    [
        ({}, 7, 0),
        ({"set": "double-nine"}, 10, 15),
        ({"set": "double-nine", "tiles": 7}, 7, 27),
        ({"play": "alone", "players": 3}, 7, 7),
        ({"play": "alone", "players": 2}, 7, 14),
    ],
)
def test_how_many_tiles_everybody_has_and_how_many_sleep(options, each: int, asleep: int):
    game = Table("clasico", **options)
    game.do("deal once")
    assert {game.hand.count(seat) for seat in game.match.seats} == {each}
    assert len(game.hand.boneyard) == game.sees(SPECTATOR).boneyard == asleep
    dealt = game.told(HandDealt)[0]
    everything = {tile for rack in (*dealt.racks, dealt.boneyard) for tile in rack}
    assert len(everything) == (55 if options.get("set") else 28)


@article("CL-fichas")
def test_sleeping_tiles_are_not_drawn():
    game = Table("clasico", play="alone", players=3).deal(THREE, opener=1).play("00")
    assert game.refused("2 +") == "CL-fichas"
    game.play("<05 >06 >66 >63 <51 <12 <25 >32 >22 <56 >20 >04 <61 <14")
    assert game.may() == {"-"}


@article("CL-fichas")
def test_with_the_option_boneyard_one_who_cannot_play_may_draw_one():
    game = Table("clasico", play="alone", players=3, boneyard="one").deal(THREE, opener=1)
    game.play("00 <05 >06 >66 >63 <51 <12 <25 >32 >22 <56 >20 >04 <61 <14")
    assert game.may() == {"+", "-"}
    game.do("1 +")  # 0-3, the lowest that sleeps
    assert game.may() == {"-"}
    assert game.refused("1 +") == "CL-fichas"


@article("CL-nombres")
def test_suits_and_tiles_have_the_names_of_the_text():
    assert [suit_name(suit, "es-pito") for suit in (0, 1, 2, 3, 4, 5, 6)] == [
        "blanca",
        "pito",
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "seis",
    ]
    assert [suit_name(suit, "es-sena") for suit in (0, 1, 4, 5, 6)] == ["blanco", "as", "cuadra", "quina", "sena"]
    assert tile_name(Tile.of(6, 6)) == "seis doble"


@article("CL-nombres")
@pytest.mark.parametrize("region", SUIT_NAMES)
def test_no_two_tiles_of_a_region_are_called_the_same(region: str):
    names = [tile_name(Tile.of(low, high), region) for high in range(10) for low in range(high + 1)]
    assert len(set(names)) == 55


@article("CL-jugadores")
def test_four_in_pairs_unless_agreed_otherwise():
    assert Table("clasico").match.sides == ((1, 3), (2, 4))
    assert Table("clasico", play="alone").match.sides == ((1,), (2,), (3,), (4,))


@article("CL-jugadores")
@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_play_alone_in_turn(players: int):
    game = Table("clasico", play="alone", players=players, opener=players)
    game.do("deal once")
    assert game.hand.seats == (players, *range(1, players))
    game.do(f"{players} {game.sees(players).mine[0]}")
    assert game.turn == 1


@article("CL-jugadores")
@pytest.mark.parametrize("players", [2, 3])
def test_fewer_than_four_play_alone_without_saying_so(players: int):
    assert Table("clasico", players=players).match.sides == tuple((seat,) for seat in range(1, players + 1))
    with pytest.raises(RuleBookError, match="players"):
        Table("clasico", players=players, play="pairs")


# --- points ---------------------------------------------------------------------------------------------------------


@article("CL-objetivo")
def test_the_first_to_a_hundred_wins():
    short = Table("clasico", opener=1).sheet(28, 0, opener=1).hands(DOMINO_A)
    assert (short.match.score, short.match.winner) == ((99, 0), None)
    there = Table("clasico", opener=1).sheet(29, 0, opener=1).hands(DOMINO_A)
    assert (there.match.score, there.match.winner, there.match.ended_by) == ((100, 0), (1, 3), "points")


@article("CL-objetivo")
@pytest.mark.parametrize(
    ("scoring", "play", "domino", "block"),
    [
        ("all", "pairs", 71, 126),  # the partner's too
        ("opponents", "pairs", 22 + 18, 33 + 43),
        ("all", "alone", 71, 126),
        ("opponents", "alone", 71, 33 + 28 + 43),
    ],
)
def test_the_winner_scores_everybodys_tiles_or_the_opponents_only(scoring, play, domino: int, block: int):
    for hand, points in ((DOMINO_A, domino), (BLOCK_AC, block)):
        game = Table("clasico", limit="300p", scoring=scoring, play=play).hands(hand)
        assert game.line.points == points
        assert game.match.score[0] == points
        assert sum(game.match.score) == points


# --- thinking -------------------------------------------------------------------------------------------------------


@article("CL-pensada")
def test_everybody_sees_how_long_everybody_took():
    game = Table("clasico").deal(DOMINO_A, opener=1).play("06", 3).play("<01", 12.5).play("<15", 0)
    for eyes in (SPECTATOR, 1, 2, 3, 4):
        assert [move.took for move in game.sees(eyes).moves] == [3000, 12500, 0]


@article("CL-pensada")
def test_a_forced_turn_is_not_sped_up():
    game = Table("clasico").deal(DOMINO_A, opener=1).play("06 <01").wait(40)
    assert (game.turn, game.may()) == (3, {"<15"})
    game.play("<15")
    assert game.hand.moves[2].took == 41 * SECOND


@article("CL-pensada")
def test_where_false_thinking_is_forbidden_it_is():
    game = Table("clasico", false_thinking="forbidden").deal(DOMINO_A, opener=1).play("06 <01")
    assert game.moves() == "06 <01 <15"


# --- opening --------------------------------------------------------------------------------------------------------


@article("CL-inicio")
@pytest.mark.parametrize(("tile_set", "double"), [("double-six", 6), ("double-nine", 9)])
def test_the_holder_of_the_highest_double_opens_the_first_hand_with_any_tile(tile_set: str, double: int):
    found = 0
    for seed in range(30):
        game = Table("clasico", set=tile_set)
        game.do(f"deal {seed}")
        racks = {seat: game.told(HandDealt)[0].racks[seat - 1] for seat in (1, 2, 3, 4)}
        holder = next((seat for seat in racks if Tile.of(double, double) in racks[seat]), None)
        if holder is not None:
            found += 1
            assert game.hand.opener == holder
            assert len(game.may()) == game.hand.count(holder)
    assert found > 15


@article("CL-inicio")
def test_the_opener_may_be_drawn_or_agreed():
    drawn = Table("clasico", first_opener="draw")
    assert drawn.refused("deal too-early") == "CL-fichas"
    drawn.do("draw draw-390")
    assert drawn.match.opener == 3
    agreed = Table("clasico", first_opener="agreed")
    assert agreed.refused("opener 5") == "CL-inicio"
    assert agreed.refused("draw draw-390") == "CL-inicio"
    agreed.do("opener 2", "deal once")
    assert agreed.hand.opener == 2


@article("CL-inicio")
def test_where_double_six_opens_nobody_draws_or_agrees():
    game = Table("clasico")
    assert game.refused("draw anything") == "CL-inicio"
    assert game.refused("opener 1") == "CL-inicio"


@article("CL-inicio")
@pytest.mark.parametrize(("rule", "openers"), [("same_method", {None}), ("loser", {2, 4}), ("winner", {1, 3})])
def test_who_opens_the_next_match(rule: str, openers: set[int | None]):
    before = Table("clasico", next_match_opener=rule).hands(BLOCK_AC)
    assert before.match.winner == (1, 3)
    assert Table("clasico", next_match_opener=rule, after=before.match).match.opener in openers


@article("CL-inicio")
def test_with_the_option_first_tile_double_no_mixed_tile_opens_the_first_hand():
    game = Table("clasico", first_tile="double").deal(CAPICU, opener=1)
    assert game.refused("1 45") == "CL-inicio"
    assert game.may() == {"66"}


@article("CL-inicio")
def test_with_the_option_first_tile_double_a_double_opens_the_first_hand():
    game = Table("clasico", first_tile="double").deal(BLOCK_AC, opener=1)
    assert game.may() == {"66", "00", "11", "22"}


@article("CL-inicio")
def test_an_opener_without_doubles_opens_with_any_tile():
    game = Table("clasico", first_tile="double", tiles=2, opener=1).deal(Dealt(("12.13", "66.00", "11.22", "33.44")))
    assert game.may() == {"12", "13"}


@article("CL-siguientes")
def test_later_the_opening_moves_right_and_any_tile_opens():
    game = Table("clasico", first_tile="double", limit="300p").deal(CAPICU, opener=4).play("66").finish()
    assert game.match.opener == 1
    game.agree().deal(DOMINO_A)
    assert game.may() == {"66", "56", "06", "36", "11", "13", "12"}
    assert game.refused("2 33") in ("CL-siguientes", "CL-desarrollo")


@article("CL-mezcla")
def test_who_opened_shuffles_for_the_next_hand():
    game = Table("clasico").deal(DOMINO_A, opener=3).play(DOMINO_A.moves).agree()
    game.do("deal next")
    assert game.told(TilesShuffled)[-1].seats == (3,)
    assert game.hand.opener == 4
    game.finish()
    if game.match.winner is None:
        game.agree().do("deal one-more")
        assert game.told(TilesShuffled)[-1].seats == (4,)


# --- play and end ---------------------------------------------------------------------------------------------------


@article("CL-desarrollo")
def test_tiles_join_on_equal_numbers_and_who_has_none_passes():
    game = Table("clasico").deal(DOMINO_A, opener=1).play("06")
    for wrong in ("2 <33", "2 >04", "2 -", "3 <02", "4 >46"):
        assert game.refused(wrong) == "CL-desarrollo"
    game.play("<01 <15 >64 <56 >41 -")


@article("CL-desarrollo")
def test_doubles_lie_across():
    chain = Chain.opened(Tile.of(6, 5)).placed(Tile.of(6, 6), End.RIGHT).placed(Tile.of(5, 5), End.LEFT)
    opening, six, five = places(chain)
    assert opening.upright
    assert not six.upright
    assert not five.upright


@article("CL-matar")
def test_a_double_is_killed_when_the_last_end_of_its_suit_is_covered():
    game = Table("clasico").deal(DOMINO_B, opener=1)
    game.play("06 <02 <25 <56 <62 <21 <16 <63 <33")
    assert game.sees(SPECTATOR).killed == ()  # five of the six other sixes lie, and the right end is 6
    game.play(">64")
    assert {game.sees(eyes).killed for eyes in (SPECTATOR, 1, 2, 3, 4)} == {(Tile.of(6, 6),)}


@article("CL-matar")
def test_a_double_is_alive_while_an_end_of_its_suit_is_open():
    """All six others lie, but one of them shows its 6 at the right end."""
    chain = Chain.opened(Tile.of(1, 6))
    for number, tile in enumerate(["12", "26", "63", "34", "46", "65", "50", "06"]):
        assert chain.killed_doubles(6) == (), number
        chain = chain.placed(Tile.parse(tile), End.LEFT)
    assert (chain.left, chain.right) == (6, 6)
    assert chain.killed_doubles(6) == ()


@article("CL-final")
def test_domino_block_and_tie():
    game = Table("clasico", limit="300p").hands(DOMINO_A, BLOCK_BD, TIED_BLOCK)
    # Openers 1, 2, 3: seat 1 goes out; B+D are 3+1; nobody.
    assert [(line.how, line.side, line.points) for line in game.match.lines] == [
        ("domino", (1, 3), 71),
        ("block", (1, 3), 126),
        ("block", None, 0),
    ]
    assert (game.match.score, game.match.opener) == ((197, 0), 4)


@article("CL-final")
def test_of_players_alone_the_lowest_wins_a_block_and_a_tie_gives_nothing():
    lowest = Table("clasico", play="alone", players=3).deal(THREE, opener=1).play(THREE.moves)
    assert (lowest.line.how, lowest.line.side, lowest.line.left) == ("block", (2,), (6, 1, 6))
    tied = Table("clasico", play="alone").hands(TIED_WITH_MANO)  # 28, 31, 28, 39
    assert (tied.line.side, tied.match.score, tied.match.opener) == (None, (0, 0, 0, 0), 2)


@article("CL-final")
def test_a_block_is_a_block_though_nobody_wrote_down_which_tiles_sleep():
    """They are not drawn in this book, and all racks are known."""
    racks = " ".join(f"{seat}:{rack}" for seat, rack in enumerate(THREE.racks, start=1))
    text = f'[Book "clasico"] [Players "3"] [Option "play=alone"] #1 o1 0/0/0 deal {racks} {THREE.moves}'
    judged = judge(read(f"{text} = block 2 +13 (6/1/6)"))
    assert judged.match.score == (0, 13, 0)
    assert judged.match.opener == 2
