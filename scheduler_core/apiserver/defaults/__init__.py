"""What the API server writes into objects where the manifest says nothing."""
