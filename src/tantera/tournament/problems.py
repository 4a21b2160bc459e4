"""What is wrong with an order, so that people and programs can act on it."""

from __future__ import annotations

from tantera.words import Phrase, Problem


class OrderProblem(Problem):
    """An order that is not carried out: nothing changes.

    `code` is for programs and never changes. The article is the rule where one applies.

    >>> problem = OrderProblem("too_few", "there are too few to draw: {count}", count=3)
    >>> problem.code, problem.told("en")
    ('too_few', 'there are too few to draw: 3')
    """

    def __init__(self, code: str, say: str, article: str = "", /, **facts: object) -> None:
        super().__init__(Phrase(say, **facts))
        self.code = code
        self.article = article
        self.more: dict[str, list[str]] = {}
        """What else a program is told: the ``players`` of a draft that no longer fits."""

    def __str__(self) -> str:
        return self.told("en")


class Refused(OrderProblem):
    """An order that can be read, and that the moment, the law or the actor's role forbids."""
