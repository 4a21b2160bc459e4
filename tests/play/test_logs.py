"""Events on disk: stable names, and logs of version 1 that every later version opens.

The files in ``logs`` were written by the first version and are never written anew.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from tantera.play import Ledger, new_match, start_match
from tantera.play.events import AnyEvent, ConsequenceFollowed, Side, TilePlaced
from tantera.play.log import LogError, read_event, read_log, upcast, write_event, write_log
from tantera.rules import RuleBookError, former_editions, law_of, load_book, with_options
from tantera.rules.loader import FAMILY_BOOKS, SOURCE_BOOKS
from tantera.tiles import End, Tile
from tests.builders import replay
from tests.play.tables import play_match

LOGS = Path(__file__).parent / "logs"
NAMES = ("Pons", "Vidal", "Mas", "Roca")


class Final(NamedTuple):
    score: tuple[int, ...]
    winner: Side
    ended_by: str
    hands: int
    re_entries: tuple[int, ...] = (0, 0, 0, 0)


FINALS = {
    "san-juan": Final((162, 162), (2, 4), "ruling", 11),
    "tarragona": Final((318, 18), (1, 3), "points", 11),
    "ueh": Final((353, 329, 290, 314), (3,), "elimination", 44, (2, 2, 0, 2)),
    "competencia-individual": Final((99, 10), (1, 3), "time", 5),
    "clasico": Final((102, 90), (1, 3), "points", 5),
}


class Played(NamedTuple):
    """What the first version's goldens came to, as they stood beside those files."""

    book: str
    phase: str
    score: tuple[int, ...]
    events: int
    limit: str | None = None


GOLDENS = {
    "CI-3": Played("competencia-individual", "ended", (32, 0), 51),
    "CL-inicio": Played("clasico", "playing", (0, 0), 3),
    "SJ-conteo": Played("san-juan", "playing", (0, 126), 18),
    "TG-8.5": Played("tarragona", "playing", (0, 0), 3),
    "UEH-ganador": Played("ueh", "ended", (68, 128, 0, 132), 106, "20p"),
}


class Refereed(NamedTuple):
    """What version 1 itself made of a log in which a referee was busy."""

    final: tuple[tuple[int, ...], Side | None, str | None]
    lines: list[tuple[str, int, str, int | None]]
    kinds: str
    """Of everything that followed, in order."""
    cards: dict[int, dict[str, int]]
    difference: dict[int, int]


REFEREED = {
    "san-juan": Refereed(
        ((177, -20), (1, 3), "forfeit"),
        [
            ("lost", 20, "SJ-irreg-2", 1),
            ("void", 0, "SJ-irreg-2", 1),
            ("lost", 157, "SJ-tranque-falso", 3),
            ("lost", 0, "SJ-irreg-6", None),
        ],
        "taken_back must_play exposed warning hand_lost points hand_void opening points hand_lost points "
        "expulsion match_lost",
        cards={},
        difference={},
    ),
    "tarragona": Refereed(
        ((300, 0), (1, 3), "forfeit"),
        [("void", 0, "TG-14.9", 2), ("void", 0, "TG-15.4", 2), ("lost", 300, "TG-15.4", 3)],
        "card card rebuild card taken_back card exposed hand_void opening card warning card hand_void opening "
        "card card card match_lost",
        cards={
            1: {"blue": 1},
            2: {"blue": 1, "yellow": 2, "red": 1},
            3: {"blue": 1, "yellow": 2},
            4: {"blue": 1},
        },
        difference={},
    ),
    "competencia-individual": Refereed(
        ((71, 0), None, None),
        [("domino", 71, "CI-14", 2), ("void", 0, "CI-10", 3)],
        "hand_won difference must_play hand_void opening",
        cards={},
        difference={3: -30},
    ),
}

