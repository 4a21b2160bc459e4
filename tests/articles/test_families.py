"""The deciding rule of each family, as its book tells it. Hands of two tiles, so that they can be checked by eye: the
others sleep and nobody draws them."""

import pytest

from tantera.play import AgreeOpener, Phase, PlaceTile
from tantera.play.events import BonusGiven, ScoreReset, TilesShuffled
from tantera.rules import Refusal, load_book
from tantera.rules.counting import RESETS
from tantera.rules.loader import FAMILY_BOOKS
from tantera.tiles import LEFT, RIGHT, Tile
from tests.builders import Dealt, Table, order, step

article = pytest.mark.article

PLAIN = Dealt(("66.16", "06.05", "11.12", "55.04"), "66 >60 - >04 <61")
"""A goes out with a plain tile. Left: B 5, C 5, D 10."""
CLOSED = Dealt(("66.55", "16.11", "01.22", "33.12"), "66 >61 >10")
"""C closes at 6 and 0. Left: A 10, B 2, C 4, D 9. The pairs: A+C 14, B+D 11. One player: B. C against D: C."""
ONE_PLAYER = Dealt(("66.55", "16.22", "01.11", "12.13"), "66 >61 >10")
"""The same. Left: A 10, B 4, C 2, D 7. The pairs: A+C 12, B+D 11. One player: C."""
LEVEL = Dealt(("66.55", "16.13", "01.22", "33.44"), "66 >61 >10")
"""The same. Left: A 10, B 4, C 4, D 14: the lowest of both pairs are level."""


def table(book: str, **how: object) -> Table:
    return Table(book, tiles=2, **how)  # type: ignore[arg-type]


def bonuses(game: Table) -> list[tuple[str, int]]:
    return [(event.kind, event.points) for event in game.events if isinstance(event, BonusGiven)]


# --- Puerto Rico ------------------------------------------------------------------------------------------------------


@article("PR-premios", "PR-puntos", "PR-capicu", "PR-chuchazo", "PR-quinientos", "PR-siguientes", "PR-juego")
def test_the_first_hands_bring_100_75_and_50_more_and_a_capicu_or_a_chuchazo_100():
    """Known from the rules of *Quinientos* of the Spanish American Club (SACI) and from players' accounts."""
    capicu = Dealt(("22.36", "23.55", "44.14", "26.05"), "22 >23 - <26 <63")
    chuchazo = Dealt(("12.00", "01.66", "55.44", "33.56"), "12 <10 - - <00")
    game = table("puerto-rico-500").hands(PLAIN, capicu, chuchazo)
    assert bonuses(game) == [
        ("hand_won", 100),
        ("hand_won", 75),
        ("capicua", 100),
        ("hand_won", 50),
        ("double_blank", 100),
    ]
    assert [line.points for line in game.match.lines] == [20, 28, 47]
    assert (game.match.score, game.match.ended_by) == ((520, 0), "points")


@article("PR-chuchazo")
@pytest.mark.parametrize(
    ("dealt", "paid"),
    [
        (Dealt(("12.00", "01.66", "55.44", "33.56"), "12 <10 - - <00"), True),
        (Dealt(("12.00", "01.66", "02.44", "33.56"), "12 <10 >20 - <00"), False),
    ],
    ids=["one end blank", "both ends blank"],
)
def test_a_double_blank_that_went_on_either_end_is_no_chuchazo(dealt: Dealt, paid: bool):
    """Known from tournament rules that Yoforia quotes: none when the game is locked with blanks on both ends."""
    game = table("puerto-rico-500", first_tile="any").sheet(0, 0, opener=1).deal(dealt).play(dealt.moves)
    assert (("double_blank", 100) in bonuses(game)) is paid
    assert ("hand_won", 100) in bonuses(game)


@article("PR-salida", "PR-mesa")
def test_in_puerto_rico_the_double_six_opens_the_first_hand_and_nothing_else_does():
    game = table("puerto-rico-500").deal(PLAIN)
    assert game.refused("1 16") == "PR-salida"
    assert game.play("66").hand.turn == 2


@article("PR-tranque")
def test_a_block_in_puerto_rico_is_won_by_the_pair_and_brings_that_hands_bonus():
    game = table("puerto-rico-500").hands(CLOSED)
    assert game.match.lines[0].side == (2, 4)
    assert game.match.score == (0, 25 + 100)


# --- Dominican Republic -----------------------------------------------------------------------------------------------


