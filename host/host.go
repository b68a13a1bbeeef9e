// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"convertd/host/settings"
	"convertd/sdk"
	"convertd/sdk/sandbox"
)

// Host runs decoders. It is safe for several goroutines. Close it.
type Host struct {
	config  Config
	catalog atomic.Pointer[catalog]
	pool    *pool

	reloading sync.Mutex
}

// New finds the decoders. No process is started before it is needed.
func New(config Config) (*Host, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config = config.withDefaults()
	catalog, err := newCatalog(config)
	if err != nil {
		return nil, err
	}
	h := &Host{config: config}
	h.catalog.Store(catalog)
	fallback(&h.config.MaxIdle, config.MaxJobs+len(catalog.entries))
	h.pool = newPool(&h.config)
	return h, nil
}

// Close kills all decoders and returns when they are gone. Jobs at work fail
// with ErrClosed. It may be called more than once.
func (h *Host) Close() error {
	h.pool.close()
	return nil
}

// ServeBundled runs the bundled decoder of that name for the host that started
// this process again. It is all that the hidden verb does, and returns when the
// host lets go.
func ServeBundled(name string, decoders []sdk.Decoder) error {
	for _, decoder := range decoders {
		if decoder.Info().Name == name {
			sdk.Serve(decoder)
			return nil
		}
	}
	return fmt.Errorf("%w: %q is not bundled", ErrUnknownDecoder, name)
}

// Description is what the host knows of one decoder.
type Description struct {
	Info    sdk.Info
	Bundled bool
	Path    string // of an outside decoder
	// Asked says that it is the version that files are shown to. Others are used
	// only where NAME@VERSION is asked for.
	Asked    bool
	Disabled bool
	// Protocol is the version of the contract that was agreed on.
	Protocol int
	// Settings are what it takes, Values what it was given (a JSON object).
	Settings []settings.Property
	Values   []byte
	// Guards are the protections of its process, the host's first.
	Guards []Guard
	// Err is why it cannot be used, nil if it can.
	Err error
}

// Guard is one protection of a decoder's process.
type Guard struct {
	sandbox.Guard
	// Own marks what the decoder says it did itself; the others are facts
	// the host saw to.
	Own bool
}

// Describe starts every decoder that is not running and says what each is. A
// decoder that cannot be used is listed with its error.
func (h *Host) Describe(ctx context.Context) []Description {
	now := h.catalog.Load()
	entries := now.all()
	list := make([]Description, len(entries))
	var asking sync.WaitGroup
	for i, one := range entries {
		asking.Go(func() {
			list[i] = h.describe(ctx, one)
			list[i].Asked = i < len(now.entries)
		})
	}
	asking.Wait()
	slices.SortStableFunc(list, func(a, b Description) int { return strings.Compare(a.Info.Name, b.Info.Name) })
	return list
}

// Identity changes with the outside decoders that are in use, and with settings:
// results depend on them.
func (h *Host) Identity() string { return h.catalog.Load().identity }

func (h *Host) describe(ctx context.Context, one *entry) Description {
	description := Description{Bundled: one.bundled(), Path: one.path, Disabled: one.disabled}
	description.Info, _ = one.knownInfo()
	process, err := h.pool.takeForProbe(ctx, one)
	if err != nil {
		description.Err = err
		return description
	}
	description.Info, description.Protocol, description.Values = process.info, process.protocol, process.values
	if process.settings != nil {
		description.Settings = process.settings.Properties()
	}
	description.Guards = slices.Clone(process.guards)
	h.pool.giveBack(process, true)
	return description
}

// Names lists the decoders that files are shown to, without starting any.
func (h *Host) Names() []string {
	entries := h.catalog.Load().entries
	names := make([]string, 0, len(entries))
	for _, one := range entries {
		if !one.disabled {
			names = append(names, one.name)
		}
	}
	return names
}
