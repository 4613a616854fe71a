"""HTML of the evidence page: text is escaped once, attributes are quoted, a table scrolls by itself."""

from __future__ import annotations

from comeout.review.evidence_html import (
    Html,
    bullets,
    cited,
    command,
    facts,
    joined,
    link,
    paragraph,
    safe,
    table,
    tag,
)


def test_text_is_escaped_once_and_html_not_at_all() -> None:
    assert safe("<b> & co") == "&lt;b&gt; &amp; co"
    assert safe(safe("<b>")) == "&lt;b&gt;"
    assert safe(Html("<b>")) == "<b>"
    assert joined(["<", Html("<br>"), "a"], "&") == "&lt;&amp;<br>&amp;a"


def test_an_element_has_its_attributes_quoted_and_empty_ones_left_out() -> None:
    assert tag("p", "a < b", class_="note", aria_label='say "hi"', id="") == (
        '<p class="note" aria-label="say &quot;hi&quot;">a &lt; b</p>'
    )
    assert tag("br") == "<br>"


def test_links_paragraphs_lists_and_commands_are_elements() -> None:
    assert link("clause-1", "4(o)") == '<a href="#clause-1">4(o)</a>'
    assert paragraph("so", kind="note") == '<p class="note">so</p>'
    assert bullets(["a", "b"]) == "<ul><li>a</li><li>b</li></ul>"
    assert facts([("Bets", "24")]) == '<dl class="facts"><div><dt>Bets</dt><dd>24</dd></div></dl>'
    assert command("a && b") == '<pre tabindex="0"><code>a &amp;&amp; b</code></pre>'


def test_a_table_has_a_caption_heads_and_rows_in_groups() -> None:
    text = table("Bets", ("Bet", "Pays"), [("One roll", [("field", "1 to 1")])], kind="bets")
    assert text.startswith('<div class="scroll" role="region" aria-label="Bets" tabindex="0"><table class="bets">')
    assert text.count("<col>") == 2
    assert '<th scope="rowgroup" colspan="2">One roll</th>' in text
    assert '<tr><th scope="row">field</th><td>1 to 1</td></tr>' in text


def test_a_cited_clause_is_linked_where_the_page_has_its_text() -> None:
    told = cited("4(o); 6(c)", {"4(o)": "clause-7"})
    assert told == '<span class="clause"><a href="#clause-7">4(o)</a></span>; <span class="clause">6(c)</span>'
    assert cited("", {}) == ""
