"""Lessons for players who are new to craps: a few steps at a real table, with dice that fall as the lesson says."""
