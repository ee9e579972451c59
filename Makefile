# `make run` shows podium, `make test` checks everything. `make help` lists the rest.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
CERT ?=
KEY ?=
export HOST PORT CERT KEY

python := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run test test-thorough test-static test-core test-e2e baseline parity soak bench attack chaos fuzz load walk audit lock vendor wheel image env-run env-dev test-postgresql

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r name what; do printf '  %-18s %s\n' "$$name" "$$what"; done

run: env-run ## the playground on http://127.0.0.1:8000 (HOST=0.0.0.0 lets others in and prints their address; PORT, CERT, KEY)
	@exec $(python) manage.py serve

test: env-dev ## everything: style, types, imports, core, wire, browser
	@exec $(python) tools/check.py

test-thorough: env-dev ## everything with each case of the long series, and the tests that are marked `thorough`: about an hour
	@PODIUM_EVERY=1 exec $(python) tools/check.py

test-static: env-dev ## style, types, import contracts, vendored files
	@exec $(python) tools/check.py static

test-core: env-dev ## core and wire, without a browser
	@exec $(python) tools/check.py core

test-postgresql: env-dev ## the tests of the wire that touch the database, on PostgreSQL
	@exec $(python) tools/check.py postgresql

test-e2e: env-dev ## what a person does, how it looks, and the scripts' own tests
	@exec $(python) tools/check.py e2e

baseline: env-dev ## renew the pictures in e2e/baseline; look at them before committing
	@PODIUM_EVERY=1 PODIUM_BASELINE=renew exec $(python) -m pytest -c e2e/pytest.ini e2e -m picture

parity: env-dev ## hold the core against all recorded verdicts of each release, and renew the figures of /exact
	@$(python) -m scheduler_core.parity --release 1.34 --jobs 2 --random 6000 --json playground/site/exactness.json tests/core/parity/data; failed=$$?; \
	$(python) -m scheduler_core.parity --release 1.36 --jobs 2 --random 6000 --json playground/site/exactness.json tests/core/parity/data-1.36 && exit $$failed

soak: env-dev ## random clusters under random commands and faults, and every property of the core on a tenth as many examples (CLUSTERS=2000)
	@PODIUM_SOAK=$${CLUSTERS:-2000} $(python) -m pytest -q tests/core/soak
	@PODIUM_SOAK=$${CLUSTERS:-2000} $(python) -m pytest -q -m hypothesis --ignore tests/core/soak tests/core

fuzz: env-dev ## requests to the Kubernetes API that its OpenAPI allows, and others (REQUESTS=20000)
	@PODIUM_FUZZ=$${REQUESTS:-20000} $(python) -m pytest -q tests/core/rest/test_any_request.py tests/core/inputs/test_stored_text.py

bench: env-dev ## figures: pods a second, latencies, weights
	@PYTHONPATH=. exec $(python) -m tools.bench

attack: env-dev ## attacks on a server of its own: loads, kills, messages, requests, texts, a model of durability (PARTS=, SCALE=, SEED=, URL=)
	@PYTHONPATH=. exec $(python) -m tools.attack $(PARTS) --scale $${SCALE:-1} --seed $${SEED:-1} $(if $(URL),--url $(URL))

chaos: env-dev ## random faults in two servers, two workers, PostgreSQL and Redis, and what of it visitors see (EVENTS=, SEED=)
	@PYTHONPATH=. exec $(python) -m tools.chaos --events $${EVENTS:-1000} --seed $${SEED:-1} --verbose

load: env-dev ## 2 000 sockets, 500 own runs and 30 rooms on two servers and two workers: waits, costs, the knee (SCALE=, SERVERS=, WORKERS=)
	@PYTHONPATH=. exec $(python) -m tools.load --scale $${SCALE:-1} --servers $${SERVERS:-2} --workers $${WORKERS:-2} --seed $${SEED:-1}

image: env-dev ## builds deploy/Containerfile and looks at what podium does in it (BASE=debian: where no registry can be reached)
	@PYTHONPATH=. exec $(python) -m tools.image $(if $(BASE),--$(BASE))

walk: env-dev ## contact sheets of all scenarios in all sizes, and what is cut or jumps (SLUGS=, SIZES=, THEMES=, OUT=)
	@SLUGS="$(SLUGS)" SIZES="$(SIZES)" THEMES="$(THEMES)" OUT="$(OUT)" PYTHONPATH=. exec $(python) tools/walk.py

audit: env-dev ## licences, known vulnerabilities and a bill of materials (CycloneDX) of the locked packages
	@exec $(python) -m tools.supply_chain

lock: ## renew requirements/*.lock from requirements/*.in
	@exec $(PYTHON) tools/lock.py

vendor: env-dev ## renew static/vendor, static/fonts and e2e/vendor (needs npm)
	cd static/vendor/build && npm ci --ignore-scripts && node build.mjs
	$(python) tools/fonts.py
	$(python) tools/check_vendor.py --write

wheel: env-dev ## dist/podium-*.whl
	@exec $(python) -m hatchling build -t wheel

env-run:
	@$(PYTHON) tools/env.py run

env-dev:
	@$(PYTHON) tools/env.py dev
