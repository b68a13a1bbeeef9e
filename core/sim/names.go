// SPDX-License-Identifier: GPL-3.0-or-later

package sim

// interner keeps the names a state uses. The map only answers look-ups and is
// never walked.
type interner struct {
	names []string
	ids   map[string]KindID
}

func newInterner() interner { return interner{ids: make(map[string]KindID)} }

func (n *interner) id(name string) KindID {
	if id, ok := n.ids[name]; ok {
		return id
	}
	id := KindID(len(n.names))
	n.names = append(n.names, name)
	n.ids[name] = id
	return id
}

func (n *interner) name(id KindID) string {
	if int(id) < len(n.names) {
		return n.names[id]
	}
	return ""
}

func (n *interner) find(name string) (KindID, bool) {
	id, ok := n.ids[name]
	return id, ok
}
