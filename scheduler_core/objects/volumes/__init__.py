"""Rules on volumes that read several kinds: which volume a claim matches, and which volumes a node
attaches.
"""
