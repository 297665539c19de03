"""Tables in a browser, and the rooms beside them."""
