"""`tantera doctor`: what is found on a computer, judged, in the reader's language."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app
from tantera.cli.server import doctor_command as doctor
from tantera.web.network.reachable import Interface
from tantera.words import LANGS
from tests.web.processes import free_port


def asked(*words: object, lang: str = "en") -> tuple[int, str]:
    done = CliRunner().invoke(app, ["doctor", *map(str, words)], env={"TANTERA_LANG": lang, "COLUMNS": "200"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_one_page_in_the_readers_language(lang: str, tmp_path: Path):
    status, said = asked("--data", tmp_path, "--port", free_port(), lang=lang)
    assert status == 0, said
    assert len(said.splitlines()) < 24
    assert {"es": "disco:", "ca": "disc:", "en": "disk:"}[lang] in said


def test_a_port_that_somebody_has_is_wrong_and_another_one_is_named(tmp_path: Path):
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("0.0.0.0", port))
        taken.listen()
        status, said = asked("--data", tmp_path, "--port", port)
    assert status == 1
    assert f"tantera serve --port {port + 1}" in said
    assert "Something has to be put right" in said


def test_a_folder_that_cannot_be_written_is_wrong(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    status, said = asked("--data", file, "--port", free_port())
    assert status == 1
    assert "--data" in said


def test_programs_read_the_same_as_one_object(tmp_path: Path):
    status, said = asked("--data", tmp_path, "--port", free_port(), "--json")
    told = json.loads(said)
    assert (status, told["well"]) == (0, True)
    assert [one["what"] for one in told["found"]][3:] == ["disk", "clock", "browser", "printing"]
    assert {one["state"] for one in told["found"]} <= {"well", "mind"}


def test_nothing_is_left_behind_where_it_looked(tmp_path: Path):
    asked("--data", tmp_path / "not there yet", "--port", free_port())
    assert list(tmp_path.iterdir()) == []


def test_a_network_that_phones_reach_is_named_with_its_address():
    finding = doctor.network([Interface("docker0", "172.17.0.1"), Interface("wlan0", "192.168.1.34", True, True)])
    assert (finding.state, str(finding.found)) == ("well", "192.168.1.34 (Wi-Fi, wlan0)")
    assert doctor.network([Interface("docker0", "172.17.0.1")]).state == "mind"


def test_a_full_or_a_slow_disk_is_told():
    assert doctor.of_disk(Path("/data"), doctor.ROOM - 1, 0.001).state == "wrong"
    assert doctor.of_disk(Path("/data"), doctor.ROOM, doctor.SLOW + 0.01).state == "mind"
    assert doctor.of_disk(Path("/data"), doctor.ROOM, 0.001).state == "well"