EVERY_EVENT = """\
{"event":"match_started.2","at":1,"law":{"book":"clasico","hash":"ab","options":[["players",3]],"limit":"60p"},\
"names":["Pons","Vidal","Mas"],"players":["p1","p2","p3"],"opener":null,\
"brought":[{"seat":2,"articles":[["TG-14.8",1]],"cards":[["blue",1]]}]}
{"event":"seed_committed.1","at":1,"commitment":"ab"}
{"event":"opening_drawn.1","at":1,"tiles":["06","15","22","34"],"winner":4,"seed":"ab"}
{"event":"deal_refused.1","at":1,"seat":2,"doubles":5}
{"event":"time_warned.1","at":1,"minutes":5}
{"event":"score_reset.1","at":1,"taken":[5,0]}
{"event":"player_replaced.1","at":1,"seat":3,"name":"Lluch","player":""}
{"event":"seats_taken.1","at":1,"seats":[4,1,2,3],"opener":1}
{"event":"opener_agreed.1","at":1,"seat":2}
{"event":"scorer_named.1","at":1,"seat":1}
{"event":"counter_named.1","at":1,"seat":2}
{"event":"shuffle_wished.1","at":1,"seat":2,"again":true}
{"event":"tiles_shuffled.1","at":1,"seats":[4,1]}
{"event":"deal_repeated.1","at":1,"seat":3,"doubles":5}
{"event":"hand_dealt.1","at":1,"number":1,"opener":1,"taking":[1,2],"racks":[["00",null],["01"]],"boneyard":["99",null],\
"seed":"ab","entropy":[[1,"x"]]}
{"event":"racks_lifted.1","at":1,"seats":[1,2]}
{"event":"tile_placed.1","at":1500,"seat":2,"tile":"46","end":">","took":null}
{"event":"tile_placed.1","at":1500,"seat":2,"tile":"46","end":">","took":null,"points":3}
{"event":"doubles_placed.1","at":1,"seat":2,"left":"44","right":"66","took":900}
{"event":"turn_passed.1","at":1,"seat":2,"took":0}
{"event":"tile_drawn.1","at":1,"seat":2,"tile":null,"took":5}
{"event":"tile_exposed.1","at":1,"seat":2,"tile":"46"}
{"event":"went_out.1","at":1,"seat":2}
{"event":"hand_blocked.1","at":1}
{"event":"limit_reached.1","at":1,"side":[1,3]}
{"event":"time_called.1","at":1}
{"event":"clock_paused.1","at":1,"why":"agreed"}
{"event":"clock_resumed.1","at":1}
{"event":"end_set.1","at":1,"ends":99}
{"event":"hand_scored.1","at":1,"how":"block","side":[2,4],"points":126,"left":[32,26,35,null],"written":[0,126],\
"next_opener":2,"article":"","text":"","went_out":null}
{"event":"count_agreed.1","at":1,"seat":2}
{"event":"player_re_entered.1","at":1,"seat":2,"score":290}
{"event":"player_eliminated.1","at":1,"seat":2}
{"event":"bonus_given.1","at":1,"kind":"capicua","side":[1,3],"points":25}
{"event":"consequence_points.1","at":1,"infraction":0,"side":[1,3],"points":null}
{"event":"consequence_hand_lost.1","at":1,"infraction":0,"side":[1,3]}
{"event":"consequence_hand_void.1","at":1,"infraction":0}
{"event":"consequence_opening.1","at":1,"infraction":0,"seat":2}
{"event":"consequence_warning.1","at":1,"infraction":0,"seat":2}
{"event":"consequence_card.1","at":1,"infraction":0,"seat":2,"card":"blue"}
{"event":"consequence_difference.1","at":1,"infraction":0,"seat":2,"points":-30}
{"event":"consequence_exposed.1","at":1,"infraction":0,"seat":2,"tile":"46"}
{"event":"consequence_must_play.1","at":1,"infraction":0,"seat":2,"tile":"46"}
{"event":"consequence_taken_back.1","at":1,"infraction":0,"seat":2,"tile":"46"}
{"event":"consequence_withdrawn.1","at":1,"infraction":0,"seat":2,"tile":"46"}
{"event":"consequence_hand_won.1","at":1,"infraction":0,"seat":2,"scored":71}
{"event":"consequence_rebuild.1","at":1,"infraction":0,"turn":3}
{"event":"consequence_expulsion.1","at":1,"infraction":0,"seat":2}
{"event":"consequence_match_lost.1","at":1,"infraction":0,"side":[2,4],"scored":300}
{"event":"decision_awaited.2","at":1,"who":"judges","article":"SJ-estructura",\
"choices":["1+3","2+4","="],"infraction":null}
{"event":"corrected.2","at":1,"since":3,"instead":[{"event":"turn_passed.1","at":1,"seat":2,"took":0}],"why":"a slip"}
{"event":"decision_taken.1","at":1,"article":"TG-14.8","choice":"annul","by":"3","infraction":0}
{"event":"match_ended.1","at":1,"winner":null,"ended_by":"time","text":"","by":""}
{"event":"sheet_signed.1","at":1,"seat":2}
{"event":"move_seen.1","at":1,"seat":3,"tile":"46","end":"<","touching":4,"took":null}
{"event":"infraction_recorded.1","at":1,"article":"SJ-irreg-5","seat":null,"turn":4,"details":[["by","the judges"]]}
{"event":"score_taken.1","at":1,"score":[-20,126],"opener":2}
"""
"""One line of each, as this version writes them."""

