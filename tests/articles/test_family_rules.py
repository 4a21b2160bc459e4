"""Rules that clubs of other families need and no book of ours has yet, each on a copy of the classic book.

Hands of two tiles, as in `test_families`.
"""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tantera.bots.roster import LEVELS, answers
from tantera.notation.errors import DgnError
from tantera.notation.export import export
from tantera.notation.judge import judge
from tantera.notation.reader import read
from tantera.notation.verify import verify
from tantera.notation.writer import write
from tantera.play import (
    DIRECTOR,
    REFEREE,
    SPECTATOR,
    TABLE,
    AskRedeal,
    HandScored,
    Phase,
    RecordInfraction,
    SignSheet,
    evolve,
    legal_moves,
    options,
    view,
)
from tantera.play.events import BonusGiven, DealRefused, PlayerReplaced, TilesShuffled, TimeWarned
from tantera.play.hand import rebuilt
from tantera.play.moves import only_end
from tantera.play.orders import ReplacePlayer
from tantera.play.wire import frames, joined
from tantera.referee import step as referee_step
from tantera.rules import Refusal, RuleBookError, law_hash, load_book, parse_book, with_options
from tantera.rules.loader import FAMILY_BOOKS
from tantera.rules.schema import Bonus, Customs, Raise, SheetCustoms, Waiting
from tantera.telling import Narrator
from tests.articles.test_families import CLOSED, ONE_PLAYER, PLAIN
from tests.builders import Dealt, Table, ledger_of, order, step
from tests.play.invariants import the_sheet_adds_up
from tests.play.leaks import leaks
from tests.play.tables import hand_in, next_command, started


def classic(two: bool = True, opener: int = 1, options: dict[str, Any] | None = None, **parts: Any) -> Table:
    book = replace(load_book("clasico"), **parts)
    small = {"tiles": 2} if two else {}
    return Table(with_options(book, small | (options or {})), opener=opener)


def given(game: Table) -> list[tuple[str, tuple[int, ...], int]]:
    return [(event.kind, event.side, event.points) for event in game.events if isinstance(event, BonusGiven)]


# --- bonuses ----------------------------------------------------------------------------------------------------------


def test_each_pass_of_an_opponent_is_paid_and_a_partners_is_not():
    """A opens; B, C and D pass; A lays again. B's and D's passes are paid, C's is not."""
    game = classic(bonuses=(Bonus(kind="pass", points=2), Bonus(kind="round_pass", points=30)))
    game.hands(Dealt(("66.46", "55.15", "11.22", "33.04"), "66 - - - >64"))
    assert given(game) == [("pass", (1, 3), 4), ("round_pass", (1, 3), 30)]


def test_both_sides_may_be_paid_for_passes_of_the_same_hand():
    game = classic(bonuses=(Bonus(kind="pass", points=1),))
    game.hands(Dealt(("66.26", "16.55", "03.33", "14.44"), "66 >61 - >14 <62"))
    assert given(game) == [("pass", (2, 4), 1)]  # C passes on B's tile


@pytest.mark.parametrize(
    ("dealt", "kinds"),
    [
        (Dealt(("66.44", "46.55", "11.22", "33.12"), "66 >64 - - >44"), ["domino_double"]),
        (Dealt(("66.11", "16.55", "06.33", "01.44"), "66 >61 <60 <01 <11"), ["domino_double", "double_capicua"]),
        (PLAIN, []),
    ],
)
def test_going_out_with_a_double_and_with_one_that_fitted_both_ends(dealt: Dealt, kinds: list[str]):
    game = classic(bonuses=(Bonus(kind="domino_double", points=5), Bonus(kind="double_capicua", points=9)))
    assert [kind for kind, _, _ in given(game.hands(dealt))] == kinds


