"""The values that the API server writes into objects where the manifest leaves them out."""
