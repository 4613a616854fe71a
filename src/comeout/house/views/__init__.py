"""Views are read models of a table: what a seat, the crew, an inspector and the page are shown."""
