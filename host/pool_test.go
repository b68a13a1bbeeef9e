// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"convertd/host"
	"convertd/internal/testdecoder"
	"convertd/sdk"
	"convertd/sdk/sharedsource"
)

// startLog counts what the host says about processes.
type startLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *startLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *startLog) starts() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), "decoder started")
}

func watchStarts(log *startLog, change func(*host.Config)) func(*host.Config) {
	return func(config *host.Config) {
		config.Logger = slog.New(slog.NewTextHandler(log, nil))
		if change != nil {
			change(config)
		}
	}
}

func TestWarmProcessServesTheNextJob(t *testing.T) {
	var log startLog
	h := newHost(t, watchStarts(&log, nil))
	for range 20 {
		if got := decode(t, h, request("good", "", replay(10))); got.err != nil {
			t.Fatal(got.err)
		}
	}
	if log.starts() != 1 {
		t.Errorf("20 jobs in a row took %d processes", log.starts())
	}
}

func TestDamagedInputDoesNotCostTheProcess(t *testing.T) {
	var log startLog
	h := newHost(t, watchStarts(&log, nil))
	for range 5 {
		if got := decode(t, h, request("good", "", testdecoder.Magic+"nonsense\n")); got.err == nil {
			t.Fatal("damage was not found")
		}
	}
	if log.starts() != 1 {
		t.Errorf("5 damaged replays took %d processes", log.starts())
	}
}

func TestProcessIsReplacedAfterItsJobs(t *testing.T) {
	var log startLog
	h := newHost(t, watchStarts(&log, func(config *host.Config) { config.JobsPerProcess = 3 }))
	for range 9 {
		if got := decode(t, h, request("good", "", replay(10))); got.err != nil {
			t.Fatal(got.err)
		}
	}
	if log.starts() != 3 {
		t.Errorf("9 jobs at 3 a process took %d processes", log.starts())
	}
}

func TestIdleProcessIsStopped(t *testing.T) {
	var log startLog
	h := newHost(t, watchStarts(&log, func(config *host.Config) { config.IdleTime = 20 * time.Millisecond }))
	for range 2 {
		if got := decode(t, h, request("good", "", replay(10))); got.err != nil {
			t.Fatal(got.err)
		}
		time.Sleep(200 * time.Millisecond)
	}
	if log.starts() != 2 {
		t.Errorf("two jobs far apart took %d processes", log.starts())
	}
}

func TestRunningDecoderLeavesNoFiles(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	h := newHost(t, nil)
	for range 2 {
		if got := decode(t, h, request("good", "", replay(10))); got.err != nil {
			t.Fatal(got.err)
		}
		left, err := os.ReadDir(folder)
		if err != nil || len(left) > 0 {
			t.Errorf("a running decoder left %v, %v", left, err)
		}
	}
}

func TestJobsBeyondTheLimitWaitAndCanGiveUp(t *testing.T) {
	h := newHost(t, func(config *host.Config) { config.MaxJobs = 1 })
	first, err := h.Decode(context.Background(), request("good", "", replay(10)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := h.Decode(ctx, request("good", "", replay(10))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("second job: %v, want %v", err, context.DeadlineExceeded)
	}
	_ = first.Close()
	if got := decode(t, h, request("good", "", replay(10))); got.err != nil {
		t.Errorf("after the first job: %v", got.err)
	}
}

func TestManyJobsAtOnceAllGetTheirOwnResult(t *testing.T) {
	h := newHost(t, func(config *host.Config) { config.MaxJobs = 3 })
	var jobs sync.WaitGroup
	for n := range 12 {
		jobs.Go(func() {
			got := decode(t, h, request("good", "", replay(100*n)))
			if got.err != nil || len(got.orders) != 100*n {
				t.Errorf("job %d gave %d orders and %v", n, len(got.orders), got.err)
			}
		})
	}
	jobs.Wait()
}

func TestCancellingEndsTheJobWithTheCallersReason(t *testing.T) {
	h := newHost(t, nil)
	reason := errors.New("the user changed their mind")
	ctx, cancel := context.WithCancelCause(context.Background())
	stream, err := h.Decode(ctx, request("bad", testdecoder.Hang, "x"))
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() { cancel(reason) })
	if got := collect(stream); !errors.Is(got.err, reason) {
		t.Errorf("error is %v, want %v", got.err, reason)
	}
}

func TestDeadlineOfTheCallerIsTheCallersReason(t *testing.T) {
	h := newHost(t, nil)
	for range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		stream, err := h.Decode(ctx, request("bad", testdecoder.Hang, "x"))
		if err == nil {
			err = collect(stream).err
			_ = stream.Close()
		}
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error is %v, want %v", err, context.DeadlineExceeded)
		}
	}
}

