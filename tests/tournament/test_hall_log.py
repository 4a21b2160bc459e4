"""The hall's own log in words: every kind of event is told, or known to stand elsewhere."""

from __future__ import annotations

from typing import Any, get_args

from tantera.tournament.hall import events as e
from tantera.tournament.hall.events import AnyHallEvent
from tantera.tournament.hall.log import told_hall

ME: dict[str, Any] = {"at": 1_700_000_000_000, "by": "director:Rull"}
AT: dict[str, Any] = {"round": 2, "table": 7, **ME}
DAY: list[AnyHallEvent] = [
    e.ClockSet(round=2, length=1_500_000, **ME),
    e.ClockStarted(**ME),
    e.ClockPaused(**ME),
    e.ClockResumed(**ME),
    e.ClockLengthened(length=300_000, **ME),
    e.TimeGiven(table=7, length=-120_000, **ME),
    e.TimeCalled(**ME),
    e.JudgeCalled(call="c1", reason="¿y ahora?", **AT),
    e.CallTaken(call="c1", **ME),
    e.CallClosed(call="c1", **ME),
    e.Objected(objection="o1", text="al revés", **AT),
    e.ObjectionAnswered(objection="o1", text="", **ME),
    e.WindowClosed(round=2, **ME),
    e.Announced(text="Comida", **ME),
    e.Announced(text="", **ME),
    e.Archived(**ME),
    e.TakenOut(**ME),
    e.TablesOnline(round=2, tables=(1, 3), seats=((), ()), **ME),
    e.TablesOnPaper(round=2, tables=(3,), **ME),
    e.VersionGiven(score=(1, 2), **AT),
    e.HandWritten(hand=1, points=(1, 2), **AT),
    e.HandErased(**AT),
    e.PhotoKept(sha256="a" * 64, **AT),
    e.OnlineBegun(**AT),
    e.ErasureAsked(player="p7", **ME),
    e.PersonErased(player="p7", **ME),
    e.PersonErased(**ME),
]


def test_a_day_in_the_hall_is_told_line_by_line():
    assert {type(one) for one in DAY} == set(get_args(AnyHallEvent))
    lines = told_hall(DAY)
    said = [
        f"{line.about.told('en')}: {line.sentence.told('en')}" if line.about is not None else line.sentence.told("en")
        for line in lines
    ]
    assert said == [
        "Round 2: the clock is set to 25 minutes",
        "Round 2: the clock starts",
        "Round 2: the clock is stopped",
        "Round 2: the clock goes on",
        "Round 2: time given to everybody: +5 min",
        "Round 2, table 7: time given: -2 min",
        "Round 2: «time» is called",
        "Round 2, table 7: calls the judge",
        "Round 2, table 7: the judge is on the way",
        "Round 2, table 7: the judge has seen to it",
        "Round 2, table 7: says that the result is wrong",
        "Round 2, table 7: the objection is answered",
        "Round 2: the results are final: no more objections",
        "on every screen: «Comida»",
        "the line on the screens is taken away",
        "the tournament is archived",
        "the tournament is taken out of the archive",
        "Round 2: played online, table 1, 3",
        "Round 2: back on paper, table 3",
        "p7 asks to be erased",
        "somebody was erased: p7",
        "somebody was erased: —",
    ]
    assert {(line.by, line.at) for line in lines} == {("director:Rull", "2023-11-14T22:13:20+00:00")}
    assert [line.why for line in lines if line.why] == ["¿y ahora?", "al revés"]
