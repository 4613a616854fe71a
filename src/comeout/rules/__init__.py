"""A rulebook in, a layout out. Nothing here knows a table, a clock or a random number."""
