"""What an operator does to a house without its server: notices, closings, proofs and exports."""
