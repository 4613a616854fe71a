"""Commands `comeout serve`, `join` and `verify-dice`: run a house, play at one, check its dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from comeout.cli.options import read_amount, read_settings
from comeout.extras import needs


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(metavar="HOST", help="The address to listen on. [127.0.0.1; COMEOUT_HOST]")
    ] = None,
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="The port to listen on; 0 takes a free one. [8000; COMEOUT_PORT]")
    ] = None,
    data: Annotated[str | None, typer.Option(metavar="FOLDER", help="The folder for all data. [COMEOUT_DATA]")] = None,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="A database in place of the folder: postgresql://..., sqlite:///house.db in the current folder, or "
            "sqlite:////srv/house.db with a full path. [COMEOUT_STORE]",
        ),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(metavar="URL", help="nats://HOST:PORT, if several processes share the tables. [COMEOUT_BUS]"),
    ] = None,
    payouts: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A TOML file with payouts above those of the books. [COMEOUT_PAYOUTS]"),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The address that people type, like https://craps.example; requests for any other are refused. "
            "[where it listens, and localhost; COMEOUT_PUBLIC_URL]",
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="WHO", help="Who is shown /metrics: local, this machine, or open. [local; COMEOUT_METRICS]"
        ),
    ] = None,
    sign_ins: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER",
            help="How many attempts to sign in one address may make in a minute. [30; COMEOUT_SIGN_INS]",
        ),
    ] = None,
    trust_proxy: Annotated[
        bool | None,
        typer.Option("--trust-proxy", help="Trust the forwarded headers of a reverse proxy. [COMEOUT_TRUST_PROXY]"),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="debug, info, warning or error. [info; COMEOUT_LOG_LEVEL]")
    ] = None,
    connections: Annotated[
        str | None,
        typer.Option(metavar="N", help="How many connections there may be at a time. [4000; COMEOUT_CONNECTIONS]"),
    ] = None,
    players_per_address: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="How many players share one address at most, such as a class behind one router. "
            "[50; COMEOUT_PLAYERS_PER_ADDRESS]",
        ),
    ] = None,
    empty_minutes: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="Minutes after which an empty table of a player is closed. [60; COMEOUT_EMPTY_MINUTES]"
        ),
    ] = None,
    guest_days: Annotated[
        str | None,
        typer.Option(metavar="N", help="Days without use after which a guest is removed. [30; COMEOUT_GUEST_DAYS]"),
    ] = None,
) -> None:
    """Run a house: a server with live tables, for play money.

    You need no configuration. The house keeps all data in one folder. You can stop it with Ctrl-C, or kill it: when you
    start it again, nothing is lost. `comeout house` manages its tables, players and backups.
    """
    import gc

    needs("serve", "comeout serve")
    gc.disable()  # until the house is open: hardly anything that it is made of at first goes away again
    from comeout.house.config import read_config
    from comeout.house.server import ServerTrouble
    from comeout.house.server import serve as run
    from comeout.house.store import ConfigError

    try:
        config = read_config(
            host=host,
            port=port,
            data=data,
            store=store,
            bus=bus,
            payouts=payouts,
            public_url=public_url,
            metrics=metrics,
            sign_ins=sign_ins,
            trust_proxy=trust_proxy,
            log_level=log_level,
            connections=connections,
            players_per_address=players_per_address,
            empty_minutes=empty_minutes,
            guest_days=guest_days,
        )
    except ConfigError as bad:
        raise typer.BadParameter(str(bad)) from None
    if config.bus:
        needs("cluster", "--bus")
    typer.echo(f"Comeout keeps its tables in {config.told}")
    try:
        run(config, lambda address: typer.echo(f"The house is open at {address} (play money; Ctrl-C closes it)"))
    except ServerTrouble as bad:
        raise ServerTrouble(f"the house cannot open: {bad}") from None
    except KeyboardInterrupt:
        pass  # it was closed in order before this is raised
    typer.echo("The house is closed; everything is stored.")


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the house, as `comeout serve` prints it.")],
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="The id of a table; without it, the tables are listed.")
    ] = "",
    *,
    new: Annotated[str, typer.Option(metavar="BOOK", help="Open a table of your own with this book.")] = "",
    name: Annotated[
        str, typer.Option("--as", metavar="NAME", help="Your account; you are asked for its password.")
    ] = "",
    register: Annotated[bool, typer.Option("--register", help="Create the account.")] = False,
    rack: Annotated[
        str, typer.Option(metavar="AMOUNT", help="The amount you take from your wallet to the table.")
    ] = "200",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting of your own table, such as odds=3; you can repeat this option.",
        ),
    ] = None,
    sit: Annotated[
        bool | None,
        typer.Option(
            "--sit/--watch",
            help="Take a seat, or only watch. If you have a role at the table, you work there and cannot sit.",
        ),
    ] = None,
) -> None:
    """Play at a table of a running house, from this terminal.

    You type the same commands as in `comeout play`. You are the same guest every time, unless you name an account with
    --as. At a live table the dice come when the betting time is over; `roll` waits for them. `quit` colours up, unless
    you still have bets on the layout. If you have a role at the table, you work there: `help` lists what your role may
    say.
    """
    needs("client", "comeout join")
    from comeout.house.config import default_data_folder
    from comeout.play.join import Visit, main

    if new and table:
        raise typer.BadParameter("name a TABLE or a BOOK for a new one, not both", param_hint="--new")
    cents = read_amount(rack, "--rack")
    visit = Visit(url, table, new, name, register, cents, read_settings(settings), sit)
    raise typer.Exit(main(visit, default_data_folder() / "visits.json"))


def verify_dice(
    export: Annotated[Path, typer.Argument(metavar="EXPORT", help="The file that `comeout house export` wrote.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Check the dice of an exported table, offline.

    It compares every roll with the chain that the house published, and decides every bet, call and payment again by the
    book in the file.

    The exit code is 0 if everything is right, 1 if something is wrong, 2 if the file cannot be read (it is cut off, or
    it is not the log of a table), and 3 if there is nothing to check: no roll yet, or dice without a published chain,
    such as real dice.
    """
    import json

    needs("log", "checking an exported table")
    from comeout.log.export_check import verify_export

    with export.open("rb") as lines:
        if not lines.readline(2).startswith(b"{"):
            typer.echo(f"comeout: {export} is no export; `comeout house export TABLE` writes one", err=True)
            raise typer.Exit(2)
        lines.seek(0)
        checked = verify_export(lines)
    found = checked.dice
    if found.verdict == "unreadable":
        cut = f"line {found.fault.line} cannot be read; the file is cut off, or no export" if found.fault else ""
        typer.echo(f"comeout: {export}: {cut or found.nothing}", err=True)
        raise typer.Exit(2)
    if as_json:
        body = {
            "ok": found.verdict == "right",
            "verdict": found.verdict,
            "table": found.table,
            "rolls": found.rolls,
            "chains": len(found.anchors),
            "chains_unfinished": found.unfinished,
            "seeds_frozen_anew": found.refrozen,
            "records_of_earlier_engines": checked.earlier,
            "says": str(checked),
        }
        typer.echo(json.dumps(body, indent=2, ensure_ascii=False))
    else:
        typer.echo(str(checked))
    raise typer.Exit({"right": 0, "wrong": 1, "unchecked": 3}[found.verdict])
