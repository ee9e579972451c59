#!/usr/bin/env bash
# durationpy 0.11 of PyPI, which turns `timedelta` into Go's duration strings and back; kubernetes 37.0.2, the official
# Python client, requires it.
#
# Expected: `from_str(to_str(x))` is x. A timedelta has microseconds, and Go's `Duration.String` writes each digit.
# Seen: from one second on, `to_str` formats hours and seconds with six significant digits. Microseconds after the
# second, and tenths of milliseconds after ten seconds, are gone; and from a million hours on the text has an exponent,
# which `from_str` of the same package refuses. Below one second each digit is kept.
#
# Output seen:
#   0.345678 s:   345ms678us, equal
#   1.000001 s:   1s, 0:00:01
#   12.345678 s:  12.3457s, 0:00:12.345700
#   1234567 h:    1.23457e+06h, DurationError: Unknown unit e in duration 1.23457e+06h
#
# Hurt: durations of manifests, Lease arithmetic and timeouts that pass through the library are rounded without a word;
# a duration used as "for ever" becomes a text that nothing reads.
# Source: Go's `time.Duration.String` prints whole nanoseconds (`time/time.go`, Go 1.27).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check durationpy==0.11

cat > program.py <<'EOF'
from datetime import timedelta

import durationpy

CASES = {
    "0.345678 s": timedelta(microseconds=345678),
    "1.000001 s": timedelta(seconds=1, microseconds=1),
    "12.345678 s": timedelta(seconds=12, microseconds=345678),
    "1234567 h": timedelta(hours=1234567),
}
for name, value in CASES.items():
    text = durationpy.to_str(value)
    try:
        back = durationpy.from_str(text)
        print(f"{name}: {text}, {'equal' if back == value else back}")
    except durationpy.DurationError as error:
        print(f"{name}: {text}, DurationError: {error}")
EOF

seen=$(env/bin/python program.py)
expected='0.345678 s: 345ms678us, equal
1.000001 s: 1s, 0:00:01
12.345678 s: 12.3457s, 0:00:12.345700
1234567 h: 1.23457e+06h, DurationError: Unknown unit e in duration 1.23457e+06h'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: digits of durations.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
