"""What the table says to a command that is against the book: the sentence, and the article of the book in play."""

import pytest
from msgspec.structs import replace

from tantera.play import (
    AgreeCount,
    AgreeOpener,
    CallTime,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    NameCounter,
    NameScorer,
    PassTurn,
    PlaceDoubles,
    PlaceTile,
    ShuffleAgain,
    SignSheet,
    decide,
    evolve,
    new_match,
    record,
)
from tantera.play.record import SeenDeal, SeenExposed, SeenMove, SeenTurn
from tantera.rules import Refusal, load_book, with_options
from tantera.tiles import Chain, End, Tile
from tests.builders import settle, step
from tests.play.tables import dealt, hand_in, started

RACKS = "00.04.12.16.25.35.46 01.05.13.22.26.36.55 02.06.14.23.33.44.56 03.11.15.24.34.45.66"
LEFT, RIGHT = End.LEFT, End.RIGHT


def tile(code: str) -> Tile:
    return Tile.parse(code)


def place(seat: int, code: str, end: End | None = None) -> PlaceTile:
    return PlaceTile(seat, tile(code), end)


def refused(match, command, now=0) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        decide(match, command, now)
    return refusal.value.article, refusal.value.told("en")


def in_hand(book_id="san-juan", opening="46", **options):
    book = with_options(load_book(book_id), options)
    opener = 4 if book.options.first_opener == "double" else 1
    match = dealt(book, opener, RACKS)
    return step(match, place(opener, opening), 0)[0] if opening else match