@pytest.mark.parametrize(
    ("racks", "moves", "paid"),
    [
        (("66.46", "55.15", "16.22", "33.04"), "66 - >61 - <64", [("first_pass", (1, 3), 7)]),
        (("66.46", "55.15", "11.22", "33.04"), "66 - - - >64", []),
        (("66.46", "55.15", "11.22", "33.36"), "66 - - >63 <64", []),
    ],
)
def test_a_bonus_may_be_none_where_the_partner_has_to_pass_as_well(racks, moves, paid):
    """As the rules of BarcampRD have the pass on the opening."""
    bonus = Bonus(kind="first_pass", points=7, unless=("partner_passed",))
    game = classic(bonuses=(bonus,)).deal(Dealt(racks)).play(moves)
    assert given(game) == paid


# --- blocks, raises, points that go -----------------------------------------------------------------------------------


def test_a_block_may_be_won_and_bring_nothing():
    game = classic(options={"block_points": "nothing"}).hands(CLOSED)
    assert (game.match.lines[0].side, game.match.score) == ((2, 4), (0, 0))


def test_a_tied_hand_may_add_what_it_was_worth_to_the_next():
    """14 pips each pair: 28 are carried on, and the next hand brings them on top of its own 20."""
    level = Dealt(("66.55", "16.13", "01.22", "34.12"), "66 >61 >10")  # A 10 + C 4, B 4 + D 10
    game = classic(raises=Raise(factor=1, add="worth")).hands(level)
    assert (game.match.lines[0].side, game.match.carried) == (None, 28)
    game.agree().deal(Dealt(("66.16", "06.05", "11.12", "55.04"))).play(PLAIN.moves)
    assert game.match.score == (0, 48)


LEVEL = Dealt(("66.55", "16.13", "01.22", "34.12"), "66 >61 >10")
"""A tied block: A 10 + C 4, B 4 + D 10."""
TWENTY = Dealt(("66.16", "06.05", "11.12", "55.04"), PLAIN.moves)
"""The opener goes out and the others have 20 left."""


@pytest.mark.parametrize(
    ("before", "until", "worth"),
    [((0, 0), 0, 2), ((0, 90), 0, 2), ((0, 40), 50, 2), ((0, 50), 50, 1), ((60, 0), 50, 1)],
    ids=str,
)
def test_the_hand_after_a_tied_one_may_count_double_until_somebody_has_so_many(before, until, worth):
    game = classic(options={"tied_worth": 2, "tied_worth_until": until, "limit": "200p"})
    game.sheet(*before, opener=1).deal(LEVEL).play(LEVEL.moves)
    assert (game.match.lines[0].side, game.match.worth) == (None, worth)
    game.agree().deal(TWENTY).play(TWENTY.moves)
    assert game.match.score == (before[0], before[1] + 20 * worth)
    assert game.match.worth == 1


def test_hands_tied_one_after_the_other_do_not_raise_what_the_next_is_worth_any_further():
    game = classic(options={"tied_worth": 3}).hands(LEVEL).agree().deal(LEVEL).play(LEVEL.moves)
    assert game.match.worth == 3
    assert view(game.match, 1).worth == 3


@pytest.mark.parametrize("how", ["tied_worth", "raises"])
def test_a_void_hand_is_played_again_for_what_it_was_worth(how: str):
    parts: dict[str, Any] = {"raises": Raise(factor=2)} if how == "raises" else {}
    options = {"tied_worth": 2} if how == "tied_worth" else {}
    game = classic(options=options, **parts).hands(LEVEL).agree()
    void = HandScored("void", None, 0, (None,) * 4, (0, 0), 2, at=game.now)
    assert evolve(game.match, void).worth == game.match.worth == 2