func TestStreamSaysTheSameAfterItsEnd(t *testing.T) {
	h := newHost(t, nil)
	stream, err := h.Decode(context.Background(), request("good", "", replay(1)))
	if err != nil {
		t.Fatal(err)
	}
	_ = stream.Close()
	_ = stream.Close()
	if _, err := stream.Next(); !errors.Is(err, host.ErrStreamClosed) {
		t.Errorf("after Close: %v, want %v", err, host.ErrStreamClosed)
	}
}

func TestClosingTheHostEndsJobsAtWork(t *testing.T) {
	h := newHost(t, nil)
	stream, err := h.Decode(context.Background(), request("bad", testdecoder.Hang, "x"))
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() { _ = h.Close() })
	if got := collect(stream); !errors.Is(got.err, host.ErrClosed) {
		t.Errorf("error is %v, want %v", got.err, host.ErrClosed)
	}
	if _, err := h.Decode(context.Background(), request("good", "", "x")); !errors.Is(err, host.ErrClosed) {
		t.Errorf("after Close: %v, want %v", err, host.ErrClosed)
	}
}

// brokenSource fails in the middle.
type brokenSource struct{}

var errDisk = errors.New("disk is on fire")

func (brokenSource) ReadAt(p []byte, offset int64) (int, error) {
	const readable = 1 << 20
	if offset+int64(len(p)) > readable {
		return int(max(0, readable-offset)), errDisk
	}
	return len(p), nil
}

func TestUnreadableSourceIsNotTheDecodersFault(t *testing.T) {
	h := newHost(t, nil)
	broken := &host.Request{Decoder: "good", Source: brokenSource{}, Size: 10 << 20}
	if got := decode(t, h, broken); !errors.Is(got.err, host.ErrSourceUnreadable) || !errors.Is(got.err, errDisk) {
		t.Errorf("error is %v, want %v", got.err, errDisk)
	}
	if got := decode(t, h, request("good", "", replay(1))); got.err != nil {
		t.Errorf("the next job: %v", got.err)
	}
}

func TestSourceTooLargeToShareIsSent(t *testing.T) {
	content := testdecoder.Magic + strings.Repeat("x", sharedsource.Size)
	header := request("good", "", content)
	header.Options.Depth = sdk.DepthHeader
	got := decode(t, newHost(t, nil), header)
	if got.err != nil || got.trailer.BytesConsumed != uint64(len(content)) {
		t.Errorf("trailer %+v and %v", got.trailer, got.err)
	}
}

func TestSourceTooLargeToShareCanBeUnreadable(t *testing.T) {
	broken := &host.Request{Decoder: "good", Source: brokenSource{}, Size: sharedsource.Size + 1}
	if got := decode(t, newHost(t, nil), broken); !errors.Is(got.err, errDisk) {
		t.Errorf("error is %v, want %v", got.err, errDisk)
	}
}

func TestSourceAtTheLimitPassesAndBeyondItIsRefused(t *testing.T) {
	content := replay(100)
	for extra, want := range map[int64]bool{0: true, -1: false} {
		h := newHost(t, func(config *host.Config) { config.Limits.SourceBytes = int64(len(content)) + extra })
		if got := decode(t, h, request("good", "", content)); (got.err == nil) != want {
			t.Errorf("limit %+d: %v", extra, got.err)
		}
	}
}

func TestUnknownDecoderIsNamed(t *testing.T) {
	got := decode(t, newHost(t, nil), request("nobody", "", "x"))
	if !errors.Is(got.err, host.ErrUnknownDecoder) || !strings.Contains(got.err.Error(), "nobody") {
		t.Errorf("error is %v, want %v", got.err, host.ErrUnknownDecoder)
	}
}
