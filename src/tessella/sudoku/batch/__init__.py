"""Jobs over files of puzzles."""