def test_a_tied_hand_that_raises_the_next_is_written_and_read_back_as_it_was():
    book = with_options(load_book("clasico"), {"tiles": 2, "tied_worth": 2})
    game = Table(book, opener=1).hands(LEVEL).agree().deal(TWENTY).play(TWENTY.moves)
    text = write(export(ledger_of(book, game.events)))
    assert '[Option "tied_worth=2"]' in text
    again = judge(read(text))
    assert (again.match.score, again.match.lines[0].next_worth) == ((0, 40), 2)
    with pytest.raises(DgnError, match=r"expected = domino 2 \+40"):
        judge(read(text.replace("= domino 2 +40", "= domino 2 +20")))


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("es", "la mano siguiente vale por 2"),
        ("ca", "la mà següent val per 2"),
        ("en", "the next hand counts ×2"),
    ],
)
def test_it_is_told_what_the_next_hand_is_worth(lang: str, sentence: str):
    game = classic(options={"tied_worth": 2}).hands(LEVEL)
    [(line, before, after)] = [
        one for one in ledger_of(game.book, game.events).happenings() if isinstance(one.event, HandScored)
    ]
    assert sentence in str(Narrator(lang).sentence(line, before, after))


# --- who waits to lift the tiles


@pytest.mark.parametrize(
    ("lifting", "stages"),
    [
        ((Waiting(seat=3, after=1),), [(2, 3, 1), (2, 3, 1, 4)]),
        ((Waiting(seat=3, after=1), Waiting(seat=4, after=2)), [(2, 3), (2, 3, 4), (2, 3, 4, 1)]),
        ((Waiting(seat=2, after=1), Waiting(seat=4, after=3)), [(2, 4), (2, 4, 3), (2, 4, 3), (2, 4, 3, 1)]),
        ("at_once", [(2, 3, 4, 1)]),
    ],
    ids=["the opener's partner alone", "as Tarragona", "others", "nobody"],
)
@pytest.mark.article("TG-8.5", "TG-8.9")
def test_who_waits_for_whom_to_lift_is_the_books_to_say(lifting: Any, stages: list[tuple[int, ...]]):
    """Seat 2 opens: players are counted from the opener."""
    game = classic(two=False, opener=2, customs=Customs(lifting=lifting))
    game.do("deal x")
    seen = [game.hand.lifted]
    while len(seen) < len(stages):
        for seat in range(1, 5):
            lifted = seat in game.hand.lifted
            assert bool(game.sees(seat).mine) is lifted
            assert leaks(game.match, seat, joined(game.match, seat, 1)) == []
        move = legal_moves(game.hand)[0]
        game.give(move, move.seat)
        seen.append(game.hand.lifted)
    assert [set(one) for one in seen] == [set(one) for one in stages]


WAITING = [Waiting(seat=seat, after=after) for seat in (2, 3, 4) for after in range(1, seat)]


@pytest.mark.parametrize("seed", range(12))
def test_whoever_waits_nobody_is_sent_tiles_that_they_have_not_lifted(seed: int):
    """Every list by chance, every frame of a hand, all eyes; searched by a second opinion."""
    rng = Random(seed)
    lifting = {one.seat: one for one in rng.sample(WAITING, rng.randint(1, 3))}
    match, _ = started(replace(load_book("clasico"), customs=Customs(lifting=tuple(lifting.values()))))
    eyes: tuple[Any, ...] = (1, 2, 3, 4, SPECTATOR)
    waited = False
    while not match.lines:
        ordered = next_command(match, rng, seed)
        progress = referee_step(match, ordered, getattr(ordered, "seat", TABLE), match.at)
        sent = frames(progress, 1, eyes)
        match = progress.after
        for one in eyes if match.hand is not None else ():
            assert leaks(match, one, sent.to(one)) == []
            assert leaks(match, one, joined(match, one, 1)) == []
        waited |= match.hand_in_play and len(hand_in(match).lifted) < 4
    assert waited


