// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"convertd/core/icrep"
	"convertd/core/order"
)

// EventFormat is how events are written.
type EventFormat string

// Formats.
const (
	// EventsJSON is one object per line: "event" and "tick" first, then the
	// event's fields under the names of docs/icrep.md. Numbers of types and
	// variants are replaced by names, unit tags are "index.generation", and
	// what is absent is null.
	EventsJSON EventFormat = "jsonl"
	// EventsCSV is a table with a heading: the columns of eventColumns, then
	// every other field as one JSON object.
	EventsCSV EventFormat = "csv"
)

// EventFilter selects events. The zero value selects all.
type EventFilter struct {
	From order.Tick
	// To is the first tick that is left out; 0 means none is.
	To order.Tick
	// Kinds are event names as icrep.EventKind.String gives them; none means
	// all.
	Kinds []string
}

func (f *EventFilter) takes(e icrep.Event) bool {
	if len(f.Kinds) == 0 {
		return true
	}
	for _, kind := range f.Kinds {
		if strings.EqualFold(kind, e.EventKind().String()) {
			return true
		}
	}
	return false
}

// check refuses kinds that do not exist, so that a slip of the pen does not
// look like an empty replay.
func (f *EventFilter) check() error {
	known := icrep.EventKindNames()
	for _, kind := range f.Kinds {
		found := false
		for _, name := range known {
			found = found || strings.EqualFold(kind, name)
		}
		if !found {
			return fmt.Errorf("there is no event %q; there are %s", kind, strings.Join(known, ", "))
		}
	}
	return nil
}

// WriteEvents writes the analysis events of a replay, one at a time, and
// returns how many there were. A replay without events gives none.
func WriteEvents(w io.Writer, r *icrep.Reader, format EventFormat, filter EventFilter) (uint64, error) {
	if err := filter.check(); err != nil {
		return 0, err
	}
	names, err := r.Names()
	if err != nil {
		return 0, err
	}
	out := bufio.NewWriter(w)
	var write func(*eventRow) error
	flush := out.Flush
	switch format {
	case EventsJSON:
		write = func(row *eventRow) error { return row.writeJSON(out) }
	case EventsCSV:
		table := csv.NewWriter(out)
		if err := table.Write(append(slices.Clone(eventColumns), "fields")); err != nil {
			return 0, err
		}
		write = func(row *eventRow) error { return row.writeCSV(table) }
		flush = func() error {
			table.Flush()
			return errors.Join(table.Error(), out.Flush())
		}
	default:
		return 0, fmt.Errorf("there is no event format %q; there are %q and %q", format, EventsJSON, EventsCSV)
	}
	n, err := eachEvent(r, filter, func(e icrep.Event) error {
		row := newEventRow(e, names)
		if e.EventKind() == icrep.EventPlayerStatSnapshot {
			row.forget(r.Metadata().UnknownStatistics)
		}
		return write(row)
	})
	return n, errors.Join(err, flush())
}

func eachEvent(r *icrep.Reader, filter EventFilter, visit func(icrep.Event) error) (n uint64, err error) {
	if !r.HasEvents() {
		return 0, nil
	}
	events := r.Events(filter.From)
	for events.Next() {
		e := events.Event()
		if filter.To > 0 && e.EventTick() >= filter.To {
			break
		}
		if !filter.takes(e) {
			continue
		}
		if err := visit(e); err != nil {
			return n, err
		}
		n++
	}
	return n, events.Err()
}

func (row *eventRow) writeJSON(out *bufio.Writer) error {
	_, err := out.Write(append(row.json(), '\n'))
	return err
}

// json is the row as one object.
func (row *eventRow) json() []byte {
	line := fmt.Appendf(nil, `{"event":%q,"tick":%d`, row.kind, row.tick)
	for _, f := range row.fields {
		line = fmt.Appendf(line, `,%q:%s`, f.name, f.value)
	}
	return append(line, '}')
}

// eventColumns are the columns of the table that most events fill.
var eventColumns = []string{"tick", "event", "player", "unit", "type", "x", "y", "z"}

// columnOf gives the column of a field that has one of its own.
var columnOf = map[string]int{
	"player": 2, "owner": 2, "tag": 3,
	"unit_type": 4, "resource_type": 4, "upgrade_id": 4, "ability_id": 4, "weapon_type": 4,
}

// placeFields hold a position that fills the columns x, y, z.
var placeFields = map[string]bool{"pos": true, "center_pos": true, "viewport_center": true, "target_pos": true, "target": true}

func (row *eventRow) writeCSV(table *csv.Writer) error {
	record := make([]string, len(eventColumns)+1)
	record[0], record[1] = strconv.FormatUint(uint64(row.tick), 10), row.kind
	rest := make([]string, 0, len(row.fields))
	for _, f := range row.fields {
		switch column, ok := columnOf[f.name]; {
		case ok:
			record[column] = plainText(f.value)
		case placeFields[f.name]:
			var p *struct{ X, Y, Z int32 }
			if err := json.Unmarshal([]byte(f.value), &p); err != nil {
				return err
			}
			if p != nil {
				record[5], record[6], record[7] = fmt.Sprint(p.X), fmt.Sprint(p.Y), fmt.Sprint(p.Z)
			}
		default:
			rest = append(rest, fmt.Sprintf("%q:%s", f.name, f.value))
		}
	}
	if len(rest) > 0 {
		record[len(record)-1] = "{" + strings.Join(rest, ",") + "}"
	}
	return table.Write(record)
}

// plainText is a JSON value without quotes; null is empty.
func plainText(value string) string {
	var text string
	if json.Unmarshal([]byte(value), &text) == nil {
		return text
	}
	return value
}
