// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"convertd/core/divergence"
	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/sdk"
)

// resultName is the file in a conversion's folder.
const resultName = "result.icrep"

// warningAmbiguous says that the format was chosen among equals.
const warningAmbiguous = "ambiguous-format"

// Convert implements daemon.Converter. The bytes of the file depend on the
// source, the options and the version alone: not on the source's name, unless
// the request gives it as the original file.
func (e *Engine) Convert(ctx context.Context, request Request) (Outcome, error) {
	stream, ambiguous, err := e.Open(ctx, Input{
		Name: request.Name, Data: request.Data, Format: request.Format, Profile: request.Options.Profile,
	}, sdk.DepthFull, false)
	if err != nil {
		return Outcome{}, err
	}
	defer stream.Close() //nolint:errcheck // always nil

	path := filepath.Join(request.Folder, resultName)
	var writer *icrep.Writer
	result, err := pipeline.Convert(ctx, e.job(request), source{stream}, func(metadata icrep.Metadata) (pipeline.Recording, error) {
		var err error
		writer, err = icrep.CreateFile(path, icrep.Options{
			Metadata: metadata, Durability: icrep.SyncNever,
			MaxBytes: e.settings.ResultBytes,
			LargeMap: true, // embedding is only done when it is asked for
		})
		return writer, err
	})
	if err != nil {
		if writer != nil {
			err = errors.Join(err, writer.Abort())
		}
		return Outcome{}, err
	}
	if ambiguous {
		result.Report.Warnings = append(result.Report.Warnings, ambiguity(result.Report.Format))
		result.Report.WarningsTotal++
	}
	return outcome(path, result)
}

func (e *Engine) job(request Request) *pipeline.Job {
	job := &pipeline.Job{
		File: icrep.FileName(request.OriginalFile), SHA256: request.SHA256, SourceBytes: uint64(len(request.Data)), EngineVersion: e.settings.Version, Thresholds: e.settings.Thresholds, Aside: fault.Aside,
		Materials: pipeline.Materials{
			Maps: e.maps, World: request.Options.World, EmbedMap: request.Options.EmbedMap || e.settings.EmbedMaps, Packs: e.packs.Load(),
		},
	}
	if request.Options.ConvertedAt != 0 {
		job.ConversionDate = time.Unix(request.Options.ConvertedAt, 0).UTC().Format(time.RFC3339)
	}
	if request.Progress != nil {
		job.Progress = func(tick order.Tick) {
			request.Progress(Progress{Stage: "convert", Ticks: uint64(tick)})
		}
	}
	return job
}

func ambiguity(format string) divergence.Warning {
	return divergence.Warning{
		Code: warningAmbiguous,
		Text: fmt.Sprintf("another format fits as well as %s; name the right one to be sure", format),
	}
}

func outcome(path string, result *pipeline.Result) (Outcome, error) {
	report, err := json.Marshal(&result.Report)
	if err != nil {
		return Outcome{}, fmt.Errorf("report cannot be written: %w", err)
	}
	summary, err := json.Marshal(result.Summary(""))
	if err != nil {
		return Outcome{}, fmt.Errorf("summary cannot be written: %w", err)
	}
	return Outcome{
		Path: path, Format: result.Report.Format, Game: result.Report.Game, Verdict: string(result.Report.Verdict), Coverage: &result.Report.Coverage,
		Summary: summary, Report: report, MissingMap: result.MissingMap, Damage: result.Damage,
	}, nil
}