OLD_EVENTS = r"""
{"event":"match_started.1","at":1,"names":["Pons","Vidal","Mas","Roca"],"opener":null}
{"event":"corrected.1","at":1,"since":3,"instead":["{\"event\":\"turn_passed.1\",\"at\":1,\"seat\":2}"],"why":"a slip"}
""".strip()
"""Events as earlier versions wrote them."""


def as_json(log: bytes) -> list[dict[str, Any]]:
    """The lines of a log as any program reads them: the order of the fields means nothing."""
    return [msgspec.json.decode(line) for line in log.splitlines()]


@pytest.mark.parametrize("book_id", SOURCE_BOOKS)
def test_a_log_of_version_1_still_opens_and_comes_to_the_same_score(book_id):
    book = load_book(book_id)
    match = replay(book, read_log((LOGS / f"v1-{book_id}.jsonl").read_bytes(), law_of(book)))
    final = FINALS[book_id]
    assert (match.score, match.winner, match.ended_by) == (final.score, final.winner, final.ended_by)
    assert (len(match.lines), match.re_entries, match.names) == (final.hands, final.re_entries, NAMES)
    assert match.signatures == match.signers


@pytest.mark.parametrize("book_id", SOURCE_BOOKS)
def test_a_log_of_version_1_is_written_again_as_it_was_but_for_events_with_a_newer_version(book_id):
    data, law = (LOGS / f"v1-{book_id}.jsonl").read_bytes(), law_of(load_book(book_id))
    for old, new in zip(as_json(data), as_json(write_log(read_log(data, law))), strict=True):
        assert all(new[field] == value for field, value in upcast(old, law).items() if field != "law"), (
            "a later version may add a field, never change one but by upcasting"
        )


@pytest.mark.parametrize("name", GOLDENS)
def test_a_golden_log_of_version_1_still_opens_and_comes_to_the_same(name):
    played = GOLDENS[name]
    book = with_options(load_book(played.book), {}, played.limit)
    events = read_log((LOGS / f"v1-golden-{name}.jsonl").read_bytes(), law_of(book))
    ledger = Ledger.opened(events)
    assert len(events) == ledger.version == played.events
    assert (ledger.match.phase, ledger.match.score) == (played.phase, played.score)
    again = Ledger.opened(read_log(write_log(events)))
    assert again.match == ledger.match, "once read it names its law itself"


@pytest.mark.parametrize("book_id", REFEREED)
def test_a_log_with_the_consequences_of_version_1_still_opens_and_comes_to_the_same_match(book_id):
    book = load_book(book_id)
    events = read_log((LOGS / f"v1-referee-{book_id}.jsonl").read_bytes(), law_of(book))
    match = replay(book, events)
    assert (match.score, match.winner, match.ended_by) == REFEREED[book_id].final
    assert (match.cards, match.difference_penalties) == (REFEREED[book_id].cards, REFEREED[book_id].difference)
    assert [(line.how, line.points, line.article, line.next_opener) for line in match.lines] == REFEREED[book_id].lines
    assert [consequence.kind for consequence in match.consequences] == REFEREED[book_id].kinds.split()
    assert read_log(write_log(events)) == events


def test_the_refereed_logs_have_every_kind_of_consequence():
    kept = " ".join(refereed.kinds for refereed in REFEREED.values()).split()
    kinds = [event.kind for event in get_args(AnyEvent) if issubclass(event, ConsequenceFollowed)]
    assert set(kept) == set(kinds)


