"""Rule books as pages."""
