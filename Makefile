# Targets for people who work on convertd. `make` lists them.

GO ?= go
FUZZTIME ?= 5s
INPUTS ?= 1000000
FIRST ?= 1
DURING ?= 0
ENGINE ?= ../shared/corpus/engine
KIND ?=
MOD ?=
LINT_VERSION := v2.15.0
DEADCODE_VERSION := v0.52.0
NATSCLI_VERSION := v0.5.1
BIN := bin

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build the one binary into bin/
	$(GO) build -trimpath -o $(BIN)/convertd ./cmd/convertd

.PHONY: test
test: ## Run the tests
	$(GO) test ./...

.PHONY: race
race: ## Run the tests with the race detector, all of them (minutes)
	$(GO) test -race ./...

.PHONY: lint
lint: $(BIN)/golangci-lint-$(LINT_VERSION) ## Check style, the import table and the bans of core/
	$(BIN)/golangci-lint-$(LINT_VERSION) run ./...

$(BIN)/golangci-lint-$(LINT_VERSION):
	mkdir -p $(BIN)
	GOBIN=$(abspath $(BIN))/tools $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv $(BIN)/tools/golangci-lint $@

.PHONY: deadcode
deadcode: $(BIN)/deadcode-$(DEADCODE_VERSION) ## Find functions that no command and no plugin reaches
	.ci/deadcode $(BIN)/deadcode-$(DEADCODE_VERSION)

$(BIN)/deadcode-$(DEADCODE_VERSION):
	mkdir -p $(BIN)
	GOBIN=$(abspath $(BIN))/tools $(GO) install golang.org/x/tools/cmd/deadcode@$(DEADCODE_VERSION)
	mv $(BIN)/tools/deadcode $@

.PHONY: deb
deb: ## Make a Debian package in dist/
	CGO_ENABLED=0 $(GO) build -trimpath -buildmode=pie -ldflags '-s -w' -o $(BIN)/debian/convertd ./cmd/convertd
	deploy/debian/build $(BIN)/debian/convertd dist

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (5s)
	FUZZTIME=$(FUZZTIME) .ci/fuzz

.PHONY: faults
faults: ## Kill, starve, stall and stop daemons, servers and leaders over 10,000 jobs (CI runs the same tests small)
	$(GO) test ./daemon -run 'Kill|FullDisk|Clock|Twice|Shutdown|Stage|Leader|StandsStill' -v -timeout 30m -faults | grep -E '^(--- |ok|FAIL|    )'

# The nats command line is large: two minutes on two cores the first time. CI runs the
# program in Node only.
.PHONY: clients
clients: internal/clients/node_modules $(BIN)/clients/nats ## Install the clients of docs/nats.md and run its examples with them
	$(GO) test ./cmd/convertd -run 'OfThePage' -count 1 -v | grep -E '^(--- |ok|FAIL|    )'

$(BIN)/clients/nats:
	mkdir -p $(BIN)/clients
	GOBIN=$(abspath $(BIN))/clients $(GO) install github.com/nats-io/natscli/nats@$(NATSCLI_VERSION)

internal/clients/node_modules: internal/clients/package-lock.json
	cd internal/clients && npm ci --no-audit --no-fund
	touch $@

.PHONY: mutate
mutate: ## Spoil INPUTS (1000000) of each kind, from number FIRST on (1), kinds that begin with ONLY, for DURING each
	$(GO) test ./internal/million -run SpoiltInputs -v -timeout 0 -inputs $(INPUTS) -first $(FIRST) -only "$(ONLY)" -during $(DURING) | grep -E 'inputs from|number|^FAIL|^ok'

.PHONY: engine-corpus
engine-corpus: ## Play the games of ENGINE (../shared/corpus/engine) beside their traces: KIND, MOD, what differs first
	$(GO) run ./internal/enginecorpus -in $(ENGINE) -kind "$(KIND)" -mod "$(MOD)" -games

# Nobody runs what this builds, so the compiler does not optimise: with an empty cache
# that halves the time.
.PHONY: cross
cross: ## Build the program for two systems that are not Linux
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build -gcflags='all=-N -l' -o /dev/null ./cmd/convertd
	CGO_ENABLED=0 GOOS=darwin GOARCH=arm64 $(GO) build -gcflags='all=-N -l' -o /dev/null ./cmd/convertd

.PHONY: release
release: ## Build the programs of a release, their checksums and an SBOM into release/
	$(GO) run ./internal/release -only "$(ONLY)"

# Another folder and another build cache: nothing may depend on either.
.PHONY: release-again
release-again: ## Build the commit again elsewhere and compare with release/, byte for byte
	rm -rf release-again && git clone -q . release-again/source
	cd release-again/source && $(GO) run ./internal/release -only "$(ONLY)" -output ../release -cache ../cache >/dev/null
	cmp release/SHA256SUMS release-again/release/SHA256SUMS && cd release-again/release && sha256sum -c --quiet SHA256SUMS
	chmod -R u+w release-again && rm -rf release-again
	@echo "built twice, the same bytes"

.PHONY: bench
bench: ## Run the benchmarks with allocation counts
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: golden
golden: ## Write the golden files again after a wanted change
	$(GO) test ./... -run Golden -update

.PHONY: generate
generate: ## Generate protobuf code and rule packs again
	$(GO) generate ./...

.PHONY: app
app: web/app/node_modules ## Build the web application into web/assets/dist
	cd web/app && npm run build

web/app/node_modules: web/app/package-lock.json
	cd web/app && npm ci --no-audit --no-fund
	touch $@

.PHONY: e2e
e2e: web/app/node_modules ## Use the web application in a browser without a screen, against a real server
	cd web/app && npm run e2e

.PHONY: pictures
pictures: web/app/node_modules ## Make the pictures of each page in docs/pictures again
	cd web/app && npm run pictures
