package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/lmittmann/tint"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"convertd/config"
)

// program is what all verbs share: streams, environment, configuration.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	environ        []string

	configFile string
	set        []string
	loaded     *config.Loaded
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
		return slog.New(slog.NewJSONHandler(p.stderr, &slog.HandlerOptions{Level: level}))
	}
	return slog.New(tint.NewTextHandler(p.stderr, &tint.Options{Level: level, NoColor: !terminal}))
}

// printJSON writes one object on one line of standard output.
func (p *program) printJSON(value any) error {
	encoder := json.NewEncoder(p.stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// printf writes to a table, whose errors Flush reports, or to a terminal or
// pipe that nobody may be reading any more: then nothing is left to do.
func printf(output io.Writer, format string, values ...any) {
	_, _ = fmt.Fprintf(output, format, values...)
}

// isTerminal reports whether a person looks at the stream.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}
