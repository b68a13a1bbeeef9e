// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/daemon"
	"convertd/failure"
	"convertd/files"
)

func newConvert(p *program) *cobra.Command {
	c := conversionVerb{program: p}
	command := &cobra.Command{
		Use: "convert FILE... -o FOLDER", Short: "Convert replays here and now, without a broker", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return c.run(command, arguments) },
	}
	flags := command.Flags()
	flags.StringVarP(&c.folder, "output", "o", "", "`folder` for the .icrep files; made if absent")
	flags.StringVar(&c.world, "world", "", "JSON `file` that describes the world of a Murk replay")
	flags.BoolVar(&c.json, "json", false, "print one JSON object per file")
	flags.BoolVar(&c.reports, "reports", false, "also write each divergence report as FILE.report.json")
	conversionFlags(command)
	formatFlags(command, &c.format, &c.profile)
	configSwitch(flags, "overwrite", "output.overwrite", "replace files that are there")
	return command
}

// conversionFlags are those of every verb that converts in this process.
func conversionFlags(command *cobra.Command) {
	configListFlag(command.Flags(), "maps", "maps.folders", "`folder` with maps; may be repeated")
	configSwitch(command.Flags(), "embed-map", "maps.embed", "put the map into every file")
	configFlag(command.Flags(), "workers", "jobs.workers", "j", "how many conversions at the same time, a `number`")
}

// conversionVerb is one call of convert.
type conversionVerb struct {
	program         *program
	loaded          *config.Loaded
	engine          *conversion.Engine
	folder, world   string
	format, profile string
	json, reports   bool
	options         conversion.Options
	work            *files.WorkFolder // in folder, for what is not finished
}

// converted is what became of one file.
type converted struct {
	name    string
	output  string // path, "" if nothing was written
	summary pipeline.Summary
	err     error
}

func (c *conversionVerb) run(command *cobra.Command, paths []string) (err error) {
	if c.folder == "" {
		return usage("no output folder: give one with -o")
	}
	loaded, err := c.program.config(command)
	if err != nil {
		return err
	}
	c.loaded = loaded
	if err := c.readOptions(); err != nil {
		return err
	}
	if err := checkOutputNames(paths, loaded.Output.Overwrite); err != nil {
		return err
	}
	if err := makeFolder(c.folder); err != nil {
		return err
	}
	if c.work, err = c.program.workFolder(c.folder, loaded); err != nil {
		return err
	}
	defer func() { err = notRemoved(c.work, err) }()
	engine, stop, err := openEngine(loaded, loaded.Jobs.Workers, c.program.logger(loaded, false))
	if err != nil {
		return err
	}
	defer stop()
	c.engine = engine
	return c.all(command.Context(), paths)
}

// readOptions reads what goes into every conversion.
func (c *conversionVerb) readOptions() error {
	c.options = conversion.Options{Profile: c.profile}
	if c.world != "" {
		world, err := readSource(c.world, daemon.MaxWorldBytes)
		if err != nil {
			return fileError(c.world, err)
		}
		if !json.Valid(world) {
			return fileError(c.world, usage("the description of the world is not JSON"))
		}
		c.options.World = world
	}
	converted, err := sourceDate(c.program.environ)
	c.options.ConvertedAt = converted
	return err
}

// sourceDate is the date of conversion that SOURCE_DATE_EPOCH gives, 0 if it
// gives none: the clock is never asked, so that results can be repeated.
func sourceDate(environ []string) (int64, error) {
	for _, entry := range environ {
		if text, ok := strings.CutPrefix(entry, "SOURCE_DATE_EPOCH="); ok && text != "" {
			seconds, err := strconv.ParseInt(text, 10, 64)
			if err != nil || seconds < 0 {
				return 0, usage("SOURCE_DATE_EPOCH is %q: give seconds since 1970", text)
			}
			return seconds, nil
		}
	}
	return 0, nil
}

// outputName is the name of a replay's result.
func outputName(source string) string {
	name := filepath.Base(source)
	if stem := strings.TrimSuffix(name, filepath.Ext(name)); stem != "" {
		name = stem // else all of the name is its extension
	}
	return name + ".icrep"
}

// checkOutputNames refuses sources whose results would have one name. Where
// results may be overwritten that goes for names that differ in capitals alone
// too: there are file systems on which they are the same.
func checkOutputNames(paths []string, overwrite bool) error {
	taken := map[string]string{}
	for _, path := range paths {
		name := outputName(path)
		key := name
		if overwrite {
			key = strings.ToLower(name)
		}
		if other, ok := taken[key]; ok {
			return usage("%s and %s would both become %s: convert them into different folders", other, path, name)
		}
		taken[key] = path
	}
	return nil
}

