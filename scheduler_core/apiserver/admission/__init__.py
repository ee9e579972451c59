"""What the API server decides about a request before it stores anything."""
