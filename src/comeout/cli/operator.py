"""Commands `comeout house ...`: open tables, grant roles, close, void, verify, back up and export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from comeout.cli.options import AsJson, PlainGroup, PlainTyper, print_json

if TYPE_CHECKING:
    from comeout.cli.operator_tools import Status
    from comeout.house.operator.verify import Report
    from comeout.house.store.contract import Store
    from comeout.log.records import TableRow


app = PlainTyper(
    name="house",
    cls=PlainGroup,
    help="Manage a house: tables, roles, backups, exports, proofs.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Data = Annotated[
    str | None, typer.Option("--data", metavar="FOLDER", help="The data folder of the house (COMEOUT_DATA).")
]
StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="A database in place of the folder: postgresql://..., sqlite:///FILE or sqlite:////PATH (COMEOUT_STORE).",
    ),
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The id or name of a table.")]
PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", help="The id of a player, or the name of an account.")]
RoleName = Annotated[str, typer.Argument(metavar="ROLE", help="dealer, boxperson, pit-supervisor, inspector, ...")]
AtTable = Annotated[
    str, typer.Option("--table", metavar="TABLE", help="For this table only; without it, for all tables.")
]


# ------------------------------------------------------------------ tables


@app.command("create-table")
def create_table(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the table.")],
    *,
    book: Annotated[str, typer.Option(metavar="BOOK", help="A book by name, or the path of your own TOML file.")],
    mode: Annotated[
        str, typer.Option(metavar="live|first-person", help="A table for all, or for one player.")
    ] = "live",
    dice: Annotated[
        str,
        typer.Option(
            metavar="chain|entropy|crew",
            help="The dice: provably fair, from the operating system, or real ones that the crew calls.",
        ),
    ] = "chain",
    profile: Annotated[
        str,
        typer.Option(
            metavar="standard|regulated", help="Regulated: no automatic rolls or bets, at least 5 s between rolls."
        ),
    ] = "standard",
    player: Annotated[str, typer.Option(metavar="PLAYER", help="The player of a first-person table.")] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A table setting; you can repeat this option."),
    ] = None,
    payouts: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A TOML file with payouts above those of the books. [COMEOUT_PAYOUTS]"),
    ] = None,
    data: Data = None,
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Open a table."""
    from comeout.cli.operator_tools import CLOCK, at_the_house, find_player, one_of, read_pairs
    from comeout.house.config import priced, read_config, read_payouts
    from comeout.house.host import create
    from comeout.log.records import DiceKind, Mode, Profile
    from comeout.rules.library import load_book

    paid = read_config(payouts=payouts).payouts
    layout = priced(load_book(book), read_payouts(paid))
    chosen: dict[str, Any] = {
        "mode": one_of(mode, Mode, "--mode"),
        "dice": one_of(dice, DiceKind, "--dice"),
        "profile": one_of(profile, Profile, "--profile"),
        "settings": read_pairs(settings or []),
    }

    async def work(house: Store, _: Status) -> TableRow:
        whose = (await find_player(house, player)).id if player else ""
        return await create.create_table(house, CLOCK, layout, name=name, player=whose, by_operator=True, **chosen)

    row = at_the_house(work, data, store, new=True)
    if as_json:
        return print_json(_table_row(row, layout.id))
    return typer.echo(f"{row.id} is open: {layout.id}, {row.mode}, dice {row.dice}, {row.profile}.")


