// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"convertd/printable"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/power"
)

// powerVerb is one call of `divergence power`.
type powerVerb struct {
	program         *program
	loaded          *config.Loaded
	engine          *conversion.Engine
	json            bool
	format, profile string
}

func newDivergencePower(p *program) *cobra.Command {
	v := &powerVerb{program: p}
	command := &cobra.Command{
		Use: "power FILE|FOLDER...", Short: "Spoil replays on purpose, and say which spoilt versions would have been noticed", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return v.run(command, arguments) },
	}
	command.Flags().BoolVar(&v.json, "json", false, "print one JSON object per file")
	configListFlag(command.Flags(), "maps", "maps.folders", "`folder` with maps; may be repeated")
	configFlag(command.Flags(), "workers", "jobs.workers", "j", "how many replays at the same time, a `number`")
	formatFlags(command, &v.format, &v.profile)
	return command
}

// powerFile is one file to measure. In a folder what is no replay is passed
// over.
type powerFile struct {
	path     string
	inFolder bool
}

// measured is what became of one file.
type measured struct {
	measurement *power.Measurement
	err         error
}

func (v *powerVerb) run(command *cobra.Command, arguments []string) error {
	loaded, err := v.program.config(command)
	if err != nil {
		return err
	}
	v.loaded = loaded
	var files []powerFile
	var failed batch
	for _, argument := range arguments {
		found, err := powerFiles(argument)
		if err != nil {
			failed.add(fileError(argument, err))
			continue
		}
		files = append(files, found...)
	}
	engine, stop, err := openEngine(loaded, loaded.Jobs.Workers, v.program.logger(loaded, false))
	if err != nil {
		return err
	}
	defer stop()
	v.engine = engine
	return v.all(command.Context(), files, &failed)
}

// powerFiles lists the files of a folder, by name, or the file itself.
func powerFiles(path string) ([]powerFile, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, notReadable(err)
	}
	if !info.IsDir() {
		return []powerFile{{path: path}}, nil
	}
	var files []powerFile
	err = filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			files = append(files, powerFile{path: path, inFolder: true})
		}
		return err
	})
	if err != nil {
		return nil, notReadable(err)
	}
	return files, nil
}

// all measures the files with as many workers as configured and prints each when
// it and all before it are done.
func (v *powerVerb) all(ctx context.Context, files []powerFile, failed *batch) error {
	totals, passedOver := power.NewTotals(), 0
	inOrder(ctx, v.loaded.Jobs.Workers, len(files), func(i int) measured {
		return v.one(ctx, files[i].path)
	}, func(int) measured {
		return measured{err: context.Cause(ctx)}
	}, func(i int, result measured) {
		if decode, ok := ir.AsDecodeError(result.err); ok && files[i].inFolder && decode.Code == ir.CodeNotRecognised {
			passedOver++
			return
		}
		err := result.err
		if err == nil {
			totals.Add(result.measurement)
			err = v.print(result.measurement)
		}
		if err != nil {
			failed.add(fileError(files[i].path, err))
		}
	})
	if len(files) > 1 && !v.json {
		if err := printPowerTotals(v.program.stdout, totals, passedOver); err != nil {
			failed.add(err)
		}
	}
	return failed.err()
}

func (v *powerVerb) one(ctx context.Context, path string) (result measured) {
	result.err = v.program.contain(func() error {
		data, err := readSource(path, v.loaded.Limits.SourceBytes)
		if err != nil {
			return err
		}
		result.measurement, err = v.engine.Power(ctx, conversion.Input{Name: filepath.Base(path), Data: data, Format: v.format, Profile: v.profile})
		return err
	})
	return result
}

func (v *powerVerb) print(m *power.Measurement) error {
	if v.json {
		return v.program.printJSON(m)
	}
	return printPower(v.program.stdout, m)
}

// printPower writes a line for the game and one for each way to spoil it.
func printPower(to io.Writer, m *power.Measurement) error {
	var text strings.Builder
	printf(&text, "%s: %s\n", m.File, m.Judged.Verdict)
	spoilers := power.Spoilers()
	for i := range m.Spoilt {
		one := &m.Spoilt[i]
		printf(&text, "  %-52s  %s\n", spoilers[i].What, spoiltText(one))
	}
	_, err := io.WriteString(to, text.String())
	return err
}

func spoiltText(s *power.Spoilt) string {
	switch {
	case !s.Applicable():
		return "not applicable: " + s.NotApplicable
	case !s.Noticed:
		return fmt.Sprintf("not noticed (%s)", s.Judged.Verdict)
	case s.At == nil:
		return string(s.Judged.Verdict)
	}
	return fmt.Sprintf("%s at %s: %s", s.Judged.Verdict, clock(s.At.TimeMS), s.At.Reason)
}

// printPowerTotals writes the tables over several games.
func printPowerTotals(to io.Writer, t *power.Totals, passedOver int) error {
	var text strings.Builder
	printf(&text, "\n%d games: %s", t.Games, verdictCounts(t.Verdicts))
	if passedOver > 0 {
		printf(&text, "; passed over, as no replays: %d", passedOver)
	}
	printf(&text, "\nunjudged: %s\n", partText(t.Verdicts[divergence.VerdictUnjudged], t.Games))
	printf(&text, "diverged although the recorded hashes of all participants agree: %s\n", partText(t.FalseAlarms, t.InSync))
	printf(&text, "worse verdict, of the spoilt versions of the %d games that are plausible or minor_drift: %s\n\n", t.Vouched, partText(t.All.Worse, t.All.Vouched))
	table := printable.NewTable(&text)
	printf(table, "spoilt\tworse verdict\tnoticed, of all games\tnot applicable\n")
	for i, spoiler := range power.Spoilers() {
		printShare(table, spoiler.What, &t.BySpoiler[i])
	}
	printShare(table, "all", &t.All)
	printf(table, "\t\t\t\ngame\tworse verdict\tnoticed, of all games\tnot applicable\tverdicts\n")
	for i := range t.ByGame {
		g := &t.ByGame[i]
		printf(table, "%s\t%s\t%s\t%d\t%s\n", g.Name, partText(g.Worse, g.Vouched), partText(g.Noticed, g.Versions), g.NotApplicable, verdictCounts(g.Verdicts))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(to, text.String())
	return err
}

func printShare(to io.Writer, name string, s *power.Share) {
	printf(to, "%s\t%s\t%s\t%d\n", name, partText(s.Worse, s.Vouched), partText(s.Noticed, s.Versions), s.NotApplicable)
}

// partText writes a part of a whole with its share.
func partText(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	permille := part * 1000 / whole
	return fmt.Sprintf("%d of %d (%d.%d %%)", part, whole, permille/10, permille%10)
}

// verdictCounts lists how many games have which verdict, most first.
func verdictCounts(counts map[divergence.Verdict]int) string {
	verdicts := make([]divergence.Verdict, 0, len(counts))
	for verdict := range counts {
		verdicts = append(verdicts, verdict)
	}
	slices.SortFunc(verdicts, func(a, b divergence.Verdict) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(string(a), string(b))
	})
	parts := make([]string, len(verdicts))
	for i, verdict := range verdicts {
		parts[i] = fmt.Sprintf("%d %s", counts[verdict], verdict)
	}
	return strings.Join(parts, ", ")
}
