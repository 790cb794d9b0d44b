"""Data sets of rated puzzles: any number of Parquet files, the same bytes whoever makes them."""
