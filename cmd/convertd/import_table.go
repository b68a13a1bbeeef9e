// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"convertd/core/divergence"
	"convertd/daemon"
	"convertd/failure"
	"convertd/printable"
)

// finish prints what became of all files. The error is that of the exit code:
// "failed" if anything failed, "malformed" if some were converted in part.
func (r *importRun) finish() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortFunc(r.done, func(a, b *imported) int { return strings.Compare(a.File, b.File) })
	var err error
	if r.verb.json {
		for _, file := range r.done {
			err = errors.Join(err, r.verb.program.printJSON(file))
		}
	} else {
		err = r.printTable()
	}
	if err != nil {
		return err
	}
	counts := countStates(r.done)
	switch {
	case counts[importFailed] > 0:
		return &exitError{code: failure.ExitFailed, silent: true, err: fmt.Errorf("%d files were not converted", counts[importFailed])}
	case counts[importPartly] > 0:
		return &exitError{code: failure.ExitMalformed, silent: true, err: fmt.Errorf("%d files were converted in part", counts[importPartly])}
	}
	return nil
}

func countStates(files []*imported) map[importState]int {
	counts := map[importState]int{}
	for _, file := range files {
		counts[file.State]++
	}
	return counts
}

// printTable lists everything that was not converted whole and why, then the
// sums by format.
func (r *importRun) printTable() error {
	table := printable.NewTable(r.verb.program.stdout)
	first := true
	for _, file := range r.done {
		if file.State != importPartly && file.State != importFailed {
			continue
		}
		if first {
			printf(table, "FILE\tRESULT\tFORMAT\tWHY\n")
			first = false
		}
		printf(table, "%s\t%s\t%s\t%s\n", file.File, file.State, file.Format, why(file.Error))
	}
	if !first {
		printf(table, "\n")
	}
	sums := sumUp(r.done)
	sums.print(table)
	counts := countStates(r.done)
	if counts[importDuplicate] > 0 {
		printf(table, "%s left out\n", counted(counts[importDuplicate], "duplicate was", "duplicates were"))
	}
	if counts[importSkipped] > 0 {
		printf(table, "%s\n", counted(counts[importSkipped], "file is no replay", "files are no replays"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	sums.explain(table, r.verb.storeFlag())
	return table.Flush()
}

// counted is a number with the words that go with it.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// formatSum is what became of the files of one format.
type formatSum struct {
	name     string
	states   map[importState]int
	verdicts map[divergence.Verdict]int
	judged   uint64 // orders
	orders   uint64
}

func newFormatSum(name string) *formatSum {
	return &formatSum{name: name, states: map[importState]int{}, verdicts: map[divergence.Verdict]int{}}
}

func (s *formatSum) add(file *imported) {
	s.states[file.State]++
	if file.Verdict != "" {
		s.verdicts[divergence.Verdict(file.Verdict)]++
	}
	if file.Coverage != nil {
		s.judged += file.Coverage.OrdersJudged
		s.orders += file.Coverage.OrdersTotal
	}
}

func (s *formatSum) print(table *printable.Table) {
	printf(table, "%s\t%d\t%d\t%d\t%s\t%s\n", s.name, s.states[importConverted], s.states[importPartly], s.states[importFailed],
		judgedShare(s.judged, s.orders), s.verdictCounts())
}

// verdictCounts lists the verdicts, best first.
func (s *formatSum) verdictCounts() string {
	var parts []string
	for _, verdict := range divergence.Verdicts() {
		if s.verdicts[verdict] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", s.verdicts[verdict], verdict))
		}
	}
	return strings.Join(parts, ", ")
}

// importSums are the sums by format, by name, and those over all.
type importSums struct {
	formats []*formatSum
	all     *formatSum
}

func sumUp(files []*imported) *importSums {
	sums := &importSums{all: newFormatSum("all")}
	byName := map[string]*formatSum{}
	for _, file := range files {
		if file.State == importDuplicate || file.State == importSkipped {
			continue
		}
		name := orElse(file.Format, "unknown")
		if byName[name] == nil {
			byName[name] = newFormatSum(name)
			sums.formats = append(sums.formats, byName[name])
		}
		byName[name].add(file)
		sums.all.add(file)
	}
	slices.SortFunc(sums.formats, func(a, b *formatSum) int { return strings.Compare(a.name, b.name) })
	return sums
}

func (s *importSums) print(table *printable.Table) {
	printf(table, "FORMAT\tCONVERTED\tPARTLY\tFAILED\tJUDGED\tVERDICTS\n")
	for _, format := range s.formats {
		format.print(table)
	}
	s.all.print(table)
}

// storeFlag is what other verbs need to find the server that this one used, if its folder
// was named on the command line.
func (v *importVerb) storeFlag() string {
	if !strings.HasPrefix(v.loaded.Origin("nats.embedded.store_dir"), "flag ") {
		return ""
	}
	return " --store " + v.loaded.NATS.Embedded.StoreDir
}

// explain says the words of the table in sentences: those that occur in it. storeFlag is
// what further verbs need.
func (s *importSums) explain(table *printable.Table, storeFlag string) {
	if len(s.formats) == 0 {
		return
	}
	printf(table, "\n")
	if s.all.states[importPartly] > 0 {
		printf(table, "partly\tdamaged: what came before the damage was converted\n")
	}
	if s.all.orders > 0 {
		printf(table, "judged\tthe share of the players' orders of which could be checked whether they fit\n")
	}
	for _, verdict := range divergence.Verdicts() {
		if s.all.verdicts[verdict] > 0 {
			printf(table, "%s\t%s\n", verdict, verdict.Meaning())
		}
	}
	if len(s.all.verdicts) > 0 {
		printf(table, "\nThe verdict of each file: convertd report ls%s. What is behind one: convertd report show JOB%s.\n", storeFlag, storeFlag)
	}
}

func why(failure *daemon.Failure) string {
	if failure == nil {
		return ""
	}
	text := failure.Code + ": " + failure.Message
	if failure.Offset != nil {
		text += fmt.Sprintf(" (at byte %d)", *failure.Offset)
	}
	return text
}
