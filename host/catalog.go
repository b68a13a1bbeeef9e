// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"convertd/host/lockfile"
	"convertd/sdk"
	"convertd/sdk/sandbox"
)

// entry is one decoder the host knows: one version of it.
type entry struct {
	name      string
	version   string   // that it must be, "" if nobody said
	path      string   // of an outside decoder; "" for a bundled one
	outside   *Outside // that it was found by; nil for a bundled one
	arguments []string
	pin       []byte
	readTrees []string
	settings  map[string]any
	disabled  bool
	refused   error         // why it is not started at all
	probes    chan struct{} // one for each probe at a time
	retired   bool          // it is known no more; the pool's lock guards it

	mu   sync.Mutex
	info *sdk.Info // known for bundled ones, and after the first start
}

// key names this very version.
func (e *entry) key() string {
	if e.version == "" {
		return e.name
	}
	return e.name + "@" + e.version
}

func (e *entry) bundled() bool { return e.path == "" }

// knownInfo returns what the decoder says about itself, if that is known yet.
func (e *entry) knownInfo() (sdk.Info, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.info == nil {
		return sdk.Info{Name: e.name, Version: e.version}, false
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
	return e.openVerified()
}

// same reports whether two entries start the same program in the same way, so
// that processes of one can serve for the other.
func (e *entry) same(other *entry) bool {
	return e.name == other.name && e.version == other.version && e.path == other.path && bytes.Equal(e.pin, other.pin) &&
		fmt.Sprint(e.refused) == fmt.Sprint(other.refused) && slices.Equal(e.readTrees, other.readTrees) &&
		reflect.DeepEqual(e.settings, other.settings) && (e.outside == nil) == (other.outside == nil) &&
		(e.outside == nil || e.outside.Signatures == other.outside.Signatures && slices.Equal(e.outside.TrustedKeys, other.outside.TrustedKeys))
}

// catalog is the decoders at one time, in a fixed order.
type catalog struct {
	entries []*entry // one for each name: those that are asked
	others  []*entry // further versions, which are asked for by name
	// identity says which programs with which settings these are, as far as they
	// are not bundled.
	identity string
}

// all lists every version of every decoder.
func (c *catalog) all() []*entry { return slices.Concat(c.entries, c.others) }

// newCatalog finds all decoders. A bundled decoder wins over an outside one of
// the same name, and a folder named earlier over a later one: nothing replaces
// a decoder by being put somewhere. Of several versions in one folder the newest
// that is not disabled is asked.
func newCatalog(config Config) (*catalog, error) {
	list := &catalog{}
	taken := make(map[string]bool)
	for _, decoder := range config.Bundled {
		info := decoder.Info()
		if info.Name == "" || taken[info.Name] {
			return nil, fmt.Errorf("host: bundled decoder %q: names must be there and differ", info.Name)
		}
		taken[info.Name] = true
		list.entries = append(list.entries, &entry{
			name: info.Name, info: &info, arguments: config.bundledArguments(info.Name), settings: config.Settings[info.Name],
		})
	}
	for _, folder := range config.Folders {
		found, err := config.findOutside(folder)
		if err != nil {
			return nil, fmt.Errorf("host: %w", err)
		}
		list.add(found, taken, config)
	}
	for _, one := range list.all() {
		one.probes = make(chan struct{}, config.MaxJobs)
	}
	list.sort()
	return list, list.identify()
}

// add takes the decoders of one folder whose names nobody has.
func (c *catalog) add(found []*entry, taken map[string]bool, config Config) {
	slices.SortFunc(found, func(a, b *entry) int {
		return cmp.Or(strings.Compare(a.name, b.name), compareUse(a, b), strings.Compare(a.path, b.path))
	})
	here := make(map[string]bool)
	for _, one := range found {
		switch {
		case taken[one.name]:
			config.Logger.Warn("outside decoder left out: the name is taken", "decoder", one.name)
		case here[one.name]:
			c.others = append(c.others, one)
		default:
			here[one.name] = true
			c.entries = append(c.entries, one)
		}
	}
	maps.Copy(taken, here)
}

// compareUse orders versions of one decoder: the enabled first, then the newest,
// a file without a version last.
func compareUse(a, b *entry) int {
	rank := func(e *entry) int {
		if e.disabled {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), lockfile.CompareVersions(b.version, a.version))
}

func (c *catalog) sort() {
	order := func(a, b *entry) int { return cmp.Or(strings.Compare(a.name, b.name), compareUse(a, b)) }
	slices.SortFunc(c.entries, order)
	slices.SortFunc(c.others, order)
}

// identify makes the identity.
func (c *catalog) identify() error {
	type facts struct {
		Name, Version, Pin string
		Settings           map[string]any
	}
	var list []facts
	for _, one := range c.all() {
		if one.refused == nil && (!one.bundled() || len(one.settings) > 0) {
			list = append(list, facts{one.name, one.version, hex.EncodeToString(one.pin), one.settings})
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("host: settings of decoders: %w", err)
	}
	c.identity = string(text)
	return nil
}

func (c Config) bundledArguments(name string) []string {
	if c.BundledArguments == nil {
		return []string{"decoder", name}
	}
	return c.BundledArguments(name)
}

// named finds a decoder by its name, or by the id of a format it reads; with
// @VERSION that version of it.
func (c *catalog) named(what string) (*entry, error) {
	name, version, exact := strings.Cut(what, "@")
	chosen := c.asked(name)
	if chosen != nil && !exact {
		return chosen, nil
	}
	if chosen != nil {
		for _, one := range c.all() {
			if info, _ := one.knownInfo(); one.name == chosen.name && info.Version == version {
				return one, nil
			}
		}
	}
	known := make([]string, 0, len(c.entries))
	for _, one := range c.entries {
		known = append(known, one.name)
	}
	for _, one := range c.others {
		known = append(known, one.name+"@"+one.version)
	}
	return nil, fmt.Errorf("%w: %s; there are: %s", ErrUnknownDecoder, strconv.Quote(what), strings.Join(known, ", "))
}

// asked finds the decoder that is asked under a name, or for a format.
func (c *catalog) asked(name string) *entry {
	for _, one := range c.entries {
		if one.name == name {
			return one
		}
	}
	for _, one := range c.entries {
		if info, ok := one.knownInfo(); ok && slices.ContainsFunc(info.Formats, func(f sdk.Format) bool { return f.ID == name }) {
			return one
		}
	}
	return nil
}
