// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"
)

// ownForms are our own messages as docs/playback.md has them: the members of each, "?"
// behind those that may be absent, {...} around those of an object and [...] around those
// of the objects of a list. Every message that a test reads is held to them.
var ownForms = map[string]string{
	"convertd.hello": "t version",
	"convertd.game": "t id kind module exact game gameTitle version mapName tickRate{num den} stride durationTicks sight sightReason? movement movementReason? " +
		"players[id index name kind faction factionName team color startX? startY? outcome sightOf] verdict confidence notes",
	"convertd.catalogue": "t kinds[n id name role w h speed? sight? cost? health?]",
	"convertd.map":       "t width height tileSize bounds known title? author? terrainTypes[name class] terrain resourceTypes scenery",
	"convertd.resources": "t tick cells",
	"convertd.timeline": "t trust[tick level reason] markers[tick endTick? kind player? x? y? text value?] cameras[player points] " +
		"stats{fields unknown players[player rows]} truncated",
	"convertd.moment": "t tick trust{level since reason} confidence?",
	"convertd.orders": "t orders[tick player order units? unitCount? x? y? target? item? outcome reason? detail?] dropped?",
	"convertd.fights": "t events[tick kind id? n? player? x? y? by? byPlayer? cause? amount?] dropped?",
	"convertd.economy": "t tick players[id known credits stored capacity power drain standing units structures armyValue unitsLost structuresLost lostValue kills " +
		"holds[n count] queues[n? queue item name progress state count by?]]",
	"convertd.ended":      "t tick reason message?",
	"convertd.labCreated": "t room sourceTick",
}

// form is what an object may hold.
type form struct {
	optional bool
	list     bool
	members  map[string]*form // nil: no object
}

// parseForm reads the members up to the end of what surrounds them.
func parseForm(text string) (members map[string]*form, rest string) {
	members = map[string]*form{}
	for text != "" {
		end := strings.IndexAny(text, " {[}]")
		if end < 0 {
			end = len(text)
		}
		name, one := text[:end], &form{}
		name, one.optional = strings.CutSuffix(name, "?")
		text = text[end:]
		if text != "" && (text[0] == '{' || text[0] == '[') {
			one.list = text[0] == '['
			one.members, text = parseForm(text[1:])
		}
		if name != "" {
			members[name] = one
		}
		if text == "" {
			break
		}
		closing := text[0] != ' '
		text = text[1:]
		if closing {
			return members, text
		}
	}
	return members, ""
}

// faults lists where an object is not of a form.
func faults(path string, members map[string]*form, value any) []string {
	object, ok := value.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %T, not an object", path, value)}
	}
	var list []string
	for name := range object {
		if members[name] == nil {
			list = append(list, fmt.Sprintf("%s.%s is not documented", path, name))
		}
	}
	for name, one := range members {
		inner, there := object[name]
		switch {
		case !there && !one.optional:
			list = append(list, fmt.Sprintf("%s.%s is missing", path, name))
		case !there || one.members == nil:
		case one.list:
			items, ok := inner.([]any)
			if !ok {
				list = append(list, fmt.Sprintf("%s.%s is %T, not a list", path, name, inner))
			}
			for _, item := range items {
				list = append(list, faults(path+"."+name+"[]", one.members, item)...)
			}
		default:
			list = append(list, faults(path+"."+name, one.members, inner)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// strict says what is wrong with one of our own messages.
func strict(message map[string]any) []string {
	tag, _ := message["t"].(string)
	text, known := ownForms[tag]
	if !known {
		return []string{fmt.Sprintf("there is no message %q", tag)}
	}
	members, _ := parseForm(text)
	return faults(tag, members, message)
}

// actorMembers are those of an actors frame, with the lengths that their records may have.
var actorMembers = map[string][2]int{"a": {10, 15}, "p": {6, 6}, "s": {4, 4}}

// strictActors decodes an actors frame as docs/playback.md#actors-frame has it.
func strictActors(frame []byte) error {
	body, ok := bytes.CutPrefix(frame, []byte("CVAC\x01"))
	if !ok {
		return errors.New("it does not begin with CVAC and version 1")
	}
	decoder := msgpack.NewDecoder(bytes.NewReader(body))
	members, err := decoder.DecodeMap()
	if err != nil {
		return err
	}
	if _, err := decoder.PeekCode(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the map")
	}
	for name, value := range members {
		lengths, records := actorMembers[name]
		switch {
		case !records && name != "t" && name != "k":
			return fmt.Errorf("member %q is not documented", name)
		case !records:
			if _, err := whole(value); err != nil {
				return fmt.Errorf("member %q: %w", name, err)
			}
			continue
		}
		list, ok := value.([]any)
		if !ok {
			return fmt.Errorf("member %q is %T", name, value)
		}
		for i, item := range list {
			record, ok := item.([]any)
			if !ok || len(record) < lengths[0] || len(record) > lengths[1] {
				return fmt.Errorf("record %d of %q is %v", i, name, item)
			}
			for k, field := range record {
				if _, err := whole(field); err != nil && (field != nil || k < lengths[0]) {
					return fmt.Errorf("record %d of %q, field %d: %w", i, name, k, err)
				}
			}
		}
	}
	for _, name := range []string{"t", "k", "a", "s"} {
		if _, there := members[name]; !there {
			return fmt.Errorf("member %q is missing", name)
		}
	}
	return nil
}

func whole(value any) (int64, error) {
	switch n := value.(type) {
	case int8:
		return int64(n), nil
	case int16:
		return int64(n), nil
	case int32:
		return int64(n), nil
	case int64:
		return n, nil
	case uint8:
		return int64(n), nil
	case uint16:
		return int64(n), nil
	case uint32:
		return int64(n), nil
	case uint64:
		return int64(n), nil
	}
	return 0, fmt.Errorf("%v is no whole number", value)
}

// The strict decoder refuses what is not documented, and knows every message there is.
func TestTheStrictDecoderIsStrict(t *testing.T) {
	right := map[string]any{"t": "convertd.moment", "tick": 1.0, "trust": map[string]any{"level": "proven", "since": 0.0, "reason": ""}}
	if got := strict(right); got != nil {
		t.Errorf("a right message: %v", got)
	}
	for name, change := range map[string]func(map[string]any){
		"another member":       func(m map[string]any) { m["more"] = 1 },
		"a missing member":     func(m map[string]any) { delete(m, "tick") },
		"no object":            func(m map[string]any) { m["trust"] = "proven" },
		"a member of a member": func(m map[string]any) { m["trust"] = map[string]any{"level": "proven", "since": 0.0} },
		"another message":      func(m map[string]any) { m["t"] = "convertd.surprise" },
	} {
		wrong := maps.Clone(right)
		change(wrong)
		if strict(wrong) == nil {
			t.Errorf("%s was taken", name)
		}
	}
	for _, wrong := range []map[string]any{
		{"t": 1, "k": 3, "a": []any{[]any{1, 2}}, "s": []any{}},
		{"t": 1, "k": 3, "a": []any{}, "s": []any{}, "x": 1},
		{"t": "1", "k": 3, "a": []any{}, "s": []any{}},
		{"t": 1, "a": []any{}, "s": []any{}},
	} {
		body, err := msgpack.Marshal(wrong)
		if err != nil {
			t.Fatal(err)
		}
		if strictActors(append([]byte("CVAC\x01"), body...)) == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
}