def test_every_event_keeps_its_name_and_its_fields():
    events = read_log(EVERY_EVENT.encode())
    assert {type(event) for event in events} == set(get_args(AnyEvent)), "a new event needs its line above"
    assert as_json(write_log(events)) == as_json(EVERY_EVENT.encode())


@pytest.mark.parametrize("line", OLD_EVENTS.splitlines(), ids=lambda line: line[10:30])
def test_an_event_of_an_earlier_version_is_read_as_the_newest(line):
    event = read_event(line, law_of(load_book("san-juan")))
    assert type(event) in get_args(AnyEvent)
    assert read_event(write_event(event)) == event


def test_a_log_of_version_1_without_its_book_is_refused_in_words():
    with pytest.raises(LogError) as error:
        read_log((LOGS / "v1-ueh.jsonl").read_bytes())
    assert error.value.told("es") == (
        "hay un registro de la versión 1, que no dice con qué reglamento; se esperaba que se indicara su reglamento"
    )


def test_a_log_folds_under_its_own_book_and_no_other():
    """A Tarragona log once replayed under UEH without complaint."""
    log = read_log((LOGS / "v1-tarragona.jsonl").read_bytes(), law_of(load_book("tarragona")))
    with pytest.raises(RuleBookError, match=r"found ueh .* expected tarragona"):
        Ledger.opened(log, lambda name: load_book("ueh"))
    with pytest.raises(RuleBookError, match=r"found ueh .* expected tarragona"):
        start_match(load_book("ueh"), log[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("book_id", FAMILY_BOOKS)
def test_a_log_of_a_law_that_its_book_once_had_opens_under_that_law(book_id):
    for before in former_editions(book_id):
        match, events = play_match(with_options(before, {}, "3h"), 7)
        opened = Ledger.opened(read_log(write_log(events)))
        assert opened.book.base is before
        assert (opened.match.score, opened.match.lines) == (match.score, match.lines)


def test_options_and_limit_of_the_table_are_part_of_the_law():
    book = with_options(load_book("clasico"), {"players": 3, "play": "alone"}, "60p")
    ledger = Ledger.opened(read_log(write_log([new_match(book)])))
    assert ledger.book.options == book.options
    assert ledger.match.law.limit == "60p"


def test_every_event_has_a_name_and_a_version_of_its_own():
    tags = [kind.__struct_config__.tag for kind in get_args(AnyEvent)]
    assert len(set(tags)) == len(tags)
    assert all(re.fullmatch(r"[a-z_]+\.[12]", tag) for tag in tags)


def test_a_field_that_a_later_version_added_does_not_stop_this_one():
    line = b'{"event":"turn_passed.1","at":1,"seat":2,"took":0,"mood":"bad"}'
    assert read_event(line) == read_event(b'{"event":"turn_passed.1","at":1,"seat":2,"took":0}')


def test_empty_lines_and_windows_line_breaks_do_no_harm():
    event = TilePlaced(2, Tile.of(6, 4), End.RIGHT, at=1)
    assert read_log(b"\r\n" + write_event(event) + b"\r\n\n  \n") == (event,)


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"{}",
        b"[]",
        b'{"event":"tile_placed.9","at":1}',
        b'{"event":"tile_placed.1","at":1,"seat":2,"tile":"4","end":">"}',
        b'{"event":"tile_placed.1","at":1,"seat":2,"tile":"xx","end":">"}',
        b'{"event":"tile_placed.1","at":1,"seat":2,"tile":46,"end":">"}',
        b'{"event":"tile_placed.1","at":1,"seat":2,"tile":"46","end":"^"}',
        b'{"event":"tile_placed.1","at":"now","seat":2,"tile":"46","end":">"}',
        b'{"event":"turn_passed.1","seat":2}',
        b'{"event":"turn_passed.1","at":1,"seat":2',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_line_that_is_no_event_is_answered_with_what_was_found(line):
    with pytest.raises(LogError, match="expected an event") as error:
        read_event(line)
    assert repr(line[:60]) in str(error.value)
    assert len(str(error.value)) < 400


def test_only_tiles_have_a_form_of_their_own_on_disk():
    class Odd(msgspec.Struct):
        thing: object

    with pytest.raises(NotImplementedError, match="cannot write a object"):
        write_event(Odd(object()))  # type: ignore[arg-type]
