"""Scenes of fives and threes: what the open ends bring, going out, the limit. Hands of two tiles, scored by hand."""

from tests.builders import Dealt, Table
from tests.golden.scene import scene

ENDS = Dealt(("55.36", "35.66", "34.11", "56.00"))
"""5-5: ten, two. 5-3: ten and three. 3-4: ten and four. 5-6: six and four, two."""
PLAY_ON = Dealt(("66.16", "46.44", "12.22", "24.03"))
"""6-6: twelve, four. 6-4: twelve and four. 3 passes. 4-2: twelve and two. 6-1: one and two, one; 1 is out. 2 passes.
1-2: two and two. 4 and 2 pass. 2-2: four and two, two, and one for going out."""
FIFTEEN = Dealt(("36.11", "66.22", "00.44", "01.02"))
BLOCKED = Dealt(("66.55", "16.11", "01.22", "33.12"))


def table(**how: object) -> Table:
    return Table("fives-and-threes", opener=1, tiles=2, **how)  # type: ignore[arg-type]


@scene("FT-fichas", "jsonl", "Six tiles each, four asleep, and nobody draws them.")
def six_each() -> Table:
    game = Table("fives-and-threes", opener=1)
    game.do("deal ft-six")
    game.refused("1 +")
    return game


@scene("FT-parejas", "dgn", "Three play each alone: the first to go out ends the hand.")
def three_alone() -> Table:
    return table(play="alone", players=3).deal(Dealt(("66.16", "46.44", "12.22"))).play("66 >64 - <61")


@scene("FT-sorteo", "jsonl", "The highest tile drawn leads, with any tile.")
def the_highest_leads() -> Table:
    game = Table("fives-and-threes")
    game.do("draw ft-draw", "deal ft-lead")
    return game


@scene("FT-siguientes", "dgn", "Seat 1 led the first hand, and seat 2 leads the next.")
def the_lead_passes_on() -> Table:
    game = table().deal(BLOCKED).play("66 >61 >10").agree()
    return game.deal(FIFTEEN).play("36")


@scene("FT-turno", "dgn", "A tile on either end, number to number; doubles lie across and open no branch.", "places")
def two_ends() -> Table:
    game = table().deal(ENDS).play("55")
    game.refused("2 >66")
    return game.play(">53 >34 <56")


@scene("FT-toque", "dgn", "Who can play does not knock; seat 3 cannot, and does.")
def knocking() -> Table:
    game = table().deal(PLAY_ON).play("66")
    game.refused("2 -")
    return game.play(">64 -")


@scene("FT-puntas", "dgn", "Nine is three; twelve and three make fifteen, eight. Both are on the score at once.")
def fifteen_is_eight() -> Table:
    return table().deal(FIFTEEN).play("36 >66")


@scene("FT-dobles", "dgn", "5-5 alone is ten; with 5-3 on it thirteen; covered on both sides it counts no more.")
def doubles_count_whole() -> Table:
    return table().deal(ENDS).play("55 >53 >34 <56")


@scene("FT-companero", "dgn", "Seat 1 is out and seat 3 plays on; seat 1 is passed over from then on.")
def the_partner_plays_on() -> Table:
    return table().deal(PLAY_ON).play("66 >64 - >42 <61 - <12 - -")


@scene("FT-ultima", "dgn", "When both are out the last tile brings one point more: two for six, and one.")
def one_for_going_out() -> Table:
    return table().deal(PLAY_ON).play("66 >64 - >42 <61 - <12 - - <22")


@scene("FT-cerrado", "dgn", "Nobody can play: the hand is over, and each keeps what was made.")
def everybody_knocks() -> Table:
    return table().deal(BLOCKED).play("66 >61 >10")


@scene("FT-sesenta-y-uno", "dgn", "At 60 two do not count; at 59 they hit 61, and the match is over in mid-hand.")
def sixty_one() -> str:
    return """[Book "fives-and-threes"]
[Option "tiles=2"]

#1 o1 0-0
= domino 3 +0 *59-60

#2 o2 59-60
deal 1:36.66 2:55.13 3:05.00 4:35.11
55 <50*2
= limit 1+3 *2-0
"""


@scene("FT-tablero", "dgn", "The sheet has a line a hand with what each pair made.")
def a_line_a_hand() -> Table:
    game = table().deal(BLOCKED).play("66 >61 >10").agree()
    game = game.deal(Dealt(("66.55", "16.11", "01.22", "33.12")), opener=2).play("66 >61 >10")
    return game.agree()
