"""What is wrong, said so that people and programs can act on it."""

from __future__ import annotations

from typing import ClassVar


class Problem(Exception):
    """The base of every error that a user may meet.

    ::

        Problem
        ├── Refusal         refused    an order that the book forbids
        ├── RuleBookError   rule_book  a rule-book file that cannot be right
        ├── DgnError        notation   a DGN text that cannot be right
        ├── LogError        log        a log that is not ours, or not of this law
        └── BotError        bot        a bot that cannot be had

    `code` is for programs and never changes, `article` is the rule where one applies, and `told` is one sentence in the
    reader's language that says what was found and what was expected.
    """

    code: ClassVar[str] = "problem"
    article: str = ""

    def told(self, lang: str) -> str:
        """The sentence in that language, without the article."""
        return str(self)
