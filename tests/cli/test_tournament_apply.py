"""``tantera tournament apply`` and ``export``: what other programs rely on, to the letter of TOURNAMENT.md."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tantera.tournament.export import schema_text
from tests.cli.tournaments import (
    AT,
    PROGRAM,
    answers,
    begun,
    create,
    exported,
    lines_of,
    players,
    program,
    ran,
    tournament,
)
from tests.tournament.first_program import First
from tests.tournament.random_events import play

ORDERS: list[dict[str, Any]] = [create(), *players(8), {"order": "draw", "at": AT}, {"order": "publish", "at": AT}]


def test_each_line_has_one_answer_and_the_status_is_zero_when_all_are_taken(tmp_path: Path):
    (tmp_path / "orders.jsonl").write_text(lines_of(ORDERS), "utf-8")
    done = program("apply", tmp_path / "e", tmp_path / "orders.jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    found = answers(done.stdout)
    assert [answer["ok"] for answer in found] == [True] * len(ORDERS)
    assert [answer["event"] for answer in found] == list(range(1, len(ORDERS) + 1))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e", "orders.jsonl"]


def test_a_refused_order_changes_nothing_the_next_goes_on_and_the_status_is_two(tmp_path: Path):
    text = lines_of([create(), *players(4)]) + "\n   \n" + "rubbish\n[1]\n" + '{"order": "dance"}\n' + lines_of(
        [*players(1), {"order": "close_round"}, *players(1, 5), {"order": "enter", "entry": "e9", "players": []}]
    )  # fmt: skip
    done = ran("apply", tmp_path / "e", "-", input=text)
    assert done.returncode == 2
    found = answers(done.stdout)
    assert [answer["ok"] for answer in found] == [True] * 5 + [False] * 5 + [True, False]
    assert [answer["event"] for answer in found if answer["ok"]] == [1, 2, 3, 4, 5, 6]
    for answer in found:
        if not answer["ok"]:
            assert set(answer) == {"ok", "code", "article", "message"}
            assert answer["message"]
    assert exported(tmp_path / "e")["log"]["events"] == 6


def test_the_same_orders_on_a_new_file_give_the_same_object_the_head_included(tmp_path: Path):
    for name in ("one", "two"):
        assert ran("apply", tmp_path / name, "-", input=lines_of(ORDERS)).returncode == 0
    assert exported(tmp_path / "one") == exported(tmp_path / "two")
    assert len(exported(tmp_path / "one")["log"]["head"]) == 64


def test_whoever_waits_for_each_answer_before_the_next_order_gets_it(tmp_path: Path):
    process = subprocess.Popen(
        [*PROGRAM, "apply", str(tmp_path / "e"), "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for number, order in enumerate(ORDERS, 1):
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert (answer["ok"], answer["event"]) == (True, number)
        process.stdin.write('{"order": "draw"}')  # the last line needs no end
        process.stdin.close()
        assert json.loads(process.stdout.readline())["ok"] is True
    assert process.returncode == 0


def test_without_create_nothing_is_made(tmp_path: Path):
    done = ran("apply", tmp_path / "e", "-", input=lines_of([{"order": "draw"}, create(book="no-such-book")]))
    assert (done.returncode, [answer["ok"] for answer in answers(done.stdout)]) == (2, [False, False])
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_may_be_given_and_no_orders_at_all(tmp_path: Path):
    (tmp_path / "e").touch()
    assert ran("apply", tmp_path / "e", "-").returncode == 0
    assert ran("apply", tmp_path / "e", "-", input=lines_of(ORDERS)).returncode == 0


def test_the_message_is_in_the_language_asked_for(tmp_path: Path):
    for lang in ("es", "ca", "en"):
        done = tournament("apply", tmp_path / "e", "-", "--lang", lang, input="rubbish\n")
        assert answers(done.stdout)[0]["code"] == "not_an_order"


@pytest.mark.parametrize(
    ("file", "orders", "found"),
    [("e", "no-such-file", "no-such-file"), (".", "-", "cannot be opened"), ("letter", "-", "not a database")],
)
def test_what_cannot_be_opened_is_one_sentence_and_status_two(
    file: str, orders: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("letter").write_text("dear aunt, " * 200)
    done = tournament("apply", file, orders)
    assert (done.exit_code, done.stdout) == (2, "")
    assert found in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_random_event_comes_out_of_the_file_as_the_program_sees_it_in_memory(tmp_path: Path):
    first = First()
    played = play("apply/1", "pairs-swiss", first.apply, first.export)
    text = lines_of(order for order, _ in played.orders)
    done = ran("apply", tmp_path / "e", "-", "--lang", "en", input=text)
    found = [(answer["ok"], answer.get("event"), answer.get("code")) for answer in answers(done.stdout)]
    assert found == [(answer["ok"], answer.get("event"), answer.get("code")) for _, answer in played.orders]
    assert exported(tmp_path / "e", "--lang", "en") == json.loads(json.dumps(first.export()))


# --- export -----------------------------------------------------------------------------------------------------------


def test_a_round_gives_the_standings_after_it_and_nothing_later(tmp_path: Path):
    results = [{"order": "result", "round": 1, "table": table, "score": [100, 50]} for table in (1, 2)]
    text = lines_of([*ORDERS, *results, {"order": "draw"}, {"order": "publish"}])
    assert ran("apply", tmp_path / "e", "-", input=text).returncode == 0
    assert [one["round"] for one in exported(tmp_path / "e")["rounds"]] == [1, 2]
    assert [one["round"] for one in exported(tmp_path / "e", "--round", 1)["rounds"]] == [1]
    done = tournament("export", tmp_path / "e", "--json", "--round", 9)
    assert (done.exit_code, done.stdout) == (2, "")


def test_the_object_has_its_letters_and_one_line(tmp_path: Path):
    begun(tmp_path / "e", name="Copa de Otoño")
    done = program("export", tmp_path / "e", "--json", PYTHONIOENCODING="utf-8")
    assert done.stdout.count(b"\n") == 1
    assert "Copa de Otoño" in done.stdout.decode()


def test_the_schema_is_printed_without_a_file():
    assert json.loads(ran("export", "--schema").stdout) == json.loads(schema_text())


def test_the_log_is_the_chain_that_anybody_can_hash(tmp_path: Path):
    from hashlib import sha256

    begun(tmp_path / "e")
    lines = ran("export", tmp_path / "e", "--log").stdout.splitlines()
    before = "0" * 64
    for number, line in enumerate(lines, 1):
        event = json.loads(line)
        assert (event["number"], event["after"]) == (number, before)
        before = sha256(line).hexdigest()
    assert exported(tmp_path / "e")["log"] == {"events": 9, "head": before}


def test_spreadsheets_come_out_for_excel_and_for_others(tmp_path: Path):
    assert ran("apply", tmp_path / "e", "-", input=lines_of(ORDERS)).returncode == 0
    plain = ran("export", tmp_path / "e", "--csv", "results", "--lang", "en").stdout.decode()
    assert plain.splitlines()[0].startswith("round,table,seat 1")
    assert len(plain.splitlines()) == 3
    excel = ran("export", tmp_path / "e", "--csv", "standings", "--excel").stdout
    assert excel.startswith(b"\xef\xbb\xbflugar;inscripci")
    assert excel.count(b"\r\n") == 9
    done = tournament("export", tmp_path / "e", "--csv", "everything")
    assert done.exit_code == 2
    assert "results, standings, entries" in done.stderr


def test_the_entries_of_one_event_can_be_imported_into_another(tmp_path: Path):
    begun(tmp_path / "one", 5)
    (tmp_path / "entries.csv").write_bytes(ran("export", tmp_path / "one", "--csv", "entries", "--excel").stdout)
    begun(tmp_path / "two", 0)
    assert tournament("import", tmp_path / "two", tmp_path / "entries.csv").exit_code == 0
    assert exported(tmp_path / "two")["entries"] == exported(tmp_path / "one")["entries"]


def test_a_file_must_be_named_and_must_be_a_tournament(tmp_path: Path):
    assert tournament("export", "--json").exit_code == 2
    done = tournament("export", tmp_path / "none", "--json", "--lang", "es")
    assert done.exit_code == 2
    assert "no hay ningún torneo" in done.stderr
    assert tournament("export", tmp_path / "none", "--json", "--lang", "xx").exit_code == 2
