// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"

	"convertd/host"
	"convertd/internal/fixtures/orarep"
	"convertd/printable"
	"convertd/sdk"
	"convertd/sdk/conformance"
)

// costLine is what one sample costs, in `plugins test --json`.
type costLine struct {
	Sample           string  `json:"sample"`
	Decoder          string  `json:"decoder,omitempty"` // a bundled one, for comparison; absent: the one that is tested
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

// The game that a bundled decoder reads for comparison. It is as crowded as the
// largest real ones.
const (
	referenceDecoder = "orarep"
	referenceOrders  = 20_000
)

// nearLimit is the share of a limit, in per cent, from which on a sample is close
// to being refused.
const nearLimit = 50

// printCosts says what each sample costs, and what the game costs that a bundled
// decoder reads.
func (t *pluginTest) printCosts(ctx context.Context, decoders *host.Host, remote *host.Remote, samples []conformance.Sample) error {
	if len(samples) == 0 {
		return nil
	}
	for i := range samples {
		line := measure(ctx, remote, samples[i].Name, samples[i].Data)
		if err := t.printCost(&line); err != nil {
			return err
		}
	}
	reference, err := decoders.Remote(referenceDecoder)
	if err != nil {
		return err
	}
	line := measure(ctx, reference, fmt.Sprintf("a made-up game of %d orders", referenceOrders), orarep.Crowded(referenceOrders))
	line.Decoder = referenceDecoder
	return t.printCost(&line)
}

func measure(ctx context.Context, remote *host.Remote, name string, data []byte) costLine {
	cost, err := remote.Cost(ctx, sdk.Source{Name: name, Data: data})
	line := costLine{
		Sample: name, SourceBytes: len(data), Milliseconds: float64(cost.Time.Microseconds()) / 1000,
		Bytes: cost.Bytes, BytesLimit: cost.Limits.OutputBytes, Orders: cost.Orders, OrdersLimit: cost.Limits.Orders,
		Diagnostics: cost.Diagnostics, DiagnosticsLimit: cost.Limits.Diagnostics, Memory: cost.Memory, MemoryLimit: cost.MemoryLimit,
	}
	if cost.Damage != nil {
		line.Damage = cost.Damage.Error()
	}
	if err != nil {
		line.Error = err.Error()
	}
	return line
}

// printCost says what a sample costs, and how far that is from the limits.
func (t *pluginTest) printCost(line *costLine) error {
	if t.asJSON {
		return t.printJSON(line)
	}
	of := suffix(line.Decoder, "beside: bundled ", ": ") + line.Sample
	if line.Error != "" {
		_, err := printable.Fprintf(t.stdout, "cost   [%s]: cannot be told: %s\n", of, line.Error)
		return err
	}
	seconds := max(line.Milliseconds/1000, 1e-6)
	_, err := printable.Fprintf(t.stdout, "cost   [%s]: %.3f ms, %.0f MB/s, %.0f orders a second; sent %d of %d bytes, %d of %d orders and samples, %d of %d diagnostics; memory %d of %d MiB%s\n",
		of, line.Milliseconds, float64(line.SourceBytes)/seconds/1e6, float64(line.Orders)/seconds,
		line.Bytes, line.BytesLimit, line.Orders, line.OrdersLimit, line.Diagnostics, line.DiagnosticsLimit,
		line.Memory>>20, line.MemoryLimit>>20, suffix(line.Damage, "; it ends with: ", ""))
	for _, share := range []struct {
		what       string
		have, most int64
	}{
		{"bytes", line.Bytes, line.BytesLimit},
		{"orders and samples", line.Orders, line.OrdersLimit},
		{"diagnostics", line.Diagnostics, line.DiagnosticsLimit},
		{"memory", int64(line.Memory), int64(line.MemoryLimit)},
	} {
		if percent := share.have * 100 / max(share.most, 1); percent >= nearLimit && err == nil {
			_, err = printable.Fprintf(t.stdout, "NEAR   [%s]: %s at %d %% of the limit: larger files of this kind will be refused\n", of, share.what, percent)
		}
	}
	return err
}
