"""Values that a manifest writes as one text or number: quantities, times, durations, priorities."""