@app.command()
def tables(
    *,
    closed: Annotated[bool, typer.Option("--closed", help="List closed tables, too.")] = False,
    data: Data = None,
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """List the tables of the house."""
    from comeout.cli.operator_tools import NoHouse, at_the_house, print_page

    async def work(house: Store, _: Status) -> list[dict[str, Any]]:
        rows = await house.tables(closed=closed)
        books = {digest: await house.book(digest) for digest in {row.book for row in rows}}
        return [_table_row(row, getattr(books[row.book], "name", "")) for row in rows]

    try:
        rows = at_the_house(work, data, store)
    except NoHouse:
        rows = []
    if as_json:
        return print_json({"tables": rows})
    if not rows:
        return typer.echo("no tables yet: comeout house create-table NAME --book BOOK")
    return print_page(rows)


def _table_row(row: TableRow, book: str) -> dict[str, Any]:
    told = {"id": row.id, "name": row.name, "book": book, "mode": row.mode, "dice": row.dice, "profile": row.profile}
    return {**told, "player": row.player, "closed": row.closed}


@app.command()
def settings(
    table: TableName,
    pairs: Annotated[list[str] | None, typer.Argument(metavar="NAME=VALUE", help="The settings to change.")] = None,
    *,
    data: Data = None,
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Show the settings of a table, or change them. To change them, stop the server first."""
    from comeout.cli.operator_tools import CLOCK, at_the_house, find_table, read_pairs
    from comeout.house.operator.desk import layout_at, look, owned, post_notices
    from comeout.table.settings import setting_pairs

    changes = read_pairs(pairs or [])

    async def work(house: Store, _: Status) -> tuple[str, dict[str, str]]:
        row = await find_table(house, table)
        layout = await layout_at(house, row)
        if changes:
            async with owned(house, CLOCK, row, layout) as writer:
                post_notices(writer, changes)
        return row.id, dict(setting_pairs(layout, (await look(house, row, layout)).settings))

    name, now = at_the_house(work, data, store)
    if as_json:
        return print_json({"table": name, "settings": now})
    if not now:
        return typer.echo(f"{name} has the settings its book comes with.")
    for setting, value in now.items():
        typer.echo(f"{setting} = {value}")
    return None


@app.command()
def close(
    table: TableName,
    *,
    inspector_told: Annotated[
        bool, typer.Option("--inspector-told", help="Say that the inspector was notified, if the book requires it.")
    ] = False,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Close a table: bets go back and everybody colours up. Stop the server first."""
    from comeout.cli.operator_tools import CLOCK, at_the_house, find_table
    from comeout.house.host.closing import close_table
    from comeout.house.operator.desk import layout_at, owned

    async def work(house: Store, _: Status) -> str:
        row = await find_table(house, table)
        async with owned(house, CLOCK, row, await layout_at(house, row)) as writer:
            close_table(writer, inspector_told=inspector_told)
        return row.id

    typer.echo(f"{at_the_house(work, data, store)} is closed.")


@app.command()
def void(
    table: TableName,
    *,
    by: Annotated[str, typer.Option(metavar="NAME", help="The person who voids, with a role that may do it.")],
    second: Annotated[str, typer.Option(metavar="NAME", help="The second person, who agrees (dual control).")],
    reason: Annotated[str, typer.Option(metavar="REASON", help="The reason, if the book lists reasons.")] = "",
    last_roll: Annotated[bool, typer.Option(help="Void the last settled roll, too, after a malfunction.")] = False,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Void a round as the book says; this takes two people. Stop the server first."""
    from comeout.cli.operator_tools import CLOCK, at_the_house, find_player, find_table
    from comeout.house.operator.desk import layout_at, owned, void_by_two

    async def work(house: Store, _: Status) -> list[str]:
        row = await find_table(house, table)
        people = await find_player(house, by), await find_player(house, second)
        held = [await house.grants(player=person.id) for person in people]
        async with owned(house, CLOCK, row, await layout_at(house, row)) as writer:
            return void_by_two(writer, people, held, reason, last_roll=last_roll)

    for line in at_the_house(work, data, store):
        typer.echo(line)


# ------------------------------------------------------------------ people


@app.command()
def grant(
    player: PlayerName,
    role: RoleName,
    *,
    table: AtTable = "*",
    acting: Annotated[bool, typer.Option("--acting", help="They stand in for the person who holds the role.")] = False,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Grant a role to a player."""
    from comeout.cli.operator_tools import at_the_house, find_table, with_people

    async def work(house: Store, _: Status) -> str:
        place = table if table == "*" else (await find_table(house, table)).id
        with with_people(house) as people:
            given = await people.grant(player, place, role, by="operator", acting=acting)
        return f"{player} is {'acting ' if acting else ''}{given.role} at {_place(given.table)}."

    typer.echo(at_the_house(work, data, store))


@app.command()
def revoke(
    player: PlayerName, role: RoleName, *, table: AtTable = "*", data: Data = None, store: StoreUrl = None
) -> None:
    """Revoke a role."""
    from comeout.cli.operator_tools import at_the_house, find_table, with_people

    async def work(house: Store, _: Status) -> str:
        place = table if table == "*" else (await find_table(house, table)).id
        with with_people(house) as people:
            await people.revoke(player, place, role)
        return f"{player} is no longer {role} at {_place(place)}."

    typer.echo(at_the_house(work, data, store))


@app.command()
def rename(
    player: PlayerName,
    name: Annotated[str, typer.Argument(metavar="NEW_NAME", help="The name that the account gets.")],
    *,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Give an account another name, such as one that passes for somebody else."""
    from comeout.cli.operator_tools import at_the_house, with_people

    async def work(house: Store, _: Status) -> str:
        with with_people(house) as people:
            was = await people.rename(player, name)
        return f"{was.name} is called {name.strip()} now."

    typer.echo(at_the_house(work, data, store))


@app.command("sign-out")
def sign_out(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="The id of a player, or the name of an account; * for all accounts.")
    ],
    *,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """End every session of a player, or of all accounts: whoever signed in must sign in again.

    A guest has no password, and cannot come back to what is in the wallet.
    """
    from comeout.cli.operator_tools import at_the_house, with_people

    async def work(house: Store, _: Status) -> str:
        if player == "*":
            ended = await house.end_account_sessions()
            return f"{ended} {'account was' if ended == 1 else 'accounts were'} signed out."
        with with_people(house) as people:
            found = await people.sign_out(player)
        return f"{found.name or found.id} is signed out everywhere."

    typer.echo(at_the_house(work, data, store))


def _place(table: str) -> str:
    return "every table" if table == "*" else table


@app.command()
def players(
    *,
    guests: Annotated[bool, typer.Option("--guests", help="List guests, too.")] = False,
    data: Data = None,
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """List the accounts of the house with wallets and roles."""
    from comeout.cli.operator_tools import at_the_house, player_rows, print_page, told_roles
    from comeout.money import show_amount

    async def work(house: Store, _: Status) -> list[dict[str, Any]]:
        return await player_rows(house, guests=guests)

    rows = at_the_house(work, data, store, says="reading everybody")
    if as_json:
        return print_json({"players": rows})
    if not rows:
        more = "" if guests else "; --guests lists them"
        return typer.echo(f"nobody yet: people come in as guests and choose a name on the page{more}")
    page = [
        {**row, "wallet_cents": show_amount(row["wallet_cents"]), "roles": told_roles(row["roles"])} for row in rows
    ]
    return print_page(page, titles={"wallet_cents": "wallet"})


# ------------------------------------------------------------------ what is kept


@app.command()
def export(
    table: TableName,
    *,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write; without it, the result is printed."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that already exists.")] = False,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Export the log of a table with its book as JSON Lines.

    You can replay and verify the file anywhere.
    """
    from comeout.cli.operator_tools import at_the_house, find_table, not_yet_there, write_export

    if output and not force:
        not_yet_there(output)

    async def work(house: Store, status: Status) -> None:
        row = await find_table(house, table)
        lines = await write_export(house, row.id, output, status)
        if output:
            records = f"{lines:,} record{'' if lines == 1 else 's'}"
            typer.echo(f"{output}: {records} of {row.id}. Play it again: comeout replay {output}")

    at_the_house(work, data, store, says="exporting")


@app.command()
def verify(
    table: Annotated[str | None, typer.Argument(metavar="TABLE", help="Verify this table only.")] = None,
    *,
    data: Data = None,
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Verify the logs and the rows: hashes, money, dice, every settlement.

    It also derives again what follows from the logs, compares accounts, sessions, roles, limits, tables and books with
    the log of the house, and runs SQLite's own integrity check. It prints the length and the last hash of every log.
    Keep these elsewhere: they show later if the end of a log was cut off.

    The exit code is 0 if everything holds, 1 with the first fault if not, and 2 if there is no store that can be read.
    """
    from comeout.cli.operator_tools import at_the_house, find_table
    from comeout.house.operator import verify as proofs

    async def work(house: Store, status: Status) -> Report:
        def told(name: str, done: int, end: int) -> None:
            status.says = f"{name}: {done:,} of {end:,} records proved"

        one = (await find_table(house, table)).id if table else None
        return await proofs.verify(house, one, progress=told)

    report = at_the_house(work, data, store, says="verifying")
    if as_json:
        print_json(proofs.as_json(report))
    else:
        for line in proofs.told(report):
            typer.echo(line)
    raise typer.Exit(not report.ok)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file to write.")],
    *,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Back up the house to one file. The server can keep running."""
    from comeout.cli.operator_tools import at_the_house
    from comeout.house.host.closing import DeskError

    async def work(house: Store, _: Status) -> None:
        try:
            await house.backup(str(file))
        except ValueError as bad:
            raise DeskError(str(bad)) from None

    at_the_house(work, data, store, says=f"copying to {file}")
    typer.echo(f"{file} holds the house. Bring it back: comeout house restore {file} --data FOLDER")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file that `backup` wrote.")],
    *,
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Restore a backup into an empty data folder.

    Accounts are signed out and all roles are suspended until you grant them anew, since some may have been taken back
    since the backup. Guests stay signed in. Every open table starts with a new chain of dice, and its log says why.
    """
    from comeout.cli.operator_tools import restore_backup

    folder, lines = restore_backup(file, data, store)
    typer.echo(f"{folder} holds the house of {file}. Prove it: comeout house verify --data {folder}")
    for line in lines:
        typer.echo(line)


@app.command("collect-dice")
def collect_dice(
    *,
    count: Annotated[int, typer.Option(metavar="N", help="The number of rolls.")],
    raw: Annotated[Path, typer.Option(metavar="FILE", help="The file for the 32 bytes that decided each roll.")],
    scaled: Annotated[Path, typer.Option(metavar="FILE", help="The file for one byte a roll: its index, 0 to 35.")],
    dice: Annotated[str, typer.Option(metavar="chain|entropy", help="Which dice to collect.")] = "chain",
    as_json: AsJson = False,
) -> None:
    """Collect raw and scaled output of the dice for a test lab.

    It uses the same code as live tables.
    """
    from comeout.cli.operator_tools import collect_rolls

    found = collect_rolls(count, raw, scaled, dice)
    if as_json:
        return print_json({"rolls": found.rolls, "chi_square": found.chi_square, "degrees": found.degrees})
    return typer.echo(
        f"{found.rolls:,} rolls in {raw} and {scaled}; chi-square {found.chi_square:.2f} with {found.degrees} degrees."
    )
