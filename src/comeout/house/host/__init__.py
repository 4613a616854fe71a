"""The host is the single writer of one table: it decides commands, commits events and publishes them."""
