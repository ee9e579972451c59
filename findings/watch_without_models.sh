#!/usr/bin/env bash
# kubernetes 37.0.2 of PyPI, the official Python client: `watch.Watch().stream(..., deserialize=False)`.
#
# Expected: `deserialize=False` only saves the making of model objects; events and their number stay the same.
# Seen: the option also stops the book-keeping of the resource version. An API server ends every watch after some
# minutes, and the client then asks again. With models it goes on after the last event. Without models it asks from
# where it first began, so all events come again, at every renewal; and when the caller gave no resource version,
# the stream ends at the first renewal instead, without an error.
#
# Output seen (a watch that the server ends twice; events a and b at first, c in the third answer):
#   models, from 10:           events a b c, asked from 10 12 12
#   no models, from 10:        events a b a b a b c, asked from 10 10 10
#   models, from the start:    events a b c, asked from None 12 12
#   no models, from the start: events a b, asked from None
#
# Hurt: controllers that turned the option on for speed act twice on one event, or fall silent.
# Source: `kubernetes/watch/watch.py`: only `unmarshal_event` sets `self.resource_version`, and it is skipped.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check kubernetes==37.0.2

cat > program.py <<'EOF'
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from kubernetes import client, watch

asked = []


class ApiServer(BaseHTTPRequestHandler):
    def do_GET(self):
        since = parse_qs(urlsplit(self.path).query).get("resourceVersion", [None])[0]
        asked.append(since)
        stored = [("a", 11), ("b", 12), *([("c", 13)] if len(asked) == 3 else [])]
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        for name, version in stored:
            if version > int(since or 0):
                meta = {"name": name, "resourceVersion": str(version)}
                event = {"type": "ADDED", "object": {"apiVersion": "v1", "kind": "Namespace", "metadata": meta}}
                self.wfile.write(json.dumps(event).encode() + b"\n")

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), ApiServer)
threading.Thread(target=server.serve_forever, daemon=True).start()
api = client.CoreV1Api(client.ApiClient(client.Configuration(host=f"http://127.0.0.1:{server.server_port}")))
for start, since in (("from 10", {"resource_version": "10"}), ("from the start", {})):
    for kind, deserialize in (("models", True), ("no models", False)):
        asked.clear()
        names = []
        for event in watch.Watch().stream(api.list_namespace, deserialize=deserialize, **since):
            found = event["object"]
            names.append(found.metadata.name if deserialize else found["metadata"]["name"])
            if names[-1] == "c":
                break
        print(f"{kind}, {start}: events {' '.join(names)}, asked from {' '.join(map(str, asked))}")
EOF

seen=$(env/bin/python program.py)
expected='models, from 10: events a b c, asked from 10 12 12
no models, from 10: events a b a b a b c, asked from 10 10 10
models, from the start: events a b c, asked from None 12 12
no models, from the start: events a b, asked from None'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: watches without models.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
