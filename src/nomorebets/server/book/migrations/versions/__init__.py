"""One file per change of the schema, in a chain without branches."""
