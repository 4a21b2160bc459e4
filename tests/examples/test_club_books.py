"""The three invented clubs: their books are played to the end and refereed, with nothing in `src` that knows them."""

from pathlib import Path
from random import Random

import pytest

from tantera.play import Event, HandScored, Match, Phase, evolve, new_match, start_match
from tantera.play.events import BonusGiven, ConsequenceFollowed, DecisionAwaited, InfractionRecorded
from tantera.play.match import series_winner
from tantera.play.orders import RecordInfraction, TakeDecision
from tantera.referee import rule, search
from tantera.referee.deciding import rule_and_close
from tantera.rules import Book, load_book
from tantera.rules.advice import advice_on
from tantera.rules.loader import read_layers
from tantera.rules.tournament import Limit
from tantera.tiles import TileSet
from tests.builders import replay, settle, step
from tests.examples.test_club_tournaments import TOURNAMENTS
from tests.play.tables import next_command, play_match, started

BOOKS = Path(__file__).parents[2] / "examples" / "books"
CLUBS = ("penya-ribera", "cafe-del-sol", "liga-del-nueve")
every_club = pytest.mark.parametrize("club", CLUBS)


def book_of(club: str) -> Book:
    return load_book(str(BOOKS / f"{club}.toml"))


def in_the_first_hand(club: str, turns: int = 3) -> Match:
    """A match of the club in which a few tiles have been played."""
    rng = Random(7)
    match, _ = started(book_of(club))
    while match.phase is not Phase.PLAYING or match.hand is None or match.hand.turns < turns:
        command = next_command(match, rng, seed=7)
        assert command is not None
        match, _ = step(match, command, now=1000)
    return match


def after(match: Match, *facts: RecordInfraction | TakeDecision) -> tuple[Match, list[Event]]:
    happened: list[Event] = []
    for fact in facts:
        events = rule_and_close(match, fact, 2000).events
        happened += events
        for event in events:
            match = evolve(match, event)
    return match, happened


def told(events: list[Event]) -> list[tuple[str, object]]:
    """Kind and what matters of every consequence."""
    rows = [event for event in events if isinstance(event, ConsequenceFollowed)]
    fields = ("card", "points", "scored", "seat", "side")
    return [(row.kind, next(filter(None, (getattr(row, name, None) for name in fields)), None)) for row in rows]


def test_every_book_of_the_folder_is_played_here_or_has_its_tournament_played():
    assert sorted(path.stem for path in BOOKS.glob("*.toml")) == sorted([*CLUBS, *TOURNAMENTS])


@every_club
@pytest.mark.parametrize("slow", [False, True], ids=["quick", "slow"])
def test_whole_matches_are_played_to_their_end(club, slow):
    book = book_of(club)
    for seed in range(6):
        match, events = play_match(book, seed, slow)
        assert match.phase is Phase.ENDED
        written = [sum(line) for line in zip(*(line.written for line in match.lines), strict=True)]
        bonuses = [sum(e.points for e in events if isinstance(e, BonusGiven) and e.side == s) for s in match.sides]
        assert [a + b for a, b in zip(written, bonuses, strict=True)] == list(match.score)
        assert replay(book, events) == match


@every_club
def test_the_catalogue_is_searched_by_words(club):
    words = {"penya-ribera": "bebida", "cafe-del-sol": "fichas", "liga-del-nueve": "paso ficha"}
    assert search(book_of(club), words[club], "es")


# --- Penya Ribera ----------------------------------------------------------------------------------------------------


def test_penya_ribera_keeps_of_tarragona_what_it_does_not_change():
    book, base = book_of("penya-ribera"), load_book("tarragona")
    assert book.options.limit == Limit(points=100, minutes=30)
    assert (book.options.next_opener, book.options.scoring) == ("winner", base.options.scoring)
    assert (book.customs.lifting, book.customs.equal_ends) == ("at_once", base.customs.equal_ends)
    assert (book.sheet.scorer, book.sheet.signed_by) == (base.sheet.scorer, "everybody")
    assert book.comment_seconds is None
    assert book.find("TG-7.9") is None
    changed, was = book.find("TG-6.1"), base.find("TG-6.1")
    assert changed is not None
    assert was is not None
    assert (changed.number, changed.ways) == (was.number, was.ways)
    assert changed.es != was.es


def test_penya_ribera_finishes_the_hand_in_play_when_time_is_up():
    match = in_the_first_hand("penya-ribera")
    late, _ = settle(match, 30 * 60_000 + 2000)
    assert (late.phase, late.hands_left) == (Phase.PLAYING, 1)
    rng, now = Random(1), 30 * 60_000 + 3000
    while late.phase is Phase.PLAYING:
        command = next_command(late, rng)
        assert command is not None
        late, _ = step(late, command, now)
    assert late.lines[0].how in ("domino", "block")
    assert late.phase is not Phase.DEALING or late.score[0] == late.score[1]


def test_a_serious_offence_in_penya_ribera_gives_the_others_points_on_top_of_tarragonas_choice():
    match, events = after(in_the_first_hand("penya-ribera"), RecordInfraction("TG-15.2", 1))
    assert told(events) == [("card", "yellow"), ("points", 15)]
    assert match.awaiting is not None
    assert (match.awaiting.who, match.awaiting.choices) == ((2,), ("continue", "annul"))


def test_a_phone_in_penya_ribera_is_only_a_warning_until_the_third_time():
    phone = RecordInfraction("TG-14.1", 3)
    match, events = after(in_the_first_hand("penya-ribera"), phone, phone, phone)
    assert [kind for kind, _ in told(events)] == ["warning", "warning", "warning", "card"]
    assert match.cards[3] == {"blue": 1}


