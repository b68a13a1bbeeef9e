// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/host"
	"convertd/printable"
	"convertd/sdk"
	"convertd/sdk/conformance"
)

// conformanceLine is one object of `plugins test --json`.
type conformanceLine struct {
	Check  string `json:"check"`
	Sample string `json:"sample,omitempty"`
	OK     bool   `json:"ok"`
	Error  string `json:"error,omitempty"`
}

func newPluginsTest(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "test NAME|FILE SAMPLE...", Short: "Run the acceptance suite over a decoder, installed or a file, with replays it should read", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.testPlugin(command, arguments[0], arguments[1:], asJSON)
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per check")
	return command
}

func (p *program) testPlugin(command *cobra.Command, name string, files []string, asJSON bool) (err error) {
	loaded, err := p.config(command)
	if err != nil {
		return err
	}
	var samples []conformance.Sample
	for _, path := range files {
		data, err := readSource(path, loaded.Limits.SourceBytes)
		if err != nil {
			return fileError(path, err)
		}
		samples = append(samples, conformance.Sample{Name: filepath.Base(path), Data: data})
	}
	decoders, err := p.openTrial(loaded, name, p.logger(loaded, false))
	if err != nil {
		return err
	}
	name = decoders.name
	defer func() { err = errors.Join(err, decoders.Close()) }()
	remote, err := decoders.Remote(name)
	if errors.Is(err, host.ErrUnknownDecoder) {
		return usage("%w: see `convertd plugins ls`", err)
	}
	if err != nil {
		return err
	}
	failed := 0
	results := conformance.Run(command.Context(), remote, samples, conformance.Options{})
	for _, result := range results {
		if result.Err != nil {
			failed++
		}
		if err := p.printCheck(&result, asJSON); err != nil {
			return err
		}
	}
	for i := range samples {
		if err := p.printCost(command.Context(), remote, &samples[i], asJSON); err != nil {
			return err
		}
	}
	if failed > 0 {
		return &exitError{code: 1, err: fmt.Errorf("decoder %s: %d of %d checks failed: the contract is in docs/plugins.md", name, failed, len(results))}
	}
	return nil
}

func (p *program) printCheck(result *conformance.Result, asJSON bool) error {
	line := conformanceLine{Check: result.Check, Sample: result.Sample, OK: result.Err == nil}
	if result.Err != nil {
		line.Error = result.Err.Error()
	}
	if asJSON {
		return p.printJSON(line)
	}
	state := "ok    "
	if !line.OK {
		state = "FAILED"
	}
	_, err := printable.Fprintf(p.stdout, "%s %s%s%s\n", state, line.Check, suffix(line.Sample, " [", "]"), suffix(line.Error, ": ", ""))
	return err
}

// costLine is what one sample costs, in `plugins test --json`.
type costLine struct {
	Sample           string  `json:"sample"`
	SourceBytes      int     `json:"source_bytes"`
	Milliseconds     float64 `json:"milliseconds"`
	Bytes            int64   `json:"bytes"`
	BytesLimit       int64   `json:"bytes_limit"`
	Orders           int64   `json:"orders"`
	OrdersLimit      int64   `json:"orders_limit"`
	Diagnostics      int64   `json:"diagnostics"`
	DiagnosticsLimit int64   `json:"diagnostics_limit"`
	Memory           uint64  `json:"memory"`
	MemoryLimit      uint64  `json:"memory_limit"`
	Damage           string  `json:"damage,omitempty"`
	Error            string  `json:"error,omitempty"`
}

// bundledCost is what the bundled decoders take, for comparison
// (docs/plugins.md#what-it-costs).
const bundledCost = "bundled decoders read 245 to 315 MB/s of large files and hold 35 to 70 MiB"

// printCost says what a sample costs, and how far that is from the limits.
func (p *program) printCost(ctx context.Context, remote *host.Remote, sample *conformance.Sample, asJSON bool) error {
	cost, err := remote.Cost(ctx, sdk.Source{Name: sample.Name, Data: sample.Data})
	line := costLine{
		Sample: sample.Name, SourceBytes: len(sample.Data), Milliseconds: float64(cost.Time.Microseconds()) / 1000,
		Bytes: cost.Bytes, BytesLimit: cost.Limits.OutputBytes, Orders: cost.Orders, OrdersLimit: cost.Limits.Orders,
		Diagnostics: cost.Diagnostics, DiagnosticsLimit: cost.Limits.Diagnostics, Memory: cost.Memory, MemoryLimit: cost.MemoryLimit,
	}
	if cost.Damage != nil {
		line.Damage = cost.Damage.Error()
	}
	if err != nil {
		line.Error = err.Error()
	}
	switch {
	case asJSON:
		return p.printJSON(line)
	case err != nil:
		_, err = printable.Fprintf(p.stdout, "cost   [%s]: cannot be told: %s\n", line.Sample, line.Error)
		return err
	}
	speed := float64(len(sample.Data)) / max(cost.Time.Seconds(), 1e-6) / 1e6
	_, err = printable.Fprintf(p.stdout, "cost   [%s]: %.3f ms, %.0f MB/s; sent %d of %d bytes, %d of %d orders and samples, %d of %d diagnostics; memory %d of %d MiB%s; %s\n",
		line.Sample, line.Milliseconds, speed, line.Bytes, line.BytesLimit, line.Orders, line.OrdersLimit, line.Diagnostics, line.DiagnosticsLimit,
		line.Memory>>20, line.MemoryLimit>>20, suffix(line.Damage, "; it ends with: ", ""), bundledCost)
	return err
}
