"""A line that somebody types, and no Ctrl-C missed while it is waited for."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading


def asked_line(prompt: str, most: int) -> str:
    """The prompt, and what is answered to it; ``""`` where the input ends.

    A signal that comes after Python's last look at its signals and before the system's wait for a key is seen with the
    next key only: a Ctrl-C just when a question appears would do nothing. So the wait is for a key or for any signal,
    which leaves a byte in a pipe from before the question is shown.
    """
    if os.name != "posix" or not sys.stdin.isatty() or threading.current_thread() is not threading.main_thread():
        print(prompt, end="", flush=True)
        return sys.stdin.readline(most)
    struck, strikes = os.pipe()
    os.set_blocking(strikes, False)
    before = signal.set_wakeup_fd(strikes, warn_on_full_buffer=False)
    try:
        print(prompt, end="", flush=True)
        while sys.stdin not in select.select([sys.stdin, struck], [], [])[0]:
            os.read(struck, 1)  # its handler has run, and did not raise
        return sys.stdin.readline(most)
    finally:
        signal.set_wakeup_fd(before)
        os.close(struck)
        os.close(strikes)
