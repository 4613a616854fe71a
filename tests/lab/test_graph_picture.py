"""The picture of a graph: a box for each row of a small one, and by puck and number of bets of a large one."""

from __future__ import annotations

from xml.etree import ElementTree

from comeout.lab.graph import Graph
from comeout.lab.graph_picture import draw_graph
from comeout.lab.strategy import Strategy
from comeout.rules.library import load_book
from tests.kit.lab_strategies import Molly, PassLine

SVG = "{http://www.w3.org/2000/svg}"


def drawn(strategy: Strategy) -> ElementTree.Element:
    graph = Graph(load_book("sentosa"), strategy)
    graph.explore(every_rack=False)
    return ElementTree.fromstring(draw_graph(graph))


def texts(picture: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def test_a_small_graph_has_a_box_for_each_row_with_its_bets() -> None:
    picture = drawn(PassLine())
    assert len(list(picture.iter(f"{SVG}rect"))) == 7
    assert texts(picture).count("pass 10") == 7
    assert "PassLine at sentosa: 7 nodes, 7 rows" in texts(picture)


def test_a_large_graph_is_drawn_by_puck_and_number_of_bets() -> None:
    picture = drawn(Molly())
    assert len(list(picture.iter(f"{SVG}rect"))) < 40
    assert {"come-out", "point 6", "5 bets"} <= set(texts(picture))
