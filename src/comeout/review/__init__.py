"""Reviews of a book for rules people: lint it, compare it with another book, write its evidence pack."""
