// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/daemon"
	"convertd/daemon/archive"
	"convertd/failure"
	"convertd/files"
)

const importHelp = `import finds replays in folders and archives (zip, 7z, rar, tar and its
compressed forms), gives each to the daemon once, and prints what became of
them. Files that no decoder knows and whose names are not those of replays are
skipped. With no server configured and none running here, it starts its own and
converts in this process.`

func newImport(p *program) *cobra.Command {
	v := importVerb{program: p}
	command := &cobra.Command{
		Use: "import PATH...", Short: "Convert all replays in folders and archives", Long: importHelp, Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return v.run(command, arguments) },
	}
	flags := command.Flags()
	flags.StringVarP(&v.folder, "output", "o", "", "also write the files into this `folder`, named by the SHA-256 of their source")
	flags.StringVar(&v.priority, "priority", "bulk", "`priority` of the jobs: high, normal or bulk")
	groupFlag(flags, &v.group, " (default: one of this import's own)")
	flags.BoolVar(&v.json, "json", false, "print one JSON object per file instead of the table")
	conversionFlags(command)
	configSwitch(flags, "overwrite", "output.overwrite", "replace files that are there")
	return command
}

// importVerb is one call of import.
type importVerb struct {
	program  *program
	loaded   *config.Loaded
	log      *slog.Logger
	folder   string
	work     *files.WorkFolder // in folder, for what is not finished
	priority string
	group    string // of all its jobs
	json     bool
}

func (v *importVerb) run(command *cobra.Command, paths []string) (err error) {
	if v.loaded, err = v.program.config(command); err != nil {
		return err
	}
	v.log = v.program.logger(v.loaded, false)
	if v.group == "" {
		v.group = "import-" + daemon.NewJobID()[:10]
	}
	if v.folder != "" {
		if err := makeFolder(v.folder); err != nil {
			return err
		}
		if v.work, err = v.program.workFolder(v.folder, v.loaded); err != nil {
			return err
		}
		defer func() { err = notRemoved(v.work, err) }()
	}
	ctx := command.Context()
	// One process more than there are workers: recognising goes on while all
	// of them convert.
	engine, stopEngine, err := openSharedEngine(v.loaded, v.loaded.Jobs.Workers+1, nil, v.log)
	if err != nil {
		return err
	}
	defer stopEngine()
	b, err := openBroker(ctx, v.loaded, ownWorkers, v.log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if b.embedded != nil {
		stopWorkers := v.startWorkers(ctx, b, engine)
		defer func() { err = errors.Join(err, stopWorkers()) }()
	} else if err := b.client.Ping(ctx); err != nil {
		return err
	}
	return v.collect(ctx, b.client, engine, paths)
}

// startWorkers runs the daemon in this process. It ends when the caller says
// so, or with ctx after the jobs at work.
func (v *importVerb) startWorkers(ctx context.Context, b *broker, engine *conversion.Engine) (stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	log := v.log
	if v.loaded.Origin("log.level") == "default" {
		log = slog.New(slog.DiscardHandler) // the table tells of every file
	}
	go func() { ended <- daemon.New(b.client, engine, daemonSettings(v.loaded, b), log).Run(ctx) }()
	return func() error {
		cancel()
		return <-ended
	}
}

// collect walks the paths, submits what is found, waits for all of it and
// prints the table.
func (v *importVerb) collect(ctx context.Context, client *daemon.Client, engine *conversion.Engine, paths []string) error {
	_, bytes, err := archive.Count(paths)
	if err != nil {
		return err
	}
	run := newImportRun(ctx, v, client, engine, newProgress(v.program.stderr, bytes))
	defer run.abort(nil)
	stopWatching, err := run.watch()
	if err != nil {
		return err
	}
	walkErr := archive.Walk(ctx, paths, archiveLimits(v.loaded), newUnpacker(v.loaded), run)
	waitErr := run.wait()
	watchErr := stopWatching()
	run.progress.finish()
	if errors.Is(walkErr, failure.ErrShutdown) && waitErr != nil {
		walkErr = nil // both say the same, waitErr with more detail
	}
	return errors.Join(walkErr, waitErr, watchErr, run.finish())
}

func archiveLimits(loaded *config.Loaded) archive.Limits {
	limits := loaded.Limits
	return archive.Limits{
		EntryBytes: uint64(limits.SourceBytes), Depth: limits.Archive.Depth, Entries: limits.Archive.Entries,
		Bytes: uint64(limits.Archive.Bytes), Ratio: limits.Archive.Ratio,
	}
}
