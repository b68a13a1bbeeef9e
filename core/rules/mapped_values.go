// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"strconv"
	"strings"
)

// sampleValues are values of fields as the tables have them, by trait and field: they
// tell what kind of value the text of a map is.
type sampleValues struct {
	traits   map[string]map[string]any
	defaults map[string]any
}

func samplesOf(raw *rawTables) sampleValues {
	s := sampleValues{traits: map[string]map[string]any{}, defaults: object(raw.defaults["traits"])}
	actors := object(raw.actors["actors"])
	for _, name := range sortedKeys(actors) {
		s.take(object(object(actors[name])["traits"]))
	}
	s.take(object(raw.world["player_traits"]))
	s.take(object(raw.world["world_traits"]))
	return s
}

func (s sampleValues) take(traits map[string]any) {
	for _, key := range sortedKeys(traits) {
		name := traitName(key)
		known := s.traits[name]
		if known == nil {
			known = map[string]any{}
			s.traits[name] = known
		}
		for field, value := range object(traits[key]) {
			if _, has := known[field]; !has && value != nil {
				known[field] = value
			}
		}
	}
}

func (s sampleValues) knows(trait string) bool { return s.traits[trait] != nil }

func (s sampleValues) sample(trait, field string) any {
	if value, ok := s.traits[trait][field]; ok {
		return value
	}
	return object(s.defaults[trait])[field]
}

// read turns a line of a map into a value like the one that stands there, or like one
// that stands elsewhere.
func (s sampleValues) read(existing, sample any, line *Line) any {
	if existing != nil {
		sample = existing
	}
	if len(line.Lines) > 0 {
		return readMap(existing, sample, line)
	}
	return readText(sample, line.Value)
}

// readMap reads a dictionary, which merges with the one that stands there, or a figure
// with figures of its own, whose kind stands under the empty name.
func readMap(existing, sample any, line *Line) map[string]any {
	value, _ := cloneValue(existing).(map[string]any)
	if value == nil || line.Value != "" && value[""] != line.Value {
		value = map[string]any{}
	}
	if line.Value != "" {
		value[""] = line.Value
	}
	var one any
	for _, other := range object(sample) {
		if _, isNumber := other.(float64); one == nil || isNumber {
			one = other
		}
	}
	for i := range line.Lines {
		child := &line.Lines[i]
		if strings.HasPrefix(child.Key, "-") {
			delete(value, child.Key[1:])
			continue
		}
		like := object(sample)[child.Key]
		if like == nil && line.Value == "" {
			like = one
		}
		if len(child.Lines) > 0 {
			value[child.Key] = readMap(value[child.Key], like, child)
			continue
		}
		value[child.Key] = readText(like, child.Value)
	}
	return value
}

// readText reads a value without lines below.
func readText(sample any, text string) any {
	switch like := sample.(type) {
	case bool:
		return strings.EqualFold(text, "true") || strings.EqualFold(text, "yes")
	case float64:
		if n, ok := figure(text); ok {
			return n
		}
		return readList(text)
	case string:
		return text
	case []any:
		return readLike(like, text)
	case map[string]any:
		if text == "" {
			return map[string]any{}
		}
		return map[string]any{"": text}
	}
	if n, ok := figure(text); ok {
		return n
	}
	if strings.EqualFold(text, "true") || strings.EqualFold(text, "false") {
		return strings.EqualFold(text, "true")
	}
	if list, ok := readList(text).([]any); ok && len(list) > 1 {
		return list
	}
	return text
}

// readLike reads a list like another one: of numbers, of groups of them, or of words.
func readLike(like []any, text string) any {
	if text == "" {
		return []any{}
	}
	words := splitWords(text)
	if len(like) > 0 {
		switch first := like[0].(type) {
		case float64:
			if list, ok := figures(words); ok {
				return list
			}
		case []any:
			if list, ok := figures(words); ok && len(first) > 0 && len(list)%len(first) == 0 {
				groups := []any{}
				for at := 0; at < len(list); at += len(first) {
					groups = append(groups, list[at:at+len(first):at+len(first)])
				}
				return groups
			}
		}
	} else if list, ok := figures(words); ok {
		return list
	}
	list := make([]any, len(words))
	for i, word := range words {
		list[i] = word
	}
	return list
}

// readList reads numbers with commas between them; a text of other words stays one.
func readList(text string) any {
	if list, ok := figures(splitWords(text)); ok {
		return list
	}
	return text
}

func splitWords(text string) []string {
	words := strings.Split(text, ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words
}

func figures(words []string) ([]any, bool) {
	list := make([]any, len(words))
	for i, word := range words {
		n, ok := figure(word)
		if !ok {
			return nil, false
		}
		list[i] = n
	}
	return list, true
}

// figure reads a whole number, or a distance in cells and parts of them: "4c512".
func figure(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if cells, rest, isDistance := strings.Cut(text, "c"); isDistance {
		n, err1 := strconv.ParseInt(cells, 10, 21)
		m, err2 := strconv.ParseInt(rest, 10, 21)
		if err1 != nil || err2 != nil {
			return 0, false
		}
		if strings.HasPrefix(cells, "-") {
			m = -m
		}
		return float64(n*unitsPerCell + m), true
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(text, "%"), 10, 32)
	return float64(n), err == nil
}