def test_an_old_name_of_a_list_is_the_list_and_its_law_has_the_same_hash():
    club = 'id = "club"\nextends = "tarragona"\n[table]\nlifting = {}\n'
    named, listed = (
        parse_book(club.format(said)) for said in ('"staged"', "[{ seat = 4, after = 2 }, { seat = 3, after = 1 }]")
    )
    assert named == listed
    assert law_hash(named) == law_hash(listed)
    assert parse_book(club.format("[]")).customs.lifting == "at_once"
    assert law_hash(parse_book(club.format("[{ seat = 3, after = 1 }]"))) != law_hash(named)


# --- who of the winners opens, having seen their tiles


def test_what_the_winners_chose_survives_a_rebuilt_hand_and_a_document():
    game = Table("jamaica-six-love", tiles=2).hands(ONE_PLAYER).agree()
    game.do("deal x", "opener 1")
    first = legal_moves(game.hand)[0]
    game.give(first, 1)
    assert rebuilt(game.hand, 0, game.now).turn == 1
    assert rebuilt(game.hand, 1, game.now).turn == 2
    text = write(export(ledger_of(game.book, game.events)))
    assert "#2 o1 1-0" in text
    again = judge(read(text)).match
    assert (hand_in(again).opener, hand_in(again).turn, again.phase) == (1, 2, Phase.PLAYING)


def test_a_deal_after_which_the_winners_choose_does_not_say_who_opens():
    game = Table("jamaica-six-love", tiles=2).hands(ONE_PLAYER).agree()
    game.do("deal x", "opener 1")
    dealt, agreed = list(ledger_of(game.book, game.events).happenings())[-2:]
    told = [Narrator("es").sentence(*one) for one in (dealt, agreed)]
    assert [one.text for one in told if one is not None] == ["Mano 2", "Eligen los que ganaron: sale 1"]


def test_a_document_of_a_hand_that_is_only_dealt_leaves_the_choice_open():
    game = Table("jamaica-six-love", tiles=2).hands(ONE_PLAYER).agree()
    game.do("deal x")
    text = write(export(ledger_of(game.book, game.events)))
    again = judge(read(text)).match
    assert (again.phase, again.opener_choosers, hand_in(again).racks) == (Phase.CHOOSING, (1, 3), game.hand.racks)


@pytest.mark.parametrize("which", [0, 1])
def test_the_deal_that_the_winners_chose_after_can_be_verified(which: int):
    """Tiles were taken from whoever would open; another one of the pair may have opened."""
    game = Table("jamaica-six-love")
    game.do("deal a")
    game.finish().agree().do("deal b")
    opener = game.match.opener_choosers[which]
    game.do(f"opener {opener}")
    game.finish()
    text = write(export(ledger_of(game.book, game.events)))
    assert f"#2 o{opener} " in text
    assert [one.errors for one in verify(judge(read(text)))] == [(), ()]


def test_the_deal_of_a_book_in_which_whoever_shuffles_takes_last_can_be_verified():
    game = Table("brasil-7")
    for seed in "abc":
        game.do(f"deal {seed}")
        game.finish().agree()
    assert [one.errors for one in verify(judge(read(write(export(ledger_of(game.book, game.events))))))] == [()] * 3


def test_tiles_that_are_thrown_in_are_chosen_after_anew():
    customs = Customs(may_redeal_from=2)
    chosen = {"next_opener": "winners_choose", "choose_opener": "after_lifting"}
    game = classic(customs=customs, options=chosen).hands(PLAIN).agree()
    many = next(seed for seed in map(str, range(500)) if _doubles(game, seed) >= 2)
    game.do(f"deal {many}")
    seat = next(seat for seat in range(1, 5) if game.hand.doubles(seat) >= 2)
    assert AskRedeal(seat) in options(game.match, seat)
    game.do("opener 3")
    game.give(AskRedeal(seat), seat)
    assert (game.match.phase, game.match.opener) == (Phase.DEALING, 1)
    game.do("deal other")
    assert (game.match.phase, game.match.opener_choosers) == (Phase.CHOOSING, (1, 3))


def _doubles(game: Table, seed: str) -> int:
    dealt = hand_in(step(game.match, order(f"deal {seed}"), game.now)[0])
    return max(dealt.doubles(seat) for seat in range(1, 5))


