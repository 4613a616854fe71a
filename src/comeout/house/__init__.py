"""The house is the server: it runs live tables over an event-sourced log. Only it and its clients use async."""
