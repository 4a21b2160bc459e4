"""A match of a program-run table, written as DGN, read and judged again: the same match."""

from random import Random

import pytest
from msgspec.structs import replace

from tantera.notation import export, judge, read, report, write
from tantera.play import CallTime, DealHand, GiveRuling, Phase, decide, evolve
from tantera.play.events import InfractionRecorded, MoveSeen, TileExposed, TilePlaced
from tantera.rules import BOOKS, load_book, with_options
from tantera.tiles import End, Tile
from tests.builders import ledger_of, step
from tests.notation.mutations import EXAMPLE
from tests.play.tables import hand_in, next_command, play_match, proof, random_table, started


def judged_again(book, events):
    document = export(ledger_of(book, events))
    text = write(document)
    assert read(text) == document
    return judge(read(text))


def assert_same_match(match, again):
    assert again.score == match.score
    assert again.winner == match.winner
    assert again.ended_by == match.ended_by
    assert again.re_entries == match.re_entries
    assert again.out == match.out
    assert again.names == match.names
    assert again.opener == match.opener
    assert [(line.how, line.side, line.points, line.written) for line in again.lines] == [
        (line.how, line.side, line.points, line.written) for line in match.lines
    ]
    assert again.difference == match.difference


def check_match(book_id: str, seed: int) -> None:
    rng = Random(seed)
    book_id, options = random_table(rng, book_id)
    book = with_options(load_book(book_id), options)
    match, events = play_match(book, seed, slow=rng.random() < 0.6)
    assert match.phase is Phase.ENDED
    judged = judged_again(book, events)
    assert_same_match(match, judged.match)
    assert judged.match.book == book, "the options are in the file"
    assert write(export(judged.ledger)) == write(judged.document), "and it is exported the same again"
    told = report(judged)
    assert told["winner"] == ("+".join(map(str, match.winner)) if match.winner else None)
    assert list(told["score"].values()) == list(match.score)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("book_id", BOOKS)
def test_a_whole_match_comes_to_the_same_end(book_id, seed):
    check_match(book_id, seed)


@pytest.mark.prove
@pytest.mark.parametrize("book_id", BOOKS)
def test_many_more_matches_come_to_the_same_end(book_id):
    for seed in range(1000, 1000 + proof(200, 2000)):
        check_match(book_id, seed)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("book_id", BOOKS)
def test_an_unfinished_match_goes_on_where_it_was(book_id, seed):
    rng = Random(seed)
    book = load_book(book_id)
    match, events = started(book)
    for _ in range(rng.randint(3, 120)):
        if match.phase is Phase.ENDED:
            break
        match, happened = step(match, next_command(match, rng, seed), 0)
        events += happened
    again = judged_again(book, events).match
    assert again.score == match.score
    if match.phase is Phase.PLAYING:
        here, there = hand_in(match), hand_in(again)
        assert (there.turn, there.racks, there.chain) == (here.turn, here.racks, here.chain)
        assert (there.boneyard, there.lifted, again.phase) == (here.boneyard, here.lifted, match.phase)


def test_what_players_added_to_a_seed_is_kept_whatever_it_is():
    book = load_book("clasico")
    match, events = started(book)
    entropy = ((1, "plain"), (2, "a b"), (3, 'base64=="]'), (4, "; #2 o1 {}"))
    match, happened = step(match, DealHand(b"server", entropy), 0)
    events += happened
    rng = Random(1)
    while match.phase is Phase.PLAYING:
        match, happened = step(match, next_command(match, rng), 0)
        events += happened
    (hand,) = judged_again(book, events).document.hands
    (seed,) = [item for item in hand.items if type(item).__name__ == "SeedItem"]
    assert seed.entropy == entropy
    assert seed.server == b"server".hex()


def test_tags_given_replace_or_join_those_of_the_match():
    book = with_options(load_book("san-juan"), {"at_time": "finish_hand"}, "100p")
    document = export(ledger_of(book, started(book)[1]), [("Event", "Liga"), ("Seat2", "Vidal"), ("Book", "club.toml")])
    assert document.tags == (
        ("Event", "Liga"),
        ("Book", "club.toml"),
        ("Seat1", "1"),
        ("Seat2", "Vidal"),
        ("Seat3", "3"),
        ("Seat4", "4"),
        ("Limit", "100p"),
        ("Option", "at_time=finish_hand"),
        ("Result", "*"),
    )


