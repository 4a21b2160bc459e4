"""What a shell completes and what the manual says are the commands that there are."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app
from tantera.cli.shells import described


def printed(*words: str, lang: str = "en") -> str:
    done = CliRunner().invoke(app, [*words], env={"TANTERA_LANG": lang})
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shells") / "tantera.bash"
    path.write_text(printed("completion", "bash"))
    return path


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("d",), ["dgn", "doctor"]),
        (("play", "--le"), ["--level"]),
        (("tournament", "stand"), ["stand-in", "standings"]),
        (("rules", "new", "--as"), ["--ask"]),
        (("play", "--book", "ueh", "--lim"), ["--limit"]),
        (("tournament", "no-such", "--le"), []),
    ],
    ids=" ".join,
)
def test_bash_completes_the_word_that_is_typed(typed: tuple[str, ...], offered: list[str], script: Path):
    words = " ".join(("tantera", *typed))
    told = f'. {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _tantera; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", told], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split()) == offered


def test_every_command_and_option_is_in_each_of_them():
    commands = list(described("en"))
    names = {name for command in commands for name, _ in command.below}
    options = {option for command in commands for option, _ in command.options}
    assert {"doctor", "completion", "standings"} <= names
    assert len(options) > 60
    fish, zsh, manual = printed("completion", "fish"), printed("completion", "zsh"), printed("man")
    assert [name for name in names if f"-a {name} " not in fish or name not in zsh] == []
    assert [option for option in options if f"-l {option[2:]} " not in fish or option not in zsh] == []
    assert [option for option in options if option.replace("-", "\\-") not in manual] == []


@pytest.mark.parametrize(("lang", "word"), [("es", "partida"), ("ca", "partida"), ("en", "match")])
def test_the_manual_is_in_the_readers_language(lang: str, word: str, tmp_path: Path):
    page = printed("man", lang=lang)
    assert word in page
    assert page.startswith(".TH TANTERA 1")
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-k", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True)
        assert "Tantera" in done.stdout or "tantera" in done.stdout


def test_a_shell_that_is_unknown_is_told_which_are_known():
    done = CliRunner().invoke(app, ["completion", "tcsh"], env={"TANTERA_LANG": "en"})
    assert done.exit_code == 2
    assert "expected bash, zsh or fish" in done.stderr
