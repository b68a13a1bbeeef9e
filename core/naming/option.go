// SPDX-License-Identifier: GPL-3.0-or-later

package naming

import "strings"

// Option is a setting of the lobby as people call it, "" for one that says
// nothing to them: checksums, ids and what stands elsewhere. Formats whose settings have
// names keep them.
func (s Subject) Option(key, value string) string {
	switch s.Format {
	case "genrep", "bfmereplay", "bfme2replay", "cnc3replay", "kwreplay", "ra3replay", "cnc4replay":
		return electronicArts(key, value)
	}
	if value == "" {
		value = "-"
	}
	return strings.ReplaceAll(key, "_", " ") + " " + value
}

// electronicArts are the keys of the options of EA's games
// (docs/formats/ea.md#options).
func electronicArts(key, value string) string {
	figures := strings.Fields(value)
	at := func(i int) string {
		if i >= len(figures) {
			return ""
		}
		return figures[i]
	}
	switch key {
	case "SC":
		return "starting cash " + value
	case "SR":
		return "limit on superweapons " + onOff(value)
	case "O":
		return "old factions only " + onOff(value)
	case "GR":
		if at(4) != "" {
			return "resources " + at(3) + ", command points " + at(4)
		}
	case "RU":
		if at(6) != "" {
			return "speed " + at(1) + " %, starting cash " + at(2) + ", random crates " + onOff(at(6))
		}
	}
	return ""
}

func onOff(value string) string {
	switch value {
	case "0", "N":
		return "off"
	case "1", "Y":
		return "on"
	}
	return value
}
