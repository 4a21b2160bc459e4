"""A message for one browser, as its push service takes it: encrypted for that browser alone (RFC 8291), and signed by
this server (VAPID, RFC 8292). Chance is an argument. Why not a package for all of it? Those there are bring two HTTP
clients along; with `cryptography` it is this page, and the RFC has an example to test it by."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD: Final = 4096
"""Bytes of a record: a message has one."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group of P-256."""
_LIVES: Final = 12 * 3600
"""Seconds for which a signature holds."""


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_of(secret: bytes, what: bytes = b"vapid") -> EllipticCurvePrivateKey:
    """A key pair made of the server's secret: the same as long as its data is, and nothing more has to be kept."""
    number = int.from_bytes(sha256(b"tantera push 1\0" + what + b"\0" + secret).digest(), "big")
    return derive_private_key(number % (_ORDER - 1) + 1, SECP256R1())


def public(key: EllipticCurvePrivateKey) -> bytes:
    """The public half, as browsers and push services write it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(text: bytes, to: bytes, auth: bytes, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The body of a push: `to` is the browser's public key, `auth` its secret, `own` a key for this message alone.

    Raises `ValueError` where `to` is no key.
    """
    theirs = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), to)
    shared = own.exchange(ECDH(), theirs)
    secret = _expanded(_mac(auth, shared), b"WebPush: info\0" + to + public(own), 32)
    base = _mac(salt, secret)
    key = _expanded(base, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _expanded(base, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + len(public(own)).to_bytes(1, "big") + public(own)
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def signed(endpoint: str, key: EllipticCurvePrivateKey, contact: str, now: int) -> str:
    """The `Authorization` of a push: who sends it, to which service, until when (seconds since 1970)."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + _LIVES, "sub": contact}
    unsigned = ".".join(base64url(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(unsigned.encode(), ECDSA(SHA256())))
    signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={unsigned}.{signature}, k={base64url(public(key))}"


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _expanded(key: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand, of which one block is enough."""
    return _mac(key, info + b"\1")[:length]
