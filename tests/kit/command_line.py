"""The command line as a test runs it: its page, its JSON document, or the one line of a refusal."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from comeout.cli.program import app


def run(*args: str, **env: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, list(args), prog_name="comeout", env=env or {"COLUMNS": None})


def page(*args: str, **env: str) -> str:
    """The output of a command that must go well."""
    result = run(*args, **env)
    assert result.exit_code == 0, result.output
    return result.stdout


def document(*args: str) -> Any:
    """The JSON document of a command that must go well."""
    return json.loads(page(*args, "--json"))


def refusal(*args: str) -> str:
    """The one line of a command that must be refused."""
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr.strip()
