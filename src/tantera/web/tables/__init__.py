"""Live tables: between the store, the sockets and the bots."""
