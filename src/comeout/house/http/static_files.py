"""Static files of the page, the dice verifier, the health checks and the metrics."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

from litestar import HttpMethod, MediaType, Response, get, route
from litestar.exceptions import HTTPException, NotFoundException

from comeout import __version__
from comeout.house.http.authentication import Asked, house_of
from comeout.house.http.bad_requests import refusals
from comeout.house.http.cached_answers import Packed, pack, send
from comeout.house.http.script_bundles import BUNDLES, Scripts, gather, without_comments
from comeout.house.metrics import metrics_page
from comeout.protocol.rest_answers import Health, Ready

PLACES = {
    "/": "pages/lobby",
    "/table/{table:str}": "pages/table",
    "/crew/{table:str}": "pages/crew",
    "/room/{table:str}": "pages/room-display",
    "/drill": "pages/drill",
    "/rules": "pages/rules",
    "/rules/{book:str}": "pages/rulebook",
    "/rules/compare/{a:str}/{b:str}": "pages/compare-rules",
    "/history": "pages/history",
    "/account": "pages/account",
}
"""The script of each route of the page."""

SCRIPTS = {place.replace(":str", ""): script for place, script in PLACES.items()}
"""The script of each route, by the path template of a request."""

FILES = (
    "/js/{name:path}",
    "/css/{name:path}",
    "/fonts/{name:path}",
    "/img/{name:path}",
    "/manifest.webmanifest",
    "/favicon.svg",
)

TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
}
"""The media types of the files that are served, by ending; no other files are."""

ALLOWED = (
    "default-src 'none'",
    "script-src 'self' {import_map}",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
"""The content security policy of the page: its own files, and the import map by its hash."""

GETTING = (HttpMethod.GET, HttpMethod.HEAD)


@cache
def web_files() -> dict[str, Traversable]:
    """Return every file of the page by its address; an address that is not here leads to no file."""
    return dict(_walk("", resources.files("comeout").joinpath("web")))


def _walk(address: str, folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(f"{address}/{entry.name}", entry)
        elif entry.name.rpartition(".")[2] in TYPES:
            yield f"{address}/{entry.name}", entry


@cache
def scripts() -> Scripts:
    """Return the script bundles of the page."""
    return gather(lambda name: script_text(f"/js/{name}.js"))


def script_text(address: str) -> str:
    """Return a script of the page as it is served."""
    return without_comments(web_files()[address].read_text(encoding="utf-8"))


@cache
def policy() -> str:
    """Return the content security policy of the page."""
    digest = b64encode(sha256(scripts().import_map.encode()).digest()).decode()
    return "; ".join(ALLOWED).format(import_map=f"'sha256-{digest}'")


@cache
def web_file(address: str) -> Packed:
    """Return a file of the page, read and compressed on first use."""
    if address == VERIFIER_MODULE:
        body = verifier_module()
    elif address in BUNDLES:
        body = scripts().files[address].encode()
    elif address.endswith(".js"):
        body = script_text(address).encode()
    else:
        body = web_files()[address].read_bytes()
    return pack(body, TYPES[address.rpartition(".")[2]])


@cache
def shell(script: str) -> Packed:
    """Return the HTML of the page before its script has run, with preloads of what that script needs."""
    first = scripts().places["/js/app/main.js"]
    files, sheets = scripts().needed(script)
    head = [
        f'<script type="importmap">{scripts().import_map}</script>',
        f'<script type="module" src="{first}"></script>',
        *(f'<link rel="modulepreload" href="{each}">' for each in files if each != first),
        *(f'<link rel="preload" as="style" href="{each}">' for each in sheets),
    ]
    text = web_files()["/index.html"].read_text(encoding="utf-8")
    return pack(text.replace("</head>", "\n".join([*head, "</head>"]), 1).encode(), TYPES["html"])


VERIFIER_MODULE = "/js/dice-verifier.js"
"""The address of the verifier's script as a module: the page checks dice with the code of the offline page."""


def verifier_page() -> str:
    """Return the page that checks dice by itself, in one file."""
    return resources.files("comeout.house.http").joinpath("verifier.html").read_text(encoding="utf-8")


def verifier_module() -> bytes:
    """Return the script of that page that knows how dice are checked and touches no page."""
    core = verifier_page().partition('<script id="core">')[2].partition("</script>")[0]
    return f"{core}\nexport {{ DiceVerifier }};\n".encode()


def page_nowhere() -> Response[bytes]:
    """Return the page for an unknown address: its script says so."""
    headers = {"content-security-policy": policy(), "cache-control": "no-store"}
    return Response(shell("pages/lobby").plain, status_code=404, headers=headers, media_type=TYPES["html"])


def wants_page(request: Asked) -> bool:
    """Return whether a browser navigated here (content negotiation): the page itself then reports the 404."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


@route(list(PLACES), http_method=GETTING, sync_to_thread=False, include_in_schema=False)
def page(request: Asked) -> Response[bytes]:
    """Serve the page at one of its addresses."""
    return send(shell(SCRIPTS[request.scope["path_template"]]), request, content_security_policy=policy())


@route(list(FILES), http_method=GETTING, sync_to_thread=False, include_in_schema=False)
def file(request: Asked) -> Response[bytes]:
    """Serve a file of the page."""
    address = request.url.path
    if address != VERIFIER_MODULE and address not in BUNDLES and address not in web_files():
        raise NotFoundException("there is no such file")
    return send(web_file(address), request, content_security_policy=policy())


@get("/verify-dice", media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def dice_verifier() -> Response[str]:
    """Serve the page that checks the dice of an exported table; it works offline as well."""
    allowed = (
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return Response(verifier_page(), headers={"content-security-policy": allowed})


@get("/health", sync_to_thread=False)
def health(request: Asked) -> Health:
    """Health check: the process is alive, and its version."""
    house = house_of(request)
    return Health(True, __version__, len(house.places), len(house.hosts))


@get("/ready", responses=refusals())
async def ready(request: Asked) -> Ready:
    """Readiness check: whether the house can accept what people do; if not, the error says why."""
    why = await request.app.state.readiness.problems()
    if why:
        raise HTTPException(f"the house is not ready: {', '.join(why)}", status_code=503)
    return Ready()


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(request: Asked) -> str:
    """Serve the metrics for Prometheus."""
    house = house_of(request)
    return metrics_page(house.hosts, house.places.values())


PAGES = (page, file, dice_verifier, health, ready, metrics)
"""The routes of this module."""
