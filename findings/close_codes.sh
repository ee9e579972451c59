#!/usr/bin/env bash
# Daphne 4.2.3 on autobahn 26.10.2 and Twisted 26.10.0, and uvicorn 0.54.0, two servers of ASGI; websockets 17.4.
#
# Expected: `{"type": "websocket.close", "code": 1012, "reason": "restart"}` of an application (or `close(code=1012)` of
# a Channels consumer) reaches the browser as it stands. 1001, 1008, 1012 and 1013 are registered for servers.
# Seen: Daphne passes them to autobahn, which takes 1000 and 3000 to 4999 only and raises. Daphne logs that and closes
# with 1011 (internal error), whatever the code was. It drops the reason of every code. uvicorn sends both.
#
# Output seen:
#   Daphne:  1000 -> 1000 "", 1001 -> 1011 "", 1008 -> 1011 "", 1012 -> 1011 "", 1013 -> 1011 "", 4000 -> 4000 ""
#   uvicorn: 1000 -> 1000 "restart", 1001 -> 1001 "restart", and so on
#
# Hurt: clients that reconnect at once after 1001 and 1012, wait after 1013 and give up after 1008: they see an internal error.
# The test client of Channels has neither server under it, so tests show the code that was meant.
# Source: `daphne/ws_protocol.py`, `serverClose`; `autobahn/websocket/protocol.py`, `sendClose`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check \
  daphne==4.2.3 autobahn==26.10.2 Twisted==26.10.0 uvicorn==0.54.0 websockets==17.4

cat > closing.py <<'EOF'
async def app(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": int(scope["path"][1:]), "reason": "restart"})
EOF
cat > program.py <<'EOF'
import asyncio
import socket
import subprocess
import time

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

COMMANDS = {"Daphne": ["daphne", "-b", "127.0.0.1", "-p"], "uvicorn": ["uvicorn", "--host", "127.0.0.1", "--port"]}


async def answer(port, code):
    async with connect(f"ws://127.0.0.1:{port}/{code}") as line:
        try:
            await asyncio.wait_for(line.recv(), 20)
        except ConnectionClosed:
            return f'{code} -> {line.close_code} "{line.close_reason}"'


async def answers(port):
    return ", ".join([await answer(port, code) for code in (1000, 1001, 1008, 1012, 1013, 4000)])


for name, command in COMMANDS.items():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with open("log", "w") as log:
        server = subprocess.Popen(["env/bin/python", "-m", *command, str(port), "closing:app"], stdout=log, stderr=log)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        print(f"{name}:", asyncio.run(answers(port)))
    finally:
        server.terminate()
        server.wait()
EOF

seen=$(env/bin/python program.py)
expected='Daphne: 1000 -> 1000 "", 1001 -> 1011 "", 1008 -> 1011 "", 1012 -> 1011 "", 1013 -> 1011 "", 4000 -> 4000 ""
uvicorn: 1000 -> 1000 "restart", 1001 -> 1001 "restart", 1008 -> 1008 "restart", 1012 -> 1012 "restart", 1013 -> 1013 "restart", 4000 -> 4000 "restart"'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: codes that close a socket.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
