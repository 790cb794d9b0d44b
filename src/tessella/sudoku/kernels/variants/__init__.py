"""The search for the solutions of variants: candidates of cells, and propagators that take them out."""
