# Each target is a command of config/bin/do, which also works where make is not installed.
PORT ?= 8000
ARGS ?=

.PHONY: help run test lint bench vectors contract schema messages lock clean

help:
	@echo "make run [PORT=8000]      serve on 127.0.0.1 with a sample club"
	@echo "make test [ARGS=...]      run the tests (ARGS go to pytest)"
	@echo "make lint                 style, types, layers, migrations, documents"
	@echo "make bench                print how fast things are"
	@echo "make vectors              compare the engines with all vectors in ../shared"
	@echo "make contract [ARGS=...]  compare answers to generated requests with docs/openapi.yaml"
	@echo "make schema               write docs/openapi.yaml and docs/schema.graphql"
	@echo "make messages             bring the .po files up to date"
	@echo "make lock                 upgrade and pin the packages"
	@echo "make clean                remove the environment and caches, keep the data"

run:
	@config/bin/do run --port $(PORT)

test:
	@config/bin/do test $(ARGS)

bench vectors contract:
	@config/bin/do $@ $(ARGS)

lint schema messages lock clean:
	@config/bin/do $@
