"""What an order would change of what people have seen; which value parted whom; what an infraction brings."""

from __future__ import annotations

import pytest

from tantera.tournament.changes import Changes, drawn_on_other_results, foreseen, is_so_already, to_repair
from tantera.tournament.decided import own_book
from tantera.tournament.orders import Refused
from tantera.tournament.presentation import Presentation
from tantera.tournament.sanctioning import PlayerSanction, found_infractions, sanctions_of
from tantera.tournament.standings import standings
from tests.tournament.ordered import Event


def would(event: Event, tag: str, /, **fields: object) -> Changes:
    return foreseen(event.now, event.given(tag, **fields))


@pytest.mark.article("CI-2")
def test_a_result_of_the_round_in_play_changes_nothing_that_was_seen():
    event = Event().players(8).round([100, 62])
    assert not would(event, "result", round=1, table=2, score=[100, 40]).seen


def test_the_same_result_twice_is_there_already():
    event = Event().players(8).round([100, 62])
    same = event.given("result", round=1, table=1, score=[100, 62])
    assert is_so_already(event.now, same)
    assert not is_so_already(event.now, event.given("result", round=1, table=1, score=[100, 63]))
    assert not is_so_already(event.now, event.given("result", round=1, table=2, score=[100, 62]))
    assert not is_so_already(event.now, event.given("close_round"))
    event.order("dispute", round=1, table=1)
    assert not is_so_already(event.now, same), "a disputed slip is settled by the same score"


@pytest.mark.article("CI-2")
def test_another_score_for_a_confirmed_slip_says_which_one_it_was():
    event = Event().players(8).round([100, 62])
    changes = would(event, "result", round=1, table=1, score=[100, 72])
    assert changes.slip_was == (100, 62)
    assert changes.seen
    assert not would(event, "result", round=1, table=1, score=[100, 62]).seen


@pytest.mark.article("CI-2")
def test_a_correction_of_a_closed_round_shows_the_places_that_change_and_keeps_the_tables():
    event = Event().players(8).round([100, 62], [100, 40]).round()
    before = {one.entry: one.place for one in standings(event.now, 1, 1)}
    changes = would(event, "result", round=1, table=1, score=[62, 100], reason="sides swapped")
    assert changes.after_round == 1
    assert {one.entry for one in changes.standings} >= {
        event.now.players[seat] for seat in event.now.played[0].tables[0].seats
    }
    assert all(one.was is not None and one.was.place == before[one.entry] for one in changes.standings)
    assert changes.moves == ()
    assert event.now.played[0].tables[0].slip is not None
    assert event.now.played[0].tables[0].slip.score == (100, 62), "nothing was done"


def test_a_correction_makes_the_next_draft_old():
    event = Event().players(8).round([100, 62], [100, 40])
    event.order("close_round")
    event.order("draw")
    assert would(event, "result", round=1, table=1, score=[100, 63], reason="x").draft_gets_old


def test_an_undo_of_a_publish_says_that_the_round_is_withdrawn_and_the_one_before_open_again():
    event = Event().players(8).round([100, 62], [100, 40]).round()
    publish = next(one.number for one in reversed(event.now.log.history) if one.order.__class__.__name__ == "Publish")
    changes = would(event, "undo", event=publish)
    assert (changes.withdrawn, changes.reopened) == ((2,), (1,))
    assert changes.seen


def test_an_undo_that_something_rests_on_is_refused_with_what_does():
    event = Event().players(8).round([100, 62], [100, 40]).round()
    with pytest.raises(Refused, match="round 2 is published and rests on it"):
        would(event, "undo", event=12)


def test_an_undo_of_a_slip_of_the_round_in_play_need_not_be_asked_about():
    event = Event().players(8).round([100, 62])
    assert not would(event, "undo", event=event.now.number).seen


@pytest.mark.article("CI-2")
def test_a_round_drawn_on_other_results_waits_for_a_word_of_the_director():
    event = Event().players(8).round([100, 62], [100, 40]).round()
    assert drawn_on_other_results(event.now) is None
    event.order("result", round=1, table=1, score=[62, 100], reason="swapped")
    found = to_repair(event.now)
    assert found is not None
    assert found.number == 2
    event.order("repair", round=2)
    assert to_repair(event.now) is None, "it stays as it is"
    assert drawn_on_other_results(event.now) is not None
    event.order("result", round=1, table=1, score=[60, 100], reason="again")
    assert to_repair(event.now) is not None


def test_a_repair_shows_who_would_move():
    event = Event().players(8).round([100, 62], [100, 40]).round()
    event.order("result", round=1, table=1, score=[62, 100], reason="swapped")
    assert len(would(event, "repair", round=2, how="redraw").moves) > 0


@pytest.mark.article("CI-4")
def test_standings_say_which_value_parted_whom():
    event = Event().players(8).round([100, 62], [100, 62])
    event.order("close_round")
    table = standings(event.now)
    parted = Presentation(event.now).partings
    assert table[0].entry not in parted
    assert [parted[one.entry].how for one in table[1:4]] == ["lot", "lot", "lot"]
    assert (parted[table[4].entry].key, parted[table[4].entry].tie) == ("points_won", False)
    event.order("penalty", player=event.now.entries[table[1].entry].ids[0], round=1, article="CI-10", points=30)
    table = standings(event.now)
    third = Presentation(event.now).partings[table[3].entry]
    assert (third.how, third.key, third.above, third.own, third.tie) == ("value", "difference", 38, 8, True)


def test_in_a_knock_out_the_round_of_the_loss_parts():
    event = Event("tarragona", format="pairs-knock-out").pairs(4).round([300, 100], [300, 200])
    table = standings(event.now)
    parted = Presentation(event.now).partings
    assert parted[table[2].entry].how == "lost"
    assert parted[table[3].entry].key == "difference"


@pytest.mark.article("TG-14.11")
def test_players_words_find_an_infraction_and_what_it_brings():
    event = Event("tarragona").pairs(4)
    found = found_infractions(event.now, "renuncio", "es")
    assert found[0].article == "TG-14.11"
    assert sanctions_of(own_book(event.now), found[0]) == (PlayerSanction(card="blue"),)
    assert len(found_infractions(event.now, "", "es")) > 20


@pytest.mark.article("CI-10")
def test_a_false_pass_brings_thirty_points_off():
    event = Event().players(8).round()
    found = found_infractions(event.now, "pase falso", "es")[0]
    (sanction,) = sanctions_of(own_book(event.now), found)
    order = sanction.order("p1", 1, found.article)
    event.order("penalty", player="p1", round=1, article=order.article, points=order.points)  # type: ignore[union-attr]
    assert event.now.fines[0].points == 30


@pytest.mark.article("CI-4")
def test_a_slip_that_cannot_be_cites_the_article():
    event = Event().players(8).round()
    with pytest.raises(Refused) as refused:
        would(event, "result", round=1, table=1, score=[100, 112])
    assert (refused.value.code, refused.value.article) == ("both_at_limit", "CI-4")


def test_those_whose_own_sums_change_stand_first_then_who_moves_the_most() -> None:
    event = Event(rounds=3).players(40)
    event.round(*([100, 99 - table] for table in range(10)))
    event.order("close_round")
    winners = {event.now.players[seat] for seat in event.now.played[0].tables[9].seats}
    given = event.given("result", round=1, table=10, score=[90, 100], reason="the other way round")
    changed = foreseen(event.now, given).standings
    assert {one.entry for one in changed[:4]} == winners
    moved = [abs(one.was.place - one.now.place) for one in changed[4:] if one.was and one.now]
    assert moved == sorted(moved, reverse=True)