@pytest.mark.parametrize(
    ("command", "article", "sentence"),
    [
        (place(3, "63", RIGHT), "SJ-flujo-1", "it is the turn of seat 2"),
        (place(2, "66", RIGHT), "SJ-irreg-1", "you do not hold"),
        (place(2, "63", LEFT), "SJ-irreg-1", "does not fit the 4 at that end"),
        (place(2, "22", LEFT), "SJ-irreg-1", "2-2 does not fit: the ends are 4 and 6"),
        (place(2, "63"), "SJ-irreg-1", "say on which end"),
        (PassTurn(2), "SJ-pase", "nobody passes with a tile that fits"),
        (DrawTile(2), "SJ-flujo-2", "tiles are not drawn in this book"),
        (PlaceDoubles(2, tile("44"), tile("66")), "SJ-flujo-2", "only one tile is played in a turn"),
        (DealHand(b""), "SJ-inicio-2", "this is not the moment to deal"),
        (AgreeCount(1), "SJ-conteo", "there is no count to agree with"),
        (CallTime(), "SJ-estructura", "the time of the match is not over"),
        (GiveRuling(None, "x"), "SJ-final", "nothing awaits a ruling"),
        (SignSheet(1), "SJ-conteo", "the sheet is signed when the match is over"),
        (DrawForOpening(b""), "SJ-inicio-1", "there is nothing to draw for now"),
        (ChooseSeat(1), "SJ-inicio-1", "there is no seat to choose now"),
        (AgreeOpener(1), "SJ-inicio-1", "the opener is not agreed here"),
        (NameScorer(1), "SJ-conteo", "nobody is named to keep the sheet in this book"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value[:20],
)
def test_in_the_middle_of_a_hand_of_san_juan(command, article, sentence):
    cited, said = refused(in_hand(), command)
    assert cited == article
    assert sentence in said


def test_before_the_opening_a_tile_goes_in_the_centre():
    assert refused(in_hand(opening=""), place(1, "46", LEFT))[1] == "the opening tile goes in the centre, not on an end"


@pytest.mark.article("CL-inicio")
def test_the_first_hand_is_opened_with_a_double_where_the_table_wants_it():
    match = in_hand("clasico", opening="", first_tile="double")
    article, said = refused(match, place(4, "03"))
    assert article == "CL-inicio"
    assert "opened with a double" in said
    assert decide(match, place(4, "11"), 0).events


@pytest.mark.article("TG-9.2")
def test_equal_ends_are_played_on_the_right():
    match = in_hand("tarragona", opening="00")
    article, said = refused(match, place(2, "01", LEFT))
    assert (article, said[:14]) == ("TG-9.2", "both ends are ")


@pytest.mark.article("UEH-dobles")
def test_two_doubles_have_their_conditions():
    match = in_hand("ueh", opening="66")
    two = PlaceDoubles(1, tile("66"), tile("44"))
    assert "from hand 2 on" in refused(match, two)[1]
    later = replace(match, hand=replace(hand_in(match), number=2))
    assert "need two different ends" in refused(later, two)[1]
    later, _ = step(later, place(1, "46", LEFT), 0)
    assert refused(later, PlaceDoubles(2, tile("55"), tile("22")))[1].startswith("two doubles in a turn are the ")


@pytest.mark.article("UEH-robar")
def test_drawing_has_its_conditions():
    book = with_options(load_book("ueh"), {"players": 3, "tiles": 2})
    asleep = "00.01.02.03.04.05.06.13.14.15.16.24.25.26.34.35.36.44.45.46.55.56"
    match = dealt(book, 1, "66.23 11.12 22.33", asleep)
    match = step(match, place(1, "66"), 0)[0]
    assert hand_in(match).turn == 2
    match, _ = step(match, DrawTile(2), 0)
    assert hand_in(match).turn == 3, "0-0 was drawn and does not fit: the pass was forced"
    match, _ = step(match, PassTurn(3), 0)
    assert hand_in(match).turn == 1
    slow = with_options(book, {"false_thinking": "allowed"})
    match = dealt(slow, 1, "66.23 11.12 22.33", asleep)
    assert "only a player who cannot may draw" in refused(match, DrawTile(1))[1]
    match = step(match, place(1, "66"), 0)[0]
    match = step(match, DrawTile(2), 0)[0]
    assert refused(match, DrawTile(2)) == ("UEH-robar", "only one tile is drawn in a turn")
    assert refused(in_hand("ueh", opening="66"), DrawTile(1)) == ("UEH-robar", "no tile is asleep")


@pytest.mark.article("UEH-robar")
def test_four_at_the_table_do_not_draw_even_if_tiles_sleep():
    book = with_options(load_book("ueh"), {"tiles": 1, "false_thinking": "allowed"})
    match = dealt(book, 1, "66 11 22 33", "")
    later = replace(match, hand=replace(hand_in(match), chain=Chain.opened(tile("54"))))
    article, said = refused(later, DrawTile(1))
    assert article == "UEH-robar"
    assert "four" in said or "drawn" in said


@pytest.mark.article("TG-6.3", "TG-6.2")
def test_before_the_first_hand_of_tarragona():
    match, _ = started(load_book("tarragona"))
    assert refused(match, ChooseSeat(1))[1] == "there is no seat to choose now"
    assert refused(match, DealHand(b""))[1] == "this is not the moment to deal"
    assert refused(match, place(1, "66"))[1] == "no hand is being played"
    assert refused(match, NameScorer(2)) == ("TG-6.2", "the home pair names one of seats 1 3 to keep the sheet")
    assert refused(match, NameCounter(1)) == ("TG-6.2", "the visiting pair names one of seats 2 4 to do the count")
    match, _ = step(match, DrawForOpening(b"x"), 0)
    assert refused(match, DrawForOpening(b"x")) == ("TG-6.3", "there is nothing to draw for now")
    assert refused(match, ChooseSeat(5)) == ("TG-6.3", "there is no seat 5")
    match, _ = step(match, ChooseSeat(2), 0)
    home, visitors = match.home, match.visitors
    said = f"the home pair names one of seats {home[0]} {home[1]} to keep the sheet"
    assert refused(match, DealHand(b"x")) == ("TG-6.2", said)
    match, _ = step(match, NameScorer(home[1]), 0)
    said = f"the visiting pair names one of seats {visitors[0]} {visitors[1]} to do the count"
    assert refused(match, DealHand(b"x")) == ("TG-6.2", said)
    match, _ = step(match, NameCounter(visitors[0]), 0)
    match, _ = step(match, DealHand(b"x"), 0)
    assert refused(match, NameScorer(1)) == ("TG-6.2", "who keeps the sheet is named before the first hand")


@pytest.mark.article("CI-5")
def test_only_where_the_book_allows_it_the_opener_shuffles_again():
    match, _ = started(load_book("clasico"))
    article, said = refused(match, ShuffleAgain(1, again=True))
    assert (article, said) == ("CL-fichas", "the opener does not shuffle again in this book")


def test_an_opener_is_agreed_among_those_who_are_there():
    match, _ = started(with_options(load_book("clasico"), {"first_opener": "agreed"}))
    assert refused(match, AgreeOpener(7)) == ("CL-inicio", "there is no seat 7")


@pytest.mark.article("SJ-conteo")
def test_the_next_hand_waits_until_the_count_is_agreed():
    match = dealt(with_options(load_book("clasico"), {"tiles": 1}), 1, "66 11 22 33")
    match, _ = step(match, place(1, "66"), 0)
    assert refused(match, DealHand(b"")) == ("CL-objetivo", "the count is not agreed yet by seats 1 2 3 4")
    match, _ = step(match, AgreeCount(1), 0)
    assert refused(match, AgreeCount(3)) == ("CL-objetivo", "seat 3 has agreed already")
    assert refused(match, AgreeCount(9)) == ("CL-objetivo", "there is no seat 9")
    assert refused(match, DealHand(b""))[1] == "the count is not agreed yet by seats 2 4"


def test_after_the_end_there_are_only_signatures():
    match = dealt(with_options(load_book("competencia-individual"), {"tiles": 1}, "1h"), 1, "66 11 22 33")
    match, _ = settle(match, 0)
    assert refused(match, DealHand(b"")) == ("CI-4", "the match is over")
    match, _ = step(match, SignSheet(2), 0)
    assert refused(match, SignSheet(2)) == ("CI-3", "seat 2 has signed already")
    assert refused(match, SignSheet(5)) == ("CI-3", "seat 5 does not sign the sheet in this book")


def test_a_command_after_time_is_refused_until_time_is_called():
    match = in_hand()
    article, said = refused(match, place(2, "63", RIGHT), 40 * 60_000)
    assert (article, said) == ("SJ-estructura", "time is up")
    events = decide(match, CallTime(), 40 * 60_000).events
    for event in events:
        match = evolve(match, event)
    assert refused(match, GiveRuling((1, 2), "x"))[1] == "there is no such side"


def test_names_are_as_many_as_players():
    with pytest.raises(Refusal, match="2 names for 4 players"):
        new_match(load_book("clasico"), ("Pons", "Vidal"))


# --- the other door -------------------------------------------------------------------------------------------------


def not_seen(match, fact) -> str:
    with pytest.raises(Refusal) as refusal:
        record(match, fact, 0)
    assert match.book.find(refusal.value.article) is not None
    return refusal.value.told("en")


def test_what_cannot_have_been_seen_at_a_real_table():
    match, _ = started(load_book("san-juan"))
    assert not_seen(match, SeenTurn(PassTurn(1))) == "no hand is being played"
    assert not_seen(match, SeenMove(1, None)) == "no hand is being played"
    assert not_seen(match, SeenExposed(1, tile("66"))) == "no hand is being played"
    match = in_hand()
    assert "does not hold" in not_seen(match, SeenMove(2, tile("66"), LEFT, 6))
    assert "does not hold" in not_seen(match, SeenExposed(2, tile("66")))
    assert "say on which end" in not_seen(match, SeenMove(2, tile("55")))
    assert "nobody passes" in not_seen(match, SeenTurn(PassTurn(2)))


@pytest.mark.article("UEH-robar")
def test_a_tile_that_is_elsewhere_cannot_have_been_drawn():
    book = with_options(load_book("ueh"), {"players": 3, "tiles": 2, "false_thinking": "allowed"})
    match = dealt(book, 1, "66.23 11.12 22.33")
    for event in record(match, SeenTurn(place(1, "66")), 0).events:
        match = evolve(match, event)
    assert "cannot be asleep" in not_seen(match, SeenTurn(DrawTile(2), drawn=tile("22")))
    assert record(match, SeenTurn(DrawTile(2), drawn=tile("00")), 0).events


def test_a_deal_that_cannot_be():
    match, _ = started(with_options(load_book("clasico"), {"tiles": 1}))
    one = ((tile("66"),), (tile("11"),), (tile("22"),))
    assert "seat 4 has 0 tiles" in not_seen(match, SeenDeal(1, (*one, ())))
    assert "dealt twice" in not_seen(match, SeenDeal(1, (*one, (tile("11"),))))
    assert "is not in the double-six set" in not_seen(match, SeenDeal(1, (*one, (tile("99"),))))
    assert "tiles sleep" in not_seen(match, SeenDeal(1, (*one, (tile("33"),)), (None,)))
    assert "seat 1 opens this hand" in not_seen(match, SeenDeal(2, (*one, (tile("33"),))))


def test_what_is_no_fact_is_a_mistake_of_the_program():
    with pytest.raises(TypeError, match="is no fact"):
        record(in_hand(), "rain", 0)  # type: ignore[arg-type]
