"""Histories of a real control plane, played again here and compared outcome by outcome."""
