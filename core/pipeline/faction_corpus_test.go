// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"testing"

	"convertd/core/naming"
	"convertd/core/pipeline"
	"convertd/plugins/ea"
)

// Where the lobby says which faction somebody plays, what was built says the
// same: that is how far an inferred one can be trusted. Where it says random, one
// is inferred and marked.
func TestInferredFactionsAreThoseOfTheLobby(t *testing.T) {
	known, right, random, resolved := 0, 0, 0, 0
	for _, path := range eaRecordings(t) {
		source, _ := decode(t, ea.New(), path)
		n, _, err := pipeline.Inspect(t.Context(), source, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n.Game != "kw" && n.Game != "ra3" && n.Game != "tw" {
			continue
		}
		subject := naming.Subject{Format: n.Format, Game: n.Game}
		for i := range n.Players {
			p := &n.Players[i]
			if p.Kind != "human" {
				continue
			}
			if p.FactionInferred || naming.LeftToChance(p.Faction) {
				random++
				if p.FactionInferred {
					resolved++
					if !naming.LeftToChance(p.ChosenFaction) || naming.LeftToChance(p.Faction) {
						t.Errorf("chosen %q, inferred %q", p.ChosenFaction, p.Faction)
					}
				}
				continue
			}
			var inference naming.Inference
			for _, step := range n.BuildOrder {
				if step.Player == int32(i) {
					inference.Built(subject, step.Item)
				}
			}
			if inferred := inference.Faction(); inferred != "" {
				known++
				if inferred == p.Faction {
					right++
				} else {
					t.Logf("the lobby says %s, what was built %s", p.Faction, inferred)
				}
			}
		}
	}
	t.Logf("right for %d of %d known factions; %d of %d random ones resolved", right, known, resolved, random)
	if known == 0 || right*100 < known*95 {
		t.Errorf("right for %d of %d known factions", right, known)
	}
	if !testing.Short() && !raceEnabled && resolved == 0 {
		t.Error("no random faction was resolved")
	}
}

func TestAnInferredFactionIsMarkedInTheFile(t *testing.T) {
	for _, path := range eaRecordings(t) {
		source, data := decode(t, ea.New(), path)
		n, _, err := pipeline.Inspect(t.Context(), source, nil)
		if err != nil {
			t.Fatal(err)
		}
		inferred := map[string]string{}
		for i := range n.Players {
			if p := &n.Players[i]; p.FactionInferred {
				inferred[p.Name] = p.Faction
			}
		}
		if len(inferred) == 0 {
			continue
		}
		source, _ = decode(t, ea.New(), path)
		_, file := convert(t, source, data)
		marked := 0
		for _, p := range openFile(t, file).Metadata().Players {
			if p.FactionInferred != (inferred[p.Name] != "") || p.FactionInferred && p.Faction != inferred[p.Name] {
				t.Errorf("faction %s (inferred %t), want %q", p.Faction, p.FactionInferred, inferred[p.Name])
			}
			if p.FactionInferred {
				marked++
			}
		}
		if marked != len(inferred) {
			t.Errorf("%d factions are marked, want %d", marked, len(inferred))
		}
		return
	}
	t.Skip("no recording with a random faction is at hand")
}
