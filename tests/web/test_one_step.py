"""What a move costs a server, and the way it goes: folded once, encoded once for all who are sent the same."""

from __future__ import annotations

from pathlib import Path

from bench import move


def test_a_move_is_folded_once_however_many_look_on(tmp_path: Path):
    costs = move.moves("san-juan", tmp_path)
    assert len(costs) > 10
    assert {cost.folds for cost in costs} == {1}


def test_what_is_the_same_for_several_is_encoded_once(tmp_path: Path):
    """Of a move: the line of the log, the frame of the match, who is waited for, what is the mover's own and what the
    next player's, two sentences (*you pass* and *Ana passes*), and the acknowledgement."""
    assert max(cost.encodes for cost in move.moves("san-juan", tmp_path)) <= 8
