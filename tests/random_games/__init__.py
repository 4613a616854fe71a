"""Long random games: they run without the count of branches, which would slow them several times."""
