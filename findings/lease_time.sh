#!/usr/bin/env bash
# kubernetes 37.0.2 and lightkube 1.0.1 with lightkube-models 1.37.0.8, two Python clients.
#
# Expected: a Lease that is read and written back unchanged carries the times it had.
# Seen: both clients write a time without its fraction when the fraction is zero. The times of a Lease are MicroTimes,
# which the API server parses with six digits after the point, so it refuses the object, on average once in a million
# renewals at random times and always for a holder that renews on the full second.
#
# Output seen:
#   read:       2026-01-02T03:04:05.000000Z
#   kubernetes: 2026-01-02T03:04:05+00:00
#   lightkube:  2026-01-02T03:04:05Z
#
# Hurt: leader election and heartbeats written with these clients: one renewal fails for no visible reason.
# Source: k8s.io/apimachinery `pkg/apis/meta/v1/micro_time.go`, `MicroTime.UnmarshalJSON` parses the layout
# RFC3339Micro (`2006-01-02T15:04:05.000000Z07:00`), and Go's `time.Parse` asks for the digits that a layout has.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check \
  kubernetes==37.0.2 lightkube==1.0.1 lightkube-models==1.37.0.8

cat > program.py <<'EOF'
import json

from kubernetes import client
from lightkube import codecs

LEASE = {
    "apiVersion": "coordination.k8s.io/v1",
    "kind": "Lease",
    "metadata": {"name": "leader", "namespace": "default"},
    "spec": {"holderIdentity": "a", "renewTime": "2026-01-02T03:04:05.000000Z"},
}
api = client.ApiClient()
model = api.deserialize(json.dumps(LEASE), "V1Lease", "application/json")
print("read:", LEASE["spec"]["renewTime"])
print("kubernetes:", api.sanitize_for_serialization(model)["spec"]["renewTime"])
print("lightkube:", codecs.from_dict(LEASE).to_dict()["spec"]["renewTime"])
EOF

seen=$(env/bin/python program.py)
expected='read: 2026-01-02T03:04:05.000000Z
kubernetes: 2026-01-02T03:04:05+00:00
lightkube: 2026-01-02T03:04:05Z'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: the times of a Lease.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
