"""Events as sentences: every kind of event, in three languages."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tantera.notation import judge, read
from tantera.play import Event, Ledger, Match, evolve, new_match, start_match
from tantera.play import events as e
from tantera.play.events import AnyEvent
from tantera.rules import load_book, with_options
from tantera.telling import WORDLESS, Narrator, Sentence, addressed
from tantera.telling.narrator import _TELLERS
from tantera.tiles import End, Tile
from tests.builders import Dealt, Table
from tests.golden.hands import BLOCK_AC, DOMINO_A

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.dgn"))
NAMES = ("Pons", "Vidal", "Mas", "Roca")
T64, T66, T55 = Tile.of(6, 4), Tile.of(6, 6), Tile.of(5, 5)


def match_of(book: str = "tarragona") -> Match:
    return start_match(load_book(book), new_match(load_book(book), NAMES))


def told(event: Event, lang: str = "en", me: int = 0, match: Match | None = None) -> Sentence:
    before = match or match_of()
    sentence = Narrator(lang, me).sentence(event, before, evolve(before, event))
    assert sentence is not None
    return sentence


def texts(event: Event, me: int = 0, match: Match | None = None) -> list[str]:
    return [told(event, lang, me, match).text for lang in ("es", "ca", "en")]


# --- nothing is forgotten -------------------------------------------------------------------------------------------


def test_every_event_has_a_sentence_or_stands_among_those_that_need_none():
    known = set(get_args(AnyEvent))
    assert set(_TELLERS) | WORDLESS == known
    assert not set(_TELLERS) & WORDLESS


def test_an_event_that_nobody_has_words_for_raises():
    class TableSwept(e.Event, frozen=True, tag="table_swept.1"):
        pass

    match = match_of()
    with pytest.raises(TypeError, match="TableSwept is an event without words"):
        Narrator("es").sentence(TableSwept(at=0), match, match)


def test_an_event_that_needs_no_word_is_told_with_none():
    match = match_of()
    assert Narrator("es").sentence(e.CountAgreed(1, at=0), match, match) is None


def test_everybody_but_those_who_are_addressed_is_told_the_same():
    ledgers = [judge(read(path.read_text("utf-8"))).ledger for path in GOLDEN]
    ledgers += [Table("ueh", names=NAMES).hands(DOMINO_A).ledger, Table("san-juan", names=NAMES).hands(DOMINO_A).ledger]
    seen = set()
    for event, before, after in (happened for ledger in ledgers for happened in ledger.happenings()):
        everybody = Narrator("es").sentence(event, before, after)
        for seat in before.seats:
            told = Narrator("es", seat).sentence(event, before, after)
            assert told == everybody or seat in addressed(event), event
            if told != everybody:
                seen.add(type(event))
    assert {e.TilePlaced, e.TurnPassed, e.HandDealt, e.WentOut, e.HandScored} <= seen


@pytest.mark.parametrize("book", ["san-juan", "tarragona", "clasico", "ueh"])
def test_whoever_plays_is_you_in_every_sentence_and_never_a_name(book: str):
    """Also in those about their pair, about everybody, and about who begins."""
    ledger = Table(book, names=NAMES, limit="900p").hands(BLOCK_AC, DOMINO_A).ledger
    for event, before, after in ledger.happenings():
        for seat in after.seats:
            for lang in ("es", "ca", "en"):
                said = Narrator(lang, seat).sentence(event, before, after)
                assert said is None or after.names[seat - 1] not in said.text, (event, said)


def test_points_on_top_and_the_limit_are_told_to_the_pair_that_has_them():
    bonus = e.BonusGiven("capicua", (2, 4), 25, at=0)
    said = [told(bonus, "es", me=seat).text for seat in (1, 2, 4)]
    assert [one.split(": ")[1] for one in said] == ["+25 a Vidal + Roca", "+25 para ti y Roca", "+25 para ti y Vidal"]
    reached = e.LimitReached((1, 3), at=0)
    limit = match_of().book.options.limit.points
    assert told(reached, "es", me=3).text == f"¡{limit}! Tú y Pons llegáis al límite"


# --- before the first hand, and the deal ----------------------------------------------------------------------------


@pytest.mark.article("TG-6.2", "CL-inicio")
def test_the_agreed_opener_the_scorer_and_the_counter_are_named():
    assert texts(e.OpenerAgreed(2, at=0)) == [
        "Se acuerda que sale Vidal",
        "S'acorda que surt Vidal",
        "It is agreed that Vidal opens",
    ]
    assert texts(e.ScorerNamed(1, at=0)) == [
        "Lleva la tantera Pons",
        "Porta la tantera Pons",
        "Pons keeps the sheet",
    ]
    assert texts(e.CounterNamed(4, at=0), me=4) == ["Haces tú el recuento", "Fas tu el recompte", "You do the count"]


@pytest.mark.article("TG-6.3")
def test_the_draw_and_the_seats_are_told():
    drawn = e.OpeningDrawn((T64, T66, T55, Tile.of(0, 1)), 2, at=0)
    assert told(drawn, "es").text == "Sorteo de la salida: Pons 6-4, Vidal 6-6, Mas 5-5, Roca 1-0"
    assert told(drawn, "es", me=3).text == "Sorteo de la salida: Pons 6-4, Vidal 6-6, tú 5-5, Roca 1-0"
    match = evolve(match_of(), drawn)
    assert (
        told(e.SeatsTaken((2, 3, 4, 1), 1, at=0), match=match).text
        == "Round the table, in turn: Vidal, Mas, Roca, Pons"
    )


def test_shuffling_a_deal_that_is_repeated_and_the_heading_of_a_hand():
    assert told(e.TilesShuffled((1, 3), at=0)) == Sentence("Shuffling: Pons, Mas", "quiet")
    assert texts(e.DealRepeated(3, 5, at=0))[0] == "Mas lleva 5 dobles: se reparte otra vez"
    table = Table("tarragona", names=NAMES, opener=2)
    table.do("deal a")
    dealt = next(event for event in table.events if isinstance(event, e.HandDealt))
    assert told(dealt, "es") == Sentence("Mano 1: sale Vidal", "strong", "heading")
    assert told(dealt, "es", me=2).text == "Mano 1: sales tú"


@pytest.mark.article("TG-8.5")
def test_a_stage_of_the_lifting_is_told_and_lifting_at_once_is_not():
    assert told(e.RacksLifted((1, 2), at=0)) == Sentence("Tiles lifted: Pons, Vidal", "quiet", "move")
    match = match_of()
    assert Narrator("es").sentence(e.RacksLifted((1, 2, 3, 4), at=0), match, match) is None


# --- moves ----------------------------------------------------------------------------------------------------------


def test_moves_say_who_what_and_on_which_end():
    assert told(e.TilePlaced(2, T64, None, at=0)) == Sentence("Vidal opens with 6-4", part="move")
    assert told(e.TilePlaced(2, T64, End.LEFT, at=0), me=2) == Sentence("you play 6-4", part="move", mark="◂")
    assert told(e.TilePlaced(2, T64, End.RIGHT, at=0), "es").mark == "▸"
    assert told(e.DoublesPlaced(1, T66, T55, at=0)) == Sentence("Pons plays 6-6 + 5-5", part="move", mark="◂▸")
    assert told(e.TurnPassed(4, at=0)) == Sentence("Roca passes", "strong", "move")
    assert told(e.TileExposed(4, T64, at=0), "ca").text == "Roca: el 6-4 queda a la vista"
    assert told(e.MoveSeen(4, None, at=0)) == Sentence("Roca: pass, not legal or out of turn", "warning", "move")


@pytest.mark.article("UEH-robar")
def test_a_drawn_tile_is_told_to_who_drew_it():
    assert told(e.TileDrawn(4, T64, at=0)).text == "Roca draws a tile"
    assert told(e.TileDrawn(4, T64, at=0), "es", me=4).text == "robas el 6-4"
    assert told(e.TileDrawn(4, None, at=0), "es", me=4).text == "robas el ?"


@pytest.mark.article("CL-pensada")
def test_the_time_a_move_took_is_told_as_the_language_writes_it_where_pauses_speak():
    allowed = match_of("clasico")
    placed = e.TilePlaced(2, T64, End.LEFT, 300, at=0)
    assert told(placed, "es", match=allowed).text == "Vidal pone el 6-4  (0,3 s)"
    assert told(placed, "en", match=allowed).text == "Vidal plays 6-4  (0.3 s)"
    book = with_options(allowed.book, {"false_thinking": "forbidden"})
    forbidden = start_match(book, new_match(book, NAMES))
    assert told(placed, "es", match=forbidden).text == "Vidal pone el 6-4"


ONE_PLACE = Dealt(("13.66", "23.55", "12.44", "00.06"))
"""Seat 2 has one tile that fits the 1-3, and one place for it."""


def moves_told(ledger: Ledger, lang: str = "es", me: int = 0) -> list[Sentence]:
    """What was played, without who lifted when."""
    happened = [Narrator(lang, me).sentence(*one) for one in ledger.happenings()]
    return [one for one in happened if one is not None and one.part == "move" and one.tone != "quiet"]


@pytest.mark.article("TG-14.12", "UEH-obligada", "CI-9")
@pytest.mark.parametrize(
    ("book", "article"), [("tarragona", "TG-14.12"), ("ueh", "UEH-obligada"), ("competencia-individual", "CI-9")]
)
def test_a_forced_turn_is_said_to_be_one_with_the_article_that_has_it_played_at_once(book: str, article: str):
    played = Table(book, names=NAMES, opener=1, tiles=2).deal(ONE_PLACE, opener=1).play("13", every=0).ledger
    opened, forced = moves_told(played)
    assert opened == Sentence("Pons sale con el 3-1", part="move")
    assert forced == Sentence("Vidal pone el 3-2 (obligada)", part="move", mark="▸", article=article)
    assert moves_told(played, me=2)[1].text == "pones el 3-2 (obligada)"
    assert moves_told(played, "ca")[1].text == "Vidal posa el 3-2 (obligada)"
    assert moves_told(played, "en")[1].text == "Vidal plays 3-2 (forced)"


@pytest.mark.article("TG-14.12")
def test_a_pass_is_forced_and_a_tile_with_two_places_is_not():
    passed = Table("tarragona", names=NAMES, opener=1).deal(DOMINO_A).play("66", every=0).ledger
    assert moves_told(passed)[1] == Sentence("Vidal pasa (obligada)", "strong", "move", article="TG-14.12")
    assert moves_told(passed, me=2)[1].text == "pasas (obligada)"
    chosen = Table("tarragona", names=NAMES, opener=1, tiles=2).deal(ONE_PLACE).play("13 >32 >21", every=0).ledger
    assert moves_told(chosen)[2] == Sentence("Mas pone el 2-1", part="move", mark="▸")


@pytest.mark.article("CL-pensada")
def test_where_forced_turns_are_not_sped_up_nothing_is_said_of_them():
    played = Table("clasico", names=NAMES, opener=1, tiles=2).deal(ONE_PLACE, opener=1).play("13 >32", every=0)
    assert moves_told(played.ledger)[1] == Sentence("Vidal pone el 3-2  (0,0 s)", part="move", mark="▸")


@pytest.mark.article("TG-14.12")
def test_at_a_real_table_nothing_is_forced_while_somebody_might_hold_another_tile():
    played = judge(read('[Book "tarragona"]\n#1 o1 0-0\n13 >32 >21 -'))
    moves = moves_told(played.ledger)
    assert [one.text for one in moves] == ["1 sale con el 3-1", "2 pone el 3-2", "3 pone el 2-1", "4 pasa"]
    assert not any(one.article for one in moves)


@pytest.mark.article("CL-nombres")
def test_tiles_are_said_in_the_words_of_a_region_also_where_they_are_penalties():
    narrator, match = Narrator("es", tile_names="es-sena"), match_of()
    recorded = e.InfractionRecorded("TG-14.9", 2, 3, (("tile", "64"),), at=0)
    after = evolve(match, recorded)
    sentence = narrator.sentence(recorded, match, after)
    assert sentence is not None
    assert sentence.text.endswith(": Vidal, sena-cuadra")
    follows = narrator.sentence(e.TileLeftOpen(0, 2, T64, at=0), after, after)
    assert follows == Sentence("Vidal: el sena-cuadra queda a la vista", "warning", "consequence")


# --- how hands and matches end --------------------------------------------------------------------------------------


def scored(how: e.How, side: e.Side | None, points: int, article: str = "", text: str = "") -> e.HandScored:
    written = (points, 0) if side == (1, 3) else (0, points)
    return e.HandScored(how, side, points, (None,) * 4, written, None, article, text, at=0)


def test_the_end_of_a_hand_is_told():
    assert told(e.WentOut(3, at=0), "es").text == "¡Dominó! Domina Mas"
    assert told(e.HandBlocked(at=0), "ca").text == "Tancat!"
    assert told(scored("domino", (1, 3), 41)).text == "Pons and Mas score 41"
    assert told(scored("block", None, 0)).text == "Nobody scores"


@pytest.mark.article("TG-18.2", "SJ-jueces")
def test_a_void_hand_cites_its_article_and_one_that_was_ruled_on_its_text():
    void = told(scored("void", None, 0, article="TG-14.8"), "es")
    assert void == Sentence("Mano anulada: nadie se apunta nada", "strong", article="TG-14.8")
    assert void.cited == "Mano anulada: nadie se apunta nada (TG-14.8)"
    assert texts(scored("ruling", None, 0, text="se repite"))[0] == "La mano acaba como se ha decidido: se repite"


@pytest.mark.article("TG-10", "SJ-tranque", "CI-16", "CL-final", "SJ-estructura")
def test_what_needs_an_explanation_cites_its_article_and_a_plain_win_does_not():
    level = e.HandScored("block", None, 0, (20, 9, 8, 19), (0, 0), 1, at=0)
    articles = {
        "tarragona": "TG-10",
        "san-juan": "SJ-tranque",
        "competencia-individual": "CI-16",
        "clasico": "CL-final",
    }
    for book, article in articles.items():
        assert told(level, match=match_of(book)).article == article
    stopped = e.HandScored("time", None, 0, (None,) * 4, (0, 0), 1, at=0)
    assert told(stopped, match=match_of("san-juan")).article == "SJ-estructura"
    assert told(scored("domino", (1, 3), 41)).article == ""
    assert told(e.HandScored("block", (2, 4), 55, (20, 9, 11, 15), (0, 55), 1, at=0)).article == ""


@pytest.mark.article("UEH-final")
def test_a_tie_that_the_mano_wins_cites_the_article_that_says_so():
    match = match_of("ueh")
    tied = e.HandScored("block", (1,), 60, (10, 20, 10, 30), (0, 20, 10, 30), 1, at=0)
    assert told(tied, match=match).article == "UEH-final"


@pytest.mark.article("UEH-reparto", "TG-6.1")
def test_a_deal_that_is_repeated_and_the_end_of_time_cite_theirs():
    assert told(e.DealRepeated(3, 5, at=0), match=match_of("ueh")).article == "UEH-reparto"
    assert told(e.TimeCalled(at=0)).article == "TG-6.1"


@pytest.mark.article("UEH-anotacion", "UEH-reenganche")
def test_where_points_hurt_the_others_write_and_players_re_enter_or_are_out():
    match = match_of("ueh")
    line = e.HandScored("domino", (2,), 60, (20, 0, 30, 10), (20, 0, 30, 10), 2, at=0)
    assert told(line, match=match).text == "Vidal wins the hand; the others write 60 in all"
    assert told(line, "es", me=2, match=match).text == "ganas la mano; los demás se apuntan 60 entre todos"
    back = e.PlayerReEntered(1, 250, at=0)
    assert told(back, "es", match=match).text == "Pons pasa del límite y se reengancha con 250"
    assert told(e.PlayerEliminated(1, at=0), match=match) == Sentence("Pons is out of the match", "warning")


def test_a_bonus_is_told_by_its_name_with_its_points():
    assert texts(e.BonusGiven("capicua", (1, 3), 20, at=0)) == [
        "Capicúa: +20 a Pons + Mas",
        "Capicua: +20 a Pons + Mas",
        "Capicúa: +20 for Pons + Mas",
    ]
    with pytest.raises(KeyError):
        told(e.BonusGiven("piano", (1, 3), 20, at=0))


@pytest.mark.article("TG-12", "CI-3")
def test_time_the_end_of_a_match_and_signatures():
    match = match_of("competencia-individual")
    assert told(e.TimeCalled(at=0), "es", match=match).text.startswith("¡Tiempo! Manos por jugar: ")
    won = e.MatchEnded((2, 4), "points", at=0)
    assert told(won, "es") == Sentence("Vidal y Roca ganan la partida", "good", "heading")
    ruled = e.MatchEnded(None, "ruling", "tablas", "la juez", at=0)
    assert told(ruled, "es").text == "La partida acaba en empate: «tablas» (la juez)"
    assert texts(e.SheetSigned(3, at=0)) == ["Firma la tantera Mas", "Signa la tantera Mas", "Mas signs the sheet"]
    corrected = Narrator("en").sentence(e.Corrected(3, (), "it was Vidal", at=0), match_of(), match_of())
    assert corrected is not None
    assert corrected.text == "Corrected: it was Vidal"
