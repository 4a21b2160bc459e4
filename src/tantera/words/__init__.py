"""The words: sentences in English in the code, in Spanish and Catalan in the catalogue, told when somebody asks."""

from tantera.words.catalogue import LANGS as LANGS
from tantera.words.catalogue import Lang as Lang
from tantera.words.catalogue import translate as translate
from tantera.words.extras import Missing as Missing
from tantera.words.phrases import Day as Day
from tantera.words.phrases import Misuse as Misuse
from tantera.words.phrases import Moment as Moment
from tantera.words.phrases import Phrase as Phrase
from tantera.words.phrases import Problem as Problem
from tantera.words.phrases import counting as counting
from tantera.words.phrases import reason_of as reason_of
from tantera.words.phrases import told as told