@article("DO-pase-salida", "DO-pase-corrido", "DO-puntos", "DO-juego", "DO-mesa")
def test_who_makes_all_three_others_pass_scores_25_and_25_more_for_the_first_of_them():
    """Known from DominoesOnline's rules of the Dominican *capicúa* and DR1's articles on the game."""
    game = table("dominicano-200").hands(Dealt(("66.46", "55.15", "11.22", "33.04"), "66 - - - >64"))
    assert bonuses(game) == [("first_pass", 25), ("round_pass", 25)]
    assert game.match.score == (32 + 50, 0)


@article("DO-capicua", "DO-siguientes", "DO-salida", "DO-doscientos")
def test_a_dominican_capicua_brings_25_and_its_winner_opens_again():
    capicua = Dealt(("22.36", "23.55", "44.14", "26.05"), "22 >23 - <26 <63")
    game = table("dominicano-200").hands(PLAIN, capicua)
    assert bonuses(game) == [("capicua", 25)]
    assert (game.match.score, game.match.opener) == ((20 + 28 + 25, 0), 1)


@article("DO-pase-salida")
@pytest.mark.parametrize(
    ("dealt", "points"),
    [
        (Dealt(("66.46", "55.15", "11.22", "33.04"), "66 - - - >64"), 25),
        (Dealt(("46.66", "55.15", "11.22", "33.03"), "46 - - - >66"), 50),
    ],
    ids=["a double", "no double"],
)
def test_a_pass_on_an_opening_that_is_no_double_brings_50(dealt: Dealt, points: int):
    """Known from DominoesOnline's rules of the Dominican *capicúa*."""
    game = table("dominicano-200", first_tile="any").sheet(10, 20, opener=1).deal(dealt).play(dealt.moves)
    assert bonuses(game)[0] == ("first_pass", points)


@article("DO-tranque")
def test_a_dominican_block_is_settled_between_its_closer_and_the_player_on_the_left():
    """C closes and has 5; B, who played before and sits on C's left, has 4: B's pair wins, though A+C have 15 together
    and B+D 18, and though D, the next one, has 14: with that one other tables compare."""
    closed = Dealt(("66.55", "16.13", "01.23", "33.44"), "66 >61 >10")
    assert table("dominicano-200").hands(closed).match.lines[0].side == (2, 4)
    assert table("dominicano-200", block="closer_against_next").hands(closed).match.lines[0].side == (1, 3)


@article("DO-tranque")
def test_where_the_two_are_level_a_dominican_block_goes_to_its_closer():
    level = Dealt(("66.55", "16.35", "01.44", "11.12"), "66 >61 >10")  # B 8, C 8
    assert table("dominicano-200").hands(level).match.lines[0].side == (1, 3)


# --- Jamaica ----------------------------------------------------------------------------------------------------------


@article("JM-tranque", "JM-tanto", "JM-juego", "JM-mesa")
def test_a_jamaican_block_is_won_by_the_one_player_with_the_fewest_pips():
    """Known from jamaicansmusic.com: the winner of a blocked game is the person with the lowest count."""
    game = table("jamaica-six-love").hands(ONE_PLAYER)
    assert game.match.lines[0].side == (1, 3)  # C has 2; the pairs have 12 and 11
    assert game.match.score == (1, 0)


@article("JM-elegir")
def test_the_winners_choose_which_of_the_two_opens_having_seen_their_tiles():
    """Known from Pagat's page on Jamaican dominoes: having seen their tiles they may discuss who poses."""
    game = table("jamaica-six-love").hands(ONE_PLAYER).agree()
    assert (game.match.opener, game.match.opener_choosers) == (3, ())
    assert game.refused("opener 1") == "JM-elegir"
    game.do("deal x")
    assert (game.match.phase, game.match.opener_choosers, game.hand.opener) == (Phase.CHOOSING, (1, 3), 3)
    for seat in (1, 2, 3, 4):
        assert None not in game.sees(seat).mine
        assert [type(one) for one in game.sees(seat).options] == ([AgreeOpener] * 2 if seat in (1, 3) else [])
    assert game.refused("opener 2") == "JM-elegir"
    assert game.refused(f"3 {game.hand.dealt[2][0].code}") == "JM-elegir"
    game.do("opener 1")
    assert (game.match.phase, game.match.opener, game.match.opener_choosers) == (Phase.PLAYING, 1, ())
    assert (game.hand.opener, game.hand.turn, game.hand.seats) == (1, 1, (1, 2, 3, 4))
    assert game.refused("opener 3") == "JM-elegir"
    game.finish()
    assert game.hand.moves[0].seat == 1


