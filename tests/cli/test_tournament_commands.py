"""The commands for people: a whole tournament as a director types it, and what is said when something is wrong."""

from __future__ import annotations

import io
import itertools
import json
import shutil
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from tantera.cli.app import app
from tantera.cli.text_tables import TextTable
from tantera.rules import load_book
from tantera.rules.glossary import RANKED_BY
from tantera.tournament.sheets.text import column
from tantera.tournament_file import read_lines
from tantera.tournament_file.sample import write_sample
from tests.cli.tournaments import begun, exported, program, refused, said, tournament
from tests.cli.window import Window


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return begun(tmp_path / "copa.tantera")


def test_a_tournament_from_its_first_to_its_last_order(tmp_path: Path):
    file = tmp_path / "copa.tantera"
    assert "1  create" in said("new", file, "Copa", "--book", "competencia-individual", "--seed", "7", "--rounds", 2)
    for name in ("Ana Pons", "Biel Mas", "Carme Roca", "Dídac Soler"):
        assert name in said("enter", file, name, "--club", "Sol", "--paid", 10)
    (tmp_path / "more.csv").write_text("nombre;club\nErnest Vidal;Luna\nFina Bosch;Luna\n", "latin-1")
    assert said("import", file, tmp_path / "more.csv") == "2 entries\n"
    said("pay", file, "Fina Bosch", 10)
    said("keep-apart", file, "Ana Pons", "Biel Mas", "--as", "partners", "--soft", "--rounds", 1)
    said("check-in", file, "--all")
    said("withdraw", file, "Fina Bosch")
    said("return", file, "e6")
    assert "Sit out" in said("draw", file)
    assert "Head: " in said("publish", file)
    one = exported(file)["rounds"][0]
    assert (one["stage"], len(one["tables"]), len(one["byes"])) == ("published", 1, 2)
    absent = one["tables"][0]["seats"][0]
    said("late", file, 1, absent, 5)
    said("result", file, 1, 1, 100, 62, "--status", "entered")
    said("dispute", file, 1, 1)
    assert "(disputed)" in said("rounds", file, 1)
    said("confirm", file, 1, 1)
    said("penalty", file, 1, absent, 30, "CI-10")
    said("close-round", file)
    assert "100-62" in said("rounds", file)
    said("draw", file)
    seats = exported(file)["rounds"][1]["tables"][0]["seats"]
    assert "changed seats (asked for)" in said("swap", file, 2, seats[0], seats[1], "asked for")
    said("publish", file, "--override", "the director says so")
    seats = exported(file)["rounds"][1]["tables"][0]["seats"]
    said("default", file, 2, 1, seats[3])
    assert "default" in said("rounds", file, 2)
    said("stand-in", file, 2, seats[3], "Comodín")
    assert "Comodín" in said("rounds", file, 2)
    said("result", file, 2, 1, 55, 100, "--winner", "2+4")
    said("expel", file, 2, seats[0], "CI-19", "--by", "organiser")
    said("close-round", file)
    assert "out" in said("entries", file)
    said("close", file)
    assert "undo" in said("undo", file)
    event = exported(file)
    assert event["stage"] == "running"
    assert event["out"] == [seats[0]]
    log = said("log", file)
    assert len(log.splitlines()) == event["log"]["events"]
    assert "(undone)" in log
    assert "score=100-62" in log
    assert "Dídac Soler" in said("standings", file)
    assert json.loads(said("standings", file, "--round", 1, "--json")) == exported(file, "--round", 1)["standings"]
    assert "Everything is right." in said("check", file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copa.tantera", "more.csv"]


def test_a_pair_enters_with_two_names_and_is_found_by_either(tmp_path: Path):
    file = tmp_path / "e"
    said("new", file, "Parejas", "--book", "san-juan", "--option", "teams=2", "--option", "bye=[0,0]")
    line = said("enter", file, "Ana", "Biel", "--club", "Sol", "--club", "Luna", "--member").splitlines()[-1]
    assert line == "e1: Ana (p1) / Biel (p2)"
    said("enter", file, "Carme", "Dídac", "--entry", "x", "--id", "c", "--id", "d", "--guest-of", "p1")
    said("pay", file, "dídac", 40)
    assert [entry["players"] for entry in exported(file)["entries"]] == [["p1", "p2"], ["c", "d"]]
    assert exported(file)["entries"][1]["paid"] == 40
    assert said("standings", file) == "No round has been published yet.\n"
    said("draw", file)
    said("publish", file)
    assert "Ana / Biel" in said("standings", file)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_at_80_columns_standings_rounds_and_entries_are_tables_and_nothing_is_cut(tmp_path: Path):
    """Then: the last columns of the standings were outside the window, and where names were long there was no table."""
    write_sample(tmp_path / "sample.tantera", load_book, datetime(2026, 5, 30, 12, tzinfo=UTC))
    pairs = tmp_path / "pairs.tantera"
    said("new", pairs, "Parejas", "--book", "san-juan")
    for number in range(4):
        said(
            "enter",
            pairs,
            f"María del Carmen Puigdemunt i Casamitjana {number}",
            f"José Antonio Arizmendi {number}",
            "--member",
        )
    for file, command in itertools.product(("sample", "pairs"), ("standings", "rounds", "entries")):
        with Window("tournament", command, f"{file}.tantera", "--lang", "es", folder=tmp_path) as window:
            lines = [line for line in window.rest().replace("\r", "").split("\n")[1:] if line]
        assert all(len(line) <= 80 for line in lines)
        tables = [line for line in lines if line[0] in "┏┃┡│└"]
        assert tables == lines or command == "rounds"
        assert len({len(line) for line in tables if line[0] in "┏┡└"}) <= 1 + (command == "rounds"), (
            "closed on the right"
        )
        assert all(line[-1] in "┓┃┩│┘" for line in tables)
        for row in exported(tmp_path / f"{file}.tantera")["standings"] if command == "standings" else ():
            figures = [str(row["place"]), row["entry"], *map(str, row["values"].values())]
            assert any(set(figures) <= set(line.replace("│", " ").split()) for line in tables), figures


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_standings_by_groups_with_every_tie_break_are_a_table_of_80_columns_too(lang: str):
    """Then: eleven lines for each pair. Now headings are shortened where they have no room, and told below."""
    values = [column(lang, one) for one in ("group", "place", "entry", *RANKED_BY)][:9]
    rows = tuple((f"María del Carmen Puig / José Ruiz {number}", *["-155"] * len(values)) for number in range(9))
    for width, is_table in ((200, True), (80, True), (30, False)):
        shown = io.StringIO()
        TextTable("Copa", ("", *values), rows, may_shorten=True).show(Console(file=shown, width=width))
        lines = shown.getvalue().split("\n")
        assert max(map(len, lines)) <= width
        assert any(line.count("-155") == len(values) for line in lines) is is_table
        assert all(" ".join(value.split()) in " ".join(shown.getvalue().split()) for value in values) or width == 200


def test_the_public_lot_can_be_computed_by_anybody(tmp_path: Path):
    file = tmp_path / "e"
    printed = said("new", file, "Copa", "--book", "competencia-individual", "--public-lot").splitlines()
    hashed, secret = printed[-2].rsplit(" ", 1)[1], printed[-1].rsplit(" ", 1)[1]
    assert sha256(secret.encode()).hexdigest() == hashed
    for number in range(1, 9):
        said("enter", file, f"Player {number}")
    assert tournament("lot", file, "another secret", "6-4").exit_code == 2
    said("lot", file, secret, "6-4")
    said("draw", file)
    seed = f"{secret}:6-4"
    assert exported(file)["seed"] == seed
    lot = sorted(
        (f"e{number}" for number in range(1, 9)), key=lambda entry: sha256(f"{seed}/{entry}".encode()).hexdigest()
    )
    seats = [seat for table in exported(file)["rounds"][0]["tables"] for seat in table["seats"]]
    assert [f"p{entry[1:]}" for entry in lot] == seats


def test_a_hash_made_elsewhere_can_be_committed_to(tmp_path: Path):
    said("new", tmp_path / "e", "Copa", "--book", "competencia-individual", "--seed", "x")
    said("commit", tmp_path / "e", sha256(b"s").hexdigest())
    said("lot", tmp_path / "e", "s", "17")
    assert exported(tmp_path / "e")["seed"] == "s:17"


def test_why_tells_the_reasons_of_the_draw(file: Path):
    said("draw", file)
    whole = said("why", file, 1)
    assert ["\n1: " in whole, "\n2: " in whole] == [True, True]
    assert exported(file, "--lang", "en")["rounds"][0]["tables"][1]["why"] in said("why", file, 1, 2)
    assert "2: " not in said("why", file, 1, 1).split("\n1: ")[1]
    assert refused("why", file, 1, 9) == "found no table 9, expected 1 to 2"
    assert refused("why", file, 4) == "found no round 4, expected 1 to 1"
    assert refused("rounds", file, 4) == "found no round 4, expected 1 to 1"


def test_a_repair_says_who_would_move_and_moves_nobody(file: Path):
    said("draw", file)
    said("publish", file)
    assert said("repair", file, 1, "--how", "redraw", "--preview") == "Nobody moves.\n"
    assert json.loads(said("repair", file, 1, "--preview", "--json"))["ok"] is True


def test_an_import_with_a_wrong_line_enters_nobody_and_names_the_line(file: Path, tmp_path: Path):
    sheet = tmp_path / "e.csv"
    sheet.write_text("id;nombre\np20;Neus\np1;Otto\n", "utf-8")
    assert refused("import", file, sheet, lang="es").startswith(f"{sheet}: línea 3: ")
    sheet.write_text("id;nombre\na b;Neus\n", "utf-8")
    assert refused("import", file, sheet).startswith(f"{sheet}: line 2: ")
    sheet.write_text("nombre;pagado\nNeus;x\n;3\n", "utf-8")
    assert len(refused("import", file, sheet).splitlines()) == 2
    assert "found no way to read it" in refused("import", file, tmp_path / "none.csv")
    assert len(exported(file)["entries"]) == 8


def test_people_are_called_by_name_and_a_wrong_name_is_guessed(file: Path):
    said("withdraw", file, "jugador 3")
    assert exported(file)["entries"][2]["active"] is False
    assert "Jugador 3 perhaps" in refused("withdraw", file, "Jugadr 3")
    said("enter", file, "Jugador 3")
    assert refused("withdraw", file, "Jugador 3") == "found several called Jugador 3, expected one of p3, p9"
    for _ in range(5):
        said("enter", file, "Someone Else")
    assert "expected the id or the name of somebody" in refused("withdraw", file, "Nobody")


def test_the_roles_are_obeyed(file: Path):
    assert tournament("draw", file, "--by", "desk").exit_code == 2
    assert tournament("draw", file, "--by", "organiser:Pons").exit_code == 0


def test_a_refusal_is_one_sentence_in_the_readers_language_and_changes_nothing(file: Path):
    before = read_lines(file)
    for lang in ("es", "ca", "en"):
        assert "\n" not in refused("result", file, 1, 1, 100, 62, "--lang", lang)
    assert "\n" not in refused("new", file, "Otra", "--book", "clasico")
    assert "key=value" in refused("new", file.with_name("x"), "Otra", "--option", "teams")
    assert read_lines(file) == before
    assert not file.with_name("x").exists()


@pytest.mark.parametrize("command", ["draw", "standings", "rounds", "entries", "log", "check", "close"])
def test_a_file_that_is_not_there_is_said_and_not_made(command: str, tmp_path: Path):
    assert "no hay ningún torneo" in refused(command, tmp_path / "none", lang="es")
    assert list(tmp_path.iterdir()) == []


def test_a_copy_is_a_whole_tournament(file: Path, tmp_path: Path):
    assert said("copy", file, tmp_path / "copy") == f"Copy written: {tmp_path / 'copy'}\n"
    assert exported(tmp_path / "copy") == exported(file)
    (tmp_path / "folder").mkdir()
    said("copy", file, tmp_path / "folder")
    assert exported(tmp_path / "folder" / file.name) == exported(file)
    assert "the event itself" in refused("copy", file, tmp_path)
    assert "cannot be written" in refused("copy", file, tmp_path / "nowhere" / "copy")


def test_a_copy_with_the_hands_of_a_round_that_is_played_says_for_whom_it_is(tmp_path: Path):
    file, copy, site = tmp_path / "copa.tantera", tmp_path / "copy.tantera", tmp_path / "site"
    create = {"order": "create", "name": "Copa", "book": "competencia-individual", "seed": "7"}
    orders: list[dict[str, object]] = [create | {"options": {"duplicate": {"hands": 2, "score": "butler"}}}]
    orders += [{"order": "enter", "entry": f"e{n}", "players": [{"id": f"p{n}", "name": f"P{n}"}]} for n in range(4)]
    orders += [{"order": "draw"}, {"order": "publish", "secret": "ab" * 16}]
    (tmp_path / "orders.jsonl").write_text("\n".join(map(json.dumps, orders)), "utf-8")
    said("apply", file, tmp_path / "orders.jsonl")
    copied = tournament("copy", file, copy, lang="en")
    assert "holds the tiles of every hand of round 1" in copied.stderr
    said("site", copy, site)
    made = [one.read_bytes() for one in site.rglob("*") if one.is_file()]
    assert not any(b"ab" * 16 in one for one in [*made, json.dumps(exported(copy)).encode()])
    said("result", file, 1, 1, "--hands", "30 -12")
    said("close-round", file)
    assert tournament("copy", file, copy, lang="en").stderr == ""


def test_a_stick_gets_a_copy_at_every_publish_and_its_absence_is_a_warning(file: Path, tmp_path: Path):
    stick = tmp_path / "stick"
    assert said("copies", file) == "No folder for copies is set.\n"
    assert "no folder there" in refused("copies", file, stick)
    stick.mkdir()
    assert said("copies", file, stick) == f"Copies go to {stick}. The last copy was made just now.\n"
    said("draw", file)
    assert f"Copy written: {stick / file.name}" in said("publish", file)
    assert exported(stick / file.name)["log"]["events"] == 11
    for table in (1, 2):
        said("result", file, 1, table, 100, 50)
    said("draw", file)
    shutil.rmtree(stick)
    done = tournament("publish", file)
    assert done.exit_code == 0
    assert done.stderr.splitlines()[0].startswith("Warning: no copy was made")
    assert done.stderr.splitlines()[1] == "The last copy was made just now."
    assert json.loads(said("copies", file, "--json"))["folder"] == str(stick)
    assert said("copies", file, "--off") == "No folder for copies is set.\n"


def test_the_folder_for_copies_can_be_said_at_once(tmp_path: Path):
    stick = tmp_path / "stick"
    stick.mkdir()
    said("new", tmp_path / "e", "Copa", "--book", "competencia-individual", "--copies", stick)
    for name in "abcd":
        said("enter", tmp_path / "e", name)
    said("draw", tmp_path / "e")
    said("publish", tmp_path / "e")
    assert exported(stick / "e") == exported(tmp_path / "e")
    begun(tmp_path / "f")
    said("draw", tmp_path / "f")
    said("publish", tmp_path / "f", "--copies", stick)
    assert exported(stick / "f") == exported(tmp_path / "f")


def test_check_finds_the_printed_head_by_its_beginning(file: Path):
    said("draw", file)
    head = said("publish", file).splitlines()[-1].removeprefix("Head: ")
    said("result", file, 1, 1, 100, 62)
    assert "The printed head is the one after event 11." in said("check", file, "--head", head[:12])
    assert "after event 11" in said("check", file, "--head", f"{head[:4].upper()} {head[4:8]} {head[8:12]}…")
    assert "after event 11" in said("check", file, "--head", f"acta 11 · {head[:4]} {head[4:8]}")  # as at its foot
    for wrong in ("0" * 12, head[:5], "not a head"):
        assert "not the log that was printed" in refused("check", file, "--head", wrong)
    data = json.loads(said("check", file, "--json", "--head", head))
    assert (data["ok"], data["events"], data["printed_after"]) == (True, 12, 11)


def test_check_finds_what_was_tampered_with(file: Path, tmp_path: Path):
    from tantera.store import open_store_file

    lines = read_lines(file)
    for found, old, new in (("words", b"Jugador 1", b"Jugador X"), ("chain", b'"entry":"', b'"entry":"x')):
        with open_store_file(tmp_path / found) as store:
            store.append("tournament", 0, [lines[0], lines[1].replace(old, new), *lines[2:]])
        assert found in refused("check", tmp_path / found)
        assert json.loads(tournament("check", tmp_path / found, "--json").stdout)["ok"] is False


def test_papers_are_written_into_a_folder(file: Path, tmp_path: Path):
    assert (
        said("print", file, "checklist", "--to", tmp_path / "papers") == f"{tmp_path / 'papers'}/copa-checklist.pdf\n"
    )
    assert (tmp_path / "papers" / "copa-checklist.pdf").read_bytes().startswith(b"%PDF")
    assert "slips" in refused("print", file, "poems")
    said("draw", file)
    said("print", file, "slips", "--round", 1, "--to", tmp_path, lang="ca")
    assert (tmp_path / "copa-slips-1.pdf").exists()
    said("print", file, "record", "--player", "Jugador 2", "--to", tmp_path)
    (tmp_path / "in the way").write_text("")
    assert "--to" in refused("print", file, "checklist", "--to", tmp_path / "in the way")


def test_a_program_of_its_own_says_the_same(file: Path):
    said("draw", file)
    said("publish", file)
    done = program("standings", file, "--lang", "ca")
    assert done.returncode == 0
    assert "diferència" in done.stdout.decode()


def test_an_event_under_a_clubs_own_book_opens_where_the_book_is_not(tmp_path: Path):
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    book = home / "penya.toml"
    book.write_text('id = "penya"\nextends = "competencia-individual"\n[options]\nlimit = { points = 60 }\n', "utf-8")
    file = begun(home / "e", book="penya.toml")
    said("draw", file)
    said("publish", file)
    shutil.copy(file, away / "e")
    book.unlink()
    assert "only one can reach 60" in refused("result", away / "e", 1, 1, 60, 60)
    said("result", away / "e", 1, 1, 60, 31)
    said("result", away / "e", 1, 2, 60, 31)
    said("draw", away / "e")
    assert exported(away / "e")["book"] == "penya"
    assert "Everything is right." in said("check", away / "e")


# --- somebody is forgotten

BEFORE = Path(__file__).parents[1] / "tournament_file" / "kept" / "of-before.tantera"


def test_erase_asks_says_what_goes_and_stays_and_leaves_no_byte(file: Path):
    name = "Jugador 1"
    assert name.encode() in file.read_bytes()
    head = json.loads(said("export", file, "--json"))["log"]["head"]
    asked = tournament("erase", file, name, input="no\n")
    assert asked.exit_code == 1
    assert "results and the places stay" in asked.stdout
    assert "Nobody was erased." in asked.stdout
    assert name.encode() in file.read_bytes()
    player = asked.stdout.split(":")[0]
    assert "Erased." in tournament("erase", file, name, input=f"{player}\n").stdout
    assert name.encode() not in file.read_bytes()
    assert json.loads(said("export", file, "--json"))["log"]["head"] == head
    assert name not in said("entries", file)
    assert name not in said("log", file)
    assert "Everything is right." in said("check", file, "--head", head)
    whom = refused("erase", file, name, "--yes")
    assert "found 'Jugador 1', expected Jugador " in whom
    assert "—" not in whom, "nobody is called that"
    said("erase", file, player, "--yes")


def test_erase_in_a_file_of_before_tells_the_old_head_and_check_knows_it(tmp_path: Path):
    file = Path(shutil.copy(BEFORE, tmp_path / "before.tantera"))
    old = json.loads(said("export", file, "--json"))["log"]["head"]
    told = said("erase", file, "Hermenegilda Puig", "--yes", "--by", "organiser")
    new = json.loads(said("export", file, "--json"))["log"]["head"]
    assert f"The old head {old} stands in the first event; the head is now {new}" in told
    assert "before this log was written anew to forget somebody" in said("check", file, "--head", old[:16])
    assert json.loads(said("check", file, "--json", "--head", old))["ok"] is True
    assert "after event 20" in said("check", file, "--head", new)
    assert "not the log that was printed" in refused("check", file, "--head", "abcdef123456")
    assert json.loads(said("export", file, "--log").splitlines()[0])["was"] == old


def test_the_register_erases_somebody_in_the_tournaments_that_are_named_with_them(file: Path, tmp_path: Path):
    def people(*words: object, input: str | None = None) -> Result:
        return CliRunner().invoke(app, ["people", str(register), *map(str, words)], input=input)

    register, head = tmp_path / "club.json", exported(file)["log"]["head"]
    assert people("from", file).exit_code == 0
    (key,) = [one["key"] for one in json.loads(register.read_text())["people"] if one["name"] == "Jugador 1"]
    assert people("erase", key, file, input="no\n").exit_code == 1
    assert b'"Jugador 1"' in file.read_bytes()
    assert str(file) in people("erase", key, file, "--yes").stdout
    assert b'"Jugador 1"' not in file.read_bytes() + register.read_bytes()
    assert "Everything is right." in said("check", file, "--head", head)


def test_a_stand_in_and_a_judge_are_erased_by_name_and_nobody_else(tmp_path: Path):
    file = Path(shutil.copy(BEFORE, tmp_path / "before.tantera"))
    for name in ("Ramón Gil", "Mora"):
        said("erase", file, name, "--yes")
        assert name.encode() not in file.read_bytes()
    assert "'Nadie'" in refused("erase", file, "Nadie", "--yes")
    assert "Everything is right." in said("check", file)


def test_erase_makes_the_copy_anew_and_warns_of_older_ones(file: Path, tmp_path: Path):
    for folder in (tmp_path / "old", tmp_path / "stick"):
        folder.mkdir()
        said("copies", file, folder)
    done = tournament("erase", file, "Jugador 1", "--yes")
    assert "Copy written: " in done.stdout
    assert str(tmp_path / "old" / file.name) in done.stderr
    assert b"Jugador 1" not in (tmp_path / "stick" / file.name).read_bytes()
