"""The migrations, one file a revision; Alembic runs them in order."""
