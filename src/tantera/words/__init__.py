"""The words: sentences in English in the code, in Spanish and Catalan in the catalogue, told when somebody asks."""

from tantera.words.catalogue import translate
from tantera.words.languages import LANGS, Lang
from tantera.words.phrases import Moment, Phrase, reason_of
from tantera.words.problem import Misuse, Problem

__all__ = ["LANGS", "Lang", "Misuse", "Moment", "Phrase", "Problem", "reason_of", "translate"]
