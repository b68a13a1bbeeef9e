// SPDX-License-Identifier: GPL-3.0-or-later

package names

import (
	_ "embed" // the asset tables
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:embed generals.tsv
var generalsTSV string

//go:embed zerohour.tsv
var zeroHourTSV string

//go:embed tw.tsv
var tiberiumWarsTSV string

//go:embed kw.tsv
var kanesWrathTSV string

//go:embed ra3.tsv
var redAlert3TSV string

// Class is the name space an item number belongs to.
type Class uint8

// Classes of items.
const (
	Template Class = iota
	Upgrade
	Science
	Power
	classCount
)

// Assets looks up item numbers of one game. A nil *Assets knows nothing.
type Assets struct {
	classes [classCount]column
}

// column is one class: ids ascending, names beside them.
type column struct {
	ids   []uint32
	names []string
}

var assets = [...]func() *Assets{
	Generals:         sync.OnceValue(func() *Assets { return parse(generalsTSV) }),
	ZeroHour:         sync.OnceValue(func() *Assets { return parse(zeroHourTSV) }),
	BFME:             func() *Assets { return nil },
	BFME2:            func() *Assets { return nil },
	TiberiumWars:     sync.OnceValue(func() *Assets { return parse(tiberiumWarsTSV) }),
	KanesWrath:       sync.OnceValue(func() *Assets { return parse(kanesWrathTSV) }),
	RedAlert3:        sync.OnceValue(func() *Assets { return parse(redAlert3TSV) }),
	TiberianTwilight: func() *Assets { return nil },
}

// AssetsOf returns the item names of a game. The first call for a game parses
// its table; later ones cost nothing.
func AssetsOf(game Game) *Assets { return assets[game]() }

// Name returns the name of an item, "" if the tables do not know it.
func (a *Assets) Name(class Class, id uint32) string {
	if a == nil {
		return ""
	}
	c := &a.classes[class]
	at := sort.Search(len(c.ids), func(i int) bool { return c.ids[i] >= id })
	if at < len(c.ids) && c.ids[at] == id {
		return c.names[at]
	}
	return ""
}

// Len returns how many items of a class have a name.
func (a *Assets) Len(class Class) int {
	if a == nil {
		return 0
	}
	return len(a.classes[class].ids)
}

// parse reads lines "class letter, decimal id, name". The tables are part of
// the program, so a broken one is a programming error.
func parse(text string) *Assets {
	letters := map[string]Class{"t": Template, "u": Upgrade, "s": Science, "p": Power}
	table := &Assets{}
	for line := range strings.Lines(text) {
		letter, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		number, name, _ := strings.Cut(rest, "\t")
		id, err := strconv.ParseUint(number, 10, 32)
		class, known := letters[letter]
		if err != nil || !known {
			panic("names: broken asset table: run go generate")
		}
		c := &table.classes[class]
		c.ids = append(c.ids, uint32(id))
		c.names = append(c.names, name)
	}
	return table
}
