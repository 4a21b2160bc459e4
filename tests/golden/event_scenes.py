"""Golden tournaments: for each article marked *tournament*, the orders of a short event that shows it.

Two files an article: `ARTICLE.orders.jsonl`, the orders one a line, the refused ones too, and `ARTICLE.event.json`, the
exported object after them. Its `log.head` is left out: the hash of the book is in it, so it would be another with every
word of a book, and the chain has tests of its own. The seed puts the entries in order: e1 first in the lot, e2 next.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.tournament.story import Story

FOLDER = Path(__file__).parent
CLUBS = ["Club Náutico de San Juan", "Caparra Country Club"]
OF_THE_DAY = {"registration": {"opens": "2026-05-31T10:30", "closes": "2026-05-31T11:00"}}


class EventScene(NamedTuple):
    """A short tournament for one article."""

    article: str
    sentence: str
    build: Callable[[], Story]
    variant: str = ""

    @property
    def name(self) -> str:
        return f"{self.article}.{self.variant}" if self.variant else self.article

    @property
    def orders_path(self) -> Path:
        return FOLDER / f"{self.name}.orders.jsonl"

    @property
    def event_path(self) -> Path:
        return FOLDER / f"{self.name}.event.json"

    def files(self) -> tuple[str, str]:
        story = self.build()
        orders = "".join(json.dumps(order, ensure_ascii=False) + "\n" for order in story.orders)
        return orders, written(story.object("en"))


def written(event: dict[str, Any]) -> str:
    """The object as it is kept: a line for each table, entry and standing."""
    kept = {**event, "log": {"events": event["log"]["events"]}}
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {_lines(value)}" for key, value in kept.items()) + "\n}\n"


def _lines(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inside = ",\n  ".join(_tables(one) for one in value)
        return f"[\n  {inside}\n]"
    return json.dumps(value, ensure_ascii=False)


def _tables(value: dict[str, Any]) -> str:
    """A round, its tables one a line; anything else in one line."""
    if "tables" not in value:
        return json.dumps(value, ensure_ascii=False)
    rest = json.dumps({key: one for key, one in value.items() if key != "tables"}, ensure_ascii=False)
    tables = ",\n    ".join(json.dumps(table, ensure_ascii=False) for table in value["tables"])
    return f'{rest[:-1]}, "tables": [\n    {tables}\n  ]}}'


def pair(number: int, *, club: str = "", first: dict[str, Any] | None = None, second: dict[str, Any] | None = None):
    """The two players of a pair, with what is particular about them."""
    of_club: dict[str, Any] = {"member": True} | ({"club": club} if club else {})
    return [
        {"id": f"a{number}", "name": f"A {number}"} | (of_club if first is None else first),
        {"id": f"b{number}", "name": f"B {number}"} | (of_club if second is None else second),
    ]


# --- San Juan


def registration() -> Story:
    story = Story("san-juan", options=OF_THE_DAY)
    story.refuse("registration_closed", "enter", entry="e1", players=pair(1), paid=40, at="2026-05-31T10:29:59")
    story.give("enter", entry="e1", players=pair(1), paid=40, at="2026-05-31T10:30")
    story.give("enter", entry="e2", players=pair(2), at="2026-05-31T10:45")
    story.give("pay", entry="e2", amount=15, at="2026-05-31T10:46")
    story.give("pay", entry="e2", amount=25, at="2026-05-31T10:58")
    story.give("enter", entry="e3", players=pair(3), at="2026-05-31T11:00")
    story.refuse("registration_closed", "enter", entry="e4", players=pair(4), paid=40, at="2026-05-31T11:00:01")
    return story


def members() -> Story:
    story = Story("san-juan", options={"clubs": CLUBS})
    story.give("enter", entry="e1", players=pair(1, club=CLUBS[0]))
    story.give("enter", entry="e2", players=pair(2, club=CLUBS[1], second={"guest_of": "a2"}))
    story.give("enter", entry="e3", players=pair(3, first={"guest_of": "a1"}, second={"guest_of": "b1"}))
    story.refuse(
        "not_a_member", "enter", entry="e4", players=pair(4, first={"guest_of": "b2"}, second={"guest_of": "a1"})
    )
    story.refuse("not_a_member", "enter", entry="e4", players=pair(4, club="Club Deportivo de Ponce"))
    story.refuse("not_a_member", "enter", entry="e4", players=pair(4, club=CLUBS[0], second={"club": CLUBS[0]}))
    story.refuse("unknown_player", "enter", entry="e4", players=pair(4, club=CLUBS[0], second={"guest_of": "z9"}))
    story.refuse("wrong_number_of_players", "enter", entry="e4", players=pair(4, club=CLUBS[0])[:1])
    story.refuse("already_entered", "enter", entry="e4", players=pair(1, club=CLUBS[0]))
    return story


def forty_minutes() -> Story:
    story = Story("san-juan")
    story.enter(6)
    story.begin_round()
    story.refuse("both_at_limit", "result", round=1, table=1, score=[205, 200])
    story.refuse("over_the_limit", "result", round=1, table=1, score=[369, 90])
    story.give("result", round=1, table=1, score=[212, 150])
    story.give("result", round=1, table=2, score=[96, -20])
    story.refuse("level_without_winner", "result", round=1, table=3, score=[110, 110])
    story.refuse("slips_missing", "close_round")
    story.give("result", round=1, table=3, score=[110, 110], winner="2+4", reason="fallo del comité de jueces")
    story.give("close_round")
    return story


def expelled_in_a_match() -> Story:
    story = Story("san-juan")
    story.enter(4)
    story.begin_round()
    story.give("expel", player="a1", round=1, article="SJ-irreg-6")
    story.refuse("winner_against_score", "result", round=1, table=1, score=[120, 80], winner="1+3")
    story.give("result", round=1, table=1, score=[120, 80])
    story.give("result", round=1, table=2, score=[200, 130])
    story.begin_round()
    return story


def expelled_and_a_stand_in() -> Story:
    story = Story("san-juan")
    story.enter(4)
    story.begin_round()
    story.give("expel", player="b2", round=1, article="SJ-irreg-7")
    story.refuse("is_out", "return", entries=["e2"])
    story.give("result", round=1, table=1, score=[60, 40])
    story.give("result", round=1, table=2, score=[200, 130])
    story.give("stand_in", round=1, player="b2", name="Suplente")
    story.begin_round()
    return story


def expelled_after_the_match() -> Story:
    story = Story("san-juan")
    story.enter(4)
    story.begin_round()
    story.give("result", round=1, table=1, score=[201, 90])
    story.give("expel", player="b1", round=1, article="SJ-irreg-8")
    story.give("result", round=1, table=2, score=[200, 130])
    story.give("close_round")
    return story


# --- Tarragona


def home_pair() -> Story:
    story = Story("tarragona")
    story.enter(4)
    story.play((150, 300), (310, 200))
    story.begin_round()
    return story


def to_the_limit() -> Story:
    story = Story("tarragona")
    story.enter(4)
    story.begin_round()
    story.refuse("nobody_at_limit", "result", round=1, table=1, score=[280, 250])
    story.refuse("below_zero", "result", round=1, table=1, score=[300, -20])
    story.give("result", round=1, table=1, score=[305, 250], by="player:a1")
    story.refuse("not_yours", "confirm", round=1, table=1, by="player:b1")
    story.refuse("not_yours", "confirm", round=1, table=1, by="player:a3")
    story.give("confirm", round=1, table=1, by="player:b2")
    story.give("result", round=1, table=2, score=[220, 301], by="player:a3")
    story.give("dispute", round=1, table=2, by="player:a4")
    story.refuse("slips_missing", "close_round")
    return story


# --- UEH


def tables_of_three() -> Story:
    story = Story("ueh")
    story.enter(10)
    story.begin_round()
    return story


def a_table_of_two() -> Story:
    story = Story("ueh")
    story.enter(5)
    story.begin_round()
    return story


def winners_on() -> Story:
    story = Story("ueh")
    story.enter(8)
    story.begin_round()
    story.refuse("winner_over_limit", "result", round=1, table=1, score=[301, 310, 320, 305], winner=1)
    story.give("result", round=1, table=1, score=[290, 310, 402, 305], winner=1, re_entries=[0, 2, 2, 2])
    story.give("result", round=1, table=2, score=[330, 320, 310, 250], winner=4, re_entries=[2, 2, 2, 1])
    story.begin_round()
    story.give("result", round=2, table=1, score=[302, 120], winner=2, re_entries=[2, 0])
    story.give("close_round")
    story.refuse("no_more_rounds", "draw")
    return story


def one_round() -> Story:
    story = Story("ueh", options={"championship": "one_round"})
    story.enter(7)
    story.begin_round()
    story.give("result", round=1, table=1, score=[290, 310, 402, 305], winner=1, re_entries=[1, 2, 2, 2])
    story.give("result", round=1, table=2, score=[330, 310, 250], winner=3, re_entries=[2, 2, 1])
    story.give("close_round")
    story.refuse("no_more_rounds", "draw")
    return story


# --- competencia individual


def by_ranking() -> Story:
    story = Story("competencia-individual")
    story.enter(8)
    story.play((100, 62), (40, 100))
    story.begin_round()
    return story


def another_partner() -> Story:
    options = {"table_seating": "1+3v2+4", "avoid_partners": 2}
    story = Story("competencia-individual", options=options)
    story.enter(4)
    story.play((100, 62))
    story.play((100, 80))
    story.begin_round()
    return story


def an_error_found_late() -> Story:
    story = Story("competencia-individual")
    story.enter(8)
    story.play((100, 62), (40, 100))
    story.begin_round()
    story.refuse("reason_needed", "result", round=1, table=1, score=[62, 100])
    story.give("result", round=1, table=1, score=[62, 100], reason="columnas cambiadas")
    return story


def the_signed_slip() -> Story:
    story = Story("competencia-individual")
    story.enter(8)
    story.begin_round()
    story.give("result", round=1, table=1, score=[88, 71], by="player:p1")
    story.give("confirm", round=1, table=1, by="player:p4")
    story.refuse("not_yours", "result", round=1, table=2, score=[70, 90], by="player:p1")
    story.refuse("level_without_winner", "result", round=1, table=2, score=[85, 85])
    story.give("draw")
    story.refuse("slips_missing", "publish")
    story.give("result", round=1, table=2, score=[70, 90], status="entered", by="desk")
    story.refuse("slips_missing", "publish")
    story.give("publish", accept_missing=[2])
    return story


def over_a_hundred() -> Story:
    story = Story("competencia-individual")
    story.enter(8)
    story.play((130, 62), (99, 100))
    return story


def half_a_point() -> Story:
    story = Story("competencia-individual", options={"level_at_end": "half_point"})
    story.enter(4)
    story.play((80, 80))
    return story


def late_and_absent() -> Story:
    story = Story("competencia-individual")
    story.enter(9)
    story.begin_round()
    story.give("late", round=1, player="p2", minutes=4, by="judge")
    story.give("late", round=1, player="p3", minutes=9, by="judge")
    story.give("result", round=1, table=1, score=[100, 62])
    story.give("late", round=1, player="p5", minutes=10, by="judge")
    story.refuse("defaulted", "result", round=1, table=2, score=[100, 62])
    story.give("close_round")
    return story


def stand_in() -> Story:
    story = Story("competencia-individual")
    story.enter(4)
    story.begin_round()
    story.give("default", round=1, table=1, absent=["p1"], by="judge")
    story.give("stand_in", round=1, player="p1", name="Comodín", by="organiser")
    story.give("result", round=1, table=1, score=[100, 45])
    story.give("close_round")
    return story


def only_judges() -> Story:
    story = Story("competencia-individual")
    story.enter(4)
    story.begin_round()
    story.refuse("not_yours", "penalty", player="p2", round=1, article="CI-10", points=30, by="organiser")
    story.refuse("not_yours", "penalty", player="p2", round=1, article="CI-10", points=30, by="desk")
    story.refuse("not_yours", "penalty", player="p2", round=1, article="CI-10", points=30, by="player:p1")
    story.give("penalty", player="p2", round=1, article="CI-10", points=30, by="judge:Mora")
    story.give("result", round=1, table=1, score=[100, 62])
    story.give("close_round")
    return story


def the_director_decides() -> Story:
    story = Story("competencia-individual")
    story.enter(4)
    story.give("keep_apart", players=["p1", "p2"], **{"as": "opponents"})
    story.give("draw")
    story.give("swap", round=1, a="p2", b="p3", reason="lo pide el juez")
    story.refuse("hard_rules_broken", "publish")
    story.give("publish", override="el director: solo hay una mesa", by="director")
    story.give("penalty", player="p4", round=1, article="CI-18", points=10, by="director")
    story.refuse("not_yours", "undo", event=9, by="player:p4")
    story.give("result", round=1, table=1, score=[100, 62])
    story.give("close_round")
    return story


def suspended() -> Story:
    story = Story("competencia-individual")
    story.enter(5)
    story.play((100, 62))
    story.refuse("not_yours", "expel", player="p1", round=1, article="CI-10", by="organiser")
    story.give("expel", player="p1", round=1, article="CI-19", by="organiser")
    story.refuse("is_out", "return", entries=["e1"])
    story.begin_round()
    return story


EVENT_SCENES = [
    EventScene("SJ-registro", "Registration opens and closes; what a pair has paid is kept.", registration),
    EventScene("SJ-jugadores", "Members of the two clubs and guests of a member, in pairs.", members),
    EventScene("SJ-estructura", "200 points or 40 minutes; level at time the judges rule.", forty_minutes),
    EventScene("SJ-irreg-6", "Expelled in mid-match: the others win and the pair is out.", expelled_in_a_match),
    EventScene(
        "SJ-irreg-7", "Who leaves in anger is out; a stand-in goes on with the partner.", expelled_and_a_stand_in
    ),
    EventScene("SJ-irreg-8", "Expelled after the match: its result stands.", expelled_after_the_match),
    EventScene("TG-6.2", "Seats 1 and 3 are the home pair's: the better ranked.", home_pair),
    EventScene("TG-12", "A slip reaches the limit and is confirmed by the other side.", to_the_limit),
    EventScene("UEH-mesas", "Ten at tables of four, three and three.", tables_of_three),
    EventScene("UEH-mesas", "Five at tables of three and two.", a_table_of_two, "five"),
    EventScene("UEH-campeonato", "The winners of two tables meet in the final.", winners_on),
    EventScene("UEH-campeonato", "One round, ranked by re-entries, then points.", one_round, "one-round"),
    EventScene("CI-1", "Round 1 by lot, round 2 by ranking: 1 and 4 against 2 and 3.", by_ranking),
    EventScene("CI-1", "1 and 3 against 2 and 4, and no partner twice.", another_partner, "avoid"),
    EventScene("CI-2", "An error found after the next draw changes the points and no table.", an_error_found_late),
    EventScene("CI-3", "After 25 minutes who is ahead wins; the winners bring the signed slip.", the_signed_slip),
    EventScene("CI-4", "Points over 100 do not count for the difference.", over_a_hundred),
    EventScene("CI-4", "Level after the extra hands: half a point each, as an option.", half_a_point, "half"),
    EventScene("CI-8", "Four minutes cost nothing, nine 25, ten the match; a bye is 100-70.", late_and_absent),
    EventScene("CI-8", "A stand-in lifts the default, not for the absent player.", stand_in, "stand-in"),
    EventScene("CI-17", "Only judges sanction.", only_judges),
    EventScene("CI-18", "The director decides what is not written, and it is in the log.", the_director_decides),
    EventScene("CI-19", "The organisers suspend a player, who loses everything.", suspended),
]
