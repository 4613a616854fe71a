"""HTTP and WebSocket interface of a house. The only room that imports litestar."""
