// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"path"
	"path/filepath"
	"strings"

	"convertd/core/bincode"
)

// EmbedMode says how much a replay carries of what it needs
// (docs/icrep.md#embedded-resources).
type EmbedMode string

// Modes. A conversion writes Minimal unless it is told otherwise.
const (
	EmbedMinimal       EmbedMode = "minimal"
	EmbedMap           EmbedMode = "map"
	EmbedSelfContained EmbedMode = "self-contained"
)

// Embedded are the resources inside a replay. It never holds programs: rule
// files are data, and their extensions are limited to ruleFileExtensions.
// Whoever extracts them asks the user first unless the source is trusted
// (V41).
type Embedded struct {
	// Map is the map file as its game ships it; nil if absent.
	Map []byte
	// Manifest names the mods and holds their rules; nil if absent.
	Manifest *ModManifest
	// BalancePreset is empty if absent.
	BalancePreset string
	// InitialState is a full snapshot of tick 0; nil if absent. The first
	// keyframe says the same.
	InitialState []byte
}

// ModManifest names mods and holds the rule files that were in force.
type ModManifest struct {
	Mods  []Mod
	Rules []RuleFile
}

// RuleFile is one rule file. Name is relative, with forward slashes.
type RuleFile struct {
	Name    string
	Content []byte
}

var ruleFileExtensions = map[string]bool{".yaml": true, ".yml": true, ".json": true, ".ini": true, ".toml": true, ".txt": true, ".csv": true}

// Mode derives the mode from what is there.
func (e *Embedded) Mode() EmbedMode {
	switch {
	case e == nil:
		return EmbedMinimal
	case e.Manifest != nil && len(e.Manifest.Rules) > 0:
		return EmbedSelfContained
	case e.Map != nil || e.Manifest != nil || e.BalancePreset != "" || e.InitialState != nil:
		return EmbedMap
	}
	return EmbedMinimal
}

// CheckRuleFileName refuses names that could leave a folder, name a device, or
// are not of a data file.
func CheckRuleFileName(name string) error {
	switch {
	case name == "" || len(name) > MaxRuleFileNameBytes:
		return usage(SectionEmbedded, "a rule file name of %d bytes, the limits are 1 and %d", len(name), MaxRuleFileNameBytes)
	case !filepath.IsLocal(name) || path.Clean(name) != name || strings.ContainsAny(name, "\\:\x00"):
		return usage(SectionEmbedded, "rule file name %q is not a clean relative path", name)
	case !ruleFileExtensions[strings.ToLower(path.Ext(name))]:
		return usage(SectionEmbedded, "rule file %q: only data files are embedded, never programs", name)
	}
	return nil
}

func (e *Embedded) encode(c *compressor, largeMap bool) ([]byte, error) {
	if len(e.Map) > MaxEmbeddedMapBytes && !largeMap {
		return nil, usage(SectionEmbedded, "a map of %d bytes, above %d it stays outside unless that is asked for", len(e.Map), MaxEmbeddedMapBytes)
	}
	dst, err := appendOptionalBlob(nil, e.Map, MaxEmbeddedFileBytes, c)
	if err != nil {
		return nil, err
	}
	if dst = bincode.AppendOption(dst, e.Manifest != nil); e.Manifest != nil {
		if dst, err = e.Manifest.appendTo(dst, c); err != nil {
			return nil, err
		}
	}
	if dst = bincode.AppendOption(dst, e.BalancePreset != ""); e.BalancePreset != "" {
		dst = bincode.AppendString(dst, e.BalancePreset)
	}
	if dst, err = appendOptionalBlob(dst, e.InitialState, MaxSnapshotBytes, c); err != nil {
		return nil, err
	}
	if len(dst) > MaxEmbeddedBytes {
		return nil, usage(SectionEmbedded, "%d bytes of resources, the limit is %d", len(dst), MaxEmbeddedBytes)
	}
	return dst, nil
}

