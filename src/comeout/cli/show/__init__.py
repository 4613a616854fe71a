"""How the pages of the command line look."""
