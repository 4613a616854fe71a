"""Several processes of one house: a table that another process owns is followed and asked over the bus."""
