// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"convertd/sdk"
	"convertd/sdk/sandbox"
)

// entry is one decoder the host knows.
type entry struct {
	name      string
	path      string // of an outside decoder; "" for a bundled one
	arguments []string
	pin       []byte
	readTrees []string
	settings  map[string]any
	refused   error         // why it is not started at all
	probes    chan struct{} // one for each probe at a time

	mu   sync.Mutex
	info *sdk.Info // known for bundled ones, and after the first start
}

func (e *entry) bundled() bool { return e.path == "" }

// knownInfo returns what the decoder says about itself, if that is known yet.
func (e *entry) knownInfo() (sdk.Info, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.info == nil {
		return sdk.Info{Name: e.name}, false
	}
	return *e.info, true
}

func (e *entry) learn(info sdk.Info) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.info = &info
}

// open returns the executable, verified now.
func (e *entry) open() (*os.File, error) {
	if e.refused != nil {
		return nil, e.refused
	}
	if e.bundled() {
		return sandbox.OpenSelf()
	}
	return openVerified(e.path, e.pin)
}

// catalog is the decoders by name, in a fixed order.
type catalog struct {
	entries []*entry
}

// newCatalog finds all decoders. A bundled decoder wins over an outside one of
// the same name, and a folder named earlier over a later one: nothing replaces
// a decoder by being put somewhere.
func newCatalog(config Config) (*catalog, error) {
	found := make(map[string]*entry)
	for _, decoder := range config.Bundled {
		info := decoder.Info()
		if info.Name == "" || found[info.Name] != nil {
			return nil, fmt.Errorf("host: bundled decoder %q: names must be there and differ", info.Name)
		}
		found[info.Name] = &entry{
			name: info.Name, info: &info, arguments: config.bundledArguments(info.Name), settings: config.Settings[info.Name],
		}
	}
	for _, folder := range config.Folders {
		executables, err := findExecutables(folder)
		if err != nil {
			return nil, fmt.Errorf("host: %w", err)
		}
		for name, path := range executables {
			if found[name] != nil {
				config.Logger.Warn("outside decoder left out: the name is taken", "decoder", name)
				continue
			}
			found[name] = outsideEntry(config, name, path)
		}
	}
	list := &catalog{}
	for _, one := range found {
		list.entries = append(list.entries, one)
	}
	for _, one := range list.entries {
		one.probes = make(chan struct{}, config.MaxJobs)
	}
	slices.SortFunc(list.entries, func(a, b *entry) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

func (c Config) bundledArguments(name string) []string {
	if c.BundledArguments == nil {
		return []string{"decoder", name}
	}
	return c.BundledArguments(name)
}

func outsideEntry(config Config, name, path string) *entry {
	one := &entry{name: name, path: path, readTrees: config.ReadTrees[name], settings: config.Settings[name]}
	pin, ok := config.Pins[name]
	switch {
	case !ok:
		one.refused = errNoPin
	default:
		one.pin, one.refused = parsePin(pin)
	}
	if err := checkExecutable(path); err != nil {
		one.refused = err
	}
	return one
}

// named finds a decoder by its name, or by the id of a format it reads.
func (c *catalog) named(name string) (*entry, error) {
	for _, one := range c.entries {
		if one.name == name {
			return one, nil
		}
	}
	for _, one := range c.entries {
		if info, ok := one.knownInfo(); ok && slices.ContainsFunc(info.Formats, func(f sdk.Format) bool { return f.ID == name }) {
			return one, nil
		}
	}
	known := make([]string, 0, len(c.entries))
	for _, one := range c.entries {
		known = append(known, one.name)
	}
	return nil, fmt.Errorf("%w: %s; there are: %s", ErrUnknownDecoder, strconv.Quote(name), strings.Join(known, ", "))
}
