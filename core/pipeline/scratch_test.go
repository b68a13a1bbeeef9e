package pipeline_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"convertd/internal/corpus"
	"convertd/plugins/ea"
)

func TestScratch(t *testing.T) {
	root := corpus.Dir(t, "ea")
	pat := os.Getenv("PAT")
	if pat == "" { pat = "*/*" }
	files, _ := filepath.Glob(filepath.Join(root, pat))
	out, _ := os.Create("/tmp/RULES/out.jsonl")
	defer out.Close()
	for _, f := range files {
		src, data := decode(t, ea.New(), f)
		start := time.Now()
		r, file := convert(t, src, data)
		dur := time.Since(start)
		if os.Getenv("VERIFY") != "" { resimulate(t, file) }
		p := &r.Report
		fmt.Printf("%-10s %-28.28s %-13s t=%d dur=%dms total=%d tr=%d unm=%d rej=%d subj=%d bound=%d\n", p.Game, filepath.Base(f), p.Verdict, p.Ticks, dur.Milliseconds(), p.Orders.Total, p.Orders.Translated, p.Orders.Unmodelled, p.Orders.Rejected, p.Identity.Subjects, p.Identity.Bound)
		p.File = filepath.Base(f)
		w := p.Warnings
		p.Warnings = nil
		p.Timeline = nil
		b, _ := json.Marshal(p)
		out.Write(append(b, '\n'))
		p.Warnings = w
	}
}
