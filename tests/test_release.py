"""What is handed out: the same twice, complete, with its licences."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from releasing.bill import bill, packages
from releasing.release import release, version_of

ROOT = Path(__file__).parents[1]


def test_wheel_sdist_and_bill_are_the_same_bytes_twice(tmp_path: Path):
    first = release(tmp_path / "one", with_portable=False)
    assert release(tmp_path / "two", with_portable=False) == first
    assert sorted(line.rpartition(".")[2] for line in first) == ["gz", "json", "txt", "whl"]
    checked = subprocess.run(
        ["sha256sum", "--check", "SHA256SUMS"], cwd=tmp_path / "one", capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


def test_the_bill_names_every_package_that_is_pinned_with_its_licence_and_hashes():
    listed = packages()
    assert {"litestar", "numba", "typst", "sqlalchemy"} <= {one.name for one in listed}
    assert [one.name for one in listed if not one.hashes] == []
    told = json.loads(json.dumps(bill(version_of(ROOT))))
    assert len(told["components"]) == len(listed) > 30
    assert [one.name for one in listed if not one.licence and one.name not in OF_OTHER_SYSTEMS] == []


OF_OTHER_SYSTEMS = {"colorama", "tzdata", "exceptiongroup", "importlib-metadata", "greenlet"}


@pytest.mark.prove
@pytest.mark.time_limit(1800)
def test_the_portable_folder_is_the_same_bytes_twice(tmp_path: Path):
    made = []
    for name in ("one", "two"):
        words = [sys.executable, "-m", "releasing.portable", "--bare", "--out", str(tmp_path / name)]
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
        (archive,) = (tmp_path / name).glob("*.tar.gz")
        made.append(archive.read_bytes())
    assert made[0] == made[1]
