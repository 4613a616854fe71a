"""The event-sourced log of a table: records, serialization, hash chain, fold, proof, export. Sync; knows no store."""
