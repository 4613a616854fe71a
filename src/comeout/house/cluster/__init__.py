"""The cluster shares the tables of a house among several processes: one leader a table, the others follow."""
