"""Templates, style sheets and scripts, and how they are rendered in a language."""
