"""The dice of the house: where a roll comes from, what proves it, and how anyone checks it afterwards."""
