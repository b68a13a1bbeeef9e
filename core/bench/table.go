// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Totals sums up what the bench is asked about.
type Totals struct {
	Twins    int `json:"twins"`
	Diverged int `json:"diverged"`
	Detected int `json:"detected"`
	// FalseAlarms are among the twins that did not diverge.
	FalseAlarms   int   `json:"false_alarms"`
	Premature     int   `json:"premature"`
	MedianDelayMS int64 `json:"median_delay_ms"`
	// Equal sums up the subjects named under equal rules, Near those with rules
	// that are 5 % off; NearSound the latter up to the true divergence.
	Equal, Near, NearSound Identity
}

// Identity counts subjects named, and those bound to what they truly are.
type Identity struct {
	Mentions int `json:"mentions"`
	Right    int `json:"right"`
}

func (i *Identity) add(mentions, right int) {
	i.Mentions += mentions
	i.Right += right
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
		t.Premature += s.Premature
		delays = append(delays, s.DelaysMS...)
		switch {
		case s.Perturbation == equalRules:
			t.Equal.add(s.Mentions, s.Right)
		case nearRules(s.Perturbation):
			t.Near.add(s.Mentions, s.Right)
			t.NearSound.add(s.SoundMentions, s.SoundRight)
		}
	}
	slices.Sort(delays)
	if len(delays) > 0 {
		t.MedianDelayMS = delays[len(delays)/2]
	}
	return t
}

// WriteTable prints one line for each perturbation, one for all, and what is
// asked of them.
func WriteTable(to io.Writer, summaries []Summary) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(w, "perturbation\tgames\torders\trejected\tidentity\tuntil diverged\tdiverged\tdetected\tfalse alarms\ttoo early\tdelay\t")
	for i := range summaries {
		s := &summaries[i]
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%d\t%s\t%d of %d\t%d\t%s\t\n",
			s.Perturbation, s.Games, s.Orders, s.Rejected, share(s.Right, s.Mentions), share(s.SoundRight, s.SoundMentions),
			s.Diverged, share(s.Detected, s.Diverged), s.FalseAlarms, s.Games-s.Diverged, s.Premature, delay(s.Detected, s.MedianDelayMS))
	}
	t := Total(summaries)
	_, _ = fmt.Fprintf(w, "all\t%d\t\t\t\t\t%d\t%s\t%d of %d\t%d\t%s\t\n",
		t.Twins, t.Diverged, share(t.Detected, t.Diverged), t.FalseAlarms, t.Twins-t.Diverged, t.Premature, delay(t.Detected, t.MedianDelayMS))
	if err := w.Flush(); err != nil {
		return err
	}
	w = tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(w, "\nasked\tat least or most\tmeasured\n"+
		"identity, equal rules\t>= 99.5 %%\t%s\n"+
		"identity, rules 5 %% off\t>= 97.0 %%\t%s (%s up to the divergence)\n"+
		"diverged, detected\t>= 95.0 %%\t%s\n"+
		"median delay\t<= 10.0 s\t%s\n"+
		"false alarms\t<= 1.0 %%\t%s\n",
		share(t.Equal.Right, t.Equal.Mentions), share(t.Near.Right, t.Near.Mentions), share(t.NearSound.Right, t.NearSound.Mentions),
		share(t.Detected, t.Diverged), delay(t.Detected, t.MedianDelayMS), share(t.FalseAlarms, t.Twins-t.Diverged))
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
