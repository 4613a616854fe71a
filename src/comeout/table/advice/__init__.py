"""What people are told about a table: it reads the table and is no part of the game."""
