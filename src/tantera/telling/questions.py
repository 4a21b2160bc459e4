"""What somebody has to answer, in words. An open decision: what it is about, between what, and what each answer brings;
a front end shows it and sends one of the orders back. And what a referee may put right: the last thing that happened,
and decisions that could have been others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tantera.play import Ledger, Match
from tantera.play import events as e
from tantera.play.actors import DIRECTOR, JUDGES, REFEREE, Actor, Eyes
from tantera.play.events import CardShown, ConsequenceFollowed, DecisionAwaited, MatchEnded
from tantera.play.options import decides, options
from tantera.play.orders import AnyOrder, GiveRuling, RecordInfraction, TakeDecision
from tantera.referee import entry, step
from tantera.referee.correcting import happens_at_once
from tantera.rules.sanctions import decision_of
from tantera.rules.telling import consequence_in_words
from tantera.telling.infractions import asked, choice, consequence, infraction
from tantera.telling.names import names_of
from tantera.telling.narrator import WORDLESS, Narrator
from tantera.words import translate

COUNTS_PIPS: Final = frozenset({"points", "hand_won"})
"""Consequences whose figures come from racks: whoever decides may not know them yet."""


OFFICES: Final = (REFEREE, JUDGES, DIRECTOR)
"""What a referee may be asked as."""


class Answer(Struct, frozen=True):
    order: AnyOrder
    text: str
    follows: str
    """What it brings, in a sentence or two."""


class Question(Struct, frozen=True):
    text: str
    """Who decides between what, or that it is you."""
    about: str
    """What happened; empty for a match that ended level."""
    article: str
    answers: tuple[Answer, ...]
    """For whoever is asked; for others none."""
    ruling: str | None
    """The article under which they say in their own words what follows (CI-18); None: one of the answers."""


def question(match: Match, me: tuple[Eyes, ...], lang: str) -> Question | None:
    """The decision that the match awaits, for somebody who is all of these: a seat, or the offices of a referee."""
    awaited = match.awaiting
    if awaited is None:
        return None
    mine = [eyes for eyes in me if decides(awaited, eyes)]
    about = "" if awaited.infraction is None else infraction(match.infractions[awaited.infraction], match, lang)
    text = translate(lang, "You decide") if mine else asked(awaited, match, lang)
    answers = tuple(answer for eyes in mine for answer in _answers(match, awaited, eyes, lang))
    records = [option for eyes in mine for option in options(match, eyes) if isinstance(option, RecordInfraction)]
    return Question(text, about, awaited.article, answers, records[0].article if records else None)


def _answers(match: Match, awaited: DecisionAwaited, eyes: Eyes, lang: str) -> Iterator[Answer]:
    for order in options(match, eyes):
        if isinstance(order, TakeDecision):
            name = choice(order.choice, lang)
            yield Answer(order, name[:1].upper() + name[1:], _brings(match, awaited, order, eyes, lang))
        elif isinstance(order, GiveRuling):
            yield Answer(order, _ruled(match, order, lang), "")


def _ruled(match: Match, order: GiveRuling, lang: str) -> str:
    if order.winner is None:
        return translate(lang, "The match ends level")
    return translate(lang, "{side} wins the match", side=names_of(order.winner, match))


def _brings(match: Match, awaited: DecisionAwaited, order: TakeDecision, actor: Actor, lang: str) -> str:
    """What follows from an answer at this table, or, where that would tell what somebody holds, as the book says it."""
    progress = step(match, order, actor, match.at)
    brought = [event for event in progress.events if isinstance(event, ConsequenceFollowed)]
    if any(event.kind in COUNTS_PIPS for event in brought):
        sentences = _as_the_book_says(match, awaited, order, lang)
    else:
        sentences = [consequence(event, match, lang) for event in brought]
    if not sentences:
        return translate(lang, "The hand goes on as it stands.")
    sentence = "; ".join(sentences)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _as_the_book_says(match: Match, awaited: DecisionAwaited, order: TakeDecision, lang: str) -> list[str]:
    assert awaited.infraction is not None
    infraction = entry(match.book, match.infractions[awaited.infraction].article)
    assert infraction is not None
    level = next((severity for severity in match.book.severities if severity.id == infraction.severity), None)
    decision = decision_of(infraction, level)
    chosen = next((one for one in decision.choices if one.id == order.choice), None) if decision is not None else None
    consequences = chosen.consequences if chosen is not None else ()
    return [consequence_in_words(match.book, one).told(lang) for one in consequences]


# --- before it is recorded ------------------------------------------------------------------------------------------


class Followed(Struct, frozen=True):
    """One thing that would follow, in words."""

    text: str
    card: str = ""
    """A card that would be shown, by its id in the book."""


class Foreseen(Struct, frozen=True):
    """What a record would bring, for the referee who is about to write it."""

    follows: tuple[Followed, ...]
    question: Question | None
    """Who would be asked, and between what: the answers are the decider's."""


