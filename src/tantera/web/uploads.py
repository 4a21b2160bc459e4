"""Files that somebody sends: from the network to the disk, a piece at a time, and nothing of it on the event loop.

Who sends one is asked before its first byte is read. A form of ours says so in its fields, but those are in the body:
a route that takes files goes by the headers alone (`FROM_OWN_PAGE`), and its handler by who is asking.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Final

from litestar import Request
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException, HTTPException
from multipart import MultipartError, MultipartSegment, PushMultipartParser

FROM_OWN_PAGE: Final = {"by_token": True, "from_own_page": True}
"""Options of a route whose body is too long to look for a token in: a header of its own has it, or the browser's word
on the page that sends it, ``Origin``, stands for it. No other page can say either."""

LEFT_BEHIND: Final = ".sent-"
"""How folders begin in which something lay that was being sent when the power went."""
_MOST_PARTS: Final = 20


class _Kept:
    """The parts of a form as they come in: one of them goes to a file, the others nowhere."""

    def __init__(self, boundary: str, field: str, file: BinaryIO) -> None:
        self._parser = PushMultipartParser(boundary, max_segment_count=_MOST_PARTS)
        self._field, self._file = field, file
        self._wanted = False
        self.name: str | None = None

    def take(self, data: bytes) -> None:
        for part in self._parser.parse(data):
            if isinstance(part, MultipartSegment):
                self._wanted = part.name == self._field and bool(part.filename) and self.name is None
                if self._wanted:
                    self.name = part.filename
            elif part and self._wanted:
                self._file.write(part)


@asynccontextmanager
async def place_for_a_file(folder: Path | None = None) -> AsyncIterator[Path]:
    """Where something that is sent lies for a while: a path in a folder of its own, which is gone afterwards."""
    place = await asyncio.to_thread(TemporaryDirectory, prefix=LEFT_BEHIND, dir=folder)
    try:
        yield Path(place.name) / "sent"
    finally:
        await asyncio.to_thread(place.cleanup)  # to let go of a gigabyte takes the disk a while


async def file_sent(request: Request[Any, Any, Any], field: str, to: Path) -> str | None:
    """Keep the file in this field of a form; its name, or None where none was sent. How long it may be is the route's
    ``request_max_body_size``."""
    kind, options = request.content_type
    if kind != RequestEncodingType.MULTI_PART or "boundary" not in options:
        raise HTTPException(status_code=415)
    with await asyncio.to_thread(to.open, "wb") as file:
        try:
            kept = _Kept(options["boundary"], field, file)
            async for data in request.stream():
                await asyncio.to_thread(kept.take, data)
        except (MultipartError, ValueError):
            raise ClientException from None
    return kept.name
