// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/host"
	"convertd/printable"
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
		Use: "test NAME FILE...", Short: "Run the acceptance suite over a decoder, with replays it should read", Args: cobra.MinimumNArgs(1),
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
	decoders, err := openHost(loaded, loaded.Jobs.Workers, nil, p.logger(loaded, false))
	if err != nil {
		return err
	}
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
