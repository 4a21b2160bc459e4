"""``tantera doctor``: is this computer well for an evening? What was looked at and found, and what to do about it.

Looking (`examined`) and judging are apart: each judgement is a function of what was found, and no packet leaves.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, time
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

import typer

import tantera
from tantera.cli.common import AsJson, Language, cannot, print_json
from tantera.cli.server.store_commands import Data
from tantera.words import Phrase, translate

if TYPE_CHECKING:
    from tantera.web.network.reachable import Interface

State = Literal["well", "mind", "wrong"]
MARKS: Final[dict[State, str]] = {"well": "✓", "mind": "·", "wrong": "✗"}
ROOM: Final = 200_000_000
"""Bytes that an evening may want: photos of slips, copies, a log."""
SLOW: Final = 0.1
"""Seconds for a commit: each move of a table waits for one."""
BUILT: Final = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""No clock that is right says less."""
AHEAD: Final = 60.0
"""Seconds by which what was kept may be younger than now."""
_PATIENCE: Final = 3


class Finding(NamedTuple):
    what: Phrase
    state: State
    found: Phrase
    advice: Phrase | None = None


def doctor(
    data: Data = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port that the server is to listen on.")] = 8000,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Say on one page whether network, disk, clock, browser and printer are well, and what to do if not."""
    from tantera.store.engines import data_folder

    findings = list(examined(data or data_folder(), port))
    bad = any(finding.state == "wrong" for finding in findings)
    if as_json:
        print_json({"well": not bad, "found": [_as_object(finding, lang) for finding in findings]})
    else:
        for what, state, found, advice in findings:
            print(f"{MARKS[state]} {what.told(lang)}: {found.told(lang)}")
            if advice is not None:
                print(f"    {advice.told(lang)}")
        print(translate(lang, "Something has to be put right first." if bad else "All is well for an evening."))
    if bad:
        raise typer.Exit(1)


def _as_object(finding: Finding, lang: str) -> dict[str, str | None]:
    advice = None if finding.advice is None else finding.advice.told(lang)
    return {"what": str(finding.what), "state": finding.state, "found": finding.found.told(lang), "advice": advice}


def examined(folder: Path, port: int) -> Iterator[Finding]:
    from tantera.web.network.interfaces import this_machines

    yield program()
    yield network(this_machines())
    yield listening(port, _is_free(port), _is_ours(folder, port))
    yield disk(folder)
    yield clock(time(), _youngest(folder))
    yield browser(_browser())
    yield printing(_printers())


# --- what is found, judged


def program() -> Finding:
    from tantera.words.extras import EXTRAS, command, has

    wanted = (name for name, extra in EXTRAS.items() if name != "cluster" and extra.not_on != sys.platform)
    missing = [name for name in wanted if not has(name)]
    python = f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    found = Phrase("Tantera {version}, Python {python}", version=tantera.__version__, python=python)
    if not missing:
        return Finding(Phrase("program"), "well", found)
    advice = Phrase(
        "it does without {missing}: {command} brings all", missing=", ".join(missing), command=command("all")
    )
    return Finding(Phrase("program"), "mind", found, advice)


def network(interfaces: Sequence[Interface]) -> Finding:
    """Whether phones can get here.

    >>> network([]).state
    'mind'
    """
    from tantera.web.network.reachable import IN_WORDS, kind_of, reachable

    addresses = reachable(interfaces)
    what = Phrase("network")
    if not addresses:
        advice = Phrase("join the hall's Wi-Fi, or make one with this computer; alone with bots none is needed")
        return Finding(what, "mind", Phrase("none that phones could reach"), advice)
    best = addresses[0]
    told = Phrase("{address} ({kind}, {name})", address=best.address, kind=IN_WORDS[kind_of(best)], name=best.name)
    several = Phrase("if phones do not get there, name another one with --address") if len(addresses) > 1 else None
    return Finding(what, "well", told, several)


def listening(port: int, free: bool, ours: bool) -> Finding:
    what = Phrase("port {port}", port=port)
    if ours:
        return Finding(what, "well", Phrase("Tantera is running there"))
    if free:
        return Finding(what, "well", Phrase("nobody has it"))
    return Finding(
        what, "wrong", Phrase("another program has it"), Phrase("tantera serve --port {other}", other=port + 1)
    )


def disk(folder: Path) -> Finding:
    """Whether what is played can be kept: written, and quickly enough; nothing is left behind."""
    what, place = Phrase("disk"), folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            began = perf_counter()
            for _ in range(5):
                file.write(b"x" * 4096)
                file.flush()
                os.fsync(file.fileno())
            takes = (perf_counter() - began) / 5
        free = shutil.disk_usage(place).free
    except OSError as error:
        advice = Phrase("name a folder that can be written with --data")
        return Finding(what, "wrong", cannot(folder, error), advice)
    return of_disk(folder, free, takes)


def of_disk(folder: Path, free: int, takes: float) -> Finding:
    room = Phrase("{free} MB free in {folder}, a commit takes {takes} ms",
                   free=free // 10**6, folder=folder, takes=round(takes * 1000))  # fmt: skip
    if free < ROOM:
        return Finding(
            Phrase("disk"), "wrong", room, Phrase("make room: an evening may want {room} MB", room=ROOM // 10**6)
        )
    if takes > SLOW:
        return Finding(Phrase("disk"), "mind", room, Phrase("every move waits for it: a faster disk, or no USB stick"))
    return Finding(Phrase("disk"), "well", room)


def clock(now: float, youngest: float | None) -> Finding:
    """Wrong before this program was made, or before what was kept last.

    >>> clock(BUILT - 1, None).state, clock(BUILT + 9, BUILT + 3600).state, clock(BUILT + 9, BUILT).state
    ('wrong', 'wrong', 'well')
    """
    at = datetime.fromtimestamp(now).astimezone()
    found = Phrase("{at} ({zone})", at=f"{at:%Y-%m-%d %H:%M}", zone=f"{at:%Z, UTC%z}")
    advice = Phrase("set the computer's clock: hours of rounds and acts are written by it")
    early = now < BUILT or (youngest is not None and youngest > now + AHEAD)
    return Finding(Phrase("clock"), "wrong" if early else "well", found, advice if early else None)


def browser(name: str | None) -> Finding:
    if name is None:
        advice = Phrase("any phone or computer of the network opens the page; here there is no need for one")
        return Finding(Phrase("browser"), "mind", Phrase("none on this computer"), advice)
    return Finding(Phrase("browser"), "well", Phrase("there is one: {name}", name=name))


def printing(printers: int | None) -> Finding:
    """Papers are PDF, and print from any browser; the page of a book and the sheet for the wall from theirs."""
    from tantera.words.extras import Missing, has

    what = Phrase("printing")
    if not has("paper"):
        return Finding(what, "mind", Phrase("papers cannot be made here"), Phrase("{why}", why=Missing("paper")))
    if printers:
        return Finding(what, "well", Phrase("papers as PDF, {count} printers", count=printers))
    advice = Phrase("print a page from the browser to try it; a PDF can also be taken to another computer")
    return Finding(what, "mind", Phrase("papers as PDF; no printer is known to this computer"), advice)


# --- looking


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError:
            return False
    return True


def _is_ours(folder: Path, port: int) -> bool:
    from tantera.web.single import running_at

    running = running_at(folder) if folder.exists() else None
    return running is not None and str(running["url"]).endswith(f":{port}")


def _youngest(folder: Path) -> float | None:
    with suppress(OSError):
        return max((path.stat().st_mtime for path in folder.iterdir()), default=None)
    return None


def _browser() -> str | None:
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return None
    return str(getattr(found, "name", "") or type(found).__name__)


def _printers() -> int | None:
    """How many the system has; None where it does not say."""
    words = ["lpstat", "-e"]
    if sys.platform == "win32":
        words = ["powershell", "-NoProfile", "-Command", "(Get-Printer).Name"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return None
    return len(done.stdout.split("\n")) - 1 if done.returncode == 0 else None
