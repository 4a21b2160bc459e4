"""What a server is set up with: a container file, a compose file, a unit of systemd. No builder is at hand where tests
run: what can be read is held to what the program is, and a linter (hadolint) reads the container file."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tests.web.processes import run

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "releasing" / "server"
CONTAINER = (SERVER / "Containerfile").read_text("utf-8")
UNIT = (SERVER / "tantera.service").read_text("utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def test_the_container_is_nobodys_root_and_says_whether_it_is_well():
    stages = CONTAINER.split("\nFROM ")
    last = stages[-1]
    assert len(stages) == 3  # tools of the build stay behind
    assert re.search(r"^USER [1-9]\d+$", last, re.MULTILINE)
    assert last.index("\nUSER ") > last.index("\nRUN ")
    assert "/healthz" in last
    assert "--require-hashes" in CONTAINER
    assert "apt-get" not in CONTAINER  # nothing that is not pinned
    assert [path for path in copied() if not (ROOT / path).exists()] == []


def test_a_linter_of_container_files_finds_nothing_to_say():
    linter = Path(sys.executable).parent / "hadolint"
    done = subprocess.run([linter, "--no-color", SERVER / "Containerfile"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    wrong = "FROM python\nRUN cd /x && apt-get install y\n"
    assert subprocess.run([linter, "-"], input=wrong, capture_output=True, text=True).returncode == 1


def test_a_builder_is_sent_what_the_container_is_made_of_and_nothing_else_of_the_clone():
    listed = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in listed
    assert {line[1:] for line in listed if line.startswith("!")} == set(copied())


@pytest.mark.prove
@pytest.mark.time_limit(1800)
def test_the_container_builds():
    """`TANTERA_BUILD` has what this builder needs besides: `--isolation chroot`, say, or where its images are."""
    builder = next((found for name in ("podman", "buildah") if (found := shutil.which(name))), None)
    if builder is None:
        pytest.skip("no builder of containers is on the PATH: podman or buildah")
    words = [builder, "build", *shlex.split(os.environ.get("TANTERA_BUILD", "")), "-t", "tantera-proof"]
    begun = time.monotonic()
    done = subprocess.run([*words, "-f", SERVER / "Containerfile", ROOT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    print(f"\nbuilt in {time.monotonic() - begun:.0f} s")


def copied() -> list[str]:
    lines = re.findall(r"^COPY (?!--from)(.*)$", CONTAINER, re.MULTILINE)
    return [word for line in lines for word in line.split()[:-1]]


def test_tantera_runs_beside_postgresql_on_a_root_that_is_read_only():
    service = COMPOSE["services"]["tantera"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["tmpfs"] == ["/tmp"]
    assert service["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert COMPOSE["services"]["postgres"]["healthcheck"]
    assert (ROOT / service["build"]["dockerfile"]).is_file()
    assert "profiles" not in COMPOSE["services"]["postgres"]  # alone it is what most want


def test_every_option_in_them_is_one_of_serve():
    known = run("serve", "--help", COLUMNS="200").stdout
    started = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE) + re.findall(r"^CMD (.*)$", CONTAINER, re.MULTILINE)
    told = {
        word
        for line in [*started, *COMPOSE["services"]["tantera"]["command"]]
        for word in re.findall(r"--[\w-]+", line)
    }
    assert len(told) > 2
    assert [option for option in told if option not in known] == []


def test_the_unit_is_one_that_systemd_reads(tmp_path: Path):
    assert shlex.split(re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)[0])[1] == "serve"
    assert {"NoNewPrivileges=yes", "ProtectSystem=strict", "DynamicUser=yes"} <= set(UNIT.splitlines())
    if shutil.which("systemd-analyze"):
        unit = tmp_path / "tantera.service"
        unit.write_text(UNIT.replace("/opt/tantera/bin/tantera", "/bin/true"))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
        assert "Unknown" not in done.stderr
