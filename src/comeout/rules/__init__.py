"""Compiles a rulebook into a layout. Nothing here knows a table, a clock or a random number."""
