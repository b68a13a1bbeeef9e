package bench

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Totals sums up what the targets of the bench are about.
type Totals struct {
	Twins    int `json:"twins"`
	Diverged int `json:"diverged"`
	Detected int `json:"detected"`
	// FalseAlarms are among the twins that did not diverge.
	FalseAlarms   int   `json:"false_alarms"`
	MedianDelayMS int64 `json:"median_delay_ms"`
}

// Total sums up all perturbations.
func Total(summaries []Summary) Totals {
	var t Totals
	var delays []int64
	for i := range summaries {
		s := &summaries[i]
		t.Twins += s.Games
		t.Diverged += s.Diverged
		t.Detected += s.Detected
		t.FalseAlarms += s.FalseAlarms
		delays = append(delays, s.delays...)
	}
	slices.Sort(delays)
	if len(delays) > 0 {
		t.MedianDelayMS = delays[len(delays)/2]
	}
	return t
}

// WriteTable prints one line for each perturbation and one for all.
func WriteTable(to io.Writer, summaries []Summary) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(w, "perturbation\tgames\torders\trejected\tidentity\tuntil diverged\tdiverged\tdetected\tfalse alarms\tdelay\t")
	for i := range summaries {
		s := &summaries[i]
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%d\t%d\t%d\t%s\t\n",
			s.Perturbation, s.Games, s.Orders, s.Rejected, share(s.Right, s.Mentions), share(s.SoundRight, s.SoundMentions),
			s.Diverged, s.Detected, s.FalseAlarms, delay(s.Detected, s.MedianDelayMS))
	}
	t := Total(summaries)
	_, _ = fmt.Fprintf(w, "all\t%d\t\t\t\t\t%d\t%d\t%d of %d\t%s\t\n",
		t.Twins, t.Diverged, t.Detected, t.FalseAlarms, t.Twins-t.Diverged, delay(t.Detected, t.MedianDelayMS))
	return w.Flush()
}

// share prints a share as a percentage with one digit.
func share(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	permille := part * 1000 / whole
	return fmt.Sprintf("%d.%d %%", permille/10, permille%10)
}

func delay(detected int, ms int64) string {
	if detected == 0 {
		return "-"
	}
	return fmt.Sprintf("%d.%d s", ms/1000, max(ms, -ms)%1000/100)
}
