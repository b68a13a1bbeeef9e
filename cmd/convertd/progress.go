// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"convertd/daemon"
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

// waiting shows on a terminal's standard error what happens to one job.
type waiting struct{ bar *progressbar.ProgressBar }

// newWaiting returns nil where no person looks.
func newWaiting(stderr io.Writer) *waiting {
	if !isTerminal(stderr) {
		return nil
	}
	return &waiting{bar: progressbar.NewOptions64(-1,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSpinnerType(11),
		progressbar.OptionSetDescription("waiting for a worker"),
		progressbar.OptionClearOnFinish(),
	)}
}

// tell shows an event. Nothing of it is a stranger's text.
func (w *waiting) tell(event *daemon.Event) {
	switch {
	case event.Kind == daemon.EventAccepted:
		return // it is waited for a worker still
	case event.Progress != nil:
		w.bar.Describe(fmt.Sprintf("converting, tick %d", event.Progress.Ticks))
	case event.Kind == daemon.EventRetrying && event.Error != nil:
		w.bar.Describe("waiting for another attempt: " + event.Error.Code)
	default:
		w.bar.Describe(string(event.Kind))
	}
}

func (w *waiting) finish() { _ = w.bar.Finish() } // as below

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish() // as above
	}
}
