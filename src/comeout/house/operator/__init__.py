"""Offline administration of a house: notices, closings, voids, proofs and exports, without its server."""
