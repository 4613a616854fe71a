"""How the house serves its page: which addresses it has, what may be loaded, and what is not sent twice."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from comeout.house.http.static_files import PLACES, TYPES, policy, script_text, web_files
from tests.page.served import Served
from tests.page.watch import Watch


@pytest.fixture
def client(house: Served) -> Iterator[httpx.Client]:
    """Somebody who asks without a browser."""
    with httpx.Client(base_url=house.url, timeout=60) as client:
        yield client


@pytest.mark.parametrize("place", PLACES)
def test_every_place_of_the_page_is_the_page_under_its_policy(client: httpx.Client, place: str) -> None:
    address = "/".join("x" if part.startswith("{") else part for part in place.split("/"))
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == policy()
    assert "<title>Comeout</title>" in answer.text


def test_the_policy_lets_nothing_in_from_elsewhere_and_nothing_inline_but_the_import_map() -> None:
    assert policy().startswith("default-src 'none'; ")
    assert re.search(r"script-src 'self' 'sha256-[\w+/=]+';", policy())
    assert "unsafe" not in policy()
    assert "http" not in policy()


def test_a_file_comes_with_its_type_and_no_other_origin_may_guess_it(client: httpx.Client) -> None:
    for address in web_files():
        if address != "/index.html":
            answer = client.get(address)
            kind = TYPES[address.rpartition(".")[2]]
            assert answer.headers["content-type"].startswith(kind), address
            assert answer.headers["x-content-type-options"] == "nosniff"
            script = address.endswith(".js")
            assert answer.content == (script_text(address).encode() if script else web_files()[address].read_bytes())


def test_a_file_is_sent_compressed_to_whoever_can_read_that(client: httpx.Client) -> None:
    for accepts, encoding in {"gzip, br": "gzip", "gzip;q=0.5": "gzip", "gzip;q=0": None, "br": None}.items():
        answer = client.get("/js/app/router.js", headers={"accept-encoding": accepts})
        assert answer.headers.get("content-encoding") == encoding, accepts
        assert answer.headers["vary"] == "accept-encoding"
    plain = script_text("/js/app/router.js").encode()
    assert int(client.get("/js/app/router.js").headers["content-length"]) == len(gzip.compress(plain, 9, mtime=0))


def test_what_somebody_has_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/js/app/router.js")
    assert first.headers["cache-control"] == "no-cache"
    for tag in (first.headers["etag"], f'"other", W/{first.headers["etag"]}', "*"):
        again = client.get("/js/app/router.js", headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b""), tag
        assert again.headers["etag"] == first.headers["etag"]
    assert client.get("/js/app/router.js", headers={"if-none-match": '"other"'}).status_code == 200


def test_the_head_of_a_page_can_be_asked_for(client: httpx.Client) -> None:
    answer = client.head("/")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["etag"]


@pytest.mark.parametrize(
    "address", ["/js/nothing.js", "/js/../index.html", "/js/%2e%2e/%2e%2e/app.py", "/js//etc/passwd", "/css/", "/web"]
)
def test_an_address_that_is_no_file_of_the_page_leads_nowhere(client: httpx.Client, address: str) -> None:
    request = client.build_request("GET", "/")
    request.url = request.url.copy_with(raw_path=address.encode())
    answer = client.send(request)
    assert answer.status_code == 404
    assert answer.json()["says"]


def test_somebody_who_follows_a_wrong_address_is_told_by_the_page(page: Page, watch: Watch) -> None:
    watch.expect("404")
    page.goto("/no-such-place")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    expect(page.locator(".lost .button")).to_have_text(["Back to the tables"])  # it is no use to try again


def test_the_page_at_a_wrong_address_is_never_kept_and_always_sent_whole(client: httpx.Client) -> None:
    tag = client.get("/").headers["etag"]
    answer = client.get("/no-such-place", headers={"accept": "text/html", "if-none-match": tag})
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")
    assert answer.content == client.get("/").content


def test_a_wrong_question_of_the_interface_is_answered_as_one(client: httpx.Client) -> None:
    answer = client.get("/api/v1/nothing", headers={"accept": "text/html"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")


def test_the_verifier_of_dice_keeps_its_own_page(client: httpx.Client) -> None:
    assert "verif" in client.get("/verify-dice").text.lower()


def test_the_policy_is_felt_by_the_browser_and_the_tests_hear_of_it(page: Page, watch: Watch) -> None:
    watch.expect("Content Security Policy")
    page.goto("/")

    def forbids(word: str, deed: str) -> bool:
        with page.expect_console_message(lambda said: "Content Security Policy" in said.text and word in said.text):
            page.evaluate(deed)
        return any("Content Security Policy" in each and word in each for each in watch.heard)

    assert forbids("style", "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">red</p>')")
    assert forbids("elsewhere.invalid", "fetch('http://elsewhere.invalid/').catch(() => 0)")
