"""The commands as a user or another program runs them: real processes, real files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.warm import PROGRAM, ran

DEAL = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"
LIGA = Path(__file__).parents[2] / "examples" / "liga.dgn"


def tantera(*words: str, stdin: str = "", cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    own = {} if cwd is None else {"XDG_DATA_HOME": str(cwd / "data")}
    return ran(words, stdin, cwd, os.environ | own | env)


def test_the_version_is_one_line():
    done = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert done.stdout.startswith("tantera 0.")


def test_the_version_loads_neither_rich_tables_nor_rule_books():
    program = (
        "import sys; sys.argv = ['tantera', '--version']\n"
        "from tantera.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted(m for m in sys.modules if m.startswith('tantera.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert "tantera.play" not in done.stdout
    assert "tantera.rules" not in done.stdout


def test_replay_prints_one_object_a_file_one_a_line():
    done = tantera("replay", str(LIGA), str(LIGA), "--json")
    one, other = map(json.loads, done.stdout.splitlines())
    assert one == other
    assert one["score"] == {"1+3": 93, "2+4": 205}
    assert (one["winner"], one["ended_by"], one["next_opener"]) == ("2+4", "points", None)
    assert [hand["how"] for hand in one["hands"]] == ["block", "domino", "block", "block", "domino"]


def test_replay_reads_standard_input():
    done = tantera("replay", "-", "--json", stdin=LIGA.read_text("utf-8"))
    assert json.loads(done.stdout)["book"] == "san-juan"


def test_replay_tells_the_match_in_spanish_catalan_and_english():
    words = {"es": "Vidal pone el 5-0", "ca": "Vidal posa el 5-0", "en": "Vidal plays 5-0"}
    for lang, sentence in words.items():
        assert sentence in tantera("replay", str(LIGA), "--lang", lang).stdout


OPEN_DECISION = """[Book "tarragona"]
[Seat1 "Pons"]
[Seat2 "Vidal"]
[Seat3 "Mas"]
[Seat4 "Roca"]
#1 o1 0-0
[TG-14.1 seat=2 chose=continue]
= domino 3 +20
#2 o2 20-0
[TG-14.8 seat=3]
"""


@pytest.mark.article("TG-14.1", "TG-18.2")
def test_replay_tells_infractions_under_their_hand_in_words_and_who_still_has_to_decide_what():
    shown = tantera("replay", "-", stdin=OPEN_DECISION).stdout
    assert shown.partition("Tantera")[0].split("\n", 2)[2] == (
        "\nMano 1: sale Pons\n"
        "  TG-14.1 Llamada al móvil: Vidal\n"
        "    → Tarjeta azul a Vidal\n"
        "  Ha decidido Mas: seguir\n"
        "Dominó de Mas\n"
        "Pons y Mas se apuntan 20\n"
        "\nMano 2: sale Vidal\n"
        "  TG-14.8 Gestos o señas: Mas\n"
        "    → Tarjeta azul a Mas\n"
        "  TG-14.8 Decide Roca: seguir / anular la mano\n"
    )
    assert "Vidal: Tarjeta azul 1 · Mas: Tarjeta azul 1" in shown
    assert "Empate" not in shown


@pytest.mark.article("SJ-estructura")
def test_replay_says_that_the_judges_rule_only_where_the_match_ended_level():
    level = '[Book "san-juan"]\n#1 o1 0-0\n= domino 3 +40\n#2 o3 40-0\n= domino 4 +40\n#3 o4 40-40\n= time\n'
    assert "Empate al final: deciden los jueces (SJ-estructura)" in tantera("replay", "-", stdin=level).stdout


def test_replay_draws_every_hand_that_has_moves(tmp_path: Path):
    tantera("replay", str(LIGA), "--svg", str(tmp_path / "out"))
    drawn = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in drawn] == ["liga-01.svg"]
    assert drawn[0].read_text("utf-8").startswith("<svg")


def test_a_bad_file_gets_status_2_and_one_line_and_the_good_ones_are_still_printed(tmp_path: Path):
    bad = tmp_path / "bad.dgn"
    bad.write_text(f'[Book "san-juan"]\n#1 o1 0-0\ndeal {DEAL}\n00 <15\n')
    done = tantera("replay", str(bad), str(LIGA), "--json")
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{bad}:4:4: se encontró <15, se esperaba <01 o >01 o <05 o >05")
    assert line.endswith("(SJ-irreg-1)")


def test_errors_are_told_in_the_language_asked_for(tmp_path: Path):
    bad = tmp_path / "bad.dgn"
    bad.write_text(f'[Book "san-juan"]\n#1 o1 0-0\ndeal {DEAL}\n46 -\n')
    for lang, words in (("es", "con ficha no se pasa"), ("ca", "amb fitxa no es passa"), ("en", "nobody passes")):
        for command in (
            ("replay", str(bad)),
            ("play", "--resume", str(bad)),
            ("sheet", str(bad)),
            ("verify", str(bad)),
        ):
            done = tantera(*command, "--lang", lang, cwd=tmp_path)
            (line,) = done.stderr.splitlines()
            assert done.returncode == 2
            assert line.startswith(f"{bad}:4:4: ")
            assert words in line
            assert line.endswith("(SJ-pase)")
    assert "con ficha no se pasa" in tantera("layout", str(bad)).stderr
    (tmp_path / "odd.dgn").write_bytes(b"\xff")
    assert (
        "se encontró el byte 0xff, se esperaba UTF-8"
        in tantera("replay", str(tmp_path / "odd.dgn"), "--lang", "es").stderr
    )
    assert "s'esperava un fitxer DGN" in tantera("replay", str(tmp_path), "--lang", "ca").stderr


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\x00", b"[Book", b'[Book "nowhere"]\n#1 o1 0-0'])
def test_rubbish_is_refused_with_status_2_and_one_line_without_a_traceback(tmp_path: Path, content: bytes):
    file = tmp_path / "rubbish.dgn"
    file.write_bytes(content)
    for command in (("replay", str(file), "--json"), ("layout", str(file), "--json"), ("play", "--resume", str(file))):
        done = tantera(*command, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" not in done.stderr


def test_a_missing_file_or_folder_is_refused_with_one_line(tmp_path: Path):
    for file in (str(tmp_path / "none.dgn"), str(tmp_path)):
        done = tantera("replay", file)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.article("TG-8.7", "SJ-inicio-3")
def test_layout_prints_the_places_in_the_order_played(tmp_path: Path):
    file = tmp_path / "one.dgn"
    file.write_text('[Book "san-juan"]\n#1 o3 0-0\ndeal 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66\n56 <54\n')
    assert json.loads(tantera("layout", str(file), "--json").stdout) == [
        {"tile": "56", "end": None, "x": 0, "y": 0, "angle": 90},
        {"tile": "54", "end": "<", "x": 0, "y": -2, "angle": 270},
    ]


def test_layout_of_a_hand_without_tiles_is_refused():
    done = tantera("layout", str(LIGA), "--hand", "2", "--json")
    assert done.returncode == 2
    assert "en la mano 2" in done.stderr


def test_perft_counts_and_divides():
    assert tantera("perft", "--book", "tarragona", "--depth", "5", f"ends=- turn=1 {DEAL}").stdout == "647\n"
    divided = tantera("perft", "--depth", "2", "--divide", "--json", "ends=-", "turn=1", *DEAL.split())
    data = json.loads(divided.stdout)
    assert data["lines"] == sum(data["divide"].values()) == 24
    hand_2 = tantera("perft", "--book", "ueh", "--depth", "3", "--hand", "2", f"ends=- turn=4 {DEAL}")
    assert hand_2.stdout == "89\n"


def test_a_broken_position_is_refused_with_its_place():
    done = tantera("perft", "--depth", "2", "ends=- turn=1 1:0x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("position:1:15: se encontró 1:0x, se esperaba")


def test_rules_are_listed_shown_and_checked():
    assert [book["id"] for book in json.loads(tantera("rules", "list", "--json").stdout)][1] == "tarragona"
    assert "derecha" in tantera("rules", "show", "tarragona", "tg-9.2").stdout
    shown = json.loads(tantera("rules", "show", "tarragona", "TG-9.2", "--json").stdout)
    assert [article["id"] for article in shown["article"]] == ["TG-9.2"]
    assert tantera("rules", "check", "ueh").returncode == 0
    assert tantera("rules", "show", "ueh", "TG-9.2").returncode == 2


def test_rules_check_on_a_broken_copy_names_line_field_found_and_expected(tmp_path: Path):
    shown = Path(__file__).parents[2] / "src" / "tantera" / "rules" / "books" / "clasico.toml"
    text = shown.read_text("utf-8")
    copy = tmp_path / "club.toml"
    copy.write_text(text.replace('next_opener = "right"', 'next_opener = "rigth"'), "utf-8")
    line = text.splitlines().index('next_opener = "right"') + 1
    done = tantera("rules", "check", str(copy), "--lang", "en")
    assert done.returncode == 2
    assert f"{copy}, line {line}: options.next_opener: found 'rigth', expected right perhaps, or one of" in done.stderr
    data = json.loads(tantera("rules", "check", str(copy), "--json").stdout)
    assert (data["ok"], data["line"], data["field"]) == (False, line, "options.next_opener")


def test_a_changed_option_in_a_copied_book_changes_the_play(tmp_path: Path):
    source = Path(__file__).parents[2] / "src" / "tantera" / "rules" / "books" / "tarragona.toml"
    copy = tmp_path / "club.toml"
    copy.write_text(source.read_text("utf-8").replace('equal_ends = "right_hand"', 'equal_ends = "either"'), "utf-8")
    position = f"ends=- turn=1 {DEAL}"
    assert tantera("perft", "--book", "tarragona", "--depth", "4", position).stdout == "221\n"
    assert tantera("perft", "--book", str(copy), "--depth", "4", position).stdout == "259\n"


def test_the_schema_is_json():
    assert "$defs" in json.loads(tantera("rules", "schema").stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
@pytest.mark.parametrize("words", [("rules", "list"), ("replay", str(LIGA)), ("replay", str(LIGA), "--json")])
def test_an_output_that_is_full_is_one_sentence_and_status_1(words: tuple[str, ...]):
    command = [sys.executable, "-c", "from tantera.cli import main; main()", *words]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr == (
        "la salida estándar: no se puede escribir (no queda espacio en el disco), se esperaba sitio para ello\n"
    )


def test_an_output_that_knows_few_letters_is_given_what_it_can_have():
    command = [sys.executable, "-c", "from tantera.cli import main; main()", "replay", str(LIGA)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = subprocess.run(command, capture_output=True, env=environment, timeout=60)
    assert (shown.returncode, shown.stderr) == (0, b"")
    data = subprocess.run([*command, "--json"], capture_output=True, env=environment, timeout=60)
    assert json.loads(data.stdout.decode("ascii")) == json.loads(tantera("replay", str(LIGA), "--json").stdout)
