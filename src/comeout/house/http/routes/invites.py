"""REST routes of invitations: the addresses by which others come to a live table, and a QR code of the first.

Only the house's own address is ever drawn: nothing in a code is chosen by a client.
"""

from __future__ import annotations

import io
from urllib.parse import quote

from litestar import Response, get
from litestar.exceptions import NotFoundException

from comeout.house.http.authentication import Asked, TableId, table_of, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.house.http.cached_answers import Packed, Shelf, pack, send
from comeout.house.http.paced_requests import in_thread
from comeout.house.origins import is_loopback, write_origin
from comeout.protocol.rest_answers import InviteAnswer

QR_CODE = "image/svg+xml"
_CODES = Shelf()


@get("/tables/{table:str}/invite", responses=refusals(400, 401, 404))
async def invite(request: Asked, table: TableId) -> InviteAnswer:
    """Return the addresses of a live table for others: to play, to watch, and for a large display."""
    house, path = await _address(request, table)
    return InviteAnswer(
        join=f"{house}/table/{path}",
        watch=f"{house}/table/{path}?watch",
        room=f"{house}/room/{path}",
        picture=f"/api/v1/tables/{path}/invite.svg",
        only_here=is_loopback(request.app.state.door.address_for(request.scope).host),
    )


@get("/tables/{table:str}/invite.svg", media_type=QR_CODE, responses=refusals(400, 401, 404))
async def invite_code(request: Asked, table: TableId) -> Response[str]:
    """Return the address of a live table as a QR code."""
    house, path = await _address(request, table)
    join = f"{house}/table/{path}"
    return send(await in_thread(request, lambda: _CODES.get(join, lambda: _draw(join))), request)


async def _address(request: Asked, table: str) -> tuple[str, str]:
    """Return the address of the house and the id of a table in it, if others can come there."""
    place, _ = await table_of(request, table, await who_asks(request))
    if place.row.mode != "live":
        raise NotFoundException("this table is for one player alone; open a live table to play with others")
    return write_origin(request.app.state.door.address_for(request.scope)), quote(place.row.id, safe="")


def _draw(text: str) -> Packed:
    """Draw a text as a QR code, black on white."""
    import segno

    drawn = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(drawn, kind="svg", light="#fff", xmldecl=False, svgclass=None, lineclass=None, omitsize=True)
    return pack(drawn.getvalue(), QR_CODE)


INVITES = (invite, invite_code)
"""The routes of this module."""