// all converts the files with as many workers as configured and prints each
// when it and all before it are done.
func (c *conversionVerb) all(ctx context.Context, files []string) error {
	var failed batch
	inOrder(ctx, c.loaded.Jobs.Workers, len(files), func(i int) converted {
		return c.contained(ctx, files[i])
	}, func(i int) converted {
		return converted{name: files[i], err: context.Cause(ctx)}
	}, func(i int, result converted) {
		err := result.err
		if printErr := c.print(&result); printErr != nil {
			err = errors.Join(err, printErr)
		}
		if err != nil {
			err = fileError(files[i], err)
		}
		failed.add(err)
	})
	return failed.err()
}

// contained converts a file; what goes wrong in this program is that file's error.
func (c *conversionVerb) contained(ctx context.Context, path string) (result converted) {
	result = converted{name: filepath.Base(path), summary: pipeline.Summary{File: filepath.Base(path)}}
	err := c.program.contain(func() error {
		result = c.one(ctx, path)
		return result.err
	})
	if result.err == nil {
		result.err = err
	}
	return result
}

// one converts a file. The result appears under its name whole or not at all.
func (c *conversionVerb) one(ctx context.Context, path string) converted {
	result := converted{name: filepath.Base(path)}
	data, err := readSource(path, c.loaded.Limits.SourceBytes)
	if err != nil {
		result.err = err
		return result
	}
	result.summary = pipeline.Summary{File: result.name, SHA256: conversion.SourceSHA256(data)}
	target := filepath.Join(c.folder, outputName(path))
	for _, place := range c.places(target) {
		if err := files.Free(place, c.loaded.Output.Overwrite); err != nil {
			result.err = fileError(place, notWritten("the result cannot be written", err))
			return result
		}
	}
	folder, err := c.work.Sub()
	if err != nil {
		result.err = notWritten("the result cannot be written", err)
		return result
	}
	defer os.RemoveAll(folder) //nolint:errcheck // the work folder goes with all that is in it
	ctx, cancel := context.WithTimeoutCause(ctx, c.loaded.Jobs.Deadline, failure.ErrDeadline)
	defer cancel()
	outcome, err := c.engine.Convert(ctx, conversion.Request{
		Name: result.name, OriginalFile: result.name, Data: data, SHA256: result.summary.SHA256, Format: c.format, Options: c.options, Folder: folder,
	})
	if err != nil {
		result.err = writingFailed(err)
		return result
	}
	if err := c.place(outcome, target); err != nil {
		result.err = err
		return result
	}
	result.output = target
	if err := json.Unmarshal(outcome.Summary, &result.summary); err != nil {
		result.err = fmt.Errorf("summary: %w", err)
		return result
	}
	result.summary.File, result.summary.Output = result.name, target
	result.err = outcome.Damage
	return result
}

// places are where the result of a file goes, and its report.
func (c *conversionVerb) places(target string) []string {
	if c.reports {
		return []string{target, target + ".report.json"}
	}
	return []string{target}
}

// place gives the result its name, and then the report.
func (c *conversionVerb) place(outcome conversion.Outcome, target string) error {
	finished := []string{outcome.Path}
	if c.reports {
		report := outcome.Path + ".report.json"
		if err := os.WriteFile(report, append(outcome.Report, '\n'), 0o644); err != nil { //nolint:gosec // results are not secret
			return notWritten("the report cannot be written", err)
		}
		finished = append(finished, report)
	}
	for i, place := range c.places(target) {
		if err := files.Place(finished[i], place, c.loaded.Output.Overwrite); err != nil {
			return fileError(place, notWritten("the result cannot be given its name", err))
		}
	}
	return nil
}

// print writes the summary of one file.
func (c *conversionVerb) print(result *converted) error {
	if c.json {
		if result.err != nil && result.summary.Error == nil {
			result.summary.Error = failureOf(result.err)
		}
		return c.program.printJSON(&result.summary)
	}
	if result.output == "" {
		return nil // the error is told at the end
	}
	s := &result.summary
	var text strings.Builder
	printf(&text, "%s: %s (%s; %s)\n", result.name, result.output, s.Verdict, describeProof(s))
	printReservations(&text, s.StandIns, &s.Proof)
	_, err := io.WriteString(c.program.stdout, text.String())
	return err
}

func describeProof(s *pipeline.Summary) string {
	if s.Proof.Judge == nil {
		return fmt.Sprintf("%s, %d of %d orders translated", coverageText(&s.Coverage), s.Orders.Translated, s.Orders.Total)
	}
	return fmt.Sprintf("%d of %d frames proven, %s, %d of %d orders translated", s.Proof.Proven, s.Proof.Checked, coverageText(&s.Coverage), s.Orders.Translated, s.Orders.Total)
}

// failureOf describes why a file could not be converted at all.
func failureOf(err error) *divergence.Failure {
	described := &divergence.Failure{Code: failure.Classify(err).Code, Message: err.Error()}
	if decode, ok := ir.AsDecodeError(err); ok {
		described.Offset = decode.Offset
	}
	return described
}
