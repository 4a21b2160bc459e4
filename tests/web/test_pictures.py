"""Photos as they are kept: upright, bounded, and nothing in them but the picture."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from tantera.web.hall.photos import LONGEST, NoPhoto, as_kept
from tests.web.snapshots import metadata, snapshot


def kept(picture: bytes, folder: Path) -> bytes:
    path = folder / "photo"
    path.write_bytes(picture)
    return as_kept(path)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_what_a_phone_wrote_into_a_photo_is_not_kept(tmp_path: Path, kind: str):
    sent = snapshot(kind=kind)
    assert metadata(sent) != []
    made = kept(sent, tmp_path)
    assert metadata(made) == []
    assert made == kept(sent, tmp_path)
    assert made.startswith(b"\xff\xd8\xff")


def test_a_photo_stands_upright_and_is_no_larger_than_it_needs_to_be(tmp_path: Path):
    lying = snapshot(size=(4000, 1000), orientation=6)
    with Image.open(BytesIO(kept(lying, tmp_path))) as made:
        assert made.size == (LONGEST // 4, LONGEST)


def test_what_is_to_be_seen_through_is_white(tmp_path: Path):
    made = BytesIO()
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(made, "PNG")
    with Image.open(BytesIO(kept(made.getvalue(), tmp_path))) as seen:
        assert seen.getpixel((0, 0)) == (255, 255, 255)


def png(width: int, height: int) -> bytes:
    """A picture of a few bytes that claims to be of any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(9000, 9000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_a_small_file_that_claims_to_be_huge_is_not_unpacked(tmp_path: Path, width: int, height: int):
    with pytest.raises(NoPhoto):
        kept(png(width, height), tmp_path)


def test_damaged_photos_are_no_photos_and_nothing_worse(tmp_path: Path):
    rng, whole = Random(19), [snapshot(kind=kind) for kind in ("JPEG", "PNG", "WEBP")]
    for _ in range(300):
        damaged = bytearray(rng.choice(whole))
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            kept(bytes(damaged[: rng.randint(1, len(damaged))]), tmp_path)
        except NoPhoto:
            continue
