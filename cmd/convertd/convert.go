package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/daemon"
	"convertd/daemon/conversion"
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
	configFlag(command.Flags(), "workers", "jobs.workers", "j", "conversions at the same `time`")
}

// conversionVerb is one call of convert.
type conversionVerb struct {
	program         *program
	loaded          *config.Loaded
	engine          *conversion.Engine
	folder, world   string
	format, profile string
	json, reports   bool
	options         daemon.Options
}

// converted is what became of one file.
type converted struct {
	name    string
	output  string // path, "" if nothing was written
	summary pipeline.Summary
	err     error
}

func (c *conversionVerb) run(command *cobra.Command, files []string) error {
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
	if err := checkOutputNames(files); err != nil {
		return err
	}
	if err := os.MkdirAll(c.folder, 0o755); err != nil { //nolint:gosec // results are not secret
		return fileError(c.folder, notReadable(err))
	}
	engine, stop, err := openEngine(loaded, loaded.Jobs.Workers, c.program.logger(loaded, false))
	if err != nil {
		return err
	}
	defer stop()
	c.engine = engine
	return c.all(command.Context(), files)
}

// readOptions reads what goes into every conversion.
func (c *conversionVerb) readOptions() error {
	c.options = daemon.Options{Profile: c.profile}
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
	return strings.TrimSuffix(name, filepath.Ext(name)) + ".icrep"
}

// checkOutputNames refuses sources whose results would overwrite each other.
func checkOutputNames(files []string) error {
	taken := map[string]string{}
	for _, file := range files {
		name := outputName(file)
		if other, ok := taken[name]; ok {
			return usage("%s and %s would both become %s: convert them into different folders", other, file, name)
		}
		taken[name] = file
	}
	return nil
}

// all converts the files with as many workers as configured and prints each
// when it and all before it are done.
func (c *conversionVerb) all(ctx context.Context, files []string) error {
	results := make([]chan converted, len(files))
	for i := range results {
		results[i] = make(chan converted, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(c.loaded.Jobs.Workers, len(files)) {
		workers.Go(func() {
			for i := range next {
				results[i] <- c.one(ctx, files[i])
			}
		})
	}
	go func() {
		defer close(next)
		for i := range files {
			select {
			case next <- i:
			case <-ctx.Done():
				results[i] <- converted{name: files[i], err: context.Cause(ctx)}
			}
		}
	}()
	var failed batch
	for i := range files {
		result := <-results[i]
		err := result.err
		if printErr := c.print(&result); printErr != nil {
			err = errors.Join(err, printErr)
		}
		if err != nil {
			err = fileError(files[i], err)
		}
		failed.add(err)
	}
	workers.Wait()
	return failed.err()
}

// one converts a file. The result appears under its name whole or not at all.
func (c *conversionVerb) one(ctx context.Context, path string) converted {
	result := converted{name: filepath.Base(path)}
	data, err := readSource(path, c.loaded.Limits.SourceBytes)
	if err != nil {
		result.err = err
		return result
	}
	result.summary = pipeline.Summary{File: result.name, SHA256: daemon.SourceSHA256(data)}
	target := filepath.Join(c.folder, outputName(path))
	if _, err := os.Lstat(target); err == nil && !c.loaded.Output.Overwrite {
		result.err = fmt.Errorf("%w: %s: use --overwrite to replace it", icrep.ErrExists, target)
		return result
	}
	folder, err := os.MkdirTemp(c.folder, ".convertd-")
	if err != nil {
		result.err = notReadable(err)
		return result
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a hidden folder is all that could stay
	ctx, cancel := context.WithTimeoutCause(ctx, c.loaded.Jobs.Deadline, daemon.ErrDeadline)
	defer cancel()
	outcome, err := c.engine.Convert(ctx, daemon.Request{
		Name: result.name, Data: data, SHA256: result.summary.SHA256, Format: c.format, Options: c.options, Folder: folder,
	})
	if err != nil {
		result.err = err
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

// place forces the file to the disk and gives it its name.
func (c *conversionVerb) place(outcome daemon.Outcome, target string) error {
	file, err := os.OpenFile(outcome.Path, os.O_RDWR, 0)
	if err != nil {
		return notReadable(err)
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("result cannot be written: %w", err)
	}
	if c.reports {
		if err := os.WriteFile(target+".report.json", append(outcome.Report, '\n'), 0o644); err != nil { //nolint:gosec // results are not secret
			return notReadable(err)
		}
	}
	if err := os.Rename(outcome.Path, target); err != nil {
		var link *os.LinkError
		if errors.As(err, &link) {
			err = link.Err
		}
		return fmt.Errorf("result cannot be given its name: %w", err)
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
	_, err := fmt.Fprintf(c.program.stdout, "%s: %s (%s; %s)\n", result.name, result.output, s.Verdict, describeProof(s))
	return err
}

func describeProof(s *pipeline.Summary) string {
	if s.Proof.Judge == nil {
		return fmt.Sprintf("%d of %d orders translated", s.Orders.Translated, s.Orders.Total)
	}
	return fmt.Sprintf("%d of %d frames proven, %d of %d orders translated", s.Proof.Proven, s.Proof.Checked, s.Orders.Translated, s.Orders.Total)
}

// failureOf describes why a file could not be converted at all.
func failureOf(err error) *divergence.Failure {
	failure := &divergence.Failure{Code: daemon.Classify(err).Code, Message: err.Error()}
	if decode, ok := ir.AsDecodeError(err); ok {
		failure.Offset = decode.Offset
	}
	return failure
}
