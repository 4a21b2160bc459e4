"""Photos as phones make them."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

_GPS, _MAKE, _ORIENTATION = 0x8825, 0x010F, 0x0112
MAKER = "Made by a phone"


def snapshot(shade: int = 0, size: tuple[int, int] = (40, 30), kind: str = "JPEG", orientation: int = 1) -> bytes:
    """A photo with everything that a phone writes into it: where it was, whose it is, and which way is up."""
    exif = Image.Exif()
    exif[_MAKE], exif[_ORIENTATION] = MAKER, orientation
    exif[_GPS] = {1: "N", 2: (41.0, 7.0, 8.0)}
    made = BytesIO()
    Image.new("RGB", size, (shade, 255 - shade, 128)).save(made, kind, exif=exif, comment=MAKER)
    return made.getvalue()


def metadata(picture: bytes) -> list[str]:
    """What is in it besides the picture."""
    with Image.open(BytesIO(picture)) as found:
        kept = [str(name) for name in found.info if not str(name).startswith("jfif")]
        return kept + ([] if not found.getexif() else ["exif"]) + (["maker"] if MAKER.encode() in picture else [])
