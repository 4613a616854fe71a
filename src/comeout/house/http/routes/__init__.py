"""The routes of the HTTP interface, one module for each group."""
