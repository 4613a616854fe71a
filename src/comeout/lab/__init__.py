"""The laboratory: what a betting strategy brings under a rulebook, exactly where an exact answer exists."""
