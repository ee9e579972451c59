"""`/api/v1`: the functions of the pages as JSON (`docs/api.md`). One table of operations defines it."""
