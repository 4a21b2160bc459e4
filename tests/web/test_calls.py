"""Being called: who is away when it is their turn, once, by a push that only their own browser can read."""

from __future__ import annotations

import asyncio
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

from tantera.store import open_store
from tantera.web.access.visitors import Sessions
from tantera.web.books.shelf import Shelf
from tantera.web.calls.calling import Caller, sent
from tantera.web.calls.encrypting import base64url, encrypted, from_base64url, key_of, public, signed
from tantera.web.calls.wishes import Wish
from tantera.web.config import Config
from tantera.web.tables.hub import Hub
from tests.web.serving import PATIENCE, Guest, Running, serving
from tests.web.visiting import Browser

ENDPOINT = "https://fcm.googleapis.com/fcm/send/somebody"
QUICK = {"times": {"entropy": 0, "grace": 3_600_000, "move": 3_600_000}}


def wish_of(browser: EllipticCurvePrivateKey, auth: bytes) -> dict[str, str]:
    return {"endpoint": ENDPOINT, "p256dh": base64url(public(browser)), "auth": base64url(auth)}


class PushService(threading.Thread):
    """A push service on this machine, and the browser behind it, which has the key."""

    def __init__(self, status: int = 201) -> None:
        super().__init__(daemon=True)
        self.browser, self.auth, self.status = key_of(b"a browser", b"test"), bytes(range(16)), status
        self.came: list[tuple[dict[str, str], bytes]] = []
        service = self

        class Takes(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.came.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Takes)

    def run(self) -> None:
        self.http.serve_forever(0.05)

    @property
    def wish(self) -> dict[str, str]:
        return wish_of(self.browser, self.auth)

    def read(self, body: bytes) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(decrypted(body, self.browser, self.auth))
        return told

    def wait_for(self, many: int) -> None:
        until = time.monotonic() + PATIENCE
        while len(self.came) < many:
            assert time.monotonic() < until
            time.sleep(0.02)


@contextmanager
def push_service(server: Running, status: int = 201) -> Iterator[PushService]:
    """The server's calls go there, by the way they go to a real one."""
    service = PushService(status)
    service.start()

    async def to_this_machine(address: str, body: bytes, headers: dict[str, str]) -> int:
        assert address == ENDPOINT
        return await sent(f"http://127.0.0.1:{service.http.server_port}/", body, headers)

    server.app.state.caller._send = to_this_machine
    try:
        yield service
    finally:
        service.http.shutdown()
        service.http.server_close()


def decrypted(body: bytes, key: EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """As a browser reads it: RFC 8291 from the other side, with nothing of ours."""
    salt, length = body[:16], body[20]
    theirs = body[21 : 21 + length]
    shared = key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs))

    def derive(salt: bytes, secret: bytes, info: bytes, long: int) -> bytes:
        return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:long]

    secret = derive(auth, shared, b"WebPush: info\0" + public(key) + theirs, 32)
    content = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(content).decrypt(nonce, body[21 + length :], None)
    assert padded.endswith(b"\x02")
    return padded[:-1]


