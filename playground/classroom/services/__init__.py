"""All that touches the tables of rooms; views and sockets come through here."""
