"""REST routes for the crew and inspectors of a table: what they may say, and what waits for them."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.exceptions import PermissionDeniedException

from comeout.house.host.two_people import Wanted
from comeout.house.house import House, Place
from comeout.house.http.authentication import Asked, TableId, house_of, table_of, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.house.http.routes.tables import looked
from comeout.house.players.people import Who
from comeout.house.views.crew_floor import floor_of
from comeout.house.views.crew_menu import duties_of
from comeout.house.views.spot_facts import book_key
from comeout.protocol.crew_answers import DutiesAnswer
from comeout.protocol.rest_answers import ChoiceAnswer
from comeout.table.advice.choices import choices


@get("/tables/{table:str}/duties", responses=refusals(400, 401, 403, 404))
async def duties(request: Asked, table: TableId) -> DutiesAnswer:
    """Return what you may say at a table in the roles you hold there, and what waits for its crew."""
    who = await who_asks(request)
    place, roles = await table_of(request, table, who)
    if not roles:
        raise PermissionDeniedException("you hold no role at this table; an operator of the house grants one")
    house, wanted = house_of(request), await place.wanted()
    return await looked(place, lambda: _seen(house, place, who, sorted(roles), wanted))


def _seen(house: House, place: Place, who: Who, roles: list[str], wanted: list[Wanted]) -> DutiesAnswer:
    state = place.fold.state
    posted = choices(place.layout, state.settings)
    return DutiesAnswer(
        table=place.row.id,
        title=place.row.name,
        book=place.layout.id,
        book_key=book_key(place.layout.id, place.row.book),
        dice=place.row.dice,
        crew=state.settings.crew,
        seq=place.fold.log.seq,
        roles=roles,
        duties=duties_of(place, roles, house.names),
        settings=msgspec.convert(posted, list[ChoiceAnswer], from_attributes=True),
        floor=floor_of(place, who.player, roles, house.names, wanted),
    )


DUTIES = (duties,)
"""The routes of this module."""
