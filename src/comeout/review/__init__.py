"""What rules people do with a book: look it over, compare it with another, file the evidence for it."""
