"""Everything that is handed out, in one folder, and the same bytes whenever it is made again of the same clone:
wheel, sdist, the portable folder for Linux, the site of documents, the bill of materials, the licences, and a line of
SHA-256 for each.

python3 run.py release [--out FOLDER] [--without-portable]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
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
    asked = parser.parse_args(words)
    for line in release(asked.out, not asked.without_portable):
        print(line)


def release(out: Path, with_portable: bool) -> list[str]:
    """What is in the folder afterwards, as ``sha256sum --check`` reads it."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    env = dict(os.environ, SOURCE_DATE_EPOCH=str(portable.epoch()))
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    subprocess.run(build, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = out.glob("*.whl")
    version = version_of(ROOT)
    if with_portable:
        folder = out / "made"
        portable.build("linux", None, False, folder, wheel).rename(out / f"Tantera-{version}-linux.tar.gz")
        shutil.rmtree(folder)
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
