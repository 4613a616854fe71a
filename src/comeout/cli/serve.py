"""The commands of a running house: serve it, and check its dice without it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from comeout.cli.options import read_amount, read_settings


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(metavar="HOST", help="The address to listen on. [127.0.0.1; COMEOUT_HOST]")
    ] = None,
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="The port; 0 takes a free one. [8000; COMEOUT_PORT]")
    ] = None,
    data: Annotated[str | None, typer.Option(metavar="FOLDER", help="Where everything is kept. [COMEOUT_DATA]")] = None,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="A store in its place: postgresql://..., or a file: sqlite:///house.db is in the folder you are in, "
            "sqlite:////srv/house.db anywhere. [COMEOUT_STORE]",
        ),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(metavar="URL", help="nats://HOST:PORT, when several processes share the tables. [COMEOUT_BUS]"),
    ] = None,
    payouts: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="What this house pays above its books, as TOML. [COMEOUT_PAYOUTS]"),
    ] = None,
    trust_proxy: Annotated[
        bool | None,
        typer.Option("--trust-proxy", help="A proxy in front speaks TLS and tells who connects. [COMEOUT_TRUST_PROXY]"),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="debug, info, warning or error. [info; COMEOUT_LOG_LEVEL]")
    ] = None,
) -> None:
    """Run the house: live tables of every book for anybody who connects, with play money.

    It needs no configuration. Everything is kept in one folder; stop it with Ctrl-C, or kill it, and start it again:
    nothing is lost. `comeout house` looks after its tables, players and backups.
    """
    import gc

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
            trust_proxy=trust_proxy,
            log_level=log_level,
        )
    except ConfigError as bad:
        raise typer.BadParameter(str(bad)) from None
    typer.echo(f"Comeout keeps its tables in {config.told}")
    try:
        run(config, lambda address: typer.echo(f"The house is open at {address} (play money; Ctrl-C closes it)"))
    except ServerTrouble as bad:
        typer.echo(f"comeout: the house cannot open: {bad}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        pass  # it was closed in order before this is raised
    typer.echo("The house is closed; everything is stored.")


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the house, as `comeout serve` prints it.")],
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table; without one they are listed.")] = "",
    *,
    new: Annotated[str, typer.Option(metavar="BOOK", help="Open a table of your own, played by this book.")] = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="Your account; its password is asked for.")] = "",
    register: Annotated[bool, typer.Option("--register", help="Make the account, from a new guest.")] = False,
    rack: Annotated[str, typer.Option(metavar="AMOUNT", help="What you take to the table from your wallet.")] = "200",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of your own table, like odds=3; may be repeated."),
    ] = None,
    sit: Annotated[
        bool | None,
        typer.Option("--sit/--watch", help="Take a seat, or stand. Whoever has a role at the table stands."),
    ] = None,
) -> None:
    """Play a table of a running house from this terminal, with play money and the words of `comeout play`.

    You come in as a guest, the same one every time, or with --as under a name. At a live table the dice come when the
    betting time is over: `roll` waits for them. `quit` colours up, unless bets of yours still lie on the layout.
    Whoever has a role at the table works there: `help` lists what the book lets that role say.
    """
    from comeout.house.config import default_data_folder
    from comeout.play.join import Visit, main

    if new and table:
        raise typer.BadParameter("name a TABLE or a BOOK for a new one, not both", param_hint="--new")
    cents = read_amount(rack, "--rack")
    visit = Visit(url, table, new, name, register, cents, read_settings(settings), sit)
    raise typer.Exit(main(visit, default_data_folder() / "visits.json"))


def verify_dice(
    export: Annotated[
        Path, typer.Argument(metavar="EXPORT", help="The log of a table, as `comeout house export` writes it.")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document instead of a sentence.")] = False,
) -> None:
    """Check the dice of an exported table against the chain that was published: offline, with nothing but the file.

    Exit code 0 if every roll is right, 1 if one is not, 2 if the file cannot be read (cut off, or no table's log), 3 if
    there is nothing to check: no roll yet, or dice that come from no published chain, such as real ones.
    """
    import json

    from comeout.log.dice_proof import parse_line
    from comeout.log.dice_proof import verify_dice as check

    with export.open("rb") as lines:
        if not lines.readline(2).startswith(b"{"):
            typer.echo(f"comeout: {export} is no export; `comeout house export TABLE` writes one", err=True)
            raise typer.Exit(2)
        lines.seek(0)
        found = check(map(parse_line, lines))
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
            "says": str(found),
        }
        typer.echo(json.dumps(body, indent=2, ensure_ascii=False))
    else:
        typer.echo(str(found))
    raise typer.Exit({"right": 0, "wrong": 1, "unchecked": 3}[found.verdict])