@article("JM-elegir")
def test_nobody_but_the_winners_says_which_of_them_opens():
    game = table("jamaica-six-love").hands(ONE_PLAYER).agree()
    game.do("deal x")
    with pytest.raises(Refusal, match="not for"):
        step(game.match, AgreeOpener(1), game.now, 2)


@article("JM-elegir")
def test_winners_may_have_to_choose_before_the_deal():
    game = table("jamaica-six-love", choose_opener="before_dealing").hands(ONE_PLAYER).agree()
    assert (game.match.opener, game.match.opener_choosers) == (3, (1, 3))
    game.do("opener 1")
    assert (game.match.opener, game.match.opener_choosers) == (1, ())
    game.do("deal x")
    assert (game.match.phase, game.hand.opener) == (Phase.PLAYING, 1)


@article("JM-elegir")
def test_winners_who_say_nothing_have_the_one_who_laid_the_last_tile_open():
    game = table("jamaica-six-love", choose_opener="before_dealing").hands(ONE_PLAYER).agree()
    game.do("deal x")
    assert game.hand.opener == 3


@article("JM-pose", "JM-tranque")
def test_after_a_tied_hand_the_highest_double_opens_and_is_laid():
    game = table("jamaica-six-love").hands(LEVEL).agree()
    assert (game.match.score, game.match.opener, game.match.opens_by_double) == ((0, 0), None, True)
    game.do("deal x")
    doubles = {seat: [tile.high for tile in game.hand.rack(seat) if tile and tile.is_double] for seat in range(1, 5)}
    highest = max(max(held, default=-1) for held in doubles.values())
    assert highest in doubles[game.hand.opener]
    other = next(tile.code for tile in game.hand.rack(game.hand.opener) if tile and tile.code != f"{highest}{highest}")
    assert game.refused(f"{game.hand.opener} {other}") == "JM-pose"
    assert game.do(f"{game.hand.opener} {highest}{highest}")


@article("JM-six-love")
@pytest.mark.parametrize(
    ("before", "after"),
    [((5, 0), (0, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 2)), ((0, 5), (0, 6)), ((0, 1), (0, 2))],
)
def test_when_the_others_win_a_hand_the_match_breaks_except_at_one_all(before: tuple[int, int], after: tuple[int, int]):
    """Known from DominoJ's glossary: *game bruk* and *one all play two*. Seat 2 opens and its pair wins the hand."""
    game = table("jamaica-six-love").sheet(*before, opener=2)
    game.deal(Dealt(("66.16", "06.05", "11.12", "55.04"))).play("66 >60 - >04 <61")
    assert game.match.lines[0].side == (2, 4)
    assert game.match.score == after
    assert (game.match.phase is Phase.ENDED) == (after == (0, 6))
    assert any(isinstance(event, ScoreReset) for event in game.events) == (sum(after) != sum(before) + 1)


@article("JM-pose", "JM-six-love", "JM-elegir")
@pytest.mark.parametrize(
    ("before", "by_double"), [((5, 0), True), ((1, 0), True), ((1, 1), False), ((0, 1), False)], ids=str
)
def test_the_double_six_opens_once_the_match_has_broken_and_at_one_all(before: tuple[int, int], by_double: bool):
    """Known from DominoJ's glossary, and of a broken match from Pagat: then the winners have nothing to choose."""
    game = table("jamaica-six-love").sheet(*before, opener=2)
    game.deal(Dealt(("66.16", "06.05", "11.12", "55.04"))).play("66 >60 - >04 <61").agree()
    assert game.match.opens_by_double is by_double
    assert game.match.may_choose_opener == (() if by_double else (2, 4))
    if by_double:
        assert game.refused("opener 2") == "JM-elegir"
        assert game.deal(PLAIN, opener=1).refused("1 16") == "JM-pose"


@article("JM-pose")
def test_where_only_the_losers_points_go_the_winners_open_as_ever():
    """Known from Eighty Games' *Six Love Dominos*: the team that won the last hand leads the next one."""
    game = table("jamaica-six-love", reset="others").sheet(5, 0, opener=2)
    game.deal(Dealt(("66.16", "06.05", "11.12", "55.04"))).play("66 >60 - >04 <61").agree()
    assert (game.match.score, game.match.may_choose_opener) == ((0, 1), (2, 4))