def foreseen(match: Match, order: RecordInfraction, by: Actor, lang: str) -> Foreseen:
    """What would follow if this were recorded now; a `Refusal` where it would be refused. Nothing happens."""
    narrator, followed = Narrator(lang), list[Followed]()
    for event, before, after in step(match, order, by, match.at).moments:
        if isinstance(event, ConsequenceFollowed | MatchEnded):
            sentence = narrator.sentence(event, before, after)
            card = event.card if isinstance(event, CardShown) else ""
            followed += [Followed(sentence.text, card)] if sentence is not None else []
        if isinstance(event, DecisionAwaited):
            decider = event.who
            awaited = question(after, decider[:1] if isinstance(decider, tuple) else OFFICES, lang)
            assert awaited is not None
            return Foreseen(tuple(followed), replace(awaited, text=asked(event, after, lang)))
    return Foreseen(tuple(followed), None)


class Otherwise(Struct, frozen=True):
    answer: str
    text: str


class PastDecision(Struct, frozen=True):
    """A decision that was taken, and what it could have been."""

    infraction: int
    article: str
    text: str
    """What it was about."""
    taken: str
    others: tuple[Otherwise, ...]


class Corrections(Struct, frozen=True):
    """What can be put right just now."""

    keep: int
    """How many of the events that count stay when the last thing is undone."""
    undone: tuple[str, ...]
    """What it was; nothing where there is nothing to undo."""
    decisions: tuple[PastDecision, ...]


def corrections(ledger: Ledger, lang: str) -> Corrections:
    """What undoing would take away, and which decisions may be changed."""
    keep = last_step(ledger)
    narrator = Narrator(lang)
    sentences = [narrator.sentence(*happened) for happened in ledger.happenings(keep)] if keep else []
    return Corrections(keep, tuple([one.text for one in sentences if one is not None]), tuple(_decisions(ledger, lang)))


_NOT_ALONE: Final = WORDLESS | {e.ClockPaused, e.ClockResumed, e.TilesShuffled}
"""Events that nobody would undo for their own sake."""


def last_step(ledger: Ledger) -> int:
    """How many events come before the last thing that happened: what happens at once goes together. 0 where only the
    beginning is left."""
    log = ledger.effective
    for keep in range(len(log) - 1, 0, -1):
        if not happens_at_once(log[keep]) and type(log[keep]) not in _NOT_ALONE:
            return keep
    return 0


def _decisions(ledger: Ledger, lang: str) -> list[PastDecision]:
    asked: dict[int, tuple[str, ...]] = {}
    taken: dict[int, e.DecisionTaken] = {}
    about: list[str] = []
    """Each infraction with who did it, who may have given their place to a reserve since."""
    for event, _, after in ledger.happenings():
        if isinstance(event, e.InfractionRecorded):
            about.append(infraction(event, after, lang))
        if isinstance(event, e.DecisionAwaited) and event.infraction is not None and event.choices:
            asked[event.infraction] = event.choices
        elif isinstance(event, e.DecisionTaken) and event.infraction in asked:
            taken[event.infraction] = event
    return [
        PastDecision(
            index,
            event.article,
            about[index],
            choice(event.choice, lang),
            tuple([Otherwise(key, choice(key, lang)) for key in asked[index] if key != event.choice]),
        )
        for index, event in taken.items()
    ]
