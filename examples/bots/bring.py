"""Brings a program that answers over a pipe (docs/engines.md) to a table by its code; live.py does the rest:

python bring.py http://192.168.1.20:8000 K7QF node ../engines/heavy.js
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE

import live

MOVES = {"place_tile", "place_doubles", "draw_tile", "pass_turn"}
SECONDS = 10.0


class Engine:
    """The program, asked one thing at a time. Whatever is no move the simple bot answers."""

    def __init__(self, program):
        self.program, self.turns = program, 0

    async def say(self, message):
        self.program.stdin.write(json.dumps(message).encode() + b"\n")
        return json.loads(await asyncio.wait_for(self.program.stdout.readline(), SECONDS))

    async def choose(self, view):
        if not all(option["order"] in MOVES for option in view["options"]):
            return await live.choose(view)
        self.turns += 1
        turn = {"type": "turn", "id": self.turns, "seconds": SECONDS, "seed": 0, "view": view}
        return view["options"][(await self.say(turn))["option"]]


async def bring(server, code, *command):
    program = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    try:
        engine = Engine(program)
        known = await engine.say({"type": "hello", "protocol": 1})
        await live.play(server, code, known.get("name", "Engine"), engine.choose)
        print(engine.turns, "moves by", *command)
    except (ValueError, LookupError, TimeoutError) as wrong:  # no answer, or none that can be: the table plays on
        sys.exit(f"{' '.join(command)}: {wrong!r}")
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


if __name__ == "__main__":
    asyncio.run(bring(*sys.argv[1:]))
