"""A client of the house, in Python: come in, sit down, bet and watch. It comes back by itself when a connection ends.

    async with Client("http://127.0.0.1:8000") as house:
        await house.enter()
        table = await house.open_table(book)
        await table.sit(200_00)
        await table.bet("pass", 10_00)
        await table.roll()
        async for news in table.events():
            ...

What the table refuses is a value (`Refused`); an exception (`HouseError`) means that the house could not be asked.
"""

from comeout.client.event_reader import Note
from comeout.client.mirror import Mirror
from comeout.client.remote_house import Client, Recalled
from comeout.client.remote_table import Away, Back, Done, News, Refused, Table
from comeout.client.rest_client import Cited, HouseError, Me, TableInfo, Wallet

__all__ = [
    "Away",
    "Back",
    "Cited",
    "Client",
    "Done",
    "HouseError",
    "Me",
    "Mirror",
    "News",
    "Note",
    "Recalled",
    "Refused",
    "Table",
    "TableInfo",
    "Wallet",
]
