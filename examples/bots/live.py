"""A bot in thirty lines that joins a table by its code and plays a match: python live.py http://192.168.1.20:8000 K7QF

It knows no rules: the server says what may be done, and the bot gets rid of its heaviest tile. See docs/protocol.md.
"""

import asyncio
import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


def ask(address, token="", **body):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    try:
        return json.load(urlopen(Request(address, json.dumps(body).encode() if body else None, headers)))
    except HTTPError as error:  # the server says what is wrong in a sentence
        sys.exit(json.load(error)["message"])


def follow(shown, frame):
    after = frame.get("view") or {**shown, **frame.get("set", {})}
    for name, more in frame.get("add", {}).items():
        after[name] = [*after[name], *more]
    return {**after, **frame.get("yours", {})}


async def choose(view):
    return max(view["options"], key=lambda option: sum(map(int, option.get("tile") or "")))


async def play(server, code, name="Live", choose=choose):
    token = ask(f"{server}/api/tokens", name=name)["token"]
    table = ask(f"{server}/api/codes/{code}")["table"]
    ask(f"{server}/api/tables/{table}/enter", token, name=name, code=code)
    address, headers = f"{server.replace('http', 'ws', 1)}/tables/{table}/socket", {"Authorization": f"Bearer {token}"}
    async with connect(address, additional_headers=headers) as socket:
        shown, around, waiting, orders = {}, {}, False, 0
        async for text in socket:
            frame = json.loads(text)
            waiting = waiting and frame["type"] not in ("done", "refused")
            around, shown = frame.get("table", around), follow(shown, frame)
            if frame["type"] == "beat":
                await socket.send(json.dumps({"type": "beat", "n": frame["n"]}))
            free = [seat for seat, chair in enumerate(around.get("seats", ()), 1) if not chair["name"]]
            order = await choose(shown) if shown.get("options") and not waiting else None
            if around.get("seat") is None and free:
                order = {"order": "sit", "seat": free[0]}
            if order and not waiting:
                waiting, orders = True, orders + 1
                await socket.send(json.dumps({"type": "order", "id": str(orders), "order": order}))
            elif shown.get("phase") == "ended" and not waiting:
                return print(*shown["names"], shown["score"])


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
