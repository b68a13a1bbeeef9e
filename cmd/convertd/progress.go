// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a bar with rate and remaining time on a terminal's standard
// error, and nothing elsewhere.
type progress struct{ bar *progressbar.ProgressBar }

func newProgress(stderr io.Writer, bytes int64) *progress {
	if !isTerminal(stderr) {
		return &progress{}
	}
	return &progress{bar: progressbar.NewOptions64(bytes,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionFullWidth(),
	)}
}

func (p *progress) add(bytes int64) {
	if p.bar != nil {
		_ = p.bar.Add64(bytes) // a bar that cannot be drawn is no reason to stop
	}
}

func (p *progress) describe(files []*imported) {
	if p.bar == nil {
		return
	}
	counts := countStates(files)
	p.bar.Describe(fmt.Sprintf("%d converted, %d partly, %d failed", counts[importConverted], counts[importPartly], counts[importFailed]))
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish() // as above
	}
}
