"""Checks what we depend on: licences, and vulnerabilities that an advisory database knows of. `make audit` runs it.

The exit code is 0 if nothing is wrong, 1 if something is, and 3 if the database cannot be reached.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.kit.licences import Part, libraries, npm_tools

ADVISORIES = os.getenv("COMEOUT_ADVISORIES", "https://api.osv.dev/v1/querybatch")
PATIENCE_S = 20


def known_vulnerabilities(parts: list[Part], address: str = ADVISORIES) -> list[str]:
    """Ask the database about all parts at once; a line for each that it knows something of."""
    queries = [{"package": {"name": each.name, "ecosystem": each.ecosystem}, "version": each.version} for each in parts]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(address, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        found = json.loads(answer.read())["results"]
    return [
        f"{part.name} {part.version}: {', '.join(each['id'] for each in told['vulns'])}"
        for part, told in zip(parts, found, strict=True)
        if told.get("vulns")
    ]


def main() -> int:
    """Print what is wrong, if anything is."""
    parts = [*libraries("dev"), *npm_tools()]
    refused = [
        f"{each.name} {each.version}: licence {each.licence or 'unknown'}" for each in parts if not each.is_allowed
    ]
    print("\n".join(refused) or f"The licences of {len(parts)} packages are fine.")
    try:
        vulnerable = known_vulnerabilities(parts)
    except (OSError, ValueError, KeyError) as bad:
        why = str(bad).partition("\n")[0]
        print(f"Vulnerabilities were not checked: no advisory database answers at {ADVISORIES} ({why}).")
        return 1 if refused else 3
    print("\n".join(vulnerable) or f"No advisory is known for any of {len(parts)} packages.")
    return 1 if refused or vulnerable else 0


if __name__ == "__main__":
    sys.exit(main())
