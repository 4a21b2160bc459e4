"""What was luck and what was play: decisions valued without hindsight, deals valued before the first tile.

Importing what works figures out loads the compiler: do it inside the function that needs it. Figures, and what is said
of them, load none.
"""
