// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"sort"
	"strings"
)

// Fields are the named values of a trait, a weapon or a warhead: explicit
// values over the defaults of its class (docs/engine/rules.md#defaults).
type Fields struct {
	own      map[string]any
	defaults map[string]any
}

// value returns the explicit value, else the default; nil if there is neither.
func (f Fields) value(name string) any {
	if v, ok := f.own[name]; ok && v != nil {
		return v
	}
	return f.defaults[name]
}

// Has reports whether the field has a value other than null.
func (f Fields) Has(name string) bool { return f.value(name) != nil }

// Int returns an integer field, or fallback where it has no value.
func (f Fields) Int(name string, fallback int) int {
	if v, ok := f.value(name).(float64); ok {
		return int(v)
	}
	return fallback
}

// Bool returns a truth field, false where it has no value.
func (f Fields) Bool(name string) bool {
	v, _ := f.value(name).(bool)
	return v
}

// Text returns a text field, "" where it has no value.
func (f Fields) Text(name string) string {
	v, _ := f.value(name).(string)
	return v
}

// Ints returns a list of integers; a single integer is a list of one.
func (f Fields) Ints(name string) []int { return asInts(f.value(name)) }

// Lists returns a list of lists of integers; one list is a list of one.
func (f Fields) Lists(name string) [][]int {
	entries, _ := f.value(name).([]any)
	var lists [][]int
	for _, entry := range entries {
		if list := asInts(entry); list != nil {
			lists = append(lists, list)
		}
	}
	return lists
}

// Texts returns a list of words. One text with commas is split at them.
func (f Fields) Texts(name string) []string { return asTexts(f.value(name)) }

// Map returns a dictionary field as sorted keys and their values as text.
func (f Fields) Map(name string) []Pair {
	dictionary, _ := f.value(name).(map[string]any)
	pairs := make([]Pair, 0, len(dictionary))
	for key, value := range dictionary {
		text, _ := value.(string)
		number, _ := value.(float64)
		pairs = append(pairs, Pair{Key: key, Text: text, Int: int(number)})
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i].Key < pairs[j].Key })
	return pairs
}

// Pair is one entry of a dictionary field.
type Pair struct {
	Key  string
	Text string
	Int  int
}

func asInts(value any) []int {
	switch v := value.(type) {
	case float64:
		return []int{int(v)}
	case []any:
		numbers := make([]int, 0, len(v))
		for _, element := range v {
			if number, ok := element.(float64); ok {
				numbers = append(numbers, int(number))
			}
		}
		return numbers
	}
	return nil
}

func asTexts(value any) []string {
	switch v := value.(type) {
	case string:
		if v == "" {
			return nil
		}
		words := strings.Split(v, ",")
		for i := range words {
			words[i] = strings.TrimSpace(words[i])
		}
		return words
	case []any:
		words := make([]string, 0, len(v))
		for _, element := range v {
			if word, ok := element.(string); ok {
				words = append(words, word)
			}
		}
		return words
	}
	return nil
}

func object(value any) map[string]any {
	v, _ := value.(map[string]any)
	return v
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
