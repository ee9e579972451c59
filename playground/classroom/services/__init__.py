"""The only code that touches the tables of rooms; views and sockets call it."""
