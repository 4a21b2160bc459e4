"""What happened, what followed, what is asked, a sheet: in words, for any front end."""

from tantera.telling.count import Count, Counted, count, count_figures, counted_to
from tantera.telling.infractions import DECIDERS, asked, cards, choice, infraction, infraction_name
from tantera.telling.law import LawInWords, law_in_words
from tantera.telling.names import (
    everybody_of,
    name_of,
    names_of,
    seat_called,
    seats_called,
    side_and_names,
    side_called,
    signatures,
    words_and_names,
)
from tantera.telling.narrator import WORDLESS, Narrator, addressed
from tantera.telling.questions import Corrections, Followed, corrections, foreseen, question
from tantera.telling.sentences import MARKS, Part, Sentence, Tone
from tantera.telling.story import story
from tantera.telling.tally import Row, RunningTally, Tally, tally

__all__ = [
    "DECIDERS",
    "MARKS",
    "WORDLESS",
    "Corrections",
    "Count",
    "Counted",
    "Followed",
    "LawInWords",
    "Narrator",
    "Part",
    "Row",
    "RunningTally",
    "Sentence",
    "Tally",
    "Tone",
    "addressed",
    "asked",
    "cards",
    "choice",
    "corrections",
    "count",
    "count_figures",
    "counted_to",
    "everybody_of",
    "foreseen",
    "infraction",
    "infraction_name",
    "law_in_words",
    "name_of",
    "names_of",
    "question",
    "seat_called",
    "seats_called",
    "side_and_names",
    "side_called",
    "signatures",
    "story",
    "tally",
    "words_and_names",
]
