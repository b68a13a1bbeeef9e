// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"convertd/core/divergence"
	"convertd/web/library"
)

// Limits of what a request may ask for.
const (
	maxValues     = 50  // of one parameter
	maxValueBytes = 300 // of each
	defaultPage   = 50
	dateLayout    = "2006-01-02"
)

// query reads parameters and keeps the first thing that is wrong with them.
type query struct {
	values url.Values
	used   []string
	err    error
}

func readQuery(request *http.Request) *query {
	values, err := url.ParseQuery(request.URL.RawQuery)
	q := &query{values: values}
	if err != nil {
		q.err = usage("the parameters cannot be read")
	}
	return q
}

func (q *query) fail(format string, values ...any) {
	if q.err == nil {
		q.err = usage(format, values...)
	}
}

// list is a parameter that may be repeated.
func (q *query) list(name string) []string {
	q.used = append(q.used, name)
	values := q.values[name]
	if len(values) > maxValues {
		q.fail("%s is given more than %d times", name, maxValues)
		return nil
	}
	for _, value := range values {
		if len(value) > maxValueBytes || !utf8.ValidString(value) {
			q.fail("%s: use at most %d bytes of UTF-8", name, maxValueBytes)
			return nil
		}
	}
	return values
}

func (q *query) text(name string) string {
	values := q.list(name)
	if len(values) > 1 {
		q.fail("%s is given more than once", name)
	}
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// oneOf is a parameter that has one of some values; the first is the default.
func (q *query) oneOf(name string, allowed ...string) string {
	value := q.text(name)
	if value == "" {
		return allowed[0]
	}
	if !slices.Contains(allowed, value) {
		q.fail("%s is %q: use one of %s", name, value, strings.Join(allowed, ", "))
	}
	return value
}

// number is a whole number; nil if it is not given.
func (q *query) number(name string, least, most int64) *int64 {
	text := q.text(name)
	if text == "" {
		return nil
	}
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil || value < least || value > most {
		q.fail("%s: use a whole number from %d to %d", name, least, most)
		return nil
	}
	return &value
}

func (q *query) limit() int {
	if limit := q.number("limit", 1, library.MaxPage); limit != nil {
		return int(*limit)
	}
	return defaultPage
}

// date is a day or a moment. until means the end of the day.
func (q *query) date(name string, until bool) *time.Time {
	text := q.text(name)
	if text == "" {
		return nil
	}
	if day, err := time.Parse(dateLayout, text); err == nil {
		if until {
			day = day.AddDate(0, 0, 1)
		}
		return &day
	}
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		q.fail("%s: use a day (2006-01-02) or a moment (RFC 3339)", name)
		return nil
	}
	if until {
		moment = moment.Add(time.Second)
	}
	return &moment
}

const (
	maxPermille = 1000
	maxSeconds  = 1 << 31
)

// filter reads the parameters that select games.
func (q *query) filter() library.Filter {
	f := library.Filter{
		Query: q.text("q"), Games: q.list("game"), Formats: q.list("format"), Maps: q.list("map"), Players: q.list("player"),
		Factions: q.list("faction"), Matchups: q.list("matchup"), Builds: q.list("build"), Verdicts: q.list("verdict"),
		Outcomes: q.list("outcome"), Labels: q.list("label"), Source: q.text("source"),
		CoverageMin: q.number("coverage_min", 0, maxPermille), CoverageMax: q.number("coverage_max", 0, maxPermille),
		LengthMin: q.number("length_min", 0, maxSeconds), LengthMax: q.number("length_max", 0, maxSeconds),
		From: q.date("from", false), To: q.date("to", true),
	}
	for _, verdict := range f.Verdicts {
		if !slices.Contains(divergence.Verdicts(), divergence.Verdict(verdict)) && verdict != "" {
			q.fail("there is no verdict %q", verdict)
		}
	}
	for _, outcome := range f.Outcomes {
		if !slices.Contains(library.OutcomeKinds(), outcome) {
			q.fail("there is no outcome %q", outcome)
		}
	}
	return f
}

// end refuses parameters that nobody asked for: a misspelt filter must not
// select everything.
func (q *query) end() error {
	for name := range q.values {
		if !slices.Contains(q.used, name) {
			q.fail("there is no parameter %q here", name)
		}
	}
	return q.err
}
