"""What is wrong, said so that people and programs can act on it."""

from __future__ import annotations

from tantera.words.phrases import Tellable


class Problem(Exception):
    """The base of every error that a user may meet.

    ::

        Problem
        ├── Refusal         refused    an order that the book forbids
        ├── Misuse          misuse     a call of the library with what is no order, no actor, no pair of eyes
        ├── RuleBookError   rule_book  a rule-book file that cannot be right
        ├── DgnError        notation   a DGN text that cannot be right
        ├── LogError        log        a log that is not ours, or not of this law
        ├── BotError        bot        a bot that cannot be had
        ├── ArenaError      arena      a contest that cannot be played
        ├── StoreError      store      a store or a backup that cannot be opened, read or written
        │   ├── NotSaved    not_saved  an append that was not kept
        │   └── Conflict    conflict   an append that came second
        ├── SessionError    session    a match at a terminal that cannot begin or go on
        ├── PadError        sheet      a score sheet that cannot begin or go on
        ├── PaperProblem    paper      a paper of a tournament that cannot be printed
        └── OrderProblem    (its own)  an order of a tournament that cannot be read
            └── Refused     (its own)  an order that the moment, the law or the actor's role forbids

    `code` is for programs and never changes, `article` is the rule where one applies, and `told` is one sentence in the
    reader's language that says what was found and what was expected.
    """

    code: str = "problem"
    article: str = ""
    sentence: Tellable | str = ""
    """What is said where it was made of nothing: a kind of problem that has one thing to say."""

    def told(self, lang: str) -> str:
        """The sentence in that language, without the article: of the phrase or the problem that it was made of."""
        said = self.args[0] if self.args else self.sentence
        return said.told(lang) if isinstance(said, Tellable) else str(said)

    def cited(self, lang: str) -> str:
        """The sentence and, where one applies, the article behind it: what the command line prints."""
        said = self.args[0] if self.args else None
        if isinstance(said, Problem):
            return said.cited(lang)
        return f"{self.told(lang)} ({self.article})" if self.article else self.told(lang)


class Misuse(Problem, TypeError):
    """The library was given something of another kind than it asks for: a text where an order is wanted."""

    code = "misuse"
