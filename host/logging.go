// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"bytes"
	"context"
	"log/slog"

	"github.com/hashicorp/go-hclog"
)

// pluginLogger gives go-plugin's own log, which includes what decoders print, to
// slog at debug level. Nobody listening means nothing is formatted.
func pluginLogger(logger *slog.Logger, decoder string) hclog.Logger {
	options := &hclog.LoggerOptions{Name: "go-plugin", Level: hclog.Off, DisableTime: true}
	if logger.Enabled(context.Background(), slog.LevelDebug) {
		options.Level = hclog.Debug
		options.Output = lineLogger{logger: logger.With("decoder", decoder)}
	}
	return hclog.New(options)
}

// lineLogger logs what hclog writes, one line at a time.
type lineLogger struct{ logger *slog.Logger }

func (l lineLogger) Write(line []byte) (int, error) {
	l.logger.Debug(string(bytes.TrimRight(line, "\n")))
	return len(line), nil
}
