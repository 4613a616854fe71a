"""The owner of one live table: it decides commands, commits events, publishes them, and runs the dice and the clock."""
