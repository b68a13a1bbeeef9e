package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/plugins/ea"
)

func TestScratchDump(t *testing.T) {
	root := corpus.Dir(t, "ea")
	files, _ := filepath.Glob(filepath.Join(root, os.Getenv("PAT")))
	for _, f := range files {
		src, _ := decode(t, ea.New(), f)
		fmt.Println("#", filepath.Base(f))
		for _, e := range src.events {
			if e.Header != nil {
				h := e.Header
				fmt.Println(h.Game, h.Version, h.Map, h.TickRate, h.Options, h.Details)
				for i, p := range h.Players { fmt.Println(i, p.Kind, p.Faction, p.Team, p.Start, p.Client) }
			}
			if e.Orders != nil {
				var o ir.Order
				for e.Orders.Next(&o) {
					s := o.Subjects
					if len(s) > 12 { s = s[:12] }
					fmt.Println(o.Tick, "p", o.Player, o.Kind, o.NativeName, o.Item, o.ItemID, "n", o.Count, "sub", s, "tgt", o.Target.Kind, o.Target.ID, "ent", o.Entities)
				}
			}
		}
	}
}
