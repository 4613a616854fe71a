"""Read models of a table: what a seat, the crew, the inspector and the page are shown."""
