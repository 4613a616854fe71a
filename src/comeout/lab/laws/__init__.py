"""Exact answers about the sessions of a strategy, from the arrays of its graph alone: no table, no rules, no chance."""
