"""Double-dummy search, play-outs by the million, and the deals that could be: the arithmetic of dominoes."""
