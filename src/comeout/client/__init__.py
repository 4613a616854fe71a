"""A client of the house, in Python: sign in, sit down, bet, roll and watch. It reconnects by itself.

    async with Client("http://127.0.0.1:8000") as house:
        await house.enter()
        table = await house.open_table(book)
        await table.sit("200")
        await table.bet("pass", "10")
        roll = await table.roll()
        print(roll.roll, roll.point, roll.net)

`comeout.client.sync` is the same for scripts and notebooks, without `await`. A refusal of the table is an `Answer` that
is false; an exception (`HouseError`) means that the house could not be asked.
"""

from comeout.extras import needs

needs("client", "comeout.client")

from comeout.client.connection import Away, Back
from comeout.client.event_reader import Note
from comeout.client.mirror import Mirror
from comeout.client.past_rolls import PastRoll, PastRolls
from comeout.client.remote_house import Client
from comeout.client.remote_table import News, RemoteTable
from comeout.client.rest_client import Cited, HouseError, Me, TableInfo, Wallet
from comeout.table.answer import Answer, RollAnswer

__all__ = [
    "Answer",
    "Away",
    "Back",
    "Cited",
    "Client",
    "HouseError",
    "Me",
    "Mirror",
    "News",
    "Note",
    "PastRoll",
    "PastRolls",
    "RemoteTable",
    "RollAnswer",
    "TableInfo",
    "Wallet",
]
