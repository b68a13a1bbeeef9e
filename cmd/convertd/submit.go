// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/daemon"
	"convertd/failure"
	"convertd/printable"
)

func newSubmit(p *program) *cobra.Command {
	s := submission{program: p}
	command := &cobra.Command{
		Use: "submit FILE", Short: "Give one job to a running daemon", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error { return s.run(command, arguments[0]) },
	}
	flags := command.Flags()
	flags.BoolVar(&s.wait, "wait", false, "wait until the job is finished; its exit code is that of the conversion")
	flags.StringVarP(&s.output, "output", "o", "", "write the converted file to `path` (waits)")
	flags.StringVar(&s.id, "id", "", "job `id`; submitting the same one again leaves one job")
	flags.StringVar(&s.priority, "priority", "normal", "`priority`: high, normal or bulk")
	groupFlag(flags, &s.group, "")
	flags.StringArrayVar(&s.labels, "label", nil, "`name=value` to carry through; may be repeated")
	flags.StringVar(&s.world, "world", "", "JSON `file` that describes the world of a Murk replay")
	flags.BoolVar(&s.options.EmbedMap, "embed-map", false, "put the map into the file")
	flags.BoolVar(&s.json, "json", false, "print the job's status as one JSON object")
	formatFlags(command, &s.format, &s.options.Profile)
	configSwitch(flags, "overwrite", "output.overwrite", "replace the output if it is there")
	return command
}

// submission is one call of submit.
type submission struct {
	program              *program
	wait, json           bool
	output, id, priority string
	group                string
	labels               []string
	world, format        string
	options              conversion.Options
}

func (s *submission) run(command *cobra.Command, path string) error {
	loaded, err := s.program.config(command)
	if err != nil {
		return err
	}
	job, err := s.job(path)
	if err != nil {
		return err
	}
	if s.output != "" {
		if err := s.program.checkPlace(s.output, loaded); err != nil {
			return err
		}
	}
	data, err := readSource(path, loaded.Limits.SourceBytes)
	if err != nil {
		return fileError(path, err)
	}
	log := s.program.logger(loaded, false)
	b, err := openBroker(command.Context(), loaded, runningServer, log)
	if err != nil {
		return err
	}
	defer b.closeLogged(log)
	if s.wait || s.output != "" {
		if err := b.client.Ping(command.Context()); err != nil {
			return err
		}
	}
	if job.Source, err = sourceOf(command.Context(), b.client, data); err != nil {
		return err
	}
	status, err := b.client.AskToSubmit(command.Context(), job)
	if err != nil {
		return err
	}
	if s.wait || s.output != "" {
		if status, err = s.await(command.Context(), b.client, status.ID); err != nil {
			return err
		}
	}
	if s.output != "" && status.State == daemon.StateDone {
		if err := s.program.fetch(command.Context(), b.client, status.Result, s.output, loaded); err != nil {
			return err
		}
	}
	if err := s.print(&status); err != nil {
		return err
	}
	return statusError(path, &status)
}

// await returns the state of a job when it is final. On a terminal it shows
// what happens to the job until then.
func (s *submission) await(ctx context.Context, client *daemon.Client, id string) (daemon.Status, error) {
	shown := newWaiting(s.program.stderr)
	if shown == nil {
		return client.Wait(ctx, id)
	}
	ctx, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		// What cannot be shown is no reason to fail: Wait says what matters.
		_ = client.Watch(ctx, id, func(event daemon.Event) error {
			shown.tell(&event)
			if event.Kind.Final() {
				return daemon.ErrStopWatching
			}
			return nil
		})
	})
	status, err := client.Wait(ctx, id)
	cancel()
	watching.Wait()
	shown.finish()
	return status, err
}

// job is what the flags ask for, without its source.
func (s *submission) job(path string) (daemon.Job, error) {
	job := daemon.Job{
		ID: s.id, Filename: jobName(filepath.Base(path)), Format: s.format, Priority: daemon.Priority(s.priority),
		Options: s.options, Labels: map[string]string{},
	}
	for _, label := range s.labels {
		name, value, ok := strings.Cut(label, "=")
		if !ok {
			return job, usage("--label %s has no value: write --label name=value", label)
		}
		job.Labels[name] = value
	}
	if s.group != "" {
		job.Labels[daemon.LabelGroup] = s.group
	}
	if s.world != "" {
		world, err := readSource(s.world, daemon.MaxWorldBytes)
		if err != nil {
			return job, fileError(s.world, err)
		}
		job.Options.World = world
	}
	var err error
	job.Options.ConvertedAt, err = sourceDate(s.program.environ)
	return job, err
}

// sourceOf sends a small replay with its job and a larger one ahead.
func sourceOf(ctx context.Context, client *daemon.Client, data []byte) (daemon.JobSource, error) {
	if len(data) > 0 && len(data) <= daemon.MaxInlineBytes/4 {
		return daemon.JobSource{Inline: data}, nil
	}
	name, err := client.UploadSource(ctx, data)
	return daemon.JobSource{Object: name}, err
}

func (s *submission) print(status *daemon.Status) error {
	if s.json {
		return s.program.printJSON(status)
	}
	_, err := printable.Fprintf(s.program.stdout, "%s %s%s\n", status.ID, status.State, suffix(status.Verdict, ", ", ""))
	return err
}

// statusError is the error of a job that did not end well, nil for one that
// did or has not ended.
func statusError(name string, status *daemon.Status) error {
	if status.Error == nil || status.State == daemon.StateQueued || status.State == daemon.StateRunning {
		return nil
	}
	text := fmt.Sprintf("%s: %s", status.Error.Code, status.Error.Message)
	if status.Error.Offset != nil {
		text += fmt.Sprintf(" (at byte %d)", *status.Error.Offset)
	}
	if status.State != daemon.StateDone {
		text += fmt.Sprintf(": see `convertd jobs show %s`", status.ID)
	} else {
		text += ": what came before was converted"
	}
	return &exitError{code: failure.ExitOf(status.Error.Code), err: fileError(name, fmt.Errorf("%s", text))}
}

// fetch writes the file of a result, whole or not at all.
func (p *program) fetch(ctx context.Context, client *daemon.Client, key, path string, loaded *config.Loaded) error {
	return p.writeWhole(path, loaded, func(folder *os.Root, name string) error {
		return download(ctx, client, key, folder, name)
	})
}

// download writes the file of a result into a folder.
func download(ctx context.Context, client *daemon.Client, key string, folder *os.Root, name string) error {
	result, err := client.Result(ctx, key)
	if err != nil {
		return err
	}
	object, err := client.OpenFile(ctx, result)
	if err != nil {
		return err
	}
	defer object.Close() //nolint:errcheck // read only
	file, err := folder.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, object)
	return errors.Join(err, file.Close())
}
