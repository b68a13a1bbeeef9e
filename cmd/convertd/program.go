// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/lmittmann/tint"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/fault"
	"convertd/printable"
)

// program is what all verbs share: streams, environment, configuration.
type program struct {
	stdin   io.Reader
	stdout  io.Writer // what renderers forgot to make harmless becomes so here
	piped   io.Writer // standard output without that, for bytes that no terminal gets
	stderr  io.Writer
	environ []string

	configFile string
	set        []string
	loaded     *config.Loaded

	faults    sync.Mutex
	lastFault *fault.Error // that was logged
}

// config reads the configuration once, with the flags of the verb.
func (p *program) config(command *cobra.Command) (*config.Loaded, error) {
	if p.loaded != nil {
		return p.loaded, nil
	}
	loaded, err := config.Load(config.Sources{
		File: p.configFile, Environ: p.environ, Flags: command.Flags(), Set: p.set,
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errConfiguration, err)
	}
	p.loaded = loaded
	return loaded, nil
}

// logger writes to standard error. A daemon logs at the configured level, the
// other verbs only what goes wrong unless the level was asked for.
func (p *program) logger(loaded *config.Loaded, isDaemon bool) *slog.Logger {
	level := loaded.Log.SlogLevel()
	if !isDaemon && loaded.Origin("log.level") == "default" {
		level = slog.LevelWarn
	}
	terminal := isTerminal(p.stderr)
	if loaded.Log.Format == "json" || loaded.Log.Format == "auto" && isDaemon && !terminal {
		return slog.New(slog.NewJSONHandler(printable.NewWriter(p.stderr), &slog.HandlerOptions{Level: level, ReplaceAttr: durationText}))
	}
	return slog.New(tint.NewTextHandler(p.stderr, &tint.Options{Level: level, NoColor: !terminal, ReplaceAttr: printableAttribute}))
}

// contain runs work on one file, or a whole verb. A panic is its error, which the
// others do not feel; where it happened is logged.
func (p *program) contain(work func() error) error {
	err := func() (err error) {
		defer fault.Contain(&err)
		return work()
	}()
	p.logFault(err)
	return err
}

// logFault says where a fault of this program happened, once. Whoever reports it
// needs that; the error itself tells nothing of the file and of paths.
func (p *program) logFault(err error) {
	found := fault.Of(err)
	if found == nil {
		return
	}
	p.faults.Lock()
	defer p.faults.Unlock()
	if found != p.lastFault {
		p.lastFault = found
		printf(p.stderr, "convertd: %v: please report this fault of convertd with the lines below\n", found)
		for line := range strings.Lines(string(found.Stack)) {
			printf(p.stderr, "%s\n", strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    "))
		}
	}
}

// durationText writes durations as people do: JSON has nanoseconds otherwise.
func durationText(_ []string, attribute slog.Attr) slog.Attr {
	if attribute.Value.Kind() == slog.KindDuration {
		return slog.String(attribute.Key, attribute.Value.Duration().Round(time.Microsecond).String())
	}
	return attribute
}

// printableAttribute makes what a line of the log holds harmless: the colours
// around it are the handler's own.
func printableAttribute(_ []string, attribute slog.Attr) slog.Attr {
	switch attribute.Value.Kind() {
	case slog.KindString, slog.KindAny:
		if attribute.Key == slog.LevelKey {
			return attribute
		}
		return slog.String(printable.Text(attribute.Key), printable.Text(attribute.Value.String()))
	case slog.KindBool, slog.KindDuration, slog.KindFloat64, slog.KindInt64, slog.KindTime, slog.KindUint64, slog.KindGroup, slog.KindLogValuer:
	}
	return attribute
}

// printJSON writes one object on one line of standard output: the true text,
// with escapes for what a terminal would act upon.
func (p *program) printJSON(value any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	if err == nil {
		_, err = p.stdout.Write(printable.JSON(line.Bytes()))
	}
	return err
}

// printf writes to a table, whose errors Flush reports, or to a terminal or
// pipe that nobody may be reading any more: then nothing is left to do.
func printf(output io.Writer, format string, values ...any) {
	_, _ = printable.Fprintf(output, format, values...)
}

// isTerminal reports whether a person looks at the stream.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}
