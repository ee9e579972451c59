"""Resource quantities, exact: no floats.

Source: k8s.io/apimachinery/pkg/api/resource (v0.34): suffixes n u m k M G T P E, Ki Mi Gi Ti Pi Ei, decimal
exponents; anything finer than one nano-unit is rounded up; milli-values and values are rounded up too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

NANO = 1_000_000_000
MAX_INT64 = 2**63 - 1

Format = Literal["DecimalSI", "BinarySI", "DecimalExponent"]

_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_PATTERN = re.compile(
    r"([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))"
    r"(?:(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)|[eE]([+-]?\d{1,3}))?",
    re.ASCII,
)
# Upstream does not limit the text, but its numbers saturate at 2**63-1; no sensible text is longer than this.
MAX_LENGTH = 64


class QuantityError(ValueError):
    """The text is not a quantity."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact amount in nano-units, and the family of suffixes with which it is printed."""

    nano: int
    format: Format = "DecimalSI"

    @property
    def milli_value(self) -> int:
        """The amount in thousandths, rounded up: for cpu this is milli-CPU."""
        return -(-self.nano // 1_000_000)

    @property
    def value(self) -> int:
        """The amount in whole units, rounded up: for memory this is bytes."""
        return -(-self.nano // NANO)

    def rounded_to_milli(self) -> Quantity:
        """The amount rounded up to a multiple of 1/1000, as the API server stores requests and
        allocatable.
        """
        if self.nano % 1_000_000 == 0:
            return self
        return Quantity(self.milli_value * 1_000_000, self.format)

    def __add__(self, other: Quantity) -> Quantity:
        return Quantity(self.nano + other.nano, self.format if self.nano else other.format)

    def __sub__(self, other: Quantity) -> Quantity:
        return Quantity(self.nano - other.nano, self.format if self.nano else other.format)

    def __str__(self) -> str:
        """The canonical form: the largest suffix that leaves no fraction. Source:
        Quantity.CanonicalizeBytes.
        """
        if self.nano == 0:
            return "0"
        sign, nano = ("-", -self.nano) if self.nano < 0 else ("", self.nano)
        if self.format == "BinarySI" and nano % NANO == 0 and nano >= 1024 * NANO:
            amount = nano // NANO
            for suffix, bits in reversed(_BINARY.items()):
                if amount % (1 << bits) == 0:
                    return f"{sign}{amount >> bits}{suffix}"
            return f"{sign}{amount}"
        for suffix, exponent in reversed(_DECIMAL.items()):
            unit = 10 ** (exponent + 9)
            if nano % unit == 0:
                if self.format == "DecimalExponent" and exponent:
                    return f"{sign}{nano // unit}e{exponent}"
                return f"{sign}{nano // unit}{suffix}"
        raise AssertionError("nano-units always divide")


ZERO = Quantity(0)


@lru_cache(maxsize=65_536)
def _parse(source: str) -> Quantity:
    match = _PATTERN.fullmatch(source) if len(source) <= MAX_LENGTH else None
    if match is None:
        raise QuantityError(
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
        )
    sign, whole, fraction, only_fraction, suffix, exponent_text = match.groups()
    digits_after = fraction or only_fraction or ""
    digits = int((whole or "0") + digits_after)
    family: Format = "DecimalSI"
    numerator, denominator = digits * NANO, 10 ** len(digits_after)
    if suffix in _BINARY:
        family = "BinarySI"
        numerator <<= _BINARY[suffix]
    else:
        exponent = _DECIMAL[suffix or ""]
        if exponent_text is not None:
            family, exponent = "DecimalExponent", int(exponent_text)
        if exponent >= 0:
            numerator *= 10**exponent
        else:
            denominator *= 10**-exponent
    # Rounded away from zero: upstream rounds 0.1n up to 1n and -0.1n to -1n. Capped at 2**63-1 whole units.
    nano = min(-(-numerator // denominator), MAX_INT64 * NANO)
    return Quantity(-nano if sign == "-" else nano, family)


def parse_quantity(source: str | int | float) -> Quantity:
    """The quantity of a manifest's text or bare number.

    Raises QuantityError in Kubernetes' own words when the text is not a quantity. Bare numbers come from YAML
    such as `cpu: 2` or `cpu: 0.5`; their shortest decimal text is parsed.
    """
    if isinstance(source, bool):
        raise QuantityError("quantities must be a string or a number")
    if isinstance(source, str):
        return _parse(source)
    return _parse(repr(source))
