"""The house: tables that people play at live, with a log that is the truth. The only async code."""
