// SPDX-License-Identifier: GPL-3.0-or-later

package printable

import "strings"

// Lines returns an error as lines that can be printed: one for each error that
// was joined by [errors.Join], wherever it was wrapped. A newline that some
// name brought along makes no line.
func Lines(err error) []string {
	if err == nil {
		return nil
	}
	text := err.Error()
	list := joined(err)
	if list == nil {
		return []string{Text(text)}
	}
	before, after, _ := strings.Cut(text, joinedText(list))
	var lines []string
	for _, one := range list {
		lines = append(lines, Lines(one)...)
	}
	if len(lines) == 0 {
		return []string{Text(text)}
	}
	lines[0] = Text(before) + lines[0]
	lines[len(lines)-1] += Text(after)
	return lines
}

// joined finds the first list of errors whose texts stand on lines of their own,
// down the chain of what the error wraps.
func joined(err error) []error {
	switch wrapper := err.(type) { //nolint:errorlint // this walks the chain itself
	case interface{ Unwrap() error }:
		inner := wrapper.Unwrap()
		if inner == nil || !strings.Contains(err.Error(), inner.Error()) {
			return nil
		}
		return joined(inner)
	case interface{ Unwrap() []error }:
		list := wrapper.Unwrap()
		if len(list) > 1 && err.Error() == joinedText(list) {
			return list
		}
		for _, inner := range list {
			if found := joined(inner); found != nil && strings.Contains(err.Error(), joinedText(found)) {
				return found
			}
		}
	}
	return nil
}

func joinedText(list []error) string {
	texts := make([]string, len(list))
	for i, err := range list {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "\n")
}
