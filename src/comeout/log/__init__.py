"""The log of a table: its records, their bytes, hash chain, fold, proof and export. Synchronous; it knows no store."""