@article("JM-tranque", "JM-six-love")
@pytest.mark.parametrize(("before", "after"), [((0, 0), (0, 2)), ((1, 1), (0, 3)), ((1, 0), (0, 0))])
def test_a_tied_hand_makes_the_next_one_worth_a_point_more(before: tuple[int, int], after: tuple[int, int]):
    """Known from Eighty Games' *Six Love Dominos*: it is replayed and worth two hands rather than one."""
    game = table("jamaica-six-love").sheet(*before, opener=1).deal(LEVEL).play(LEVEL.moves).agree()
    assert (game.match.score, game.match.carried) == (before, 1)
    game.deal(Dealt(("66.16", "06.05", "11.12", "55.04")), opener=2).play("66 >60 - >04 <61")
    assert game.match.score == after


def test_where_everybody_plays_alone_the_match_breaks_once_nobody_is_at_love():
    """Known from DominoJ's glossary: *game bruk* is when all players have scored at least one point."""
    left = RESETS["everybody"].left
    assert left((5, 0, 1, 1), (5, 0, 1, 2), 3) == (5, 0, 1, 2)
    assert left((5, 0, 1, 2), (5, 1, 1, 2), 1) == (0, 0, 0, 0)


# --- Brazil -----------------------------------------------------------------------------------------------------------


@article("BR-pontos", "BR-jogo", "BR-sete")
@pytest.mark.parametrize(
    ("dealt", "points"),
    [
        (PLAIN, 1),
        (Dealt(("66.44", "46.55", "11.22", "33.12"), "66 >64 - - >44"), 2),
        (Dealt(("66.26", "06.05", "11.13", "02.34"), "66 >60 - >02 <62"), 3),
        (Dealt(("66.11", "16.55", "06.33", "01.44"), "66 >61 <60 <01 <11"), 4),
    ],
    ids=["simples", "carroça", "lá e lô", "cruzada"],
)
def test_in_brazil_the_last_tile_says_what_the_hand_is_worth(dealt: Dealt, points: int):
    """Known from tournament rules *partida de 7 pontos* and from the rules of pairs (domino-esje)."""
    assert table("brasil-7").hands(dealt).match.score == (points, 0)


@article("BR-fechado", "BR-saida")
def test_nobody_wins_a_closed_hand_and_each_adds_one_to_the_next():
    game = table("brasil-7").hands(CLOSED)
    assert (game.match.lines[0].side, game.match.score, game.match.carried) == (None, (0, 0), 1)
    game.agree().deal(LEVEL, opener=3).play(LEVEL.moves)
    assert (game.match.score, game.match.carried) == ((0, 0), 2)
    game.agree().deal(PLAIN, opener=2).play(PLAIN.moves)
    assert game.match.score == (0, 3)  # one of its own and two more
    assert game.match.carried == 0


@article("BR-saida")
def test_the_double_six_opens_every_hand_in_brazil():
    game = table("brasil-7").hands(PLAIN).agree()
    assert (game.match.opener, game.match.opens_by_double) == (None, True)
    assert game.deal(PLAIN, opener=4).refused("4 16") == "BR-saida"


@article("BR-mesa")
def test_whoever_shuffled_in_brazil_takes_last_and_that_is_who_opened_the_hand_before():
    """Known from tournament rules *partida de 7 pontos*: who mixes the tiles is the last to take."""
    game = Table("brasil-7")
    game.do("deal a")
    first = game.hand.opener
    assert not any(isinstance(event, TilesShuffled) for event in game.events)
    game.finish().agree().do("deal b")
    assert next(event.seats for event in game.events if isinstance(event, TilesShuffled)) == (first,)
    assert game.hand.taking[-1] == first


NEARLY_CLOSED = Dealt(
    ("00.03.56.11.13.14.15", "02.34.06.66.22.23.24", "12.04.25.26.33.35.44", "01.05.16.36.45.46.55"),
    "00 <02 <21 <10 >03 >34 >40 >05 >56",
)
"""The ends are 0 and 6, and 0-6 is the last of the blanks: on the 6 it closes the game. B has it, and 6-6."""
HAS_TO_CLOSE = Dealt(
    ("02.34.06.11.13.14.15", "12.04.00.22.23.24.25", "01.05.16.26.33.35.36", "03.56.44.45.46.55.66"),
    "02 >21 >10 <03 <34 <40 >05 >56 >60",
)
"""Both ends are blank and 0-0 is the only blank left. B has it and has to close the game."""


