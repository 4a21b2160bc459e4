"""Bots in any language: a program that reads lines of JSON on its standard input and answers on its standard output
(docs/engines.md). ``pipe:node my_bot.js`` is such a bot, wherever a bot has a name.

A program keeps nothing between two turns, so one of each does for every seat of a process. It is asked within a time;
one that hangs, dies or lies is ended, the turn is `NoAnswer`, and the next turn begins with a fresh one. Nobody waits
for a pipe without a clock: threads read and write it.
"""

from __future__ import annotations

import atexit
import os
import shlex
import subprocess
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Lock, Thread
from time import monotonic
from typing import IO, Any, Final

import msgspec
from msgspec import Struct

from tantera.bots.own import BotError, NoAnswer, is_piped
from tantera.bots.simple import Mover
from tantera.play import MoveOrder, View
from tantera.play.snapshot import snapshot
from tantera.words import Phrase, reason_of

PROTOCOL: Final = 1
PREFIX: Final = "pipe:"
PATIENCE: Final = 10.0
"""Seconds for an answer, the program's start included."""
LONGEST: Final = 65_536
"""Bytes of a line that is read; whoever writes more without an end of line is talking nonsense."""
_UNREAD: Final = 100
"""Lines that may wait to be read; a program that writes more of them waits."""

_encode: Final = msgspec.json.Encoder(enc_hook=attrgetter("code")).encode


class Hello(Struct, frozen=True, tag="hello", tag_field="type"):
    protocol: int = PROTOCOL


class Turn(Struct, frozen=True, tag="turn", tag_field="type"):
    """One seat is asked for its move."""

    id: int
    seconds: float
    seed: int
    """For a program that leaves something to chance: the same at every turn of a seat in a match."""
    view: Any
    """What the seat sees, as the socket of a table sends it (docs/protocol.md); `options` are its moves."""


class Answer(Struct, frozen=True):
    """What a program says; fields that mean nothing here are passed over."""

    id: int | None = None
    option: int | None = None
    """The place of the chosen one among `view.options`, from 0."""
    protocol: int | None = None


_answer: Final = msgspec.json.Decoder(Answer)


class Engine:
    """The program behind a name. It is started at its first turn, and again after it was ended."""

    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        self.name, self.patience = name, patience
        self._command = words_of(name)
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._asked = 0

    def choose(self, view: View, seed: int) -> MoveOrder:
        with self._lock:
            until = monotonic() + self.patience
            if self._process is None or self._process.poll() is not None:
                self._start(until)
            self._asked += 1
            self._say(Turn(self._asked, self.patience, seed, snapshot(view)))
            while True:
                answer = self._hear(until)
                if answer.id != self._asked:
                    continue  # of an earlier turn, or about nothing
                if answer.option is None or not 0 <= answer.option < len(view.plays):
                    raise self._ended(Phrase("option {found} of {count}", found=answer.option, count=len(view.plays)))
                return view.plays[answer.option]

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):
                    assert stream is not None
                    stream.close()

    def _start(self, until: float) -> None:
        self.close()
        try:
            process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            message = "{name}: found no way to start it ({reason}), expected a command"
            raise BotError(Phrase(message, name=self.name, reason=reason_of(error))) from None
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._said, self._to_say = process, Queue[bytes](_UNREAD), Queue[bytes](_UNREAD)
        Thread(target=_read, args=(process.stdout, self._said), daemon=True).start()
        Thread(target=_write, args=(process.stdin, self._to_say), daemon=True).start()
        self._say(Hello())
        hello = self._hear(until)
        if hello.protocol != PROTOCOL:
            raise self._ended(Phrase("protocol {found}", found=hello.protocol))

    def _say(self, line: Struct) -> None:
        with suppress(Full):  # it reads nothing: no answer will come either
            self._to_say.put_nowait(_encode(line) + b"\n")

    def _hear(self, until: float) -> Answer:
        try:
            line = self._said.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            raise self._ended(Phrase("nothing")) from None
        if not line:
            raise self._ended(Phrase("the end of the program"))
        try:
            return _answer.decode(line)
        except msgspec.MsgspecError:
            raise self._ended(repr(line[:80])) from None

    def _ended(self, found: object) -> NoAnswer:
        """The program is ended: what it says later belongs to no turn."""
        self.close()
        message = "{name}: found {found} within {seconds} s, expected a move"
        return NoAnswer(Phrase(message, name=self.name, found=found, seconds=self.patience))


def _read(stream: IO[bytes], said: Queue[bytes]) -> None:
    """Each line, and an empty one at the end. A line without an end is cut, and what it says is not JSON."""
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST):
            if line.strip():
                said.put(line)
    with suppress(Full):
        said.put(b"", timeout=1)


def _write(stream: IO[bytes], to_say: Queue[bytes]) -> None:
    with suppress(OSError, ValueError):  # it has ended: whoever reads finds out
        while True:
            stream.write(to_say.get())
            stream.flush()


def words_of(name: str) -> list[str]:
    """The command behind ``pipe:node my_bot.js``, as words."""
    try:
        words = shlex.split(name.removeprefix(PREFIX), posix=os.name == "posix")
    except ValueError:
        words = []
    if not words:
        raise BotError(Phrase("bot: found {found}, expected a command after {prefix}", found=repr(name), prefix=PREFIX))
    return words


def files_of(name: str) -> tuple[Path, ...]:
    """The files that a command names: with another bot in one of them, its results are others."""
    return tuple(path for word in words_of(name) if (path := Path(word)).is_file())


_engines: Final[dict[tuple[int, str], Engine]] = {}
"""Of each process its own: a fork shares no pipe with its parent."""
_making: Final = Lock()


def engine(name: str) -> Engine:
    with _making:
        mine = os.getpid(), name
        if mine not in _engines:
            _engines[mine] = Engine(name)
            atexit.register(_engines[mine].close)
        return _engines[mine]


def mover(name: str, seed: int) -> Mover:
    assert is_piped(name)
    words_of(name)
    return lambda view: engine(name).choose(view, seed)
