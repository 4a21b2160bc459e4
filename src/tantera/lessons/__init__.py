"""Dominoes taught at the table: lessons with positions, and what an answer comes to."""

from tantera.lessons.judging import Verdict as Verdict
from tantera.lessons.judging import judged as judged
from tantera.lessons.lesson import LEARNER as LEARNER
from tantera.lessons.lesson import Lesson as Lesson
from tantera.lessons.lesson import Position as Position
from tantera.lessons.lesson import Task as Task
from tantera.lessons.lesson import lessons as lessons