def test_the_second_drink_in_penya_ribera_is_ten_points_for_the_other_pair():
    drink = RecordInfraction("PR-1", 2)
    match, events = after(in_the_first_hand("penya-ribera"), drink, drink)
    assert [kind for kind, _ in told(events)] == ["warning", "points"]
    assert match.score == (10, 0)


# --- Café del Sol ----------------------------------------------------------------------------------------------------


def test_cafe_del_sol_gives_both_bonuses_and_counts_only_the_others_tiles():
    book = book_of("cafe-del-sol")
    kinds = set()
    for seed in range(40):
        match, events = play_match(book, seed)
        assert len(match.sides) == 4
        for event in events:
            if isinstance(event, BonusGiven):
                kinds.add((event.kind, event.points))
            if isinstance(event, HandScored) and event.side is not None:
                others = sum(p or 0 for seat, p in enumerate(event.left, start=1) if seat not in event.side)
                assert event.points == others
    assert kinds == {("capicua", 25), ("first_pass", 10)}


def test_the_clock_of_cafe_del_sol_plays_for_a_slow_player():
    match = in_the_first_hand("cafe-del-sol")
    assert match.hand is not None
    turns = match.hand.turns
    later, _ = settle(match, 1000 + 14_000)
    assert later.hand is not None
    assert later.hand.turns == turns
    later, _ = settle(match, 1000 + 31_000)
    assert later.hand is not None
    assert later.hand.turns > turns


def test_peeking_in_cafe_del_sol_costs_more_the_second_time_and_voids_the_hand_when_nobody_was_seen():
    peek = RecordInfraction("CS-mirar", 4)
    match, events = after(in_the_first_hand("cafe-del-sol"), peek, peek)
    assert told(events) == [("points", -15), ("points", -30)]
    assert match.score == (0, 0, 0, -45)
    opener = match.opener
    match, events = after(match, RecordInfraction("CS-mirar"))
    assert ("hand_void", None) in told(events)
    assert (match.lines[-1].how, match.opener) == ("void", opener)


# --- Liga del Nueve --------------------------------------------------------------------------------------------------


def test_liga_del_nueve_deals_ten_of_fifty_five_tiles_and_pays_by_the_kind_of_win():
    book = book_of("liga-del-nueve")
    assert (book.options.set, book.options.tiles_each) == (TileSet.DOUBLE_NINE, 10)
    paid = set()
    for seed in range(120):
        worth = 1
        _, events = play_match(book, seed)
        for event in events:
            if isinstance(event, HandScored) and event.how in ("domino", "block"):
                paid.add((event.how, event.points // worth))
                assert event.points in {"domino": (2 * worth, 4 * worth), "block": (worth, 0)}[event.how]
                worth = worth * 2 if event.how == "block" else 1
    assert paid >= {("domino", 2), ("domino", 4), ("block", 1)}


def test_liga_del_nueve_is_the_best_of_three_matches_and_the_losers_open_the_next():
    book = book_of("liga-del-nueve")
    matches: list[Match] = []
    while series_winner(book, [match.winner for match in matches]) is None:
        first = new_match(book, after=matches[-1] if matches else None)
        match, rng = start_match(book, first), Random(len(matches))
        if matches:
            assert match.opener not in (matches[-1].winner or ())
        while match.phase is not Phase.ENDED:
            command = next_command(match, rng, seed=len(matches))
            assert command is not None
            match, _ = step(match, command, 0)
        matches.append(match)
    assert 2 <= len(matches) <= 3
    winner = series_winner(book, [match.winner for match in matches])
    assert [match.winner for match in matches].count(winner) == 2


def test_three_green_cards_of_liga_del_nueve_are_an_orange_one_and_the_fourth_slip_is_a_fault():
    talk = RecordInfraction("LN-7", 1)
    match, _ = after(in_the_first_hand("liga-del-nueve"), talk, talk, talk)
    assert match.cards[1] == {"green": 3, "orange": 1}
    match, _ = after(match, talk)
    assert match.cards[1] == {"green": 4, "orange": 2}


def test_a_false_pass_in_liga_del_nueve_lets_the_other_pair_choose_and_the_second_may_lose_the_match():
    false_pass = RecordInfraction("LN-8", 2)
    match, events = after(in_the_first_hand("liga-del-nueve"), false_pass)
    asked = next(event for event in events if isinstance(event, DecisionAwaited))
    assert (asked.who, asked.choices) == ((1, 3), ("points", "annul"))
    match, events = after(match, TakeDecision("points"))
    assert match.score == (2, 0)
    match, events = after(match, false_pass)
    assert match.awaiting is not None
    assert (match.awaiting.who, match.awaiting.article, match.awaiting.choices) == ("referee", "LN-8", ("yes", "no"))
    match, events = after(match, TakeDecision("yes"))
    assert (match.phase, match.winner) == (Phase.ENDED, (1, 3))
    assert match.score == (12, 0)
    assert match.cards[2] == {"orange": 2, "black": 1}


def test_a_free_ruling_of_the_committee_is_written_with_its_points():
    fact = RecordInfraction("LN-9", None, (("points", "2:+1"), ("by", "the committee")))
    events = rule(in_the_first_hand("liga-del-nueve"), fact, 0).events
    assert isinstance(events[0], InfractionRecorded)
    assert told(list(events)) == [("points", 1)]


def test_no_book_of_the_folder_is_warned_of():
    for path in sorted(BOOKS.glob("*.toml")):
        assert [one.told("en") for one in advice_on(*read_layers(str(path)))] == []
