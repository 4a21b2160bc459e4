"""What a step says to everybody: in their language, with their eyes, and as *you* to whom it is about."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from tantera.layout import ends_from_the_left
from tantera.play import DIRECTOR, REFEREE, SPECTATOR, Phase, RecordInfraction, TakeDecision, options
from tantera.play.events import (
    ClockPaused,
    ClockResumed,
    Corrected,
    HandDealt,
    HandScored,
    SeatsTaken,
    TilePlaced,
    TurnPassed,
)
from tantera.play.orders import AgreeOpener, PassTurn, PlaceTile, Undo
from tantera.rules import Refusal
from tantera.tables import Reader, Settings, TableProgress
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.agenda import BLINK
from tantera.tables.door import act
from tantera.tables.events import AnyTableEvent, TableEvent, What
from tantera.tables.narrator import CLOSED, MATTERS, PROPOSED, TELLERS, WORDLESS, TableNarrator
from tantera.tables.seen import eyes_of_all
from tantera.tables.telling import Listener, sheet_since, tell
from tantera.telling import WORDLESS as WORDLESS_IN_A_MATCH
from tantera.telling import Narrator, Row, RunningTally, Sentence
from tantera.tiles import End, tiles_in
from tests.tables.rooms import PEOPLE, Room, quick
from tests.tables.test_correcting import SLOW, place_of
from tests.tables.test_talk import with_referee
from tests.tables.test_waiting import alone

EVERYBODY: tuple[Reader, ...] = (*PEOPLE, "eva", SPECTATOR, REFEREE, DIRECTOR)


def hears(done: TableProgress | Room, reader: Reader, lang: str = "es") -> list[Sentence]:
    """What somebody is told of a step, or of the last one in a room."""
    step = done.done if isinstance(done, Room) else done
    return list(tell(step, [Listener(reader, lang)], eyes_of_all(step.after, [reader]))[Listener(reader, lang)])


def texts(room: Room, reader: Reader, lang: str = "es") -> list[str]:
    return [one.text for one in hears(room, reader, lang)]


# --- nothing is forgotten -------------------------------------------------------------------------------------------


def test_every_event_of_a_table_has_a_sentence_or_stands_among_those_that_need_none():
    assert set(TELLERS) - {*WORDLESS_IN_A_MATCH, Corrected, ClockPaused, ClockResumed} | WORDLESS == set(
        get_args(AnyTableEvent)
    )
    assert not set(TELLERS) & WORDLESS
    assert set(PROPOSED) == set(MATTERS) == set(get_args(What))
    assert set(CLOSED) == set(get_args(t.ClosedBy))


def test_an_event_that_nobody_has_words_for_raises():
    class Unheard(TableEvent, frozen=True, tag="unheard_of.1"):
        pass

    table = Room().table
    with pytest.raises(TypeError, match="Unheard is an event without words"):
        TableNarrator("es").sentence(Unheard(at=0), table, table)
    assert TableNarrator("es").sentence(t.Said("ana", "table", "hola", at=0), table, table) is None


# --- a move, and one that is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "seconds"), [(180_000, True), (None, False)])
def test_how_long_a_move_took_is_told_only_where_there_is_a_clock(move: int | None, seconds: bool):
    room = Room("clasico", settings=quick(move=move)).begun()
    room.now += 1600
    room.plays()
    assert any("(1,6 s)" in text for text in texts(room, "ana")) is seconds


def test_a_refusal_names_the_ends_in_the_order_in_which_they_lie_before_who_is_refused():
    room, orders = Room(settings=quick(move=3_600_000)).begun(), set[bool]()
    while room.plays().match.phase is Phase.PLAYING:
        hand = room.match.hand
        assert hand is not None
        assert hand.chain is not None
        chain, seat = hand.chain, hand.turn
        tile = next((one for one in tiles_in(hand.racks[seat - 1]) if not one.bit & chain.fitting), None)
        if tile is None or chain.left == chain.right:
            continue
        first, second = ends_from_the_left(chain, seat - hand.opener)
        refused = room.refused(PlaceTile(seat, tile, End.LEFT), room.whose(seat))
        assert refused.endswith(f"the ends are {chain.end(first)} and {chain.end(second)}")
        orders.add(first is End.LEFT)
    assert orders == {True, False}, "chain order is not what everybody sees"


# --- who is there ---------------------------------------------------------------------------------------------------


def test_who_comes_back_is_told_what_was_played_in_their_place_and_nobody_else_is():
    room = Room("clasico", settings=quick(move=3_600_000, grace=60_000)).begun()
    room.do(o.Disconnect(), "bea")
    room.wait(61)
    seat, before = room.seat("bea"), len(room.events)

    def played() -> list[TilePlaced | TurnPassed]:
        moves = [one for one in room.events[before:] if isinstance(one, TilePlaced | TurnPassed)]
        return [one for one in moves if one.seat == seat]

    while len(played()) < 2:
        room.plays()
    words = ", ".join(one.tile.spoken if isinstance(one, TilePlaced) else "paso" for one in played())
    room.do(o.Connect(), "bea")
    (note,) = hears(room, "bea")
    assert (note.text, note.part) == (f"Mientras no estabas, un bot jugó por ti: {words}", "note")
    assert texts(room, "ana") == ["Bea ha vuelto"]
    room.now += 1000
    room.do(o.Disconnect(), "bea")
    room.do(o.Connect(), "bea")
    assert texts(room, "bea") == ["Has vuelto"], "nothing was played meanwhile"


def test_who_comes_back_after_a_hand_has_ended_is_told_how_it_did():
    room = Room("clasico", settings=quick(move=3_600_000, grace=60_000)).begun()
    room.do(o.Disconnect(), "bea")
    room.wait(61)
    while not (scored := [one for one in room.events if isinstance(one, HandScored)]):
        room.plays()
    room.do(o.Connect(), "bea")
    (note,) = hears(room, "bea")
    side = scored[0].side
    ended = "no la ganó nadie" if side is None else f"{'ganasteis' if room.seat('bea') in side else 'ganaron ellos'}"
    assert note.text.startswith(f"Mano 1: {ended}")
    assert note.text.endswith("; un bot jugó por ti")
    assert side is None or f" {scored[0].points};" in note.text


def test_who_comes_in_sits_down_and_leaves_is_told_to_the_others_and_to_themselves():
    room = Room(people=1)
    room.do(o.Enter("Bea", "PITO-64"), "bea")
    assert hears(room, "ana") == [Sentence("Entra Bea", "quiet")]
    assert texts(room, "bea") == ["Entras en la mesa"]
    room.do(o.Sit(3), "bea")
    assert [texts(room, "ana", lang) for lang in ("es", "ca", "en")] == [
        ["Bea se sienta: tu pareja"],
        ["Bea seu a taula: la teva parella"],
        ["Bea sits down: your partner"],
    ]
    assert texts(room, "bea") == ["Te sientas: tu pareja es Ana"]
    room.do(o.StandUp(), "bea")
    assert (texts(room, "ana"), texts(room, "bea")) == (["Bea se levanta"], ["Te levantas"])
    room.do(o.SeatBot(3, "level-2", "Lola"), "ana")
    assert texts(room, "bea") == ["Lola, un bot, se sienta"]
    room.do(o.ReplaceBot(3), o.BotAt(3))
    assert [texts(room, "bea", lang) for lang in ("es", "ca", "en")] == [
        ["Lola, un bot, no responde: sigue uno sencillo"],
        ["Lola, un bot, no respon: continua un de senzill"],
        ["Lola, a bot, does not answer: a simple one plays on"],
    ]
    assert "no bot" in room.refused(o.ReplaceBot(3), o.BotAt(3))
    room.do(o.RemoveBot(3), "ana")
    assert texts(room, "ana") == ["Lola se levanta"]
    room.do(o.Leave(), "bea")
    assert (texts(room, "ana"), texts(room, "bea")) == (["Bea se va"], ["Te vas"])


def test_who_leaves_a_match_for_good_is_told_to_the_others_once_and_it_stays_before_their_eyes():
    room = Room("clasico").begun()
    room.do(o.Leave(), "bea")
    room.settle()
    assert [(one.text, one.part) for one in hears(room, "ana")] == [("Bea se ha ido; juega un bot", "note")]
    assert [texts(room, "ana", lang) for lang in ("ca", "en")] == [
        ["Bea se n'ha anat; juga un bot"],
        ["Bea has left; a bot plays"],
    ]


def test_a_refusal_speaks_of_people_by_their_names_and_of_no_seat():
    room = Room("tarragona").begun()
    assert room.match.hand is not None
    turn = room.match.hand.turn
    other = next(person for person in PEOPLE if room.table.seat_of(person) not in (None, turn))
    with pytest.raises(Refusal) as refusal:
        act(room.table, PassTurn(room.table.seat_of(other) or 0), other, room.now)
    told = {lang: refusal.value.told(lang) for lang in ("es", "ca", "en")}
    name = room.match.names[turn - 1]
    assert told == {"es": f"juega {name}", "ca": f"juga {name}", "en": f"it is the turn of {name}"}


def test_of_those_who_look_on_nobody_is_told_whether_they_are_connected():
    room = Room().begun().comes("eva")
    assert texts(room, "ana") == []
    room.do(o.Disconnect(), "eva")
    assert texts(room, "ana") == []
    room.do(o.Disconnect(), "bea")
    assert hears(room, "ana") == [Sentence("Bea se ha quedado sin conexión", "warning")]
    room.do(o.Connect(), "bea")
    assert (texts(room, "ana"), texts(room, "bea")) == (["Bea ha vuelto"], ["Has vuelto"])


def test_a_bot_plays_for_who_does_not_come_back():
    room = Room(settings=quick(move=3_600_000, grace=60_000)).begun()
    room.do(o.Disconnect(), "bea")
    room.wait(61)
    assert texts(room, "ana") == ["Ya no se espera a Bea", "Un bot juega por Bea"]
    assert texts(room, "bea") == ["Ya no se te espera", "Un bot juega por ti"]


def test_the_match_begins_and_a_table_closes():
    room = Room()
    room.settle()
    assert hears(room, "ana")[0] == Sentence("Empieza la partida", "strong", "heading")
    assert texts(Room(), "ana") == ["Dan se sienta: pareja de Bea"]
    closing = Room(people=1)
    closing.do(o.CloseTable("host"), "ana")
    assert hears(closing, "ana") == [Sentence("Se cierra la mesa", "strong")]
    left = Room(people=1)
    left.do(o.Leave(), "ana")
    left.wait(1)
    assert texts(left, SPECTATOR) == ["Se cierra la mesa: se han ido todos"]


# --- what people agree on -------------------------------------------------------------------------------------------


def test_a_pause_is_proposed_agreed_to_and_told():
    room = Room(settings=SLOW).begun()
    room.do(o.Propose("pause"), "ana")
    assert (texts(room, "bea"), texts(room, "ana")) == (["Ana pide una pausa"], ["Pides una pausa"])
    room.do(o.Agree("pause"), "bea")
    assert texts(room, "cai") == ["Bea acepta la pausa", "El reloj está parado: lo han acordado los jugadores"]
    assert texts(room, "bea")[0] == "Aceptas la pausa"
    room.do(o.Propose("resume"), "ana")
    room.do(o.Decline("resume"), "bea")
    assert (texts(room, "ana"), texts(room, "bea")) == (["Bea no acepta seguir"], ["No aceptas seguir"])
    room.do(o.Propose("resume"), "ana")
    room.do(o.Decline("resume"), "ana")
    assert (texts(room, "bea"), texts(room, "ana")) == (["Ana ya no pide seguir"], ["Ya no pides seguir"])
    room.do(o.Propose("resume"), "ana")
    room.wait(46)
    assert texts(room, "bea") == ["Sin acuerdo a tiempo: seguir"]


def test_without_a_clock_nobody_is_told_of_one():
    room = Room("clasico", settings=quick(move=None)).begun()
    room.do(o.Propose("pause"), "ana")
    room.do(o.Agree("pause"), "bea")
    assert texts(room, "cai")[-1] == "Pausa: lo han acordado los jugadores"
    room.do(o.Propose("resume"), "ana")
    room.do(o.Agree("resume"), "bea")
    assert hears(room, "cai")[-1] == Sentence("Sigue la partida")


@pytest.mark.parametrize(
    ("lang", "waited", "turn"),
    [
        ("es", "La mesa te ha esperado", "te toca"),
        ("ca", "La taula t'ha esperat", "et toca"),
        ("en", "The table has waited for you", "it is your turn"),
    ],
)
def test_who_plays_alone_is_told_that_the_table_has_waited_and_whose_turn_it_is(lang: str, waited: str, turn: str):
    room = alone(settings=quick(move=None))
    while room.match.hand is None or room.match.hand.turn != room.seat("ana"):
        room.plays()
    room.do(o.Disconnect(), "ana")
    room.wait(BLINK / 1000)
    assert texts(room, SPECTATOR, lang) == []
    room.do(o.Connect(), "ana")
    room.settle()
    assert hears(room, "ana", lang)[-1] == Sentence(f"{waited}: {turn}")
    room.do(o.Propose("pause"), "ana")
    assert texts(room, "ana") == ["Pausa"]
    room.do(o.Propose("resume"), "ana")
    assert texts(room, "ana") == ["Sigue la partida: te toca"]


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_everything_that_may_be_proposed_is_told_in_every_language(lang: str):
    table = Room(settings=SLOW).begun().table
    said = set()
    for what, me in product(get_args(What), ("ana", "bea")):
        seat = table.seat_of("bea") if what in ("end_grace", "opener") else None
        asked = TableNarrator(lang, me).sentence(t.Proposed(what, "ana", 0, seat, at=0), table, table)
        agreed = TableNarrator(lang, me).sentence(t.Agreed(what, "ana", at=0), table, table)
        lapsed = TableNarrator(lang, me).sentence(t.ProposalLapsed(what, at=0), table, table)
        assert asked is not None
        assert agreed is not None
        assert lapsed is not None
        said |= {asked.text, agreed.text, lapsed.text}
    assert len(said) == 16 + 16 + 8
    assert not any("{" in text for text in said)


@pytest.mark.article("CL-inicio")
def test_who_should_open_is_told_by_name_and_to_themselves_as_you():
    room = Room("clasico", first_opener="agreed")
    room.settle()
    bea = room.seat("bea")
    room.do(AgreeOpener(bea), "ana")
    assert texts(room, "cai") == ["Ana propone que salga Bea"]
    assert texts(room, "ana") == ["Propones que salga Bea"]
    assert texts(room, "bea") == ["Ana propone que salgas tú"]
    room.do(AgreeOpener(room.seat("cai")), "cai")
    assert texts(room, "ana") == ["Cai no acepta la salida", "Cai propone salir"]
    assert texts(room, "cai") == ["No aceptas la salida", "Propones salir"]


def test_a_move_that_is_taken_back_is_told_in_the_listeners_language():
    room = Room(settings=SLOW).begun().plays()
    (placed,) = room.done.events
    assert isinstance(placed, TilePlaced)
    mover = str(room.whose(placed.seat))
    room.do(o.Propose("take_back"), mover)
    for person in PEOPLE:
        if person != mover:
            room.do(o.Agree("take_back"), person)
    assert [texts(room, "ana", lang)[-1] for lang in ("es", "ca", "en")] == [
        "Se deshace la última jugada",
        "Es desfà l'última jugada",
        "The last move is taken back",
    ]


def test_what_the_referee_puts_right_is_told_once_though_a_promise_goes_with_it():
    room = with_referee(Room(settings=SLOW).begun()).plays(2)
    room.do(Undo(place_of(room, HandDealt), "mal repartido"), "eva")
    assert sum(isinstance(event, Corrected) for event in room.done.events) == 2
    assert texts(room, "ana") == ["Corregido: mal repartido"]


def test_somebody_becomes_the_referee_and_stands_up_again():
    room = Room().begun().comes("eva")
    room.do(o.Propose("referee"), "eva")
    assert (texts(room, "ana"), texts(room, "eva")) == (["Eva se ofrece a arbitrar"], ["Te ofreces a arbitrar"])
    for person in PEOPLE:
        room.do(o.Agree("referee"), person)
    assert (texts(room, "ana"), texts(room, "eva")) == (
        ["Dan acepta el arbitraje", "Arbitra Eva"],
        ["Dan acepta el arbitraje", "Arbitras tú"],
    )
    room.do(o.StandUp(), "eva")
    assert (texts(room, "ana"), texts(room, "eva")) == (["Eva deja de arbitrar"], ["Dejas de arbitrar"])


# --- time, the sheet ------------------------------------------------------------------------------------------------


def test_when_time_runs_out_the_table_says_so_before_it_plays():
    room = Room(settings=quick(move=5_000)).begun()
    hand = room.match.hand
    assert hand is not None
    late = str(room.whose(hand.turn))
    other = next(person for person in PEOPLE if person != late)
    room.wait(5)
    said = hears(room, other)
    assert said[0] == Sentence(f"A {late.title()} se le acabó el tiempo: juega la mesa", "warning")
    assert said[1].text.startswith(f"{late.title()} sale con el ")
    assert texts(room, late)[0].startswith("Se te acabó el tiempo: la mesa puso tu ")


def test_a_move_that_the_clock_made_is_known_by_its_moment_until_the_next_hand():
    room = Room(settings=quick(move=5_000)).begun().plays(2)
    room.wait(5)
    hand = room.match.hand
    assert hand is not None
    own, late = hand.moves[1], hand.moves[2]
    assert room.sees("ana").late == ((late.seat, late.at),)
    assert (own.seat, own.at) not in room.sees("ana").late
    room.hand_over()
    while room.match.phase is not Phase.PLAYING:
        room.wait(1)
    assert room.sees("ana").late == ()


def test_an_office_that_does_not_answer_is_told_by_its_name():
    table = Room().begun().table
    late = t.TimeRanOut("referee", "take_decision", at=0)
    told = [TableNarrator(lang).sentence(late, table, table) for lang in ("es", "ca", "en")]
    assert [one.text for one in told if one is not None] == [
        "Tiempo agotado para el árbitro: contesta la mesa",
        "Temps esgotat per a l’àrbitre: respon la taula",
        "The referee: out of time, the table answers",
    ]
    with pytest.raises(KeyError):
        TableNarrator("es").sentence(t.TimeRanOut("the cat", "take_decision", at=0), table, table)


@pytest.mark.article("TG-12")
def test_a_sheet_that_somebody_has_not_signed_is_closed_with_the_article():
    room = Room("tarragona", limit="1h").begun().match_over()
    room.wait(301)
    closed = next(event for event in room.done.events if isinstance(event, t.SheetClosed))
    names = ", ".join(room.match.names[seat - 1] for seat in closed.missing)
    assert Sentence(f"Se cierra la tantera sin la firma de {names}", article="TG-12") in hears(room, "ana")


# --- said once, and right -------------------------------------------------------------------------------------------


def test_a_sentence_is_made_once_for_all_who_are_told_the_same():
    room = Room(settings=Settings(public=True)).begun().plays()
    (event,) = room.done.events
    mover = str(room.whose(event.seat))  # type: ignore[attr-defined]
    listeners = [Listener(reader, lang) for reader in EVERYBODY for lang in ("es", "en")]
    told = tell(room.done, [*listeners, *listeners], eyes_of_all(room.table, EVERYBODY))
    assert set(told) == set(listeners)
    for lang in ("es", "en"):
        others = {id(told[Listener(reader, lang)][0]) for reader in EVERYBODY if reader != mover}
        assert len(others) == 1
        assert id(told[Listener(mover, lang)][0]) not in others


@pytest.mark.article("TG-14.12", "UEH-obligada", "CI-9")
@pytest.mark.parametrize("book", ["tarragona", "ueh", "competencia-individual", "san-juan"])
def test_steps_of_many_events_are_told_as_if_each_had_come_alone(book: str):
    room, long = Room(book, limit="3h").begun(), 0
    said: list[Sentence] = []
    while room.table.in_play is not None:
        if room.match.phase is Phase.PLAYING:
            room.now += 1500
            room.plays()
        else:
            room.wait(3)
        before, events, after = room.done.before, room.done.events, room.done.after
        around = [TableNarrator("es").sentence(one, before, after) for one in events if isinstance(one, TableEvent)]
        said += [one for one in hears(room, REFEREE) if one not in around]
        long += len(events) > 2
    assert long >= 5
    assert room.table.ledger is not None
    happened = [Narrator("es").sentence(*one) for one in room.table.ledger.happenings()]
    written = [one for one in happened if one is not None]
    assert said == written[-len(said) :]
    assert len(said) > 40
    if book != "san-juan":
        assert [one for one in said if one.text.endswith("(obligada)") and one.article == room.book.cites.clock]


@pytest.mark.article("TG-14.12", "UEH-obligada", "CI-9")
@pytest.mark.parametrize("book", ["tarragona", "ueh", "competencia-individual"])
def test_whose_turn_the_table_plays_is_told_who_moved_their_tile_and_the_others_that_it_was_forced(book: str):
    room, told = Room(book, limit="4h").begun(), set[str]()
    while room.table.in_play is not None:
        if room.match.phase is not Phase.PLAYING:
            room.wait(3)
            continue
        room.now += 1500
        room.plays()
        for event in room.done.events:
            if not isinstance(event, TilePlaced | TurnPassed) or event.took:
                continue
            mine = [one for one in hears(room, str(room.whose(event.seat))) if one.part == "for_you"]
            what = event.tile.spoken if isinstance(event, TilePlaced) else "no te encajaba ninguna"
            assert [one for one in mine if what in one.text and one.text.endswith("por ti")], (event, mine)
            assert {one.article for one in mine} == {room.book.cites.clock}
            others = [person for person in PEOPLE if person != room.whose(event.seat)]
            heard = [one.text for person in others for one in hears(room, person)]
            name = room.match.names[event.seat - 1]
            assert any(name in one and one.endswith("(obligada)") for one in heard)
            told |= {one.text.split(":")[0].replace(what, "…") for one in mine}
    assert {"solo encajaba tu …", "…"} <= told


@pytest.mark.article("TG-14.12")
def test_whose_page_opens_after_a_turn_without_a_choice_was_not_away_and_is_told_who_played_it():
    room = Room("tarragona", limit="9h").begun()
    while True:
        if room.match.phase is not Phase.PLAYING:
            room.wait(3)
            continue
        hand = room.match.hand
        assert hand is not None
        following = str(room.whose(hand.turn % 4 + 1))
        room.now += 1500
        room.do(o.Disconnect(), following)
        room.plays()
        forced = [
            one
            for one in room.done.events
            if isinstance(one, TilePlaced) and room.whose(one.seat) == following and one.took == 0
        ]
        room.do(o.Connect(), following)
        if forced and room.match.phase is Phase.PLAYING:
            break
    (note,) = hears(room, following)
    assert note.part == "for_you"
    assert note.text == f"no había nada que elegir: la mesa ha jugado por ti, {forced[0].tile.spoken}"


@pytest.mark.article("TG-6.4")
def test_people_are_told_as_you_from_where_the_draw_has_seated_them():
    room = Room("tarragona", settings=SLOW)
    while not room.told(SeatsTaken):
        room.wait(1)
    room.begun()
    hand = room.match.hand
    assert hand is not None
    opener = str(room.whose(hand.turn))
    room.plays()
    assert texts(room, opener)[0].startswith("sales con el ")
    assert not any(texts(room, person)[0].startswith("sales") for person in PEOPLE if person != opener)


def test_a_step_in_which_nothing_happened_says_nothing():
    room = Room().begun()
    ana = Listener("ana", "es")
    assert tell(TableProgress(room.table, (), room.table), [ana], eyes_of_all(room.table, ["ana"])) == {ana: ()}


# --- the sheet ------------------------------------------------------------------------------------------------------


@pytest.mark.article("SJ-irreg-3")
def test_the_sheet_of_a_table_is_written_on_step_by_step_also_over_corrections_and_a_rematch():
    room = with_referee(Room("san-juan", limit="2h", settings=SLOW))
    sheet, shown = RunningTally("es"), list[Row]()

    def follow() -> int | None:
        changed = sheet_since(sheet, room.done)
        if changed is not None:
            shown[changed:] = sheet.rows[changed:]
        assert room.table.ledger is None or shown == sheet.rows == RunningTally("es", room.table.ledger).rows
        return changed

    def play() -> None:
        while room.match.phase is Phase.PLAYING:
            room.plays()
            follow()

    room.begun()
    follow()
    play()
    assert [row.number for row in shown] == [1]
    room.do(RecordInfraction("SJ-irreg-3", 1), "eva")
    assert follow() == 1
    assert shown[1].under
    assert room.table.ledger is not None
    room.do(Undo(len(room.table.ledger.effective) - 2, "no fue nadie"), "eva")
    assert follow() == 1
    assert len(shown) == 1
    for person in PEOPLE:
        if room.match.phase is Phase.COUNTING:
            for order in options(room.match, room.seat(person)):
                room.do(order, person)
                assert follow() is None
    room.begun()
    follow()
    play()
    assert [row.number for row in shown] == [1, 2]
    for person in PEOPLE:
        room.do(o.Propose("rematch") if room.table.proposal("rematch") is None else o.Agree("rematch"), person)
        follow()
    assert room.table.in_play is not None
    assert shown == []


@pytest.mark.article("TG-18.2")
def test_a_decision_at_a_live_table_is_told_with_its_article():
    room = with_referee(Room("tarragona", settings=SLOW).begun())
    room.do(RecordInfraction("TG-14.1", 2), "eva")
    record, card, asked = hears(room, "ana")
    assert record.article == asked.article == "TG-14.1"
    assert card == Sentence(f"Tarjeta azul a {room.match.names[1]}", "warning", "consequence")
    room.do(TakeDecision("annul"), next(one for one in PEOPLE if options(room.match, room.seat(one))))
    assert "Mano anulada: nadie se apunta nada" in texts(room, "ana")
