"""Files that are never lost: written whole or not at all, held by one window at a time, never written over another's.

A `Keeper` is the one file of a sheet or a match while a window works on it. What it promises:

- After `save` the whole text is on the disk, or an `OSError` says why not and the file is as it was.
- A file that was there before, or that somebody else has changed meanwhile, is never written over: the text goes under
  a free name (``mesa-2.dgn``), and `save` says so.
- A second window cannot open the file while the first one has it (`InUse`), where the system has locks. A process that
  dies, however it dies, lets go of it.
- Drafts (``.part``) that a killed process left behind are swept away.
"""

from __future__ import annotations

import errno
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # Windows: no advisory locks; that the file has changed is still found out
    fcntl = None  # type: ignore[assignment]

from tantera.cli.bare import bare
from tantera.words import Phrase, Problem


class InUse(Problem):
    """Another window has the file."""

    code = "in_use"

    def __init__(self, path: Path) -> None:
        message = "{path}: another window has it open; close that one, or give another name"
        super().__init__(Phrase(message, path=bare(str(path))))


class NotOnDisk(Exception):
    """A sheet or a match is on no disk and nobody says where it could be. Its text is here."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Saved(Enum):
    """Where a text went."""

    SAME = "same"
    """Where the one before was."""
    NEW_NAME = "new_name"
    """Under a free name: the one that was wanted is another file's."""
    CHANGED = "changed"
    """Under a free name: somebody else has changed the file since it was read or written here."""

    def told(self, path: Path) -> Phrase | None:
        """What somebody should know about it, once."""
        match self:
            case Saved.SAME:
                return None
            case Saved.NEW_NAME:
                return Phrase("There is a file of that name already: this goes to {path}", path=bare(str(path)))
            case Saved.CHANGED:
                message = "The file has changed: another window wrote it. What you write is kept in {path}"
                return Phrase(message, path=bare(str(path)))


class Keeper:
    """The file of one sheet or match. A new one is there from the first `save` on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        """Where it is, or will be; another one after a `save` that says so."""
        self._known: bytes | None = None
        """What the file held when this window last read or wrote it; None: it has not been here yet."""
        self._held: int | None = None
        """The file as it is locked."""

    @classmethod
    def opened(cls, path: Path) -> tuple[Keeper, bytes]:
        """A file that is there, and what it holds. `InUse` where another window has it; an `OSError` where it cannot
        be read."""
        keeper = cls(path)
        keeper._hold(path)
        try:
            keeper._known = path.read_bytes()
        except OSError:
            keeper.close()
            raise
        if keeper._held is not None:  # nobody else is at work on it: whatever drafts there are, their writers are dead
            sweep(path)
        return keeper, keeper._known

    def save(self, text: str) -> Saved:
        """The whole text, on the disk before this returns. An `OSError` leaves everything as it was."""
        with _undisturbed():
            return self._save(text.encode("utf-8", "replace"))

    def _save(self, data: bytes) -> Saved:
        on_disk = self._found() if self._known is not None else None
        if on_disk is None:  # not there yet, or gone: there is nothing that could be lost
            return self._begin(self.path, data, Saved.NEW_NAME)
        if on_disk != self._known:
            return self._begin(self.path, data, Saved.CHANGED)
        if data != on_disk:
            if not os.access(self.path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self.path))
            self._written(data, self.path, over=True)
        return Saved.SAME

    def elsewhere(self, path: Path) -> Keeper:
        """The same under another path, from its next `save` on; that one goes to a free name too."""
        self.close()
        return Keeper(path)

    def close(self) -> None:
        """Another window may have it."""
        if self._held is not None:
            os.close(self._held)
            self._held = None

    # --- how

    def _begin(self, wanted: Path, data: bytes, why: Saved) -> Saved:
        for path in free_names(wanted):
            try:
                self._written(data, path, over=False)
            except FileExistsError:
                continue
            said = why if path != wanted else Saved.SAME
            self.path = path
            return said
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(wanted))

    def _written(self, data: bytes, path: Path, over: bool) -> None:
        target = path.resolve()  # a link stays a link
        if not over and _is_there(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        draft = _draft_of(target)
        held: int | None = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o666)
        assert held is not None
        try:
            _lock(held)  # before it has its name: there is no moment in which nobody holds the file
            with open(held, "wb", closefd=False) as file:
                file.write(data)
            os.fsync(held)
            if fcntl is None:  # Windows gives no new name to an open file
                os.close(held)
                held = None
            if over:
                with suppress(OSError):
                    os.chmod(draft, target.stat().st_mode & 0o7777)
                draft.replace(target)
            else:
                _take_name(draft, target)
        except BaseException:
            if held is not None:
                os.close(held)
            with suppress(OSError):
                draft.unlink()
            raise
        self.close()
        self._held, self._known = held, data
        _sync_folder(target.parent)

    def _hold(self, path: Path) -> None:
        if fcntl is None:
            return
        while True:
            held = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            if not _lock(held):
                os.close(held)
                raise InUse(path)
            # Meanwhile its holder may have put another file in its place, and let go of this one.
            if os.path.samestat(os.fstat(held), os.stat(path)):
                self._held = held
                return
            os.close(held)

    def _found(self) -> bytes | None:
        """What the file holds now; None: there is none."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None


