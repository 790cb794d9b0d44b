"""Games in progress: sessions, the store, progress, and work in child processes."""