def test_fewer_players_are_said():
    book = with_options(load_book("ueh"), {"players": 3})
    assert export(ledger_of(book, started(book)[1])).tag("Players") == "3"
    assert export(ledger_of(load_book("ueh"), started(load_book("ueh"))[1])).tag("Players") is None


def test_a_clubs_own_book_gives_no_options_because_its_file_has_them():
    book = load_book("clasico")
    own = type(book)(**{name: getattr(book, name) for name in book.__struct_fields__} | {"id": "our-club"})
    assert export(ledger_of(own, started(own)[1]), [("Book", "own.toml")]).all_tags("Option") == ()


def test_the_judges_word_on_a_level_match_is_the_result():
    book = with_options(load_book("san-juan"), {}, "1m")
    match, events = started(book)
    match, happened = step(match, next_command(match, Random(0)), 0)
    events += happened
    for event in decide(match, CallTime(), 60_000).events:
        events.append(event)
        match = evolve(match, event)
    assert match.phase is Phase.AWAITING
    assert judged_again(book, events).match.awaiting is not None
    for winner, written in (((2, 4), "2+4"), (None, "=")):
        ruled = [*events, *decide(match, GiveRuling(winner, "the judges"), 60_000).events]
        assert export(ledger_of(book, ruled)).tag("Result") == written
        assert judged_again(book, ruled).match.winner == winner


def test_facts_of_a_real_table_are_written_too():
    text = (
        '[Book "san-juan"]\n[Seat1 "1"]\n[Seat2 "2"]\n[Seat3 "3"]\n[Seat4 "4"]\n[Limit "200p 40m"]\n[Result "*"]\n\n'
        f"#1 o1 0-0\ndeal {' '.join(f'{seat}:' + '.'.join(['??'] * 7) for seat in (1, 2, 3, 4))}\n"
        '66 <65{2.0} 3!<61 4!- 1!>62 ^2:33 [SJ-irreg-5 seat=2 by="x"] [ruling text="y"]\n'
    )
    judged = judge(read(text))
    kinds = {MoveSeen, TileExposed, InfractionRecorded}
    assert kinds <= {type(event) for event in judged.ledger.events}
    assert write(export(judged.ledger)) == text


def test_the_example_of_the_notation_is_exported_as_it_stands():
    judged = judge(read(EXAMPLE))
    tags = [("Event", "Liga del Club Nautico"), ("Date", "2026-11-15"), ("Round", "2"), ("Table", "3")]
    assert write(export(judged.ledger, tags)) == EXAMPLE


def test_an_opening_that_was_seen_is_written_as_an_opening():
    judged = judge(read('[Book "san-juan"] #1 o1 0-0 3!65 1!66'))
    assert write(export(judged.ledger)).splitlines()[-1] == "3!56 1!66"
    seen = [event for event in judged.ledger.events if isinstance(event, MoveSeen)]
    assert [(event.seat, event.tile, event.end) for event in seen] == [
        (3, Tile.of(6, 5), None),
        (1, Tile.of(6, 6), None),
    ]
    assert End.LEFT not in {event.end for event in seen}


@pytest.mark.parametrize(
    ("took", "written"), [(-4100, "{0.0}"), (0, "{0.0}"), (4100, "{4.1}"), (10**12, "{9999999.999}")]
)
def test_a_clock_that_ran_backwards_or_for_years_is_written_as_it_can_be_read(took: int, written: str):
    judged = judge(read('[Book "san-juan"] #1 o1 0-0 66{1.0} 3!-{1.0} <65 3!-{1.0}'))
    broken = [
        replace(event, took=took) if isinstance(event, TilePlaced | MoveSeen) and event.took else event
        for event in judged.ledger.events
    ]
    text = write(export(ledger_of(judged.match.book, broken)))
    assert text.splitlines()[-1] == f"66{written} 3!-{written} <65 3!-{written}"
    assert judge(read(text)).match.hand is not None
