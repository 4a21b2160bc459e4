"""What makes of a clone something to hand out."""