def test_time_may_be_called_and_a_rule_recorded_while_the_winners_choose():
    options = {
        "next_opener": "winners_choose",
        "choose_opener": "after_lifting",
        "limit": "500p 10m",
        "at_time": "stop",
    }
    game = classic(options=options).hands(PLAIN).agree()
    game.do("deal x")
    assert game.match.phase is Phase.CHOOSING
    game.wait(700)
    assert (game.match.ended_by, game.match.lines[-1].how) == ("time", "time")


def test_where_the_partner_waits_to_lift_the_winners_cannot_choose_having_seen_their_tiles():
    with pytest.raises(RuleBookError, match=r'choose_opener: found .*, expected "before_dealing", or lifting'):
        with_options(load_book("tarragona"), {"choose_opener": "after_lifting"})


def test_what_the_others_win_may_take_only_the_losers_points():
    game = Table("jamaica-six-love", tiles=2, reset="others").sheet(5, 0, opener=2)
    game.deal(PLAIN).play(PLAIN.moves)
    assert game.match.score == (0, 1)


# --- the deal ---------------------------------------------------------------------------------------------------------


def test_who_holds_many_doubles_may_ask_for_a_new_deal_before_the_opening_and_nobody_else():
    game = classic(customs=Customs(may_redeal_from=2)).deal(Dealt(("66.55", "16.13", "01.22", "34.12")))
    assert AskRedeal(1) in options(game.match, 1)
    assert AskRedeal(2) not in options(game.match, 2)
    assert not any(isinstance(order, AskRedeal) for order in view(game.match, 1).plays)
    with pytest.raises(Refusal, match="2 doubles or more, you hold 0"):
        step(game.match, AskRedeal(2), game.now)
    game.give(AskRedeal(1))
    assert isinstance(game.events[-1], DealRefused)
    assert (game.match.phase, game.match.opener, game.match.hand_number, game.match.redeals) == (Phase.DEALING, 1, 1, 1)
    game.deal(PLAIN).play("66")
    with pytest.raises(Refusal, match="before the hand is opened"):
        step(game.match, AskRedeal(1), game.now)
    game.play(" ".join(PLAIN.moves.split()[1:]))
    assert game.match.score == (20, 0)


def test_the_first_shuffle_may_be_somebody_elses():
    game = classic(two=False, customs=Customs(shuffle="previous_opener", first_shuffle="left_of_opener"))
    game.do("deal a")
    first = next(event.seats for event in game.events if isinstance(event, TilesShuffled))
    game.finish().agree().do("deal b")
    later = [event.seats for event in game.events if isinstance(event, TilesShuffled)][-1]
    assert (first, later) == ((4,), (1,))


# --- the clock, the sheet, who plays ----------------------------------------------------------------------------------


def test_the_hand_in_play_is_finished_and_so_many_more_are_played():
    game = classic(
        options={"at_time": "finish_and_extra", "limit": "500p 10m", "level_at_end": "half_point"}, extra_hands=1
    )
    game.deal(PLAIN).wait(601)
    assert game.match.hands_left == 2
    game.play(PLAIN.moves).agree().deal(Dealt(("66.16", "06.05", "11.12", "55.04"))).play(PLAIN.moves)
    assert game.match.ended_by == "time"


def test_the_table_is_told_before_time_once_each():
    game = classic(options={"limit": "500p 10m"}, warn_minutes=(5, 1)).deal(PLAIN)
    game.wait(299).wait(2).wait(60).wait(200).wait(1)
    assert [event.minutes for event in game.events if isinstance(event, TimeWarned)] == [5, 1]
    late = classic(options={"limit": "500p 10m"}, warn_minutes=(5, 1)).deal(PLAIN).wait(570)
    assert [event.minutes for event in late.events if isinstance(event, TimeWarned)] == [1]