def test_the_example_of_the_rfc_is_encrypted_to_the_byte():
    """RFC 8291, section 5."""
    own = from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        from_base64url("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        from_base64url("BTBZMqHH6r4Tts7J_aSIgg"),
        derive_private_key(int.from_bytes(own, "big"), SECP256R1()),
        from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_signature_names_the_service_and_holds_for_half_a_day():
    key = key_of(b"secret")
    told = dict(
        part.split("=", 1) for part in signed(ENDPOINT, key, "mailto:a@b.c", 1000).removeprefix("vapid ").split(", ")
    )
    head, claims, signature = told["t"].split(".")
    assert json.loads(from_base64url(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(from_base64url(claims)) == {
        "aud": "https://fcm.googleapis.com",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:a@b.c",
    }
    numbers = from_base64url(signature)
    raw = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    public_key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), from_base64url(told["k"]))
    public_key.verify(raw, f"{head}.{claims}".encode(), ECDSA(SHA256()))


def two_at_a_table(server: Running) -> tuple[Guest, Guest, dict[str, str]]:
    ana, biel = Guest(server.url, "Ana"), Guest(server.url, "Biel")
    opened = ana.opens("clasico", options={"players": 2, "play": "alone"}, settings=QUICK, limit="999p")
    biel.comes_to(opened)
    return ana, biel, opened


async def until_it_is_anas_turn(ana: Guest, biel: Guest, opened: dict[str, str]) -> None:
    """She goes when it is: and Biel stays a while, until she is away."""
    async with biel.at(opened) as other:
        async with ana.at(opened) as one:
            await other.order({"order": "sit", "seat": 2})
            await one.order({"order": "start"})

            def hers() -> bool:
                return one.shown.get("phase") == "playing" and one.shown["turn"] == 1

            await asyncio.gather(one.play(hers), other.play(hers))
        await other.until(lambda: other.table["seats"][0]["where"] == "offline")


def test_who_is_away_in_their_turn_is_called_once_and_nobody_else_can_read_it(tmp_path: Path):
    with serving(tmp_path) as server, push_service(server) as service:
        ana, biel, opened = two_at_a_table(server)
        assert ana.asks("POST", "/api/calls", json=service.wish).status_code == 204
        key = ana.asks("GET", "/api/calls").json()["key"]
        asyncio.run(until_it_is_anas_turn(ana, biel, opened))
        service.wait_for(1)
        [(headers, body)] = service.came
        assert service.read(body) == {"title": "Te toca", "body": "Clásico", "url": f"/tables/{opened['table']}"}
        assert b"Cl" not in body[86:]
        assert headers["authorization"].endswith(f"k={key}")
        assert (headers["content-encoding"], headers["topic"]) == ("aes128gcm", opened["table"])


def test_nobody_is_called_who_has_not_asked_or_asked_no_longer(tmp_path: Path):
    with serving(tmp_path) as server, push_service(server) as service:
        ana, biel, opened = two_at_a_table(server)
        assert biel.asks("POST", "/api/calls", json=service.wish).status_code == 204
        assert ana.asks("POST", "/api/calls", json=service.wish).status_code == 204
        assert ana.asks("POST", "/api/calls/none", json={"endpoint": ENDPOINT}).status_code == 204
        asyncio.run(until_it_is_anas_turn(ana, biel, opened))
        assert service.came == []


def test_a_browser_that_is_gone_is_asked_no_more(tmp_path: Path):
    with serving(tmp_path) as server, push_service(server, 410) as service:
        ana, biel, opened = two_at_a_table(server)
        person = ana.asks("GET", "/api/me").json()["person"]
        ana.asks("POST", "/api/calls", json=service.wish)
        caller = server.app.state.caller
        assert caller.wishes._known[person].browsers
        asyncio.run(until_it_is_anas_turn(ana, biel, opened))
        service.wait_for(1)
        until = time.monotonic() + PATIENCE
        while caller.wishes._known[person].browsers:
            assert time.monotonic() < until
            time.sleep(0.02)


def test_where_no_push_service_answers_everything_else_still_gets_a_thread(tmp_path: Path):
    """A hall without the internet: six are to be called, and whoever asks for a thread meanwhile gets one."""

    async def story() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(3))
        store, silent = open_store(tmp_path), socket.create_server(("127.0.0.1", 0))
        hub = Hub(store, b"secret", Shelf(store), Config(tmp_path))
        nobody = f"http://127.0.0.1:{silent.getsockname()[1]}/"

        async def to_nobody(address: str, body: bytes, headers: dict[str, str]) -> int:
            return await sent(nobody, body, headers)

        caller = Caller(hub, Sessions(store), b"secret", "mailto:a@b.c", to_nobody)
        wish = Wish(**wish_of(key_of(b"a browser"), bytes(16)))
        calls = [asyncio.create_task(caller.push(wish, b"", "table")) for _ in range(6)]
        await asyncio.sleep(0)
        assert await asyncio.to_thread(lambda: "a thread") == "a thread"
        assert not any(call.done() for call in calls), "it was free while all of them waited"
        silent.close()
        assert await asyncio.gather(*calls) == [0] * 6
        hub.bots.close()
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    "endpoint", ["https://192.168.1.1/push", "http://fcm.googleapis.com/x", "https://evil.example/"]
)
def test_nothing_is_ever_sent_to_anything_but_a_browsers_push_service(tmp_path: Path, endpoint: str):
    with serving(tmp_path) as server:
        ana = Guest(server.url, "Ana")
        ana.opens("clasico")
        answer = ana.asks("POST", "/api/calls", json=wish_of(key_of(b"a browser"), bytes(16)) | {"endpoint": endpoint})
        assert (answer.status_code, answer.json()["code"]) == (400, "no_service")


def test_who_is_forgotten_leaves_no_address_of_a_browser(tmp_path: Path):
    with serving(tmp_path) as server, push_service(server) as service:
        ana = Guest(server.url, "Ana")
        assert ana.asks("POST", "/api/me", json={"name": "Ana"}).status_code == 200
        assert ana.asks("POST", "/api/calls", json=service.wish).status_code == 204
        assert ENDPOINT.encode() in every_byte(tmp_path)
        with Browser(server.url, ana.cookie) as browser:
            taken = ZipFile(BytesIO(browser.get("/me/everything.zip").content))
            assert json.loads(taken.read("me.json"))["called_on"] == [ENDPOINT]
            browser.get("/me")
            assert browser.post("/me/erase", {"name": "Ana"}).status_code == 303
    assert ENDPOINT.encode() not in every_byte(tmp_path)


def every_byte(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
