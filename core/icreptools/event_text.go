// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import "convertd/core/icrep"

// EventText is an event as the line of EventsJSON, without the line feed. names is
// the name table of its replay.
func EventText(e icrep.Event, names []string) string { return string(newEventRow(e, names).json()) }
