"""What players say about bets, in their own words, and the commands that it means."""
