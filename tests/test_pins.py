"""What is pinned: whole, without addresses, and held against what is known of it.

`python3 run.py prove pins` asks the registry which pinned files were withdrawn, and compares the pins with published
advisories: `pip-audit` asks the registry's own list where it can be reached, else the newest list that comes as a
package (`safety-db`) is read. Each says what it could not ask.
"""

import ast
import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PINS = {kind: ROOT / "requirements" / f"{kind}.txt" for kind in ("run", "dev", "bench")}


def pinned(kind: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.\-]+)(?:\[[\w,]+\])?==([\w.]+)", PINS[kind].read_text(), re.MULTILINE))


@pytest.mark.parametrize("kind", PINS)
def test_pins_have_a_version_and_hashes_and_no_addresses(kind):
    text = PINS[kind].read_text()
    assert "://" not in text
    packages = [line for line in text.splitlines() if re.match(r"[A-Za-z]", line)]
    assert packages
    assert all("==" in line and line.endswith("\\") for line in packages)


CALLED_OTHERWISE = {"PIL": "pillow", "markdown_it": "markdown-it-py"}


def imported(source: str) -> set[str]:
    """The outermost packages that a file imports, inside functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return {name.partition(".")[0] for name in found}


def test_the_program_imports_nothing_that_only_those_have_who_work_on_it():
    """A page that reads a calendar by a library of the tests is a 500 for everybody else."""
    names = set().union(*(imported(path.read_text("utf-8")) for path in (ROOT / "src").rglob("*.py")))
    names -= {*sys.stdlib_module_names, "tantera"}
    assert len(names) > 20
    installed = {name.lower().replace("_", "-") for name in pinned("run")}
    assert {
        name for name in names if CALLED_OTHERWISE.get(name, name.replace("_", "-")).lower() not in installed
    } == set()
    assert imported("def f():\n    from babel.dates import format_date") - installed == {"babel"}


def test_what_comes_from_npm_is_pinned_with_a_version_and_a_sum_and_no_address():
    text = (ROOT / "requirements" / "package-lock.json").read_text()
    packages = {name: pin for name, pin in json.loads(text)["packages"].items() if name}
    assert "://" not in text
    assert list(packages) == ["node_modules/typescript"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", pin["version"]) for pin in packages.values())
    assert all(pin["integrity"].startswith("sha512-") for pin in packages.values())


def test_what_is_wanted_is_pinned():
    """Each line of an .in file, and each dependency of pyproject.toml, stands in the list that is installed."""
    for kind in PINS:
        wanted = re.findall(r"^([A-Za-z][\w.\-]*)", (ROOT / "requirements" / f"{kind}.in").read_text(), re.MULTILINE)
        assert {plain(one) for one in wanted} <= set(map(plain, pinned(kind))), kind
    project = (ROOT / "pyproject.toml").read_text().partition("\ndependencies = [")[2].partition("\n]")[0]
    assert {plain(one) for one in re.findall(r'"([\w\-]+)', project)} <= set(map(plain, pinned("run")))


def plain(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def pip(*args: str) -> subprocess.CompletedProcess[str]:
    base = getattr(sys, "_base_executable", sys.executable)
    return subprocess.run([base, "-m", "pip", *args], capture_output=True, text=True)


@pytest.mark.prove
@pytest.mark.parametrize("kind", ["run", "dev"])
def test_no_pinned_file_was_withdrawn(kind, tmp_path):
    """pip says so when it takes one."""
    got = pip("download", "--no-deps", "--require-hashes", "-r", str(PINS[kind]), "-d", str(tmp_path), "--no-cache-dir")
    assert got.returncode == 0, got.stderr[-2000:]
    withdrawn = re.findall(r"The candidate selected .* is a yanked version.*", got.stdout + got.stderr)
    assert withdrawn == []


@pytest.mark.prove
@pytest.mark.parametrize("kind", ["run", "dev"])
def test_no_pinned_version_has_a_published_advisory(kind, tmp_path, capsys):
    tools = tmp_path / "tools"
    assert pip("install", "-q", "--target", str(tools), "pip-audit", "safety-db").returncode == 0
    env = os.environ | {"PYTHONPATH": str(tools)}
    asked = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "-f", "json", "-r", str(PINS[kind])],
        capture_output=True,
        text=True,
        env=env,
    )
    packages = json.loads(asked.stdout)["dependencies"] if asked.stdout.startswith("{") else []
    known = [one for one in packages if "skip_reason" not in one]
    assert [(one["name"], one["version"], one["vulns"]) for one in known if one["vulns"]] == []
    listed = json.loads((tools / "safety_db" / "insecure_full.json").read_text())
    of = date.fromtimestamp(listed["$meta"]["timestamp"])
    with capsys.disabled():
        print(f"\n{kind}: of {len(pinned(kind))} packages the registry answered for {len(known)} with its advisories;")
        print(f"all of them are compared with the list of {of} that comes as a package")
    assert [one for one in pinned(kind).items() if is_listed(listed, *one)] == []


def is_listed(listed: dict[str, list[dict[str, list[str]]]], package: str, version: str) -> bool:
    from packaging.specifiers import SpecifierSet

    known = listed.get(plain(package), [])
    return any(version in SpecifierSet(spec) for one in known for spec in one["specs"])


def test_an_old_version_of_something_would_be_found():
    listed = {"jinja2": [{"specs": ["<2.8.1"]}]}
    assert is_listed(listed, "Jinja2", "2.8.0")
    assert not is_listed(listed, "Jinja2", "3.1.6")
