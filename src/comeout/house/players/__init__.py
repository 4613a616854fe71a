"""The players of a house: accounts, roles, rate limits, limits of their own and conduct."""
