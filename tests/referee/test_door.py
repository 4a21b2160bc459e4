"""The one door: who may order what, at every moment, and what an order that is refused leaves behind: nothing."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tantera.notation import export, judge, read, write
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    SPECTATOR,
    TABLE,
    Actor,
    AgreeCount,
    AgreeOpener,
    CallTime,
    ChooseSeat,
    DealHand,
    DealRacks,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    NameCounter,
    NameScorer,
    Order,
    PassTurn,
    PauseClock,
    PlaceDoubles,
    PlaceTile,
    RecordInfraction,
    ResumeClock,
    Role,
    ShuffleAgain,
    SignSheet,
    TakeDecision,
    new_match,
    options,
    start_match,
    view,
)
from tantera.play.deal import commitment
from tantera.play.events import Brought, HandBlocked, HandScored, TilePlaced
from tantera.play.orders import AnyOrder, AskRedeal, ChangeDecision, CommitSeed, ReplacePlayer, SetEnd, Undo, WarnTime
from tantera.play.permission import PERMISSIONS, permit
from tantera.referee import correct, step
from tantera.rules import Refusal, load_book, with_options
from tantera.tiles import Tile
from tantera.words import Misuse
from tests.builders import SECOND, Table, credulous
from tests.golden.hands import BLOCK_AC, DOMINO_A

SEAT = 1
T00, T11 = Tile.of(0, 0), Tile.of(1, 1)
EVERYBODY: tuple[Actor, ...] = (SEAT, SPECTATOR, REFEREE, JUDGES, DIRECTOR, TABLE)

# Written out by hand: what the rules of the house are, cell by cell, and not what the code says.
MAY: dict[type[Order], tuple[Order, tuple[Actor, ...]]] = {
    CommitSeed: (CommitSeed("0" * 64), (TABLE,)),
    DrawForOpening: (DrawForOpening(b"1"), (TABLE,)),
    DealHand: (DealHand(b"1"), (TABLE,)),
    DealRacks: (DealRacks(((T00,), (T11,))), (TABLE,)),
    ChooseSeat: (ChooseSeat(2), (SEAT,)),
    AgreeOpener: (AgreeOpener(2), (SEAT,)),
    NameScorer: (NameScorer(3), (SEAT,)),
    NameCounter: (NameCounter(2), ()),
    ShuffleAgain: (ShuffleAgain(SEAT, again=True), (SEAT,)),
    AskRedeal: (AskRedeal(SEAT), (SEAT,)),
    PlaceTile: (PlaceTile(SEAT, T00), (SEAT, TABLE)),
    PlaceDoubles: (PlaceDoubles(SEAT, T00, T11), (SEAT, TABLE)),
    PassTurn: (PassTurn(SEAT), (SEAT, TABLE)),
    DrawTile: (DrawTile(SEAT), (SEAT, TABLE)),
    AgreeCount: (AgreeCount(SEAT), (SEAT,)),
    SignSheet: (SignSheet(SEAT), (SEAT,)),
    CallTime: (CallTime(), (DIRECTOR, TABLE)),
    WarnTime: (WarnTime(5), (TABLE,)),
    ReplacePlayer: (ReplacePlayer(SEAT, "Pla"), (REFEREE, DIRECTOR)),
    SetEnd: (SetEnd(1), (DIRECTOR,)),
    PauseClock: (PauseClock("referee"), (REFEREE, DIRECTOR, TABLE)),
    ResumeClock: (ResumeClock(), (REFEREE, DIRECTOR, TABLE)),
    RecordInfraction: (RecordInfraction("TG-13.1", 2), (REFEREE, JUDGES, DIRECTOR)),
    TakeDecision: (TakeDecision("continue"), (SEAT, REFEREE, JUDGES, DIRECTOR)),
    GiveRuling: (GiveRuling((1, 3), "the judges"), (JUDGES,)),
    Undo: (Undo(1, "a slip"), (REFEREE, JUDGES, DIRECTOR, TABLE)),
    ChangeDecision: (ChangeDecision(0, "annul", "misheard"), (REFEREE, JUDGES, DIRECTOR)),
}


def test_every_order_is_in_the_table_of_permissions():
    assert set(PERMISSIONS) == set(get_args(AnyOrder)) == set(MAY)


@pytest.mark.parametrize("by", EVERYBODY, ids=str)
@pytest.mark.parametrize("kind", MAY, ids=lambda kind: kind.__name__)
def test_each_role_may_order_what_is_theirs_and_nothing_else(kind: type[Order], by: Actor):
    order, allowed = MAY[kind]
    match = Table("tarragona").match
    if by in allowed:
        permit(match, order, by)
    else:
        with pytest.raises(Refusal, match="not for"):
            permit(match, order, by)


OWN_HAND = (ShuffleAgain, PlaceTile, PlaceDoubles, PassTurn, DrawTile, AgreeCount, SignSheet)


@pytest.mark.parametrize("order", [MAY[kind][0] for kind in OWN_HAND], ids=repr)
def test_nobody_acts_with_another_seats_hand(order: Order):
    with pytest.raises(Refusal, match="not for seat 2"):
        permit(Table("tarragona").match, order, 2)


@pytest.mark.article("TG-6.3")
def test_only_who_won_the_draw_chooses_a_seat():
    table = Table("tarragona")
    table.do("draw x")
    winner = table.match.draw_winner
    for seat in (1, 2, 3, 4):
        assert (ChooseSeat(1) in options(table.match, seat)) == (seat == winner)
        if seat != winner:
            with pytest.raises(Refusal, match=f"not for seat {seat}"):
                step(table.match, ChooseSeat(1), seat, 0)


def test_a_seat_that_does_not_exist_is_answered_with_a_sentence():
    match = Table("san-juan", opener=1).match
    with pytest.raises(Refusal, match="no seat 9"):
        view(match, 9)
    for nobody in (9, 5, 0, -1):
        with pytest.raises(Refusal, match=f"no seat {nobody}"):
            step(match, AgreeCount(nobody), nobody, 0)


def test_what_is_no_order_is_refused_by_name():
    with pytest.raises(Misuse, match="'hello' is no order, expected one of"):
        step(Table("san-juan").match, "hello", 1, 0)  # type: ignore[arg-type]
    with pytest.raises(Misuse, match="'hello' is no match"):
        step("hello", PassTurn(1), 1, 0)  # type: ignore[arg-type]


def test_what_is_no_tile_no_end_no_moment_and_no_book_is_told_so_too():
    """What a script in a hurry passes: text for a tile or a book, a float for the time."""
    match, tile = Table("san-juan").match, Tile(6, 6)
    with pytest.raises(Misuse, match=r"'66' is no tile, expected one as Tile\(6, 4\)"):
        step(match, PlaceTile(1, "66"), 1, 0)  # type: ignore[arg-type]
    with pytest.raises(Misuse, match="'left' is no end, expected End"):
        step(match, PlaceTile(1, tile, "left"), 1, 0)  # type: ignore[arg-type]
    with pytest.raises(Misuse, match=r"1\.5 is no moment, expected a whole number"):
        step(match, PlaceTile(1, tile), 1, 1.5)  # type: ignore[arg-type]
    with pytest.raises(Misuse, match="'san-juan' is no rule book, expected what load_book gives"):
        new_match("san-juan")  # type: ignore[arg-type]
    assert len(repr(match)) < 3000, "the book in it by its name"


@pytest.mark.parametrize("look", [view, options])
def test_what_is_no_match_and_who_has_no_eyes_is_told_so(look: Any):
    with pytest.raises(Misuse, match="'hello' is no match"):
        look("hello", 1)
    with pytest.raises(Misuse, match="'ana' are no eyes"):
        look(Table("san-juan").match, "ana")


def test_who_looks_from_nowhere_is_told_so():
    match = Table("san-juan").match
    with pytest.raises(Refusal, match="there is no seat 9"):
        view(match, 9)
    with pytest.raises(Misuse, match="'ana' are no eyes, expected a seat or an office") as found:
        view(match, "ana")  # type: ignore[arg-type]
    assert found.value.told("es") == "'ana' no mira desde ningún sitio, se esperaba un puesto o un cargo"


def test_two_players_of_one_name_could_not_be_told_apart():
    book = load_book("san-juan")
    with pytest.raises(Refusal, match="seats 1 and 3 are both called Pons"):
        new_match(book, ("Pons", "Vidal", "Pons", "Roca"))
    with pytest.raises(Misuse, match="are no names"):
        new_match(book, "Pons")  # type: ignore[arg-type]
    assert new_match(book, ("Pons", "Vidal", "Pons", "Roca"), players=("a", "b", "c", "d")), "ids tell them apart"


@pytest.mark.article("TG-18.2")
def test_only_the_one_whom_the_article_names_decides():
    table = Table("tarragona", opener=1).deal(DOMINO_A)
    table.give(RecordInfraction("TG-14.1", 3), REFEREE)
    for by in (1, 2, 3, REFEREE, JUDGES, DIRECTOR):
        with pytest.raises(Refusal, match="somebody else's"):
            step(table.match, TakeDecision("continue"), by, 0)
    assert options(table.match, 4) == (TakeDecision("continue"), TakeDecision("annul"))
    table.give(TakeDecision("continue"), 4)
    assert table.match.awaiting is None


@pytest.mark.article("CI-13", "CI-18")
def test_what_is_not_written_is_the_directors_to_rule_and_nobody_elses():
    table = Table(credulous("competencia-individual"), opener=1).deal(BLOCK_AC).play("00 >05")
    table.give(RecordInfraction("CI-13", 1), REFEREE)
    assert table.match.awaiting is not None
    assert RecordInfraction("CI-18") in options(table.match, DIRECTOR)
    assert options(table.match, REFEREE) == (PauseClock("referee"),)
    assert options(table.match, JUDGES) == ()
    ruling = RecordInfraction("CI-18", details=(("text", "it stays"),))
    for by in (REFEREE, JUDGES):
        with pytest.raises(Refusal, match="somebody else's"):
            step(table.match, ruling, by, table.now)
    table.give(ruling, DIRECTOR)
    assert table.match.awaiting is None


@pytest.mark.article("TG-18.2")
def test_while_somebody_decides_the_referee_records_nothing_and_hears_what_is_open():
    table = Table("tarragona", opener=1).deal(DOMINO_A)
    table.give(RecordInfraction("TG-14.1", 3), REFEREE)
    with pytest.raises(Refusal, match="still open: continue / annul"):
        step(table.match, RecordInfraction("TG-13.1", 2), REFEREE, table.now)


def test_an_article_that_the_book_does_not_have_is_refused_with_one_that_it_has():
    match = Table("tarragona", opener=1).deal(DOMINO_A).match
    with pytest.raises(Refusal, match="has no TG-99") as refusal:
        step(match, RecordInfraction("TG-99", 3), REFEREE, 0)
    assert match.book.find(refusal.value.article) is not None


@pytest.mark.parametrize("phase", ["seating", "dealing", "playing", "counting"])
def test_a_seat_that_does_not_exist_sees_nothing_and_has_no_options_in_any_phase(phase: str):
    table = Table("tarragona", opener=None if phase == "seating" else 1, first_opener="agreed")
    if phase == "playing":
        table.deal(DOMINO_A)
    elif phase == "counting":
        table.hands(DOMINO_A)
    assert table.match.phase == phase
    for nobody in (0, 5, 9, -1):
        assert options(table.match, nobody) == ()
        with pytest.raises(Refusal, match=f"no seat {nobody}"):
            view(table.match, nobody)


# --- fair deals -----------------------------------------------------------------------------------------------------


def test_a_table_that_is_bound_to_a_seed_deals_from_no_other():
    table = Table("san-juan", opener=1)
    table.give(CommitSeed(commitment(b"mine")))
    with pytest.raises(Refusal, match="not the seed"):
        step(table.match, DealHand(b"another"), TABLE, 0)
    table.give(DealHand(b"mine", ((1, "salt"), (3, "pepper"))))
    assert view(table.match, 1).commitment == commitment(b"mine")
    assert view(table.match, 1).seed is None, "secret until the hand is over"
    table.finish()
    assert view(table.match, 1).seed == b"mine".hex()


@pytest.mark.parametrize(
    "entropy",
    [((1, "a"), (1, "b")), ((5, "a"),), ((0, "a"),), ((1, "x" * 65),)],
    ids=["twice", "no such seat", "nobody", "too long"],
)
def test_who_may_add_to_a_seed_and_how_much_is_bounded(entropy: tuple[tuple[int, str], ...]):
    with pytest.raises(Refusal, match="add"):
        step(Table("san-juan", opener=1).match, DealHand(b"seed", entropy), TABLE, 0)


@pytest.mark.article("CI-5")
def test_the_opener_says_once_whether_to_shuffle_again_and_then_takes_last():
    table = Table("competencia-individual", opener=2)
    assert options(table.match, 2) == (ShuffleAgain(2, again=False), ShuffleAgain(2, again=True))
    assert options(table.match, 3) == ()
    table.give(ShuffleAgain(2, again=True))
    assert options(table.match, 2) == ()
    with pytest.raises(Refusal, match="not the moment"):
        table.give(ShuffleAgain(2, again=False))
    table.do("deal x")
    assert table.hand.taking == (3, 4, 1, 2)
    assert table.match.shuffle_wish is None


# --- corrections ----------------------------------------------------------------------------------------------------


@pytest.mark.article("TG-18.2")
def test_a_decision_is_changed_by_a_referee_and_never_by_a_player():
    table = Table("tarragona", opener=1).deal(DOMINO_A)
    table.give(RecordInfraction("TG-14.1", 3), REFEREE)
    table.give(TakeDecision("continue"), 4)
    order = ChangeDecision(0, "annul", "Roca was misheard")
    with pytest.raises(Refusal, match="not for a player"):
        correct(table.ledger, order, 4, table.now)
    changed = correct(table.ledger, order, REFEREE, table.now)
    assert changed.before == table.match
    assert [line.how for line in changed.after.lines] == ["void"]
    assert changed.after == table.ledger.plus(changed.events).match


def test_a_correction_needs_the_ledger_and_says_so():
    with pytest.raises(TypeError, match="corrects a ledger"):
        step(Table("san-juan").match, Undo(1, "a slip"), REFEREE, 0)


def test_a_table_binds_itself_once_for_each_hand():
    table = Table("san-juan", opener=1)
    table.give(CommitSeed(commitment(b"one")))
    with pytest.raises(Refusal, match="not the moment"):
        table.give(CommitSeed(commitment(b"two")))
    table.give(DealHand(b"one"))
    table.finish()
    assert view(table.match, 1).commitment is None, "the hand is over, the seed is known"
    table.agree().give(CommitSeed(commitment(b"two")))
    with pytest.raises(Refusal, match="not the seed"):
        table.give(DealHand(b"one"))
    table.give(DealHand(b"two"))


@pytest.mark.article("CI-5")
def test_nobody_but_the_opener_shuffles_again():
    with pytest.raises(Refusal, match="only the opener"):
        step(Table("competencia-individual", opener=2).match, ShuffleAgain(3, again=True), 3, 0)


@pytest.mark.article("TG-6.2", "TG-6.3", "TG-6.4")
def test_whoever_moves_to_another_seat_takes_everything_along():
    book = with_options(load_book("tarragona"), {"card_span": "tournament"})
    cards = (("blue", 1),)
    first = new_match(
        book, ("Pons", "Vidal", "Mas", "Roca"), players=("p", "v", "m", "r"), brought=(Brought(2, cards=cards),)
    )
    match = start_match(book, first)
    match = step(match, NameScorer(3), 1, 0).after
    match = step(match, NameCounter(2), 2, 0).after
    match = step(match, DrawForOpening(b"x"), TABLE, 0).after
    assert match.draw_winner is not None
    match = step(match, ChooseSeat(match.draw_winner % 4 + 1), match.draw_winner, 0).after
    assert match.names != first.names
    assert "".join(match.players).upper() == "".join(name[0] for name in match.names)
    seat = {name: place for place, name in enumerate(match.names, start=1)}
    assert set(match.home) == {seat["Pons"], seat["Mas"]}
    assert (match.scorer, match.counter) == (seat["Mas"], seat["Vidal"])
    assert match.cards == {seat["Vidal"]: {"blue": 1}}


@pytest.mark.article("SJ-jueces", "SJ-final")
def test_points_ruled_in_the_middle_of_a_hand_end_the_match_there():
    table = Table("san-juan", opener=1, limit="100p").hands(DOMINO_A).agree().deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("SJ-jueces", 1, (("text", "miscounted"), ("points", "1:+40"))), REFEREE)
    assert (table.match.score, table.match.winner, table.match.ended_by) == ((111, 0), (1, 3), "points")
    assert (table.line.how, table.line.text, table.line.written) == ("ruling", "miscounted", (0, 0))
    again = judge(read(write(export(table.ledger)))).match
    assert (again.score, again.winner, again.ended_by, again.lines[-1].how) == ((111, 0), (1, 3), "points", "ruling")


def test_a_record_names_a_turn_that_has_been():
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00 >05")
    step(table.match, RecordInfraction("TG-13.1", 1, (("turn", "2"),), 2), REFEREE, table.now)
    with pytest.raises(Refusal, match="turn 3 is not one of the 2"):
        step(table.match, RecordInfraction("TG-13.1", 1, (("turn", "3"),), 3), REFEREE, table.now)


@pytest.mark.article("CI-10")
def test_where_everybody_plays_alone_the_referee_decides_for_the_offended():
    table = Table("competencia-individual", opener=1, play="alone").deal(DOMINO_A).play("06 <01 <15")
    table.give(RecordInfraction("CI-10", 3), REFEREE)
    assert table.match.awaiting is not None
    assert table.match.awaiting.who == "referee"


@pytest.mark.article("CI-9")
def test_a_correction_costs_nobody_time_and_time_never_runs_backwards_after_it():
    table = Table("competencia-individual", opener=1).deal(BLOCK_AC).play("00 >05")
    later = table.now + 95 * SECOND
    undone = correct(table.ledger, Undo(len(table.ledger.effective) - 1, "a slip"), REFEREE, later)
    assert [type(event).__name__ for event in undone.events] == ["Corrected"], "the table plays for nobody"
    assert undone.after.at == later
    assert undone.after.hand is not None
    assert undone.after.hand.turn == 2
    again = options(undone.after, 2)[0]
    taken = step(undone.after, again, 2, later + 2 * SECOND).events[0]
    assert isinstance(taken, TilePlaced)
    assert taken.took is not None
    assert 2 * SECOND <= taken.took < 10 * SECOND
    assert step(undone.after, again, 2, 0).events[0].at == later


@pytest.mark.article("TG-10")
def test_what_happened_at_once_is_taken_back_at_once():
    """An undo in the middle of it once left a blocked hand that passed for ever."""
    table = Table("tarragona", opener=1).hands(BLOCK_AC)
    middle = [keep for keep, event in enumerate(table.events) if isinstance(event, HandBlocked | HandScored)]
    assert len(middle) == 2
    for keep in middle:
        with pytest.raises(Refusal, match="at once"):
            correct(table.ledger, Undo(keep, "a slip"), REFEREE, table.now)


def test_no_actor_is_every_player_at_once():
    table = Table("san-juan", opener=1).deal(BLOCK_AC)
    with pytest.raises(Refusal, match="not for a player"):
        step(table.match, options(table.match, 1)[0], Role.PLAYER, 0)
    with pytest.raises(TypeError, match="'ana' is no actor"):
        step(table.match, options(table.match, 1)[0], "ana", 0)  # type: ignore[arg-type]


@pytest.mark.article("TG-6.3")
def test_nobody_is_recorded_before_the_seats_are_taken():
    table = Table("tarragona")
    table.do("draw x")
    with pytest.raises(Refusal, match="when the seats are taken"):
        table.give(RecordInfraction("TG-14.1", 4), REFEREE)


@pytest.mark.article("TG-18.2")
@pytest.mark.parametrize("answer", [("chose", "annul"), ("confirm", "yes")])
def test_a_referee_does_not_decide_for_the_player_with_the_record(answer: tuple[str, str]):
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    with pytest.raises(Refusal, match="a record decides nothing"):
        table.give(RecordInfraction("TG-14.1", 2, (answer,)), REFEREE)


@pytest.mark.parametrize(
    ("details", "turn"),
    [
        ((), -7),
        ((("foo", "bar"),), None),
        ((("tile", "zz"),), None),
        ((("turn", "99"),), None),
        ((("turn", "abc"),), None),
        ((("text", "a"), ("text", "b")), None),
        ((("text", "x" * 5000),), None),
    ],
    ids=["a turn below zero", "unknown key", "no tile", "two turns", "no turn", "twice", "a novel"],
)
def test_a_record_that_no_file_could_hold_is_refused(details: tuple[tuple[str, str], ...], turn: int | None):
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    with pytest.raises(Refusal):
        table.give(RecordInfraction("TG-14.1", 1, details, turn), REFEREE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"opener": 9},
        {"players": ("a", "a", "b", "c")},
        {"brought": (Brought(9),)},
        {"brought": (Brought(2, cards=(("pink", 1),)),)},
        {"brought": (Brought(2, cards=(("blue", -1),)),)},
        {"brought": (Brought(2), Brought(2))},
    ],
    ids=str,
)
def test_a_match_does_not_begin_with_what_cannot_be(wrong: dict[str, Any]):
    with pytest.raises(Refusal):
        new_match(with_options(load_book("tarragona"), {"card_span": "tournament"}), **wrong)
