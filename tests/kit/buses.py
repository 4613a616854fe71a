"""A real NATS server for houses that share their tables."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.kit.servers import PATIENCE_S


def start_nats(port: int) -> subprocess.Popen[bytes]:
    """Start a NATS server and wait until it listens."""
    program = Path(sys.prefix) / "bin" / "nats-server"
    server = subprocess.Popen([program, "-a", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return server
    raise AssertionError("the NATS server did not start")


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
