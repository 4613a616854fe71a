"""Database migrations: bring an older database to this version's schema, with Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HEAD = "0007"
"""The newest revision. A store that finds it in its database has no need of SQLAlchemy or Alembic."""


def migrate(connection: Connection) -> None:
    """Run every pending migration, all of them in an empty database; the caller commits."""
    from alembic import command

    command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection | None = None) -> Config:
    """Return where Alembic finds the migrations, and the connection they run on."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def answer_checksum(player: str, command: str, reply: bytes, at: int = 0) -> int:
    """Return the checksum that an answer had between migrations 5 and 7: a CRC-32, and its moment added."""
    return crc32(reply, crc32(f"{player}\n{command}".encode())) + at
