"""Answers of the laboratory: a question about a strategy in, typed records out."""
