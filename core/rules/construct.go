// SPDX-License-Identifier: GPL-3.0-or-later

package rules

// SyncMember is one hashed member of a trait class.
type SyncMember struct {
	Name  string
	Type  string
	Class string
}

// Class is what the engine knows of a trait in one release: whether it takes
// part in the hash, with which members, and what it depends on
// (docs/engine/rules.md#trait-table).
type Class struct {
	Trait       string
	Sync        bool
	SyncAlone   bool // still hashed where conditions are not (the fork of 2026)
	Conditional int  // 1 conditional, 2 pausable
	Members     []SyncMember
	Requires    []string
	NotBefore   []string
	Is          []string
}

// Classes holds the trait classes of one release by trait name.
type Classes struct {
	byName map[string]*Class
	// waves: since 20231010 a pass sees only what earlier passes placed.
	waves bool
}

// LoadClasses returns the trait classes of a release.
func LoadClasses(release Release) (*Classes, error) {
	table, err := readTable("sync-traits")
	if err != nil {
		return nil, err
	}
	classes := &Classes{byName: map[string]*Class{}, waves: release.Sync == "HEAD" || release.Sync == "20231010"}
	traits := object(table["traits"])
	for _, name := range sortedKeys(traits) {
		variants, _ := traits[name].([]any)
		for _, variant := range variants {
			fields := Fields{own: object(variant)}
			for _, rel := range fields.Texts("rel") {
				if rel == release.Sync {
					classes.byName[name] = buildClass(fields)
				}
			}
		}
	}
	return classes, nil
}

func buildClass(fields Fields) *Class {
	class := &Class{
		Trait: fields.Text("trait"), Sync: fields.Bool("isync"), SyncAlone: fields.Bool("isync_without_conditional"),
		Conditional: fields.Int("conditional", 0),
		Requires:    fields.Texts("requires"), NotBefore: fields.Texts("notbefore"), Is: fields.Texts("is"),
	}
	members, _ := fields.value("sync").([]any)
	for _, member := range members {
		if parts := asTexts(member); len(parts) >= 3 {
			class.Members = append(class.Members, SyncMember{Name: parts[0], Type: parts[1], Class: parts[2]})
		}
	}
	return class
}

// fillFrom adds the classes that only later releases know by name. The tables
// of a game that has none for its releases name traits as later ones do.
func (c *Classes) fillFrom(later *Classes) {
	for name, class := range later.byName {
		if c.byName[name] == nil {
			c.byName[name] = class
		}
	}
}

// Class returns the class of a trait, nil if the release has none of the name.
func (c *Classes) Class(name string) *Class { return c.byName[name] }

// Order returns trait keys in the order the engine constructs them, from the
// order the rule files list them in
// (docs/engine/openra-world.md#construct-order and
// docs/engine/openra-releases.md#construct-order-by-release). A requirement
// that nothing among the keys can satisfy counts as met: the tables leave
// graphics out.
func (c *Classes) Order(keys []string) []string {
	placed := make([]bool, len(keys))
	order := make([]string, 0, len(keys))
	satisfies := func(key, typ string) bool {
		name := traitName(key)
		if name+"Info" == typ {
			return true
		}
		if class := c.byName[name]; class != nil {
			for _, is := range class.Is {
				if is == typ {
					return true
				}
			}
		}
		return false
	}
	waiting := func(typ string, self int) bool {
		for i, key := range keys {
			if i != self && !placed[i] && satisfies(key, typ) {
				return true
			}
		}
		return false
	}
	ready := func(i int) bool {
		class := c.byName[traitName(keys[i])]
		if class == nil {
			return true
		}
		for _, typ := range class.Requires {
			if waiting(typ, i) {
				return false
			}
		}
		for _, typ := range class.NotBefore {
			if waiting(typ, i) {
				return false
			}
		}
		return true
	}
	free := func(i int) bool {
		class := c.byName[traitName(keys[i])]
		return class == nil || len(class.Requires) == 0 && len(class.NotBefore) == 0
	}
	for i := range keys {
		if free(i) {
			order = append(order, keys[i])
		}
	}
	for i := range keys {
		placed[i] = free(i)
	}
	for len(order) < len(keys) {
		before := len(order)
		var wave []int
		for i := range keys {
			if placed[i] || !ready(i) {
				continue
			}
			order = append(order, keys[i])
			if c.waves {
				wave = append(wave, i)
			} else {
				placed[i] = true
			}
		}
		for _, i := range wave {
			placed[i] = true
		}
		if len(order) == before {
			for i := range keys {
				if !placed[i] {
					order = append(order, keys[i])
					placed[i] = true
				}
			}
		}
	}
	return order
}

func traitName(key string) string {
	for i := range key {
		if key[i] == '@' {
			return key[:i]
		}
	}
	return key
}
