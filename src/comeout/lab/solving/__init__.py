"""Best play for a goal by dynamic programming, and how lucky a session was. The table itself says what bets do."""
