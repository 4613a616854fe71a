"""Prints the ten slowest tests of a run, from the JUnit files that pytest wrote into a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

MOST = 10


def slowest(folder: Path) -> list[tuple[float, str]]:
    """Seconds and name of the tests that took longest, set-up and tear-down included; the slowest first."""
    rows = [
        (float(case.get("time", "0")), f"{case.get('classname')}::{case.get('name')}")
        for file in sorted(folder.glob("*.xml"))
        for case in ElementTree.parse(file).iter("testcase")
    ]
    return sorted(rows, reverse=True)[:MOST]


if __name__ == "__main__":
    print(f"The {MOST} slowest tests:")
    for seconds, name in slowest(Path(sys.argv[1])):
        print(f"{seconds:6.1f} s  {name}")
