"""A folder with everything in it: a Python, Tantera and what it stands on, and an icon that starts the server, opens
the page and shows the QR code. Nothing is installed, and nothing is fetched when it runs.

python3 run.py portable [--for linux|windows|macos|macos-intel] [--python ARCHIVE] [--bare] [--out FOLDER]

The folder for another system is made here as well: wheels are fetched for it, and --python names a Python of it.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from time import gmtime
from typing import Final, NamedTuple

from releasing import pythons

ROOT: Final = Path(__file__).resolve().parents[1]
HERE: Final = Path(__file__).resolve().parent
EPOCH: Final = 1_767_225_600
"""What files are dated where SOURCE_DATE_EPOCH says nothing: the same twice (reproducible-builds.org)."""


class System(NamedTuple):
    platform: str
    """As uv calls it."""
    starts: tuple[str, ...]
    """Of `starting/`: what is clicked on, and the command."""
    archive: str


SYSTEMS: Final = {
    "linux": System("x86_64-unknown-linux-gnu", ("tantera", "Tantera.desktop"), "tar.gz"),
    "windows": System("x86_64-pc-windows-msvc", ("tantera.bat",), "zip"),
    "macos": System("aarch64-apple-darwin", ("tantera", "Tantera.command"), "tar.gz"),
    "macos-intel": System("x86_64-apple-darwin", ("tantera", "Tantera.command"), "tar.gz"),
}


def main(words: list[str]) -> Path:
    parser = argparse.ArgumentParser(prog="run.py portable", description=__doc__)
    parser.add_argument("--for", dest="system", choices=SYSTEMS, default="linux")
    parser.add_argument("--python", type=Path, help="a Python that can be moved, as an archive")
    parser.add_argument("--bare", action="store_true", help="without the extras")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args(words)
    if asked.system != "linux" and asked.python is None:
        parser.error("--python names a Python of that system (docs/installing.md says which)")
    made = build(asked.system, asked.python, asked.bare, asked.out, wheel(asked.out))
    print(f"{made}  {made.stat().st_size / 1e6:.0f} MB")
    return made


def wheel(out: Path) -> Path:
    """Tantera itself, built anew."""
    out.mkdir(parents=True, exist_ok=True)
    env = dict(os.environ, SOURCE_DATE_EPOCH=str(epoch()))
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(build, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    return max(out.glob("tantera-*.whl"), key=lambda path: path.stat().st_mtime)


def epoch() -> int:
    return int(os.environ.get("SOURCE_DATE_EPOCH") or EPOCH)


def build(name: str, python: Path | None, bare: bool, out: Path, of: Path) -> Path:
    """The archive of the folder, which stays beside it."""
    system, version = SYSTEMS[name], of.name.split("-")[1]
    folder = out / f"Tantera-{version}-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    app = folder / "app"
    app.mkdir(parents=True)
    pythons.take(python, app / "python")
    _install(app, system, bare, of)
    for start in (*system.starts, "LEEME.txt"):
        shutil.copy(HERE / "starting" / start, folder / start)
        (folder / start).chmod(0o755 if "." not in start or start.endswith((".command", ".desktop")) else 0o644)
    shutil.copy(ROOT / "src" / "tantera" / "web" / "pages" / "static" / "icon.svg", app / "tantera.svg")
    _compile(folder, pythons.version_in(app / "python"))
    return _packed(folder, system.archive)


def _install(app: Path, system: System, bare: bool, of: Path) -> None:
    """What requirements/run.txt pins, for that system; bare: only what Tantera does not do without."""
    site = app / "site"
    pins = ROOT / "requirements" / "run.txt"
    uv = [*find_uv(), "pip", "install", "-q", "--target", str(site), "--python-platform", system.platform,
          "--python-version", pythons.version_in(app / "python"), "--only-binary", ":all:", "--no-compile"]  # fmt: skip
    if bare:
        subprocess.run([*uv, "-c", str(pins), f"tantera @ {of.resolve().as_uri()}"], check=True)
    else:
        subprocess.run([*uv, "--no-deps", "--require-hashes", "-r", str(pins)], check=True)
        subprocess.run([*uv, "--no-deps", str(of)], check=True)
    for name in ("hatchling", "editables", "bin", "pip", ".lock"):  # tools of the clone
        path = site / name
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
    for info in site.glob("tantera-*.dist-info"):  # where and when it was built is of no use, and never the same twice
        for name in ("direct_url.json", "uv_cache.json"):
            (info / name).unlink(missing_ok=True)
        listed = (info / "RECORD").read_text("utf-8").splitlines(keepends=True)
        kept = [line for line in listed if "/direct_url.json," not in line and "/uv_cache.json," not in line]
        (info / "RECORD").write_text("".join(kept), "utf-8")


def _compile(folder: Path, version: str) -> None:
    """Byte code for the Python inside: without it every start from a stick takes a minute. Any system's will do."""
    python = sys.executable if version == f"3.{sys.version_info.minor}" else pythons.here(version)
    if python is None:
        print(f"portable: no Python {version} is here to compile with, so it will start slowly", file=sys.stderr)
        return
    words = ["-q", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash", "-s", str(folder), str(folder)]
    subprocess.run(
        [python, "-m", "compileall", *words]
    )  # a template that is no Python yet makes it fail, and nothing else


def find_uv() -> list[str]:
    """The installer that knows other systems than this one; from PyPI, once, where the machine has none."""
    found = shutil.which("uv")
    if found is not None:
        return [found]
    tools = Path(sys.prefix) / "uv"
    program = tools / "bin" / "uv"
    if not program.exists():
        base = sys._base_executable  # type: ignore[attr-defined]
        subprocess.run([base, "-m", "pip", "install", "-q", "--target", tools, "uv"], check=True)
    return [str(program)]


def _packed(folder: Path, kind: str) -> Path:
    """The same bytes for the same folder: names in order, one date, nobody's user."""
    archive = folder.parent / f"{folder.name}.{kind}"
    files = sorted(path for path in folder.rglob("*") if not path.is_dir())
    for path in files:
        os.utime(path, (epoch(), epoch()), follow_symlinks=False)
    if kind == "zip":
        _zipped(archive, files, folder.parent)
    else:
        _tarred(archive, files, folder.parent)
    return archive


def _zipped(archive: Path, files: list[Path], above: Path) -> None:
    with zipfile.ZipFile(archive, "w") as packed:
        for path in files:
            entry = zipfile.ZipInfo(str(path.relative_to(above)), gmtime(epoch())[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            packed.writestr(entry, path.read_bytes())


def _tarred(archive: Path, files: list[Path], above: Path) -> None:
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, mtime=epoch()) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in files:
            entry = tar.gettarinfo(path, str(path.relative_to(above)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mtime, entry.mode = epoch(), 0o755 if entry.mode & 0o100 else 0o644
            if entry.isfile():
                with path.open("rb") as file:
                    tar.addfile(entry, file)
            else:
                tar.addfile(entry)


if __name__ == "__main__":
    main(sys.argv[1:])