func (m *ModManifest) appendTo(dst []byte, c *compressor) ([]byte, error) {
	dst = bincode.AppendLength(dst, len(m.Mods))
	for _, mod := range m.Mods {
		dst = bincode.AppendString(bincode.AppendString(dst, mod.ID), mod.Version)
	}
	if len(m.Rules) > MaxRuleFiles {
		return nil, usage(SectionEmbedded, "%d rule files, the limit is %d", len(m.Rules), MaxRuleFiles)
	}
	dst = bincode.AppendLength(dst, len(m.Rules))
	for i, rule := range m.Rules {
		if err := CheckRuleFileName(rule.Name); err != nil {
			return nil, err
		}
		if i > 0 && rule.Name <= m.Rules[i-1].Name {
			return nil, usage(SectionEmbedded, "rule files must be sorted by name, each once: %q", rule.Name)
		}
		var err error
		if dst, err = appendBlob(bincode.AppendString(dst, rule.Name), rule.Content, MaxEmbeddedFileBytes, c); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func appendOptionalBlob(dst, data []byte, limit int, c *compressor) ([]byte, error) {
	if dst = bincode.AppendOption(dst, data != nil); data == nil {
		return dst, nil
	}
	return appendBlob(dst, data, limit, c)
}

// appendBlob appends u32 uncompressed length, u32 compressed length and the
// LZ4 block; for empty data both lengths are 0.
func appendBlob(dst, data []byte, limit int, c *compressor) ([]byte, error) {
	if len(data) > limit {
		return nil, usage(SectionEmbedded, "a resource of %d bytes, the limit is %d", len(data), limit)
	}
	if len(data) == 0 {
		return bincode.AppendUint64(dst, 0), nil
	}
	packed, err := c.compress(nil, data)
	if err != nil {
		return nil, err
	}
	dst = bincode.AppendUint32(bincode.AppendUint32(dst, uint32(len(data))), uint32(len(packed)))
	return append(dst, packed...), nil
}

// ParseEmbedded reads an embedded section; base is its offset in the file.
func ParseEmbedded(data []byte, base int64) (*Embedded, error) {
	if len(data) > MaxEmbeddedBytes {
		return nil, failure(ErrLimit, SectionEmbedded, base, "%d bytes, the limit is %d", len(data), MaxEmbeddedBytes)
	}
	p := &embeddedReader{Reader: bincode.NewReader(data), budget: MaxSnapshotBytes + MaxEmbeddedFileBytes}
	e := &Embedded{Map: p.optionalBlob(MaxEmbeddedFileBytes)}
	if p.Option() {
		e.Manifest = p.manifest()
	}
	if p.Option() {
		e.BalancePreset = p.String(MaxNameBytes)
	}
	e.InitialState = p.optionalBlob(MaxSnapshotBytes)
	p.Finish()
	if p.Err() != nil {
		return nil, fromBincode(SectionEmbedded, base, false, p.Err())
	}
	return e, nil
}

// embeddedReader reads blobs against one budget for all of them together.
type embeddedReader struct {
	*bincode.Reader
	budget int
}

func (p *embeddedReader) optionalBlob(limit int) []byte {
	if !p.Option() {
		return nil
	}
	return p.blob(limit)
}

func (p *embeddedReader) blob(limit int) []byte {
	plain, packed := p.Uint32(), p.Uint32()
	switch {
	case p.Err() != nil:
		return nil
	case plain == 0 && packed == 0:
		return []byte{}
	case int64(plain) > int64(min(limit, p.budget)):
		p.Fail("a resource of %d bytes, the limit is %d", plain, min(limit, p.budget))
		return nil
	case plain == 0 || int64(plain) > int64(packed)*MaxRatio:
		p.Fail("%d bytes from %d is more than %d to 1", plain, packed, MaxRatio)
		return nil
	}
	body := p.Take(int(packed))
	if body == nil {
		return nil
	}
	out, err := decompress(nil, body, plain)
	if err != nil {
		p.Fail("%v", err)
		return nil
	}
	p.budget -= len(out)
	return out
}

func (p *embeddedReader) manifest() *ModManifest {
	m := &ModManifest{}
	for range p.Length(16, MaxRuleFiles) {
		m.Mods = append(m.Mods, Mod{ID: p.String(MaxNameBytes), Version: p.String(MaxNameBytes)})
	}
	for range p.Length(16, MaxRuleFiles) {
		rule := RuleFile{Name: p.String(MaxRuleFileNameBytes)}
		if p.Err() == nil {
			if err := CheckRuleFileName(rule.Name); err != nil {
				p.Fail("%v", err)
			} else if k := len(m.Rules); k > 0 && rule.Name <= m.Rules[k-1].Name {
				p.Fail("rule file %q is out of order", rule.Name)
			}
		}
		rule.Content = p.blob(MaxEmbeddedFileBytes)
		m.Rules = append(m.Rules, rule)
	}
	return m
}
