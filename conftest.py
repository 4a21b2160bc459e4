"""No test runs for ever, none is deaf to Ctrl-C, and none waits long for the others to be found.

Every test, doctests included, has `SECONDS` to set itself up, run and clear away; one that needs more says so:
``@pytest.mark.time_limit(1200)``. After that it fails where it stands (``SIGALRM``); where even that is not heard, in
machine code or a lock that is never let go, the process says where it hangs and ends.
"""

from __future__ import annotations

import faulthandler
import gc
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.doctest import DoctestModule

SECONDS: Final = 600
GRACE: Final = 60
"""Seconds between the limit and the end of the process."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "time_limit(seconds): how long it may take, where ten minutes are too few")
    # Started by ``&`` in a script, Python finds Ctrl-C ignored, and so would every program that a test starts and
    # means to stop by it: they would never end.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """What is collected stays until the end: whoever looks for garbage need not look there, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Only a file with an example in it is searched for examples: the others take longer than all examples together."""
    collectors = yield
    if file_path.suffix == ".py" and b">>> " not in file_path.read_bytes():
        return [one for one in collectors if not isinstance(one, DoctestModule)]
    return collectors


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    seconds = _limit(item)
    if seconds is None:
        return (yield)

    def over(number: int, frame: object) -> None:
        pytest.fail(f"it took longer than {seconds:g} seconds")

    faulthandler.dump_traceback_later(seconds + GRACE, exit=True)
    has_alarm = hasattr(signal, "SIGALRM")
    before = signal.signal(signal.SIGALRM, over) if has_alarm else None
    if has_alarm:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return (yield)
    finally:
        if has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()


def _limit(item: pytest.Item) -> float | None:
    """Seconds; None for a long proof, which takes as long as it was asked to."""
    own = item.get_closest_marker("time_limit")
    if own is not None:
        return float(own.args[0])
    return None if item.get_closest_marker("prove") is not None else SECONDS
