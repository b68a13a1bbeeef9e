// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"reflect"
	"strings"
	"testing"
)

// TestMemberListsAreComplete holds the lists of members to the json tags: a
// member that is missing would be written twice.
func TestMemberListsAreComplete(t *testing.T) {
	for names, value := range map[string]any{
		metadataMembers: Metadata{}, modMembers: Mod{}, playerMembers: Player{},
		convertedFromMembers: ConvertedFrom{}, recorderFactsMembers: RecorderFacts{}, integrityMembers: Integrity{},
	} {
		kind := reflect.TypeOf(value)
		var tags []string
		for i := range kind.NumField() {
			if tag, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ","); tag != "-" {
				tags = append(tags, tag)
			}
		}
		if got := strings.Join(tags, " "); got != names {
			t.Errorf("%s: the tags are %q, the list is %q", kind.Name(), got, names)
		}
	}
}
