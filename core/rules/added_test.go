// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "testing"

// The light tank leaves a wreck until 20200503, which the tables of later
// releases no longer have.
func TestAnActorOfOldReleasesHasItsTraits(t *testing.T) {
	for _, version := range []string{"release-20200202", "release-20200503"} {
		set, err := Load("ra", version)
		if err != nil {
			t.Fatal(err)
		}
		light, medium := traitKeys(set.Actor("1tnk.husk")), traitKeys(set.Actor("2tnk.husk"))
		if len(light) == 0 || len(light) != len(medium) {
			t.Fatalf("%s: the wreck of the light tank has %v, that of the medium one %v", version, light, medium)
		}
		for i := range light {
			if light[i] != medium[i] {
				t.Errorf("%s: %s in place of %s", version, light[i], medium[i])
			}
		}
		if got, want := len(set.Nodes("1tnk.husk")), len(set.Nodes("2tnk.husk")); got == 0 || got != want {
			t.Errorf("%s: %d traits are listed, %d of the medium tank's", version, got, want)
		}
	}
}

func traitKeys(a *Actor) []string {
	var keys []string
	for i := range a.Traits {
		keys = append(keys, a.Traits[i].Key)
	}
	return keys
}
