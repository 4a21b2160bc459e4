"""Everything that is handed out, in one folder, and the same bytes whenever it is made again of the same clone:
wheel, sdist, the portable folders, the site of documents, the bill of materials, the licences, and a line of
SHA-256 for each.

python3 run.py release [--out FOLDER] [--without-portable] [--python windows=ARCHIVE ...]

The folder is for Linux, and for each system of which a Python is named (docs/installing.md says which).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from releasing import docs, portable
from releasing.bill import bill, licences

ROOT: Final = Path(__file__).resolve().parents[1]


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="run.py release", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "release")
    parser.add_argument("--without-portable", action="store_true")
    parser.add_argument("--python", action="append", default=[], metavar="SYSTEM=ARCHIVE", help="a folder for it too")
    asked = parser.parse_args(words)
    pythons: dict[str, Path | None] = {"linux": None}
    for system, archive in (one.partition("=")[::2] for one in asked.python):
        if system not in portable.SYSTEMS or not Path(archive).is_file():
            parser.error(f"found --python {system}={archive}, expected one of {', '.join(portable.SYSTEMS)}=ARCHIVE")
        pythons[system] = Path(archive)
    if asked.without_portable:
        pythons.clear()
    for line in release(asked.out, pythons):
        print(line)


def release(out: Path, pythons: Mapping[str, Path | None]) -> list[str]:
    """What is in the folder afterwards, as ``sha256sum --check`` reads it."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    env = dict(os.environ, SOURCE_DATE_EPOCH=str(portable.epoch()))
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    subprocess.run(build, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = out.glob("*.whl")
    version = version_of(ROOT)
    for system, python in pythons.items():
        made = portable.build(system, python, False, out / "made", wheel)
        made.rename(out / made.name)
        shutil.rmtree(out / "made")
    docs.archive(out / f"tantera-{version}-docs.tar.xz", portable.epoch())
    (out / f"tantera-{version}.cdx.json").write_text(json.dumps(bill(version), indent=1) + "\n", "utf-8")
    (out / "LICENCES.txt").write_text(licences(), "utf-8")
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(out.iterdir())]
    (out / "SHA256SUMS").write_text("\n".join((*sums, "")), "utf-8")
    return sums


def version_of(root: Path) -> str:
    found = re.search(r'__version__ = "(.+?)"', (root / "src" / "tantera" / "__init__.py").read_text("utf-8"))
    assert found is not None
    return found[1]


if __name__ == "__main__":
    main(sys.argv[1:])
