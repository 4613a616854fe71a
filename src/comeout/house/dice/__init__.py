"""The dice of the house: provably fair, from entropy, or entered by the crew."""
