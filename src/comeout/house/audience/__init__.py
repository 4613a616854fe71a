"""The audience is the publish/subscribe side of a table: connections, queues, snapshots and presence."""
