"""`/api/v1`: what the pages do, as JSON (`docs/api.md`). One table of operations gives all of it."""
