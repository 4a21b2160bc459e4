"""The site of documents as files, for any web server or to be opened from a disk. The same source gives the same bytes.

python3 run.py docs [--out FOLDER]
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Final

from tantera.web.manual.site import Site, write

ROOT: Final = Path(__file__).resolve().parents[1]


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="run.py docs", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "docs")
    to: Path = parser.parse_args(words).out
    if to.is_dir() and any(to.iterdir()) and not (to / "search.js").is_file():
        parser.error(f"{to} has other files in it: expected an empty folder, or one that this command wrote.")
    shutil.rmtree(to, ignore_errors=True)
    print(f"{to / 'index.html'} ({write(to)} files)")


def archive(to: Path, moment: int) -> None:
    """All of it in one file; `moment` is when everything in it was written."""
    site = Site()
    with tarfile.open(to, "w:xz") as packed:
        for address in sorted(site.addresses):
            content, entry = site.file(address), tarfile.TarInfo(f"tantera-docs/{address}")
            entry.size, entry.mtime, entry.mode = len(content), moment, 0o644
            packed.addfile(entry, BytesIO(content))


if __name__ == "__main__":
    main(sys.argv[1:])
