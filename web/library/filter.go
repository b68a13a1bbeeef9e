// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"

	"convertd/core/divergence"
)

// Filter selects games. Of several values of one field one must hold, of
// several fields all. The zero value selects every game.
type Filter struct {
	Query    string   `json:",omitempty"` // full text; each word may be the beginning of one
	Games    []string `json:",omitempty"`
	Formats  []string `json:",omitempty"`
	Maps     []string `json:",omitempty"` // names or ids
	Players  []string `json:",omitempty"` // names
	Factions []string `json:",omitempty"`
	Matchups []string `json:",omitempty"`
	Builds   []string `json:",omitempty"`
	Verdicts []string `json:",omitempty"`
	Outcomes []string `json:",omitempty"`
	Labels   []string `json:",omitempty"` // "name" or "name:value"
	Source   string   `json:",omitempty"` // SHA-256 of the source

	CoverageMin, CoverageMax *int64     `json:",omitempty"` // permille
	From, To                 *time.Time `json:",omitempty"` // To is left out
	LengthMin, LengthMax     *int64     `json:",omitempty"` // seconds
}

// key tells filters apart.
func (f *Filter) key() string {
	text, err := json.Marshal(f)
	if err != nil {
		return "" // a struct of texts, numbers and times can be written
	}
	return string(text)
}

// condition is the WHERE clause of a query and its arguments.
type condition struct {
	clauses   []string
	arguments []any
}

func (c *condition) add(clause string, arguments ...any) {
	c.clauses = append(c.clauses, clause)
	c.arguments = append(c.arguments, arguments...)
}

// where is the clause as text, "" without any.
func (c *condition) where() string {
	if len(c.clauses) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.clauses, " AND ")
}

// oneOf adds that a column has one of the values.
func (c *condition) oneOf(column string, values []string) {
	if len(values) > 0 {
		c.add(column+" IN "+placeholders(len(values)), anys(values)...)
	}
}

// inTable adds that another table has a row of the game with one of the values.
func (c *condition) inTable(table, column string, values []string) {
	if len(values) > 0 {
		c.add("number IN (SELECT game FROM "+table+" WHERE "+column+" IN "+placeholders(len(values))+")", anys(values)...)
	}
}

func placeholders(n int) string { return "(?" + strings.Repeat(",?", n-1) + ")" }

func anys(values []string) []any {
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = value
	}
	return list
}

func (f *Filter) condition() *condition {
	c := &condition{}
	if query := textQuery(f.Query); query != "" {
		c.add("number IN (SELECT rowid FROM text WHERE text MATCH ?)", query)
	}
	c.inTable("players", "name", f.Players)
	c.inTable("players", "faction", f.Factions)
	c.inTable("players", "build", f.Builds)
	c.labels(f.Labels)
	if len(f.Maps) > 0 {
		set := placeholders(len(f.Maps))
		c.add("(map IN "+set+" OR map_id IN "+set+")", append(anys(f.Maps), anys(f.Maps)...)...)
	}
	c.oneOf("game", f.Games)
	c.oneOf("format", f.Formats)
	c.oneOf("matchup", f.Matchups)
	c.verdicts(f.Verdicts)
	c.oneOf("outcome", f.Outcomes)
	if f.Source != "" {
		c.add("source = ?", f.Source)
	}
	c.between("coverage", f.CoverageMin, f.CoverageMax, 1)
	c.between("length", f.LengthMin, f.LengthMax, 1000)
	if f.From != nil {
		c.add("date >= ?", f.From.Unix())
	}
	if f.To != nil {
		c.add("date < ?", f.To.Unix())
	}
	return c
}

// verdicts selects by rank, which has an index for sorting already.
func (c *condition) verdicts(verdicts []string) {
	if len(verdicts) == 0 {
		return
	}
	ranks := make([]any, len(verdicts))
	for i, verdict := range verdicts {
		ranks[i] = verdictRank(divergence.Verdict(verdict))
	}
	c.add("verdict_rank IN "+placeholders(len(ranks)), ranks...)
}

func (c *condition) between(column string, least, most *int64, unit int64) {
	if least != nil {
		c.add(column+" >= ?", *least*unit)
	}
	if most != nil {
		c.add(column+" <= ?", *most*unit)
	}
}

// labels selects by the label's name, or by name and value wherever the text can
// be taken apart.
func (c *condition) labels(labels []string) {
	if len(labels) == 0 {
		return
	}
	var alternatives []string
	var arguments []any
	for _, label := range labels {
		alternatives, arguments = append(alternatives, "name = ?"), append(arguments, label)
		for i := range len(label) {
			if label[i] == ':' {
				alternatives, arguments = append(alternatives, "(name = ? AND value = ?)"), append(arguments, label[:i], label[i+1:])
			}
		}
	}
	c.add("number IN (SELECT game FROM labels WHERE "+strings.Join(alternatives, " OR ")+")", arguments...)
}

// textQuery makes a query of the text index of what somebody typed: all words
// must occur, each at least as a beginning; what stands in quotation marks is
// looked for as it is. No character has a meaning of its own.
func textQuery(typed string) string {
	var terms []string
	for i, part := range strings.Split(typed, `"`) {
		if i%2 == 1 {
			if phrase := strings.TrimSpace(part); hasWord(phrase) {
				terms = append(terms, `"`+phrase+`"`)
			}
			continue
		}
		for _, word := range strings.Fields(part) {
			if hasWord(word) {
				terms = append(terms, `"`+word+`"*`)
			}
		}
	}
	return strings.ReplaceAll(strings.Join(terms, " "), "\x00", " ")
}

// hasWord reports whether the text index keeps anything of a text.
func hasWord(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
