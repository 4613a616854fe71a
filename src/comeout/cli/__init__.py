"""The command line. It loads its libraries when it runs, so that a missing one is reported in one line."""

from __future__ import annotations

import sys

from comeout.extras import missing_extra, needs


def main() -> None:
    """Run the `comeout` command."""
    try:
        needs("cli", "the command line")
        from comeout.cli.program import app

        app()
    except ModuleNotFoundError as bad:
        missing = missing_extra(bad)
        if missing is None:
            raise
        print(f"comeout: {missing.says}", file=sys.stderr)
        sys.exit(2)