MOST_NAMES: Final = 10_000
"""A folder with more files of one name is not a folder of sheets."""


def free_names(path: Path) -> Iterator[Path]:
    """The name itself, then others beside it: ``mesa.dgn``, ``mesa-2.dgn``, ``mesa-3.dgn``…"""
    yield path
    for number in count(2):
        if number > MOST_NAMES:
            return
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def free_name(path: Path) -> Path:
    """The first of them that no file has now. Only saving takes it: somebody else may be quicker."""
    return next(one for one in free_names(path) if not _is_there(one))


def write_output(path: Path, data: bytes) -> None:
    """A picture or a paper that was made for somebody: whole, or not at all (`OSError`).

    It takes the place of one of its own kind and of nothing else: ``--print`` with the sheet's own name by mistake
    would have the sheet replaced by its act.
    """
    if path.exists() and not path.is_file():  # a device; of a folder it says what it is
        path.write_bytes(data)
        return
    check_kind(path, data)
    keeper = Keeper(path)
    try:
        keeper._written(data, path, over=True)
    finally:
        keeper.close()


def check_kind(path: Path, begins: bytes) -> None:
    """A `FileExistsError` where there is a file of another kind. Pictures and papers are told by how they begin."""
    if path.is_file():
        with path.open("rb") as file:
            there = file.read(_KIND)
        if there and there != begins[:_KIND]:
            raise FileExistsError(errno.EEXIST, "A file of another kind is there", str(path))


_KIND: Final = 4
"""Letters that tell a kind: ``%PDF``, ``<svg``."""


def sweep(path: Path) -> None:
    """Remove drafts of this file that killed processes left behind, those of older versions too."""
    target = path.resolve()
    draft = re.compile(re.escape(target.name) + r"(\.[0-9]+)?\.part")
    with suppress(OSError):
        for one in list(target.parent.iterdir()):
            if draft.fullmatch(one.name):
                with suppress(OSError):
                    one.unlink()


class _Writing:
    """Whether a file is being written just now, and whether somebody wanted to leave meanwhile."""

    depth = 0
    struck = False


@contextmanager
def _undisturbed() -> Iterator[None]:
    """No `Leaving` in here: it comes afterwards. A file would be there and its keeper would not know it."""
    _Writing.depth += 1
    try:
        yield
    finally:
        _Writing.depth -= 1
    if _Writing.struck and not _Writing.depth:
        _Writing.struck = False
        raise Leaving


class Leaving(KeyboardInterrupt):
    """Ctrl-C, or the window is being closed, or the machine goes down."""


@contextmanager
def leaving_by_signals() -> Iterator[None]:
    """Ctrl-C, a closed window and a polite kill are a `Leaving` here, also where the program was started with them
    ignored (``&`` in a script, ``nohup``): whoever works on a file then saves it."""

    def leave(number: int, frame: object) -> None:
        if _Writing.depth:
            _Writing.struck = True  # a file is being written: whole first
        else:
            raise Leaving

    before = []
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            kind = getattr(signal, name)
            before.append((kind, signal.signal(kind, leave)))
    try:
        yield
    finally:
        for kind, handler in before:
            signal.signal(kind, handler if handler is not None else signal.SIG_DFL)


def _draft_of(target: Path) -> Path:
    """Of this process: two without locks do not write into one draft."""
    return target.with_name(f"{target.name}.{os.getpid()}.part")


def _is_there(path: Path) -> bool:
    return os.path.lexists(path)


def _take_name(draft: Path, target: Path) -> None:
    """The draft under a name that no file has: `FileExistsError` if one has got it meanwhile."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: a USB stick. A file of no bytes takes the name first
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        draft.replace(target)
        return
    draft.unlink()


def _lock(held: int) -> bool:
    """Whether the file is ours now. Where the file system knows no locks it is nobody's: saving looks for changes."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _sync_folder(folder: Path) -> None:
    """The name itself on the disk; what a system cannot do here is not worth a word."""
    with suppress(OSError):
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)
