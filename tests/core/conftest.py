"""How Hypothesis looks for counterexamples here."""

from hypothesis import HealthCheck, settings

# A busy machine is no reason to fail; how long things take is measured by `make bench`.
settings.register_profile(
    "podium", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("podium")
