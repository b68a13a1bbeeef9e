package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"convertd/daemon"
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
		return &exitError{code: daemon.ExitFailed, silent: true, err: fmt.Errorf("%d files were not converted", counts[importFailed])}
	case counts[importPartly] > 0:
		return &exitError{code: daemon.ExitMalformed, silent: true, err: fmt.Errorf("%d files were converted in part", counts[importPartly])}
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
	table := tabwriter.NewWriter(r.verb.program.stdout, 0, 0, 2, ' ', 0)
	first := true
	for _, file := range r.done {
		if file.State != importPartly && file.State != importFailed {
			continue
		}
		if first {
			printf(table, "%s\n", "FILE\tRESULT\tFORMAT\tWHY")
			first = false
		}
		printf(table, "%s\t%s\t%s\t%s\n", file.File, file.State, file.Format, why(file.Error))
	}
	if !first {
		printf(table, "\n")
	}
	r.printFormats(table)
	counts := countStates(r.done)
	printf(table, "all\t%d\t%d\t%d\t\n", counts[importConverted], counts[importPartly], counts[importFailed])
	if counts[importDuplicate] > 0 {
		printf(table, "%d duplicates were left out\n", counts[importDuplicate])
	}
	if counts[importSkipped] > 0 {
		printf(table, "%d files are no replays\n", counts[importSkipped])
	}
	return table.Flush()
}

func (r *importRun) printFormats(table *tabwriter.Writer) {
	byFormat := map[string]map[importState]int{}
	verdicts := map[string]map[string]int{}
	var formats []string
	for _, file := range r.done {
		if file.State == importDuplicate || file.State == importSkipped {
			continue
		}
		name := file.Format
		if name == "" {
			name = "unknown"
		}
		if byFormat[name] == nil {
			byFormat[name], verdicts[name] = map[importState]int{}, map[string]int{}
			formats = append(formats, name)
		}
		byFormat[name][file.State]++
		if file.Verdict != "" {
			verdicts[name][file.Verdict]++
		}
	}
	slices.Sort(formats)
	printf(table, "%s\n", "FORMAT\tCONVERTED\tPARTLY\tFAILED\tVERDICTS")
	for _, name := range formats {
		counts := byFormat[name]
		printf(table, "%s\t%d\t%d\t%d\t%s\n", name, counts[importConverted], counts[importPartly], counts[importFailed], listCounts(verdicts[name]))
	}
}

func listCounts(counts map[string]int) string {
	var parts []string
	for name, count := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", count, name))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
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
