"""The players of a house: authentication, roles, rate limits, limits of their own and conduct."""
