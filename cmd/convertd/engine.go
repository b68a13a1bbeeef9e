// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/core/rules/pack"
	"convertd/host"
)

// openHost starts the host of the decoders. The caller closes it.
func openHost(loaded *config.Loaded, jobs int, changed func(string, host.Change), log *slog.Logger) (*host.Host, error) {
	return host.New(host.Config{
		Bundled:          bundledDecoders(),
		BundledArguments: func(name string) []string { return []string{decoderVerb, name} },
		Outside:          outsideDecoders(loaded),
		Version:          version(),
		MaxJobs:          jobs,
		MaxIdle:          loaded.Plugins.MaxIdle,
		IdleTime:         loaded.Plugins.IdleTime,
		JobsPerProcess:   loaded.Plugins.JobsPerProcess,
		StartTimeout:     loaded.Plugins.StartTimeout,
		Processors:       loaded.Plugins.Processors,
		Memory:           uint64(loaded.Limits.DecoderMemory),

		AcceptMissingIsolation: !loaded.Plugins.RequireIsolation,

		Limits: host.Limits{
			SourceBytes: int64(loaded.Limits.SourceBytes),
			OutputBytes: int64(loaded.Limits.OutputBytes),
			Orders:      int64(loaded.Limits.Orders),
			Wait:        loaded.Limits.DecodeDeadline,
			IdleWait:    loaded.Limits.DecoderSilence,
		},
		Logger: log, Observe: changed,
	})
}

// outsideDecoders is what the configuration says of decoders that are not bundled.
func outsideDecoders(loaded *config.Loaded) host.Outside {
	p := &loaded.Plugins
	return host.Outside{
		Folders: p.Folders, Pins: p.Pins, ReadTrees: p.ReadTrees, Settings: p.Config,
		Signatures: host.Signatures(p.Signatures), TrustedKeys: p.TrustedKeys,
	}
}

// openEngine starts host and engine for results that are not shared. The
// caller calls the function it gets.
func openEngine(loaded *config.Loaded, jobs int, log *slog.Logger) (*conversion.Engine, func(), error) {
	return openBuild(loaded, "", jobs, nil, log)
}

// withEngine is for the verbs that look at one file after another: it reads the
// configuration, opens an engine for one job at a time, and stops it when do has
// returned.
func (p *program) withEngine(command *cobra.Command, do func(*config.Loaded, *conversion.Engine) error) error {
	loaded, err := p.config(command)
	if err != nil {
		return err
	}
	engine, stop, err := openEngine(loaded, 1, p.logger(loaded, false))
	if err != nil {
		return err
	}
	defer stop()
	return do(loaded, engine)
}

// openSharedEngine is openEngine for a daemon, whose results are found by
// others: the address of a result names the program that made it. changed, if not
// nil, hears what happens to decoders.
func openSharedEngine(loaded *config.Loaded, jobs int, changed func(string, host.Change), log *slog.Logger) (*conversion.Engine, func(), error) {
	build, err := buildIdentity()
	if err != nil {
		return nil, nil, err
	}
	return openBuild(loaded, build, jobs, changed, log)
}

func openBuild(loaded *config.Loaded, build string, jobs int, changed func(string, host.Change), log *slog.Logger) (*conversion.Engine, func(), error) {
	decoders, err := openHost(loaded, jobs, changed, log)
	if err != nil {
		return nil, nil, err
	}
	stop := func() {
		if err := decoders.Close(); err != nil {
			log.Warn("decoders did not stop", "error", err)
		}
	}
	packs, err := openPacks(loaded, log)
	if err != nil {
		stop()
		return nil, nil, err
	}
	engine, err := conversion.New(decoders, conversion.NewMapFolders(loaded.Maps.Folders), conversion.Settings{
		Version: version(), Build: build, Thresholds: thresholds(loaded), Packs: packs, EmbedMaps: loaded.Maps.Embed,
		ResultBytes: int64(loaded.Limits.ResultBytes),
	})
	if err != nil {
		stop()
		return nil, nil, err
	}
	return engine, stop, nil
}

// openPacks reads the rule packs from outside. One that is not used is warned of: games
// that it is for would be played without.
func openPacks(loaded *config.Loaded, log *slog.Logger) (*pack.Set, error) {
	set, found, err := conversion.FindPacks(loaded.Rules.Folders, loaded.Rules.Pins)
	if err != nil {
		return nil, fmt.Errorf("%w: %w: see `convertd rules ls`", errConfiguration, err)
	}
	for i := range found {
		if found[i].Err != nil {
			log.Warn("a rule pack is not used", "file", found[i].File, "sha256", found[i].SHA256, "error", found[i].Err)
		}
	}
	return set, nil
}

// openMaterials is what files are played again with.
func openMaterials(loaded *config.Loaded, log *slog.Logger) (*pipeline.Materials, error) {
	packs, err := openPacks(loaded, log)
	if err != nil {
		return nil, err
	}
	return &pipeline.Materials{Maps: conversion.NewMapFolders(loaded.Maps.Folders), Packs: packs}, nil
}

func thresholds(loaded *config.Loaded) divergence.Thresholds {
	d := loaded.Divergence
	return divergence.Thresholds{
		WindowMilliseconds: uint64(d.Window.Milliseconds()),
		DriftPermille:      uint32(d.DriftPermille),
		DivergedPermille:   uint32(d.DivergedPermille),
		DivergedRejected:   uint32(d.DivergedRejected),
		OverallPermille:    uint32(d.OverallPermille),
		MinimumOrders:      uint32(d.MinimumOrders),
		MinimumRejected:    uint32(d.MinimumRejected),
		LostSubjects:       uint32(d.LostSubjects),
		SurvivorsPermille:  uint32(d.SurvivorsPermille),

		LastingPermille:     uint32(d.LastingPermille),
		LastingMilliseconds: uint64(d.Lasting.Milliseconds()),

		FloorJudgedOrders:   uint32(d.FloorJudgedOrders),
		FloorJudgedPermille: uint32(d.FloorJudgedPermille),
		FloorBoundPermille:  uint32(d.FloorBoundPermille),
	}
}
