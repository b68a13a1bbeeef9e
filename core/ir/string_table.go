// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import "strings"

// stringTable numbers the strings of one order batch from 1 in the order of their
// first use. What it knows of a string stays from batch to batch: replays use
// some dozen names over and over, and neither copying them nor entering them
// into a map again is worth it.
type stringTable struct {
	strings []string // of this batch
	size    int      // bytes that they take in the batch, at most
	batch   uint64   // counts batches
	known   map[string]*knownString
	kept    int // bytes of what is known
	recent  [recentStrings]recentString
}

// recentString answers for a string without asking the map.
type recentString struct {
	knownString
	known *knownString // of the map
}

// knownString is a string of this batch or of one before.
type knownString struct {
	text   string
	batch  uint64 // the last that used it
	number uint32 // in that batch
}

// recentStrings is for how many strings no map is asked. It is a power of two.
const recentStrings = 256

// number returns the string's place in the table plus one; 0 is "". The string
// is copied: a decoder may reuse the memory behind it.
func (t *stringTable) number(s string) uint32 {
	if s == "" {
		return 0
	}
	size := len(s)
	recent := &t.recent[(size*41+int(s[0])*7+int(s[size/2])*3+int(s[size-1]))%recentStrings]
	if recent.batch == t.batch && recent.text == s {
		return recent.number
	}
	return t.use(recent, s)
}

// use takes a string into the table of this batch, if it is not there, and
// remembers it.
func (t *stringTable) use(recent *recentString, s string) uint32 {
	known := recent.known
	if known == nil || known.text != s {
		known = t.find(s)
	}
	if known.batch != t.batch {
		t.strings = append(t.strings, known.text)
		t.size += len(s) + 5
		known.batch, known.number = t.batch, uint32(len(t.strings))
	}
	*recent = recentString{*known, known}
	return known.number
}

// find returns what is known of a string, after copying one not yet known.
func (t *stringTable) find(s string) *knownString {
	if known, ok := t.known[s]; ok {
		return known
	}
	known := &knownString{text: strings.Clone(s)}
	if t.known == nil {
		t.known, t.batch = make(map[string]*knownString), 1
	}
	t.known[known.text] = known
	t.kept += len(s)
	return known
}

// next begins the next batch. A table that came to know more strings than are
// worth keeping forgets them all.
func (t *stringTable) next() {
	t.strings, t.size = t.strings[:0], 0
	t.batch++
	if len(t.known) > MaxKeptStrings || t.kept > MaxKeptBytes {
		*t = stringTable{}
	}
}
