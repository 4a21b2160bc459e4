"""The words: sentences in English in the code, in Spanish and Catalan in the catalogue, told when somebody asks."""

from tantera.words.catalogue import LANGS, Lang, translate
from tantera.words.phrases import Misuse, Moment, Phrase, Problem, reason_of

__all__ = ["LANGS", "Lang", "Misuse", "Moment", "Phrase", "Problem", "reason_of", "translate"]
