"""The audience of a table: who is connected, what each connection is sent, and the snapshot it begins with."""
