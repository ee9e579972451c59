"""Faults in an installation of several servers, PostgreSQL and Redis, and what of it its visitors see."""