@article("BR-fechado")
def test_in_brazil_nobody_closes_the_game_who_has_another_move():
    """Known from tournament rules *partida de 7 pontos*."""
    game = Table("brasil-7", first_tile="any").sheet(1, 1, opener=1).deal(NEARLY_CLOSED).play(NEARLY_CLOSED.moves)
    assert game.sees(2).plays == (PlaceTile(2, Tile.of(6, 0), LEFT), PlaceTile(2, Tile.of(6, 6), RIGHT))
    assert game.refused("2 >06") == "BR-fechado"
    with pytest.raises(Refusal, match="that closes the hand, and you can play 6-0"):
        step(game.match, order("2 >06"), game.now)
    free = Table("brasil-7", first_tile="any", closing="free").sheet(1, 1, opener=1).deal(NEARLY_CLOSED)
    assert free.play(f"{NEARLY_CLOSED.moves} >06").match.lines[0].how == "block"


@article("BR-fechado")
def test_in_brazil_who_has_no_other_move_closes_the_game():
    game = Table("brasil-7", first_tile="any").sheet(1, 1, opener=1).deal(HAS_TO_CLOSE).play(HAS_TO_CLOSE.moves)
    assert game.play("<00").match.lines[0].how == "block"
    assert (game.match.score, game.match.carried) == ((1, 1), 1)


@article("BR-mesa")
def test_four_doubles_are_dealt_again_in_brazil():
    assert load_book("brasil-7").customs.most_doubles == 3


# --- Cuba -------------------------------------------------------------------------------------------------------------


@article("CU-tranque", "CU-tantos", "CU-juego", "CU-sorteo")
def test_a_cuban_block_is_won_by_one_player_and_scores_the_opponents_tiles():
    """Known from Eighty Games' *Cuban dominoes*: the player with the lowest number of points in hand wins."""
    game = table("cuba-doble-nueve", opener=1).hands(ONE_PLAYER)
    assert game.match.lines[0].side == (1, 3)
    assert game.match.score == (4 + 7, 0)


@article("CU-tranque")
def test_where_players_of_both_pairs_have_least_nobody_scores_in_cuba_and_the_same_player_opens():
    """Known from OnlineDominoGames' *Cuban Dominoes*: no score is awarded to any team."""
    game = table("cuba-doble-nueve", opener=2).hands(LEVEL)
    assert (game.match.lines[0].side, game.match.score) == (None, (0, 0))
    assert game.agree().match.opener == 2


@article("CU-tranque")
def test_in_the_east_of_cuba_the_pair_that_opened_wins_a_tied_block():
    """Known from *Libre*: the pair that opened the *data* wins it."""
    game = table("cuba-doble-nueve", opener=2, tied_block="mano_wins").hands(LEVEL)
    assert game.match.lines[0].side == (2, 4)


@article("CU-fichas", "CU-elegir", "CU-limite")
def test_forty_of_fifty_five_tiles_are_in_play_and_the_winners_choose_who_opens():
    """Known from BBC Mundo's report on the double nine."""
    game = Table("cuba-doble-nueve", opener=1)
    game.do("deal x")
    assert (game.hand.counts, len(game.hand.boneyard), game.hand.may_draw) == ((10, 10, 10, 10), 15, False)
    assert table("cuba-doble-nueve", opener=1).hands(ONE_PLAYER).agree().match.may_choose_opener == (1, 3)


# --- Venezuela --------------------------------------------------------------------------------------------------------


@article("VE-cochina", "VE-siguientes", "VE-puntos", "VE-juego", "VE-mesa", "VE-setenta-y-cinco")
def test_the_cochina_opens_the_first_hand_and_the_opening_goes_round():
    """Known from Major League Domino's *domino latino*."""
    game = table("venezuela-75").deal(PLAIN)
    assert game.refused("1 16") == "VE-cochina"
    game.play(PLAIN.moves).agree()
    assert (game.match.score, game.match.opener) == ((20, 0), 2)
    assert game.deal(PLAIN).play("61").hand.turn == 3  # a later hand may be opened with anything


@article("VE-tranca")
def test_a_venezuelan_block_is_won_by_the_pair_with_fewer_pips():
    """The same closed hand that the Dominican book gives to the others."""
    game = table("venezuela-75").hands(CLOSED)
    assert game.match.lines[0].side == (2, 4)
    assert game.match.score == (0, 25)


@pytest.mark.parametrize("book_id", FAMILY_BOOKS)
def test_every_article_of_a_family_says_where_it_is_known_from(book_id: str):
    book = load_book(book_id)
    assert all(len(one.number) > 5 for one in book.articles)
    assert all({"es", "ca", "en"} <= set(one.languages) for one in book.articles)
