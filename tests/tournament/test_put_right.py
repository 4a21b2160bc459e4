"""What people got wrong: players and the event put right at any stage, prizes by category; both programs agree."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tantera.tournament.awards import read_awards, written
from tantera.tournament.check import check, second_object
from tantera.tournament.erasing import forgotten, without
from tantera.tournament.evolve import folded
from tantera.tournament.hall.decide import decide
from tantera.tournament.hall.orders import Announce, CallJudge
from tantera.tournament.hall.state import HallState
from tantera.tournament.names import called
from tantera.tournament.orders import Refused
from tantera.tournament.pattern import pattern
from tests.tournament.story import Story


def individual(count: int = 8, **options: Any) -> Story:
    story = Story("competencia-individual", options=options)
    story.enter(count, paid=10)
    return story


def test_a_name_is_put_right_while_a_round_is_played_and_nothing_else_moves():
    story = individual()
    story.begin_round()
    seats = story.seats(1)
    story.give("edit_player", player="p1", name="Ana Pons Gil", short="Anita", club="Reus", by="desk")
    assert called(story.state)["p1"].short == "Anita"
    assert called(story.state)["p1"].own == "Ana Pons Gil"
    assert story.seats(1) == seats
    story.give("undo", event=story.state.number)
    assert called(story.state)["p1"].own == "P 1"
    story.check()


def test_two_who_wish_the_same_short_name_are_told_apart_all_the_same():
    story = individual(4)
    story.give("edit_player", player="p1", name="Ana Pons", short="Ani")
    story.give("edit_player", player="p2", name="Ana Mas", short="Ani")
    assert [called(story.state)[player].short for player in ("p1", "p2")] == ["Pons", "Mas"]


def test_a_correction_that_says_nothing_or_of_nobody_is_refused():
    story = individual(4)
    story.refuse("nothing_changes", "edit_player", player="p1")
    story.refuse("nothing_changes", "edit_event")
    story.refuse("unknown_player", "edit_player", player="nobody", club="Reus")
    story.refuse("nobodys_name", "edit_player", player="p1", name="—")
    story.refuse("look_alike", "edit_player", player="p1", name="Р 2")  # the first letter is Cyrillic
    story.refuse("wrong_value", "edit_event", date="2026-02-30")
    story.refuse("wrong_value", "edit_event", texts={"logo": "http://example.org/logo.png"})
    story.refuse("not_yours", "edit_event", venue="Casal", by="desk")
    story.refuse("unknown_option", "edit_event", options={"fees": 3})


def test_options_change_until_something_published_rests_on_them():
    story = individual()
    story.give("edit_event", options={"limit": "150p", "avoid_partners": 2})
    story.begin_round()
    problem = story.refuse("too_late", "edit_event", options={"limit": "200p", "fee": 5, "avoid_partners": 3})
    assert "limit, avoid_partners" in problem.told("en")
    story.give("edit_event", options={"fee": 5, "prizes": [60, 40], "registration": {"closes": "2026-05-31T12:00"}})
    story.results([150, 10], [150, 20])
    story.give("close_round")
    assert story.prizes() == {story.standing()[0]: 48, story.standing()[1]: 32}
    story.check()


def test_a_draft_of_before_is_drawn_again():
    story = individual(9)
    story.give("draw")
    story.give("edit_event", options={"stand_ins": True})
    story.refuse("draft_is_old", "publish")
    story.begin_round()
    assert story.state.played[0].byes == ()
    story.check()


def test_the_limit_of_the_final_changes_until_the_final_is_published():
    story = Story("tarragona", format="pairs-knock-out", options={"limit": "200p"})
    story.enter(4)
    story.play((200, 90), (120, 200))
    story.give("edit_event", options={"limit_final": "300p"})
    story.begin_round()
    story.refuse("too_late", "edit_event", options={"limit_final": "250p"})
    story.results((300, 90), (200, 150))
    story.check()


def test_a_pair_changes_clubs_together_and_not_once_its_meetings_are_published():
    story = Story("tarragona", format="pairs-team-matches", options={"limit": "200p", "team_pairs": 1})
    story.enter_clubs("Reus", "Vals", "Valls")
    story.refuse("no_club", "edit_player", player="a2", club=None)
    story.give("edit_player", player="a2", club="Falset")
    assert [player.club for player in story.state.entries["e2"].players] == ["Falset", "Falset"]
    story.begin_round()
    story.refuse("too_late", "edit_player", player="a2", club="Reus")
    story.check()


def test_an_old_order_is_not_read_otherwise_and_a_new_one_keeps_the_number_in_the_chain():
    story = individual(4)
    old = story.state.log.history[1].line
    assert b"key" not in old
    story.give("edit_player", player="p1", key="FED-7", name="Ana Pons")
    line = story.state.log.history[-1].line
    assert b"FED-7" in line
    assert b"Ana" not in line


def test_who_is_erased_after_a_correction_leaves_no_letter_of_any_name():
    story = individual(4)
    story.give("edit_player", player="p1", key="FED-7", name="Ana Pons", club="Reus", categories=["señoras"])
    story.give("edit_event", texts={"arbiters": "Ana Pons\nMora"})
    rows = [recorded.row for recorded in story.state.log.history]
    rows = without(rows, [forgotten(rows, "p1")], lambda: "0" * 32)
    assert not any(word in row for row in rows for word in (b"Ana", b"Reus", b"se\xc3\xb1oras"))
    again = folded(rows)
    player = again.entries["e1"].players[0]
    assert (player.name, player.club, player.categories, player.key) == ("—", None, None, "FED-7")
    assert again.head == story.state.head
    assert check(rows).ok
    assert second_object(rows)["players"] == {"p1": {"key": "FED-7"}}


# --- prizes


def ladies(story: Story, *players: str) -> None:
    for player in players:
        story.give("edit_player", player=player, categories=["Señoras"])


AWARDS = "1: 100\n2: 10 %\nseñoras 1: un jamón\nseñoras 2: copa\nclub 1: copa"


def told(story: Story) -> list[tuple[Any, ...]]:
    found = story.object()["awards"]
    return [(one.get("category", ""), one["place"], one.get("entry", one.get("club")), one["amount"]) for one in found]


def played(*, one_prize: bool) -> Story:
    awards = [{key: value for key, value in _as_json(award).items() if value} for award in read_awards(AWARDS)]
    story = individual(8, awards=awards, one_prize=one_prize, teams=1)
    for number in range(1, 9):
        story.give("edit_player", player=f"p{number}", club="Reus" if number % 2 else "Valls")
    story.play([100, 10], [100, 20])
    return story


def _as_json(award: Any) -> dict[str, Any]:
    return {name: getattr(award, name) for name in award.__struct_fields__}


def test_a_lady_who_is_first_gets_both_prizes_or_hands_one_down_as_the_organiser_says():
    both = played(one_prize=False)
    first, second, third, fourth = both.standing()[:4]
    ladies(both, *(f"p{entry[1:]}" for entry in (first, third, fourth)))
    general = [("", 1, first, 100), ("", 2, second, 8)]
    assert told(both)[:4] == [*general, ("señoras", 1, first, 0), ("señoras", 2, third, 0)]
    assert told(both)[4][1] == 1
    both.check()
    one = played(one_prize=True)
    ladies(one, *(f"p{entry[1:]}" for entry in (first, third, fourth)))
    assert told(one)[2:4] == [("señoras", 1, third, 0), ("señoras", 2, fourth, 0)]
    one.check()


def test_a_prize_nobody_is_there_for_stays_with_the_organisers():
    story = played(one_prize=False)
    assert [one for one in told(story) if one[0]] == []


def test_the_checker_finds_a_prize_that_is_somebody_elses(monkeypatch: pytest.MonkeyPatch):
    """A planted fault: categories are written as they sound, and a program that minds capitals gives another result."""
    story = played(one_prize=True)
    ladies(story, "p1", "p2")
    lines = [recorded.row for recorded in story.state.log.history]
    assert second_object(lines)["awards"] == story.object()["awards"]
    monkeypatch.setattr("tantera.tournament.awards.plain", str)
    assert second_object(lines)["awards"] != Story.object(story)["awards"]


def test_prizes_are_written_as_they_are_read():
    assert "\n".join(map(written, read_awards(AWARDS))) == AWARDS
    for line in ("jamón", "1", "0: 5", "señoras: copa"):
        with pytest.raises(Refused):
            read_awards(line)


def test_prizes_cannot_come_to_more_than_all_the_fees():
    with pytest.raises(Refused):
        Story("competencia-individual", options={"prizes": [60, 40], "awards": [{"place": 1, "percent": 10}]})


# --- the next one


def test_the_next_tournament_is_as_the_last_one_but_for_its_day_and_people():
    story = individual(4, avoid_partners=2, registration={"closes": "2026-06-01T10:00"})
    story.give("edit_event", date="2026-05-31", venue="Casal", options={"fee": 5}, texts={"arbiters": "Mora"})
    handed_on = pattern(story.state)
    assert handed_on.create.options == {"avoid_partners": 2, "fee": 5}
    assert handed_on.about == {"venue": "Casal", "texts": {"arbiters": "Mora"}}
    new = Story(handed_on.create.book, format=handed_on.create.format, options=handed_on.create.options)
    assert json.dumps(new.state.said, sort_keys=True) == json.dumps(handed_on.create.options, sort_keys=True)


@pytest.mark.parametrize("letter", ["\x1b", "\x00", "\r", "\u202e", "\u2066", "\u200b"])
def test_what_is_said_at_an_event_turns_no_line_round(letter: str):
    story = individual(4)
    said = f"Comida a las dos\nen el patio{letter}"
    story.refuse("unseen_letter", "edit_event", texts={"notice": said})
    story.refuse("unseen_letter", "edit_event", options={"clubs": [said]})
    story.begin_round()
    story.refuse("unseen_letter", "result", round=1, table=1, score=[100, 40], reason=said)
    for order, by in (
        (Announce(said), "director:Mora"),
        (CallJudge("c1", 1, 1, said), f"player:{story.seats(1)[0][0]}"),
    ):
        with pytest.raises(Refused) as refused:
            decide(story.state, HallState(), order, by, 0)
        assert refused.value.code == "unseen_letter"


def test_lines_accents_and_families_are_said_as_they_are():
    story = individual(4)
    story.give(
        "edit_event", texts={"notice": "Comida a las dos\n¡Venid, también vosotros! \U0001f468\u200d\U0001f467 ❤️"}
    )
    assert decide(story.state, HallState(), Announce("Café\n\u00bfquién?"), "director:Mora", 0)


def test_a_logo_is_written_in_the_letters_of_a_picture():
    story = individual(4)
    story.refuse("wrong_value", "edit_event", texts={"logo": 'data:image/png;base64,"><script>'})
    story.give("edit_event", texts={"logo": "data:image/png;base64,iVBORw0KGgo="})
