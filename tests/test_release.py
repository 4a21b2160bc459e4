"""What is handed out: the same twice, complete, with its licences."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from releasing.bill import bill, packages
from releasing.release import release, version_of
from tantera.web.manual.site import write

ROOT = Path(__file__).parents[1]


def test_wheel_sdist_and_bill_are_the_same_bytes_twice(tmp_path: Path):
    first = release(tmp_path / "one", {})
    assert release(tmp_path / "two", {}) == first
    assert sorted(line.rpartition(".")[2] for line in first) == ["gz", "json", "txt", "whl", "xz"]
    checked = subprocess.run(
        ["sha256sum", "--check", "SHA256SUMS"], cwd=tmp_path / "one", capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git says what a clone is made of, and this is none")
def test_the_sdist_carries_the_whole_clone(tmp_path: Path):
    words = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        carried = {name.partition("/")[2] for name in packed.getnames()}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    missing = {path for path in listed.splitlines() if path not in carried and (ROOT / path).is_file()}
    assert missing <= {".ci/run", ".editorconfig"}


def test_the_wheel_carries_the_site_and_serves_the_same_files_as_the_clone(tmp_path: Path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], cwd=ROOT, check=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    asked = "import sys; from pathlib import Path; from tantera.web.manual import site; print(site.folder()); "
    asked += "site.write(Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", asked, str(tmp_path / "site")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()) == tmp_path / "installed" / "tantera" / "docs"
    write(tmp_path / "here")
    written, here = (
        {one.relative_to(top): one.read_bytes() for one in top.rglob("*.*")}
        for top in (tmp_path / "site", tmp_path / "here")
    )
    assert written == here


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
