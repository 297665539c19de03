"""The HTTP interface for programs: everything under /api/v1, described by /api/openapi.json."""
