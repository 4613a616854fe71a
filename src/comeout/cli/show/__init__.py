"""Prints the pages of the command line."""
