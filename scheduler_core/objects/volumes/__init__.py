"""Rules on volumes that read several kinds: which claim a volume fits, what a node attaches."""
