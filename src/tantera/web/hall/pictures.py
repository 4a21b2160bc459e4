"""A photo as it is kept: upright, no larger than anybody needs to read a slip, and made anew, so that nothing is in it
but what is to be seen. What a phone writes into its files (where it was, when, whose it is) stays out."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps

from tantera.words import Phrase, Problem

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
    try:
        with Image.open(path, formats=_KINDS) as found:
            if found.width * found.height > MOST_PIXELS:
                raise NoPhoto(
                    Phrase(
                        "that photo is too large: found {found} megapixels, at most {most} are taken",
                        found=found.width * found.height // 10**6,
                        most=MOST_PIXELS // 10**6,
                    )
                )
            found.draft("RGB", (LONGEST, LONGEST))  # a JPEG need not be unpacked whole
            upright = ImageOps.exif_transpose(found)
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
