// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
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
	Hint   string `json:"hint,omitempty"` // what a decoder owes, where it failed
}

const pluginsTestHelp = `Runs the suite that convertd's own decoders pass over a decoder, with replays that
it should read: whole ones, cut ones, odd ones. The decoder is an installed one, or
the path of a file, which runs behind the same walls.

After the checks it says what each sample costs: time in a warm process, what is
sent of what may be sent, the most memory the process ever held. In the same run
a bundled decoder reads a game that is made up, so that speeds can be compared.

--spoils is how many spoilt inputs each sample is made into, besides cuts and
changes of single bytes: more of them find more.`

func newPluginsTest(p *program) *cobra.Command {
	var test pluginTest
	command := &cobra.Command{
		Use: "test NAME|FILE SAMPLE...", Short: "Run the acceptance suite over a decoder, with replays it should read", Long: pluginsTestHelp, Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			test.program, test.what, test.files = p, arguments[0], arguments[1:]
			return test.run(command)
		},
	}
	command.Flags().BoolVar(&test.asJSON, "json", false, "print one JSON object per check, sample and comparison")
	command.Flags().IntVar(&test.spoils, "spoils", conformance.DefaultSpoils, "`number` of spoilt inputs for each sample")
	return command
}

// pluginTest is one run of the suite.
type pluginTest struct {
	*program
	what   string
	files  []string
	spoils int
	asJSON bool
}

func (t *pluginTest) run(command *cobra.Command) (err error) {
	if t.spoils < 1 {
		return usage("--spoils is %d: use 1 or more", t.spoils)
	}
	loaded, err := t.config(command)
	if err != nil {
		return err
	}
	samples, err := t.samples(loaded.Limits.SourceBytes)
	if err != nil {
		return err
	}
	decoders, err := t.openTrial(loaded, t.what, t.logger(loaded, false))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, decoders.Close()) }()
	remote, err := decoders.Remote(decoders.name)
	if errors.Is(err, host.ErrUnknownDecoder) {
		return usage("%w: see `convertd plugins ls`", err)
	}
	if err != nil {
		return err
	}
	failed := 0
	results := conformance.Run(command.Context(), remote, samples, conformance.Options{Spoils: t.spoils})
	for _, result := range results {
		if result.Err != nil {
			failed++
		}
		if err := t.printCheck(&result); err != nil {
			return err
		}
	}
	if err := t.printCosts(command.Context(), decoders.Host, remote, samples); err != nil {
		return err
	}
	if failed > 0 {
		return &exitError{code: 1, err: fmt.Errorf("decoder %s: not accepted: %d of %d checks failed: the contract is in docs/plugins.md", decoders.name, failed, len(results))}
	}
	if t.asJSON {
		return nil
	}
	_, err = printable.Fprintf(t.stdout, "decoder %s: accepted: %d checks over %d samples%s\n", decoders.name, len(results), len(samples), fewSamples(len(samples)))
	return err
}

// fewSamples says what a suite without samples is worth.
func fewSamples(samples int) string {
	if samples > 0 {
		return ""
	}
	return ": give it replays, most checks need some"
}

func (t *pluginTest) samples(limit config.Bytes) ([]conformance.Sample, error) {
	var samples []conformance.Sample
	for _, path := range t.files {
		data, err := readSource(path, limit)
		if err != nil {
			return nil, fileError(path, err)
		}
		samples = append(samples, conformance.Sample{Name: filepath.Base(path), Data: data})
	}
	return samples, nil
}

func (t *pluginTest) printCheck(result *conformance.Result) error {
	line := conformanceLine{Check: result.Check, Sample: result.Sample, OK: result.Err == nil}
	if result.Err != nil {
		line.Error, line.Hint = result.Err.Error(), result.Hint
	}
	if t.asJSON {
		return t.printJSON(line)
	}
	if line.OK {
		_, err := printable.Fprintf(t.stdout, "ok     %s%s\n", line.Check, suffix(line.Sample, " [", "]"))
		return err
	}
	_, err := printable.Fprintf(t.stdout, "FAILED %s%s\n", line.Check, suffix(line.Sample, " [", "]"))
	for _, fault := range printable.Lines(result.Err) {
		if err == nil {
			_, err = printable.Fprintf(t.stdout, "       found: %s\n", fault)
		}
	}
	if err == nil {
		_, err = printable.Fprintf(t.stdout, "       wanted: %s\n", line.Hint)
	}
	return err
}
