"""Random tournaments as lists of orders: everything that can happen in a hall, from a seed.

It works with any program that takes orders and shows the object of TOURNAMENT.md: both are given as callables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

BOOKS = {
    "individual": ("competencia-individual", "competencia-individual", "tarragona", "san-juan", "clasico"),
    "pairs": ("san-juan", "tarragona", "clasico", "competencia-individual"),
    "alone": ("ueh", "ueh", "ueh", "clasico"),
}
LIMITS = {"competencia-individual": 100, "san-juan": 200, "tarragona": 300, "clasico": 100, "ueh": 300}
TIMED = ("competencia-individual", "san-juan")
CLUBS = ("Náutico", "Caparra", "Peña Àngel", None)
Order = dict[str, Any]
Apply = Callable[[Order], dict[str, Any]]
Export = Callable[[], dict[str, Any]]
START = datetime(2024, 5, 18, 9, 0, tzinfo=UTC)


@dataclass
class Played:
    """What was ordered and what was answered."""

    orders: list[tuple[Order, dict[str, Any]]] = field(default_factory=list)
    rubbish_accepted: list[Order] = field(default_factory=list)

    @property
    def accepted(self) -> int:
        return sum(bool(answer["ok"]) for _, answer in self.orders)

    def codes(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for order, answer in self.orders:
            if not answer["ok"]:
                key = f"{order.get('order')}: {answer.get('code')}"
                found[key] = found.get(key, 0) + 1
        return found


def awards(rng: Random) -> list[Order]:
    """Prizes for places, categories and clubs."""
    what: list[Order] = [{"amount": 50}, {"percent": 10}, {"trophy": "jamón"}, {"amount": 20, "trophy": "copa"}]
    whose: list[Order] = [
        {},
        {"category": "señoras"},
        {"category": "Señoras"},
        {"category": "veteranos"},
        {"clubs": True},
    ]
    return [{"place": rng.randint(1, 3), **rng.choice(what), **rng.choice(whose)} for _ in range(rng.randint(1, 5))]


def put_right(rng: Random) -> Order:
    """What people find out about a player."""
    fields: Order = {
        "name": rng.choice(["Ana Pons", "Biel Mas i Gil", "Jugador 1 a", "Núria Roca"]),
        "short": rng.choice(["Anita", "Biel", None]),
        "club": rng.choice(CLUBS),
        "key": rng.choice(["f-100", "f-101", None]),
        "categories": rng.choice([["señoras"], ["señoras", "veteranos"], [], None]),
    }
    return {key: fields[key] for key in rng.sample(list(fields), rng.choice([1, 1, 2, 5]))}


def event_put_right(rng: Random) -> Order:
    """What people find out about the event; now and then too late."""
    fields: Order = {
        "name": f"Torneo {rng.randint(1, 999)}",
        "date": rng.choice(["2026-05-31", ""]),
        "venue": rng.choice(["Casal", ""]),
        "organiser": "Penya Dòmino",
        "texts": rng.choice([{"arbiters": "Mora"}, {"notice": "Sin comida"}, {"arbiters": ""}]),
        "options": rng.choice([
            {"prizes": [60, 40]}, {"fee": 10}, {"teams": rng.randint(0, 3)}, {"grace_minutes": 2},
            {"awards": awards(rng), "one_prize": rng.random() < 0.5}, {"avoid_partners": rng.randint(0, 3)},
            {"ranked_by": ["points_won", "points_for"]},
        ]),
    }  # fmt: skip
    return {key: fields[key] for key in rng.sample(list(fields), rng.choice([1, 1, 2, 6]))}


def play(seed: str, format: str, apply: Apply, export: Export) -> Played:
    """A whole event of this format; the same seed gives the same orders to the same program."""
    kind = KINDS.get(seed.partition("-")[0], Hall)
    hall = kind(Random(seed), format, apply, export, duplicate=seed.startswith("duplicate"))
    hall.play()
    return hall.played


class Hall:
    def __init__(self, rng: Random, format: str, apply: Apply, export: Export, *, duplicate: bool = False) -> None:
        self.rng, self.format, self.apply, self.export = rng, format, apply, export
        self.pairs, self.alone = format.startswith("pairs"), format.startswith("alone")
        self.played = Played()
        self.clock = START
        self.calls = 0
        self.entered = 0
        self.limit, self.timed, self.below_zero, self.half = 100, False, False, False
        self.duplicate, self.hands = duplicate, 0
        self.calendar = False

    # orders

    def give(self, order: str, **fields: Any) -> dict[str, Any]:
        self.clock += timedelta(seconds=self.rng.randint(1, 90))
        given = {"order": order, "at": self.clock.isoformat(), **fields}
        if self.rng.random() < 0.05 and not fields.get("preview"):
            self.calls += 1
            given["id"] = f"call-{self.calls}"
        answer = self.apply(given)
        self.played.orders.append((given, answer))
        if "id" in given and answer["ok"] and self.rng.random() < 0.3:
            again = self.apply(given)
            assert again.get("again") is True, again
            assert again["event"] == answer["event"]
        return answer

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    def rubbish(self) -> None:
        """Refused whatever the moment is."""
        order: Order = self.rng.choice(
            [
                {"order": "dance"},
                {"order": "draw", "round": 101},
                {"order": "draw", "rounds": 1},
                {"order": "enter", "entry": "", "players": [{"id": "x", "name": "X"}]},
                {"order": "enter", "entry": "x y", "players": [{"id": "x", "name": "X"}]},
                {"order": "enter", "entry": "zz", "players": []},
                {"order": "enter", "entry": "zz", "players": [{"id": "a/b", "name": "X"}]},
                {"order": "result", "round": 99, "table": 1, "score": [100, 0]},
                {"order": "result", "round": 1, "table": 9999, "score": [100, 0]},
                {"order": "result", "round": 1, "table": 1, "score": "100-0"},
                {"order": "late", "round": 1, "player": "p1", "minutes": 601},
                {"order": "penalty", "round": 1, "player": "p1", "article": "CI-10", "points": 0},
                {"order": "penalty", "round": 1, "player": "p1", "article": "CI-10", "points": 30, "by": "desk"},
                {"order": "draw", "by": "player:p1"},
                {"order": "publish", "by": "public"},
                {"order": "expel", "player": "p1", "round": 1, "article": "CI-19", "by": "judge:Mora"},
                {"order": "undo", "event": 10**6},
                {"order": "withdraw", "entries": ["nobody"]},
                {"order": "create", "name": "Again", "book": "ueh"},
                {"order": "check_in", "entries": "e1"},
                {"order": "edit_player", "player": "nobody", "club": "Reus"},
                {"order": "edit_player", "player": "p1", "id": "p2"},
                {"order": "edit_player", "player": "p1"},
                {"order": "edit_event", "date": "2026-02-30"},
                {"order": "edit_event", "options": {"fees": 10}},
                {"order": "edit_event", "venue": "Casal", "by": "desk"},
                {"order": "keep_apart", "players": ["p1", "nobody"]},
                {"order": "confirm", "round": 1, "table": 1, "by": "player"},
            ]
        )
        events = self.export()["log"]["events"]
        answer = self.give(**order)
        if answer["ok"] or self.export()["log"]["events"] != events:
            self.played.rubbish_accepted.append(order)

    # the event

    def play(self) -> None:
        self.create()
        for _ in range(self.size()):
            self.enter()
        if self.chance(0.25):
            self.check_in()
        if self.chance(0.3):
            self.keep_apart()
        if self.chance(0.3):
            self.put_right()
        if self.chance(0.25):
            self.seed()
        for _ in range(self.rng.randint(1, 6)):
            if not self.round():
                break
            if self.chance(0.25):
                self.undo()
        if self.chance(0.6):
            self.give("close_round")
        if self.chance(0.5):
            self.give("close")
            if self.chance(0.3):
                self.undo_last()

    def size(self) -> int:
        if self.format == "pairs-groups":
            return self.rng.choice([6, 7, 8, 9, 10, 11, 13])
        if self.pairs:
            return self.rng.choice([3, 4, 5, 6, 7, 8, 9, 11, 12, 14])
        return self.rng.choice([5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 19, 22, 25])

    def create(self) -> None:
        rng = self.rng
        kind = "pairs" if self.pairs else "alone" if self.alone else "individual"
        book = rng.choice(BOOKS[kind])
        self.limit, self.timed = LIMITS[book], book in TIMED
        self.below_zero = book == "san-juan"
        options = self.options(book)
        fields: Order = {"name": f"Torneo {rng.randint(1, 999)}", "book": book, "format": self.format}
        if self.chance(0.5):
            fields["rounds"] = rng.randint(1, 8)
        lot = self.chance(0.15)
        if not lot:
            fields["seed"] = f"semilla {rng.random()}"
        answer = self.give("create", **fields, options=options)
        if not answer["ok"]:
            self.limit, self.timed, self.half = LIMITS[book], book in TIMED, False
            self.calendar = False
            self.hands = self.rng.randint(1, 5) if self.duplicate else 0
            kept = {"duplicate": {"hands": self.hands, "score": "butler"}} if self.duplicate else {}
            answer = self.give("create", **fields, options=kept)
        assert answer["ok"], answer
        if lot:
            secret = f"secreto {rng.random()}"
            self.give("commit", hash=sha256(secret.encode()).hexdigest())
            self.give("lot", secret="otro", drawn="6-4")
            self.give("lot", secret=secret, drawn=rng.choice(["6-4", "12", "blanca doble"]))

    def options(self, book: str) -> Order:
        rng = self.rng
        options: Order = {}
        if self.chance(0.2):
            options["limit"], self.limit, self.timed = "150p 30m", 150, True
        if self.format == "individual":
            if self.chance(0.6):
                options["avoid_partners"] = rng.randint(1, 4)
            if self.chance(0.3):
                options["table_seating"] = "1+3v2+4"
            if self.chance(0.15):
                options["stand_ins"] = True
            if self.chance(0.2):
                options["balanced"] = rng.randint(1, 4)
        if self.format == "pairs-swiss" and self.chance(0.4):
            options["pairing"] = "folded"
        if self.format == "pairs-swiss" and self.chance(0.25):
            options["accelerated"] = rng.randint(1, 3)
        if self.format == "pairs-round-robin" and not self.duplicate and self.chance(0.3):
            options["dates"] = {"from": "2026-01-08", "every_days": rng.choice([1, 7, 14])}
        self.calendar = "dates" in options
        if self.format in ("pairs-round-robin", "pairs-groups") and self.chance(0.3):
            options["legs"] = 2
        if self.format == "pairs-groups":
            options["groups"], options["advance"] = rng.randint(2, 3), rng.randint(1, 2)
        if self.format in ("pairs-knock-out", "pairs-groups") and self.chance(0.3):
            options["limit_final"] = f"{2 * self.limit}p" + (" 60m" if self.timed else "")
        if self.format == "pairs-team-matches":
            options["team_pairs"] = rng.randint(1, 3)
            options["teams_meet"] = rng.choice(["round_robin", "round_robin", "swiss"])
            options["level_meeting"] = rng.choice(["points", "half"])
            options["legs"] = rng.choice([1, 1, 2])
            options["stand_ins"] = self.chance(0.15)
        if self.format in ("individual", "pairs-swiss") and self.chance(0.25):
            options["out_after_losses"] = rng.randint(1, 2)
        if self.chance(0.15):
            options["late"] = {"default_minutes": 9}
        if self.pairs and self.chance(0.3):
            options["ranked_by"] = rng.choice(
                [
                    ["points_won", "head_to_head", "difference", "points_for"],
                    ["points_won", "points_among_tied", "difference"],
                    ["points_for", "points_won"],
                ]
            )
        if not self.alone and self.chance(0.15):
            options["bye"] = [self.limit, self.limit // 2]
        if not self.alone and self.chance(0.1):
            options["default_score"] = [self.limit, 10, 5, self.limit]
        if not self.alone and self.chance(0.2):
            options["level_at_end"] = rng.choice(["half_point", "one_more_hand", "ruling"])
        self.half = options.get("level_at_end") == "half_point"
        if self.chance(0.25):
            options["teams"] = rng.randint(1, 3)
        if self.chance(0.2):
            options["awards"] = awards(rng)
            options["one_prize"] = self.chance(0.5)
        return self.with_the_same_deals(options) if self.duplicate else options

    def with_the_same_deals(self, options: Order) -> Order:
        """For pairs and for changing partners. The limit is the hands; nobody plays on after them."""
        self.hands = self.rng.randint(1, 5)
        score = self.rng.choice(["butler", "matchpoints"])
        left_out = ("limit", "limit_final", "level_at_end")
        kept = {key: value for key, value in options.items() if key not in left_out}
        if "ranked_by" in kept and self.chance(0.5):
            kept["ranked_by"] = ["points_won", "duplicate"]
        return kept | {"duplicate": {"hands": self.hands, "score": score}}

    def enter(self) -> None:
        self.entered += 1
        players = []
        for letter in "ab" if self.pairs else "a":
            player: Order = {
                "id": f"p{self.entered}{letter}" if self.pairs else f"p{self.entered}",
                "name": f"Jugador {self.entered} {letter}",
                "member": True,
            }
            if club := self.rng.choice(CLUBS):
                player["club"] = club
            if self.chance(0.3):
                player["categories"] = self.rng.choice([["señoras"], ["veteranos"], ["veteranos", "señoras"]])
            if self.chance(0.1):
                player["key"] = f"f-{self.entered}{letter}"
            players.append(player)
        if self.format == "pairs-team-matches" and self.chance(0.97):
            players[0]["club"] = self.rng.choice(["Náutico", "Caparra", "Peña Àngel", "Sur", "Norte"])
        if self.pairs and "club" in players[0]:
            players[1]["club"] = players[0]["club"]
        self.give("enter", entry=f"e{self.entered}", players=players, paid=self.rng.choice([0, 0, 20]))
        if self.chance(0.05):
            self.give("pay", entry=f"e{self.entered}", amount=20)

    def check_in(self) -> None:
        entries = [one["entry"] for one in self.export()["entries"]]
        here = [entry for entry in entries if self.chance(0.85)]
        if here:
            self.give("check_in", entries=here)
            if self.chance(0.3):
                self.give("check_out", entries=[self.rng.choice(entries)], by="desk")

    def keep_apart(self) -> None:
        players = [player for one in self.export()["entries"] for player in one["players"]]
        for _ in range(self.rng.randint(1, 3)):
            fields: Order = {"players": self.rng.sample(players, self.rng.choice([2, 2, 2, 3]))}
            if self.chance(0.6):
                fields["as"] = self.rng.choice(["partners", "opponents", "both"])
            if self.chance(0.4):
                fields["hard"] = False
            if self.chance(0.3):
                fields["rounds"] = self.rng.randint(1, 3)
            self.give("keep_apart", **fields)

    def seed(self) -> None:
        """By hand: some of them, or all; now and then too late or twice."""
        entries = [one["entry"] for one in self.export()["entries"]]
        seeds = self.rng.sample(entries, self.rng.randint(1, len(entries)))
        self.give("seed", entries=seeds if self.chance(0.9) else [*seeds, seeds[0]])

    def put_right(self) -> None:
        """What people got wrong, whenever they find out."""
        players = [player for one in self.export()["entries"] for player in one["players"]]
        if self.chance(0.7):
            self.give("edit_player", player=self.rng.choice(players), by="desk", **put_right(self.rng))
        else:
            self.give("edit_event", **event_put_right(self.rng))

    # a round

    def round(self) -> bool:
        """Draws, edits, publishes and plays a round; False where no other can be drawn."""
        before = len(self.export()["rounds"])
        answer = self.give("draw")
        if not answer["ok"]:
            return False
        draft = self.export()["rounds"][-1]
        if self.chance(0.2) and not self.is_final(draft):
            self.edit(draft)
        if self.chance(0.1):
            self.give("draw")
        if self.chance(0.08):
            self.undo_last()
            if self.chance(0.5):
                self.undo_last()
            if len(self.export()["rounds"]) == before:
                self.give("draw")
        if self.chance(0.12):
            self.before_publishing()
        if not self.publish():
            return False
        for _ in range(self.rng.choice([0, 0, 0, 1, 2])):
            self.incident()
        if self.calendar or self.chance(0.02):
            self.postpone()
        if not self.calendar or self.chance(0.6):
            self.slips()
        if self.chance(0.15) and not self.pairs:
            self.enter()
        if self.chance(0.1):
            self.enter()
        if self.chance(0.2):
            self.come_and_go()
        if self.chance(0.2):
            self.put_right()
        if self.chance(0.1):
            self.rubbish()
        if self.chance(0.15):
            self.correct()
        if self.chance(0.3):
            self.give("close_round")
        if self.chance(0.15):
            self.correct()
        return True

    def postpone(self) -> None:
        """Matches of a calendar are moved, played late, or their round is closed by its number."""
        for opened in [one for one in self.export()["rounds"] if one["stage"] == "published"]:
            table = self.rng.choice(opened["tables"]) if opened["tables"] else None
            if table is not None and self.chance(0.4):
                day = self.rng.choice(["2026-03-01", "2026-12-24", "2026-02-30"])
                self.give("postpone", round=opened["round"], table=table["table"], to=day)
            if table is not None and table["status"] != "confirmed" and self.chance(0.5):
                self.slip(opened["round"], table, everything=True)
            if self.chance(0.2):
                self.give("close_round", round=opened["round"])

    def before_publishing(self) -> None:
        """Somebody comes or goes while the draft lies on the desk."""
        if self.chance(0.3):
            self.enter()
        if self.chance(0.4):
            self.check_in()
        if self.chance(0.3):
            self.put_right()
        self.come_and_go()

    def last(self, stage: str) -> Order | None:
        rounds = [one for one in self.export()["rounds"] if one["stage"] == stage]
        return rounds[-1] if rounds else None

    def is_final(self, draft: Order) -> bool:
        """Nobody exchanges a finalist for somebody who plays for third place."""
        return self.format in ("pairs-knock-out", "pairs-groups") and draft["round"] > 1 and len(draft["tables"]) <= 2

    def edit(self, draft: Order) -> None:
        entry_of = {player: one["entry"] for one in self.export()["entries"] for player in one["players"]}
        here = [player for table in draft["tables"] for player in table["seats"] if player in entry_of]
        names = list(dict.fromkeys(entry_of[player] for player in here)) if self.pairs else here
        names += draft["byes"]
        if len(names) > 2:
            a, b = self.rng.sample(names, 2)
            self.give("swap", round=draft["round"], a=a, b=b, reason="a petición de la mesa")
            if self.chance(0.2):
                a, b = self.rng.sample(names, 2)
                self.give("swap", round=draft["round"], a=a, b=b, reason="otra vez")

    def publish(self) -> bool:
        opened = None if self.calendar and self.chance(0.9) else self.last("published")
        missing = [one["table"] for one in opened["tables"] if one["status"] != "confirmed"] if opened else []
        if missing and self.chance(0.3):
            self.give("publish")
        fields: Order = {"accept_missing": missing} if missing and self.chance(0.5) else {}
        if missing and not fields:
            self.slips(everything=True)
        answer = self.give("publish", **fields)
        if not answer["ok"] and answer["code"] == "draft_is_old" and "players" in answer and self.chance(0.4):
            answer = self.give("publish", **fields, override="la sala espera")
        if not answer["ok"] and answer["code"] == "draft_is_old":
            if not self.give("draw")["ok"]:
                return False
            answer = self.give("publish", **fields)
        if not answer["ok"]:
            answer = self.give("publish", **fields, override="lo decide la dirección")
        return bool(answer["ok"])

    def slips(self, *, everything: bool = False) -> None:
        opened = self.last("published")
        if opened is None:
            return
        tables = [one for one in opened["tables"] if one["status"] != "confirmed"]
        self.rng.shuffle(tables)
        for table in tables:
            if not everything and self.chance(0.04):
                continue
            self.slip(opened["round"], table, everything=everything)

    def slip(self, number: int, table: Order, *, everything: bool = False) -> None:
        where = {"round": number, "table": table["table"]}
        slip = self.score(table["seats"])
        seat = self.rng.choice(table["seats"])
        if everything or self.chance(0.8):
            answer = self.give("result", **where, **slip)
        elif self.chance(0.5) and not seat.startswith(("*", "—")):
            answer = self.give("result", **where, **slip, status="entered", by=f"player:{seat}")
            if self.chance(0.7):
                others = table["seats"][(table["seats"].index(seat) + 1) % len(table["seats"])]
                by = self.rng.choice([f"player:{others}", f"player:{others}", f"player:{seat}", "desk"])
                self.give(self.rng.choice(["confirm", "confirm", "dispute"]), **where, by=by)
        else:
            answer = self.give("result", **where, **slip, status=self.rng.choice(["entered", "disputed"]), by="desk")
            if self.chance(0.3):
                self.give("result", **where, **self.score(table["seats"]), reason="lo ha visto", by="judge:Mora")
            if self.chance(0.6):
                self.give("confirm", **where, by="desk:Ana")
        if not answer["ok"] and self.expelled_at(table):
            low, high = sorted(self.rng.sample(range(self.limit), 2))
            stood = {"hands": [[7, 0], *[None] * (self.hands - 1)]} if self.hands else {"score": [low, high]}
            self.give("result", **where, **stood, winner=self.rng.choice(["1+3", "2+4"]))

    def expelled_at(self, table: Order) -> bool:
        return not self.alone and bool(set(self.export()["out"]) & set(table["seats"]))

    def score(self, seats: list[str]) -> Order:
        rng = self.rng
        if self.hands:
            return {"hands": [self.one_hand() for _ in range(self.hands)]}
        if self.alone:
            winner = rng.randint(1, len(seats))
            score = [rng.randint(0, 450) for _ in seats]
            score[winner - 1] = rng.randint(0, self.limit)
            slip: Order = {"score": score, "winner": winner}
            if self.limit == LIMITS["ueh"] or self.chance(0.5):
                slip["re_entries"] = [rng.randint(0, 2) for _ in seats]
            return slip
        top, low = rng.randint(self.limit, self.limit + 60), rng.randint(0, self.limit - 1)
        if self.timed and self.chance(0.25):
            top, low = rng.randint(1, self.limit - 1), rng.randint(-20 if self.below_zero else 0, self.limit - 1)
        if self.timed and self.chance(0.06):
            top = low = rng.randint(0, self.limit - 1)
        slip = {"score": [top, low] if self.chance(0.5) else [low, top]}
        if top == low:
            if not self.half:
                slip["winner"] = rng.choice(["1+3", "2+4"])
        elif self.chance(0.3):
            slip["winner"] = "1+3" if slip["score"][0] > slip["score"][1] else "2+4"
        return slip

    def one_hand(self) -> list[int] | None:
        points = self.rng.choice([0, 7, 12, 12, 30, 41, 66])
        return None if self.chance(0.05) else self.rng.choice([[points, 0], [0, points]])

    def same_winner(self, slip: Order, winner: Any) -> Order:
        if "hands" in slip:
            turned = sum(hand[0] - hand[1] for hand in slip["hands"] if hand) * (1 if winner == "1+3" else -1) < 0
            return {"hands": [hand and (hand[::-1] if turned else hand) for hand in slip["hands"]]}
        score = list(slip["score"])
        if not self.alone:
            return {"score": sorted(score, reverse=winner == "1+3"), "winner": winner}
        score[slip["winner"] - 1], score[winner - 1] = score[winner - 1], score[slip["winner"] - 1]
        return {**slip, "score": score, "winner": winner}

    # incidents

    def incident(self) -> None:
        opened = self.last("published")
        if opened is None or not opened["tables"]:
            return
        rng = self.rng
        table = rng.choice(opened["tables"])
        seats = [player for player in table["seats"] if not player.startswith(("*", "—"))]
        player, number = rng.choice(seats), opened["round"]
        what = rng.choice(["late", "late", "default", "default", "penalty", "card", "expel", "withdraw"])
        if what == "late":
            self.give("late", round=number, player=player, minutes=rng.choice([3, 5, 7, 9, 10, 14]), by="judge:Mora")
        elif what == "default":
            absent = rng.sample(seats, min(len(seats), rng.choice([1, 1, 1, 2])))
            if self.give("default", round=number, table=table["table"], absent=absent, by="judge")["ok"]:
                for one in absent:
                    if self.chance(0.5):
                        self.give("stand_in", round=number, player=one, name="Comodín")
        elif what == "penalty":
            self.give("penalty", player=player, round=number, article="CI-10", points=30, by="judge:Mora")
        elif what == "card":
            self.give("card", player=player, round=number, article="TG-14.1", card=rng.choice(["blue", "yellow"]))
        elif what == "expel":
            self.give("expel", player=player, round=number, article="CI-19", by=rng.choice(["director", "organiser"]))
        else:
            entry_of = {one: entry["entry"] for entry in self.export()["entries"] for one in entry["players"]}
            self.give("withdraw", entries=[entry_of[player]], by="desk")

    def come_and_go(self) -> None:
        entries = self.export()["entries"]
        active = [one["entry"] for one in entries if one["active"]]
        gone = [one["entry"] for one in entries if not one["active"]]
        if self.chance(0.2):
            self.give("check_out", entries=[self.rng.choice(entries)["entry"]])
        if gone and self.chance(0.5):
            self.give("return", entries=[self.rng.choice(gone)])
        elif len(active) > 5:
            self.give("withdraw", entries=[self.rng.choice(active)], by="desk")

    def correct(self) -> None:
        """A slip that was read wrongly, found late."""
        rounds = [one for one in self.export()["rounds"] if one["stage"] != "draft" and one["tables"]]
        if not rounds:
            return
        at = self.rng.choice(rounds)
        table = self.rng.choice(at["tables"])
        slip = self.score(table["seats"])
        if self.format in ("pairs-knock-out", "pairs-groups", "alone-winners-on") and table["winner"] is not None:
            slip = self.same_winner(slip, table["winner"])  # who went on goes on
        self.give("result", round=at["round"], table=table["table"], **slip, reason="mal leída")
        opened = self.last("published")
        if opened is not None and self.chance(0.4):
            how = self.rng.choice(["leave", "swap_unstarted", "redraw"])
            events = self.export()["log"]["events"]
            answer = self.give("repair", round=opened["round"], how=how, preview=True)
            assert not answer["ok"] or self.export()["log"]["events"] == events, "a preview makes no event"
            self.give("repair", round=opened["round"], how=how)

    def undo(self) -> None:
        events = self.export()["log"]["events"]
        answer = self.give("undo", event=self.rng.randint(max(2, events - self.rng.choice([3, 12, 40])), events))
        if answer["ok"] and self.chance(0.4):
            self.undo_last()

    def undo_last(self) -> None:
        self.give("undo", event=self.export()["log"]["events"])


class ManyOut(Hall):
    """An event from which many are expelled: early and late, with a slip on the way, with somebody absent or in the
    place of somebody, at a table of another round and at none."""

    def incident(self) -> None:
        rounds = [one for one in self.export()["rounds"] if one["stage"] != "draft" and one["tables"]]
        if not rounds or self.chance(0.3):
            super().incident()
            return
        at = self.rng.choice(rounds)
        where, table = {"round": at["round"]}, self.rng.choice(at["tables"])
        seats = [player for player in table["seats"] if not player.startswith(("*", "—"))]
        everybody = [player for one in self.export()["entries"] for player in one["players"]]
        player = self.rng.choice(seats if self.chance(0.7) else everybody)
        if self.chance(0.4):
            status = self.rng.choice(["entered", "disputed"])
            self.give("result", **where, table=table["table"], **self.score(table["seats"]), status=status, by="desk")
        if self.chance(0.3):
            absent = self.rng.choice(seats)
            self.give("default", **where, table=table["table"], absent=[absent], by="judge")
            if self.chance(0.5):
                self.give("stand_in", **where, player=absent, name="Comodín")
        known = self.rng.choice(rounds)["round"] if self.chance(0.4) else at["round"]
        self.give("expel", player=player, round=known, article="CI-19", by=self.rng.choice(["director", "organiser"]))
        if self.chance(0.3):
            self.give("stand_in", **where, player=player, name="Comodín")
        if self.chance(0.2):
            self.undo_last()


class ManyRepairs(ManyOut):
    """An event in which much is corrected late, and rounds that are being played are drawn anew or repaired, with those
    who were expelled, went, came back or entered in between."""

    def incident(self) -> None:
        if self.chance(0.45):
            super().incident()
        opened = self.last("published")
        if opened is None:
            return
        if self.chance(0.3):
            self.come_and_go()
        rounds = [one for one in self.export()["rounds"] if one["stage"] != "draft" and one["tables"]]
        if rounds and self.chance(0.5):
            at = self.rng.choice(rounds)
            table = self.rng.choice(at["tables"])
            slip = self.score(table["seats"])
            self.give("result", round=at["round"], table=table["table"], **slip, reason="mal leída")
        if self.chance(0.6):
            self.give("repair", round=opened["round"], how=self.rng.choice(["swap_unstarted", "redraw", "redraw"]))
        if self.chance(0.2):
            self.undo()


KINDS: dict[str, type[Hall]] = {"expelled": ManyOut, "repaired": ManyRepairs}
"""By the first word of a seed."""
