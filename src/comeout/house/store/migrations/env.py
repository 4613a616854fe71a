"""Alembic environment: runs the migrations on the connection that `migrate` gives it."""

from __future__ import annotations

from alembic import context

from comeout.house.store.sql_schema import metadata


def run() -> None:
    """Run the migrations inside the caller's transaction."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic loads this file
    run()
