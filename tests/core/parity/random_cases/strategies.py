"""Random cases as a Hypothesis strategy: the generator of the core draws from Hypothesis, which can shrink it."""

from __future__ import annotations

from hypothesis import strategies as st

from scheduler_core.parity.random_cases.random_case import random_case

cases = st.builds(random_case, st.randoms(use_true_random=False))
"""Cases in the form of recorded ones (tests and soak)."""