def test_one_signature_of_each_side_is_enough():
    game = classic(options={"limit": "20p"}, sheet=SheetCustoms(signed_by="one_of_each_side")).hands(PLAIN)
    assert (game.match.phase, game.match.signers) == (Phase.ENDED, (1, 3, 2, 4))
    game.give(SignSheet(3))
    assert game.match.signers == (3, 2, 4)
    with pytest.raises(Refusal, match="seat 1 does not sign"):
        step(game.match, SignSheet(1), game.now)
    game.give(SignSheet(2))
    assert [seat for seat in game.match.signers if seat not in game.match.signatures] == []


def test_a_reserve_comes_in_between_two_hands_and_not_in_the_middle_of_one():
    game = classic().deal(PLAIN)
    with pytest.raises(Refusal, match="between two hands"):
        step(game.match, ReplacePlayer(3, "Lluch"), game.now, REFEREE)
    game.play(PLAIN.moves)
    game.give(ReplacePlayer(3, "  Lluch "), DIRECTOR)
    assert isinstance(game.events[-1], PlayerReplaced)
    assert game.match.names == ("1", "2", "Lluch", "4")
    assert game.match.score == (20, 0)
    with pytest.raises(Refusal, match="not for a player"):
        step(game.match, ReplacePlayer(3, "Pons"), game.now, 1)


def test_clockwise_the_right_hand_is_where_the_player_before_sits():
    """Both ends alike, the tile goes to the player's right (TG-9.2): for who plays clockwise that is the other side."""
    ways = {}
    for turns in ("to_the_right", "to_the_left"):
        book = with_options(load_book("tarragona"), {"tiles": 2, "turns": turns})
        game = Table(book, opener=1).deal(Dealt(("66.16", "06.36", "11.12", "55.04"))).play("66")
        ways[turns] = only_end(game.hand)
    assert None not in ways.values()
    assert ways["to_the_right"] is not ways["to_the_left"]


FAULTS = """
id = "club"
extends = "clasico"
[name]
es = "Club"
[about]
es = "Club"
[options]
fault_count = "pair"
[[article]]
id = "C-2"
number = "2"
ways = ["referee"]
es = "El móvil se apaga."
[[infraction]]
article = "C-2"
name = { es = "Móvil" }
example = { es = "Le sonó." }
consequences = [{ kind = "warning" }]
again = [{ kind = "points", side = "offender", points = -10 }]
"""


@pytest.mark.parametrize(("counted", "score"), [("pair", (-10, 0)), ("player", (0, 0))])
def test_the_second_fault_may_be_the_partners(counted: str, score: tuple[int, int]):
    text = FAULTS.replace('fault_count = "pair"', f'fault_count = "{counted}"')
    game = Table(parse_book(text), opener=1)
    game.do("deal x")
    for seat in (1, 3):
        game.give(RecordInfraction("C-2", seat), REFEREE)
    assert game.match.score == score


# --- bots, and documents ----------------------------------------------------------------------------------------------


@pytest.mark.by_chance
@pytest.mark.parametrize("book_id", FAMILY_BOOKS)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_bots_of_the_first_levels_play_every_family_to_its_end_and_the_sheet_adds_up(book_id: str, level: int):
    book = load_book(book_id)
    bots = {seat: answers(LEVELS[level].mover(seat)) for seat in range(1, 5)}
    match, events = started(book)
    rng, hands = Random(level), 0
    while match.phase is not Phase.ENDED and len(match.lines) < 200:
        seat = next((one for one in match.seats if options(match, one)), None)
        order = next_command(match, rng, level) if seat is None else bots[seat](view(match, seat))
        match, happened = step(match, order, match.at, seat)
        events += happened
        hands = len(match.lines)
    assert match.phase is Phase.ENDED or hands == 200
    the_sheet_adds_up(match, events)
    text = write(export(ledger_of(book, events)))
    assert judge(read(text)).match.score == match.score
