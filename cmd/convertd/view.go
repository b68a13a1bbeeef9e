// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/daemon"
	"convertd/failure"
	"convertd/files"
	"convertd/web/access"
	"convertd/web/api"
	"convertd/web/library"
	"convertd/web/opened"
)

func newView(p *program) *cobra.Command {
	v := viewVerb{program: p}
	command := &cobra.Command{
		Use: "view FILE...", Short: "Watch replays and recordings in a browser, without a daemon", Args: cobra.MinimumNArgs(1),
		Long: `Opens .icrep files and replays of other games and prints the address at which a
browser shows them. Replays are converted first, into a folder that goes with
this program. The address is of this machine alone.`,
		RunE: func(command *cobra.Command, arguments []string) error { return v.run(command, arguments) },
	}
	conversionFlags(command)
	command.Flags().StringVar(&v.listen, "listen", "127.0.0.1:0", "`address` of the pages; port 0 picks a free one")
	return command
}

// viewVerb is one call of view.
type viewVerb struct {
	program *program
	loaded  *config.Loaded
	engine  *conversion.Engine
	work    *files.WorkFolder
	listen  string
}

func (v *viewVerb) run(command *cobra.Command, paths []string) (err error) {
	p, ctx := v.program, command.Context()
	loaded, err := p.config(command)
	if err != nil {
		return err
	}
	v.loaded = loaded
	for _, path := range paths {
		source, err := openSource(path)
		if err != nil {
			return fileError(path, err)
		}
		if err := source.Close(); err != nil {
			return fileError(path, notReadable(err))
		}
	}
	web := loaded.Web
	web.Enabled, web.Listen = true, v.listen
	if err := web.Validate(); err != nil {
		return usage("--listen %s: %w", v.listen, err)
	}
	listener, err := listenWeb(v.listen)
	if err != nil {
		return err
	}
	defer listener.Close() //nolint:errcheck // the server closes it too
	if v.work, err = files.NewWorkFolder(loaded.Output.Scratch, files.JobPrefix); err != nil {
		return notWritten("nothing can be converted", err)
	}
	defer func() { err = notRemoved(v.work, err) }()
	log := p.logger(loaded, false)
	engine, stop, err := openSharedEngine(loaded, loaded.Jobs.Workers, nil, log)
	if err != nil {
		return err
	}
	defer stop()
	v.engine = engine
	index, _, err := library.Open(ctx, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, index.Close()) }()
	pages := newPageServer(index, log)
	shown := opened.New(opened.Options{
		Convert: v.convert, Materials: engine.Materials(), Index: index, Now: time.Now,
		Changed: func(game *library.Game) { pages.publish("game", game) },
	})
	guard := access.New(access.Options{ReadTokens: web.ReadTokens, SubmitTokens: web.SubmitTokens, Hosts: web.Hosts})
	pages.open(loaded, guard, api.Options{Mode: api.ModeView, Recordings: shown, Decoders: newKnownDecoders(engine)})
	printf(p.stdout, "%s\n", webURL(listener, loaded))
	adding, cancel := context.WithCancel(ctx)
	added := make(chan struct{})
	go func() {
		defer close(added)
		v.add(adding, shown, paths)
	}()
	err = pages.serve(ctx, listener)
	cancel()
	<-added
	return err
}

// add opens all files, several at the same time. What cannot be opened is said
// on standard error; the others are shown.
func (v *viewVerb) add(ctx context.Context, shown *opened.Files, paths []string) {
	inOrder(ctx, v.loaded.Jobs.Workers, len(paths), func(i int) error {
		return v.program.contain(func() error { return shown.Add(ctx, paths[i]) })
	}, func(int) error {
		return context.Cause(ctx)
	}, func(i int, err error) {
		if err != nil && ctx.Err() == nil {
			report(v.program.stderr, fileError(paths[i], err))
		}
	})
}

// convert makes a recording of a replay, in a folder of its own.
func (v *viewVerb) convert(ctx context.Context, path string) (opened.Conversion, error) {
	data, err := readSource(path, v.loaded.Limits.SourceBytes)
	if err != nil {
		return opened.Conversion{}, err
	}
	folder, err := v.work.Sub()
	if err != nil {
		return opened.Conversion{}, notWritten("nothing can be converted", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, v.loaded.Jobs.Deadline, failure.ErrDeadline)
	defer cancel()
	request := conversion.Request{
		Name: filepath.Base(path), Data: data, SHA256: conversion.SourceSHA256(data), Format: conversion.FormatAuto, Folder: folder,
	}
	id, err := daemon.ResultKey(request.SHA256, v.engine.Version(), request.Format, request.Options)
	if err != nil {
		return opened.Conversion{}, err
	}
	outcome, err := v.engine.Convert(ctx, request)
	if err != nil {
		return opened.Conversion{}, err
	}
	return opened.Conversion{
		ID: id, Path: outcome.Path, Report: outcome.Report, MissingMap: outcome.MissingMap, Decoder: decoderOf(v.engine)(outcome.Format), Damage: outcome.Damage,
	}, nil
}
