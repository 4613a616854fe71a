"""The text notation of the game: transcripts, positions and the names of bets."""
