"""Photos of signed slips: from the phones at the table, in the tournament's own file, for officers only."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from tantera import tournament_file
from tantera.tournament.hall.decide import decide
from tantera.tournament.hall.orders import KeepPhoto
from tantera.tournament_file import TournamentFile
from tantera.web.access.visitors import Ask
from tantera.web.clock import now
from tantera.web.hall.at_table import AT_TABLE, AtTable, PhoneTable, table_shown
from tantera.web.problems import NotFound
from tantera.web.tournaments.folder import tournament_of
from tantera.web.tournaments.offices import office_for
from tantera.web.uploads import FROM_OWN_PAGE, file_sent, place_for_a_file
from tantera.words import Phrase, Problem
from tantera.words.extras import needs

LONGEST: Final = 2400
"""Pixels of its longer side."""
MOST_PIXELS: Final = 60_000_000
"""Of a photo as it is sent: a small file may claim to be as large as a house, and would take the memory for it."""
_KINDS: Final = ("JPEG", "PNG", "WEBP")
_QUALITY: Final = 80


class NoPhoto(Problem):
    code = "no_photo"


def as_kept(path: Path) -> bytes:
    """The photo in this file, as JPEG; the same file gives the same bytes. A `NoPhoto` where it is none."""
    needs("hall")
    from PIL import Image, ImageOps

    try:
        with Image.open(path, formats=_KINDS) as upload:
            if upload.width * upload.height > MOST_PIXELS:
                raise NoPhoto(
                    Phrase(
                        "that photo is too large: found {found} megapixels, at most {most} are taken",
                        found=upload.width * upload.height // 10**6,
                        most=MOST_PIXELS // 10**6,
                    )
                )
            upload.draft("RGB", (LONGEST, LONGEST))  # a JPEG need not be unpacked whole
            upright = ImageOps.exif_transpose(upload)
            upright.thumbnail((LONGEST, LONGEST))
            picture = Image.new("RGB", upright.size, "white")
            picture.paste(upright, mask=upright if upright.mode == "RGBA" else None)
            made = BytesIO()
            picture.save(made, "JPEG", quality=_QUALITY)
            return made.getvalue()
    except NoPhoto:
        raise
    except Exception as error:  # whatever a decoder says to a stranger's bytes
        raise NoPhoto(Phrase("that is no photo: take one with the camera, as JPEG, PNG or WebP")) from error


LARGEST: Final = 8 * 1024 * 1024
"""Bytes. A script makes photos smaller before they are sent; a phone without one sends them as they are."""


_THREAD: Final = ThreadPoolExecutor(1, thread_name_prefix="photos")
"""One at a time: each takes the memory of a whole picture."""


def kind_of(picture: bytes) -> str | None:
    """What picture this is, by its first bytes and not by its name; None: none that a browser shows.

    >>> kind_of(b"\\xff\\xd8\\xff\\xe0..."), kind_of(b"<svg onload=alert(1)>")
    ('image/jpeg', None)
    """
    if picture.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if picture.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
        return "image/webp"
    return None


@post(
    "/e/{tournament_id:str}/t/{round:int}/{table:int}/photo",
    request_max_body_size=LARGEST,
    opt=FROM_OWN_PAGE,
    **AT_TABLE,
)
async def keep_photo(request: Ask, place: AtTable) -> Any:
    """A photo of the slip. The same one twice is one."""
    tournament, by = place.tournament, place.office.by
    try:
        _may_keep(place)
        async with place_for_a_file() as path:
            await file_sent(request, "photo", path)
            picture = await asyncio.get_running_loop().run_in_executor(_THREAD, as_kept, path)
        digest = sha256(picture).hexdigest()
        try:
            await tournament.in_the_hall(KeepPhoto(place.round.number, place.number, digest), by)
        except Problem as problem:
            if problem.code != "photo_kept":  # sent again: perhaps the picture itself was lost on the way to the disk
                raise
        await tournament.with_file(lambda file: tournament_file.keep_photo(file.store, digest, picture))
    except Problem as problem:
        if not place.plays_here:
            raise
        return table_shown(request, place, problem=problem)
    return Redirect(place.address, status_code=303)


def _may_keep(place: PhoneTable) -> None:
    """A `Problem` for who may not at all, before anything of it is read. Where there are enough of them it is read all
    the same: it may be one that was sent before."""
    order = KeepPhoto(place.round.number, place.number, "")
    try:
        decide(place.tournament.state, place.tournament.hall, order, place.office.by, now())
    except Problem as problem:
        if problem.code != "too_many_photos":
            raise


@get("/e/{tournament_id:str}/desk/photo/{digest:str}", include_in_schema=False)
async def photo(request: Ask, tournament_id: FromPath[str], digest: FromPath[str]) -> Response[bytes]:
    tournament = await tournament_of(request, tournament_id)
    await office_for(request, tournament_id, "photos")
    if all(digest not in kept for kept in tournament.hall.photos.values()):
        raise NotFound
    picture = await tournament.with_file(lambda file: _kept(file, digest))
    kind = kind_of(picture)
    if kind is None:
        raise NotFound
    return Response(picture, media_type=kind, headers={"cache-control": "private, max-age=3600"})


def _kept(file: TournamentFile, digest: str) -> bytes:
    """From the file; an earlier Tantera kept them in a folder beside it."""
    picture = tournament_file.photo(file.store, digest)
    if picture is not None:
        return picture
    path = file.store.path and file.store.path.with_suffix(".photos") / digest
    return path.read_bytes() if path is not None and path.is_file() else b""


handlers = [keep_photo, photo]
