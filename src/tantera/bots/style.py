"""The hyperparameters of a bot that looks ahead: how it thinks, in numbers. Nothing here needs machine code, so that
bots can be listed without it."""

from __future__ import annotations

from typing import Final, NamedTuple

from tantera.words import Phrase, Problem


class Style(NamedTuple):
    """The hyperparameters of one bot: how it thinks."""

    worlds: int = 64
    """Determinizations: how many deals it imagines; none: it plays by its policy alone."""
    candidates: int = 1
    """Importance sampling: how many deals it draws for each it keeps, those that explain best what the others did."""
    trust: float = 1.0
    """The exponent that tempers the likelihoods, how far it believes what the others' moves tell of their tiles:
    1 fully, 0 not at all."""
    strangers: float = 0.6
    """The share of players whom it takes, until it sees what they do, for people who play by a rule of thumb; all
    others are taken for players like its policy."""
    intuition: float = 0.0
    """The weight of the policy's log-probability: how many points a factor of e is worth with a double-six set, and the
    more the more pips there are."""
    foresight: float = 0.0
    """The weight of the value network's word, where it knows the table: how many points one of its points is worth.
    There the policy is not asked."""
    nodes: int = 300_000
    """The node budget of its searches: about 20 ms."""
    solves: int = 28
    """With how many tiles left in all racks it solves hands of two sides by MTD(f); before that, roll-outs."""
    tries: int = 256
    """Deals in which moves are rolled out where a hand cannot be solved."""
    endings: int = 12
    """With how many tiles left, asleep or in racks, it solves the rest by max^n where more than two sides play or
    tiles are drawn."""
    seconds: float = 0.3
    """It answers within this, come what may."""


MOST: Final = Style(
    worlds=10_000,
    candidates=100,
    trust=10.0,
    strangers=1.0,
    intuition=1_000.0,
    foresight=1_000.0,
    nodes=10**9,
    solves=55,
    tries=100_000,
    endings=55,
    seconds=3_600.0,
)
"""What a style may ask for: more would fill the memory before it helped anybody."""

INTUITION: Final = Style(worlds=0)
FORESIGHT: Final = INTUITION._replace(foresight=1.0)
BEST: Final = Style(worlds=96, candidates=4, intuition=1.0, foresight=1.0, solves=14, tries=120)
"""It takes the time that `pimc-64` takes."""
MERCILESS: Final = BEST._replace(worlds=192, tries=512, foresight=0.5, nodes=2_500_000)
"""For people there is more time; and what has been tried out often needs less of what was learned."""


class StyleError(Problem):
    """A change that is none: one sentence."""


def restyled(style: Style, change: str) -> Style:
    """A style with one thing changed, as ``worlds=16``.

    >>> restyled(BEST, "worlds=16").worlds
    16
    """
    key, _, written = change.partition("=")
    if key not in Style._fields:
        message = "found {found}, expected a number for one of {listed}"
        raise StyleError(Phrase(message, found=repr(change), listed=", ".join(Style._fields)))
    most = getattr(MOST, key)
    try:
        value = type(most)(written)
    except ValueError:
        value = -1
    if not 0 <= value <= most:
        of = "found {found}, expected a number, 0 to {most}"
        whole = "found {found}, expected a whole number, 0 to {most}"
        raise StyleError(Phrase(whole if isinstance(most, int) else of, found=repr(change), most=most))
    return style._replace(**{key: value})
