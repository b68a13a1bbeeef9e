// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"convertd/core/ir"
	"convertd/host"
	"convertd/internal/testdecoder"
	"convertd/sdk"
)

func detect(t *testing.T, h *host.Host, name, content string) (*host.Detection, error) {
	t.Helper()
	return h.Detect(context.Background(), []byte(content), []byte(content), name, int64(len(content)))
}

func TestContentDecidesAndTheNameOnlyBetweenEquals(t *testing.T) {
	h := newHost(t, func(config *host.Config) { config.Bundled = bundled()[:2] })
	for _, test := range []struct {
		name      string
		want      string
		ambiguous bool
	}{
		{"a.good", "good", false},
		{"a.twin", "twin", false},
		{"A.TWIN", "twin", false},
		{"a.zip", "good", true},
		{"", "good", true},
	} {
		got, err := detect(t, h, test.name, replay(1))
		if err != nil {
			t.Fatal(err)
		}
		if got.Decoder != test.want || got.Ambiguous != test.ambiguous || len(got.Others) != 1 {
			t.Errorf("%q: %+v, want %s, ambiguous %v", test.name, got, test.want, test.ambiguous)
		}
	}
}

func TestNobodyRecognisingAFileIsAnErrorOfTheInput(t *testing.T) {
	h := newHost(t, func(config *host.Config) { config.Bundled = bundled()[:2] })
	_, err := detect(t, h, "a.good", "something else")
	if failure, ok := ir.AsDecodeError(err); !ok || failure.Code != ir.CodeNotRecognised {
		t.Errorf("error is %v, want %s", err, ir.CodeNotRecognised)
	}
}

func TestDecoderThatFailsToProbeDoesNotSpoilTheAnswer(t *testing.T) {
	h := newHost(t, func(config *host.Config) {
		impatient(config)
		config.Bundled = bundled()
	})
	for name, class := range map[string]error{
		testdecoder.Exit: host.ErrPluginCrashed, testdecoder.Panic: host.ErrPluginCrashed,
		testdecoder.Hang: host.ErrPluginTimeout, testdecoder.Forget: host.ErrPluginLied,
	} {
		got, err := detect(t, h, name, replay(1))
		if err != nil {
			t.Fatal(err)
		}
		if got.Decoder != "good" || !errors.Is(got.Failed["bad"], class) {
			t.Errorf("%s: %s recognised it, bad failed with %v, want %v", name, got.Decoder, got.Failed["bad"], class)
		}
	}
}

func TestProbeSeesNoMoreThanTheEndsOfAFile(t *testing.T) {
	h := newHost(t, func(config *host.Config) { config.Bundled = bundled()[:1] })
	content := replay(100_000)
	if len(content) < 2*sdk.ProbeBytes {
		t.Fatalf("%d bytes are no test of the limit", len(content))
	}
	if got, err := detect(t, h, "", content); err != nil || got.Decoder != "good" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSlowDecodersAreAskedBesideTheOthers(t *testing.T) {
	h := newHost(t, func(config *host.Config) {
		config.Bundled = bundled()
		config.MaxJobs = 1
		config.Limits.ProbeWait = 300 * time.Millisecond
	})
	h.Describe(t.Context()) // so that none has to be started
	begun := time.Now()
	got, err := detect(t, h, testdecoder.Hang, replay(1)) // bad hangs
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if got.Decoder != "good" || len(got.Others) != 1 || !errors.Is(got.Failed["bad"], host.ErrPluginTimeout) {
		t.Errorf("got %+v", got)
	}
	if job := decode(t, h, request("good", "", replay(10))); job.err != nil { // bad still hangs
		t.Errorf("a job beside it: %v", job.err)
	}
}

func TestCostOfASourceIsToldBesideItsLimits(t *testing.T) {
	remote, err := newHost(t, nil).Remote("good")
	if err != nil {
		t.Fatal(err)
	}
	cost, err := remote.Cost(t.Context(), sdk.Source{Data: []byte(replay(1000))})
	if err != nil || cost.Damage != nil {
		t.Fatalf("%v, damage %v", err, cost.Damage)
	}
	if cost.Orders != 1100 || cost.Bytes == 0 || cost.Time <= 0 || cost.Limits.OutputBytes < cost.Bytes || cost.MemoryLimit != host.DefaultMemory {
		t.Errorf("it costs %+v", cost)
	}
	if cut, err := remote.Cost(t.Context(), sdk.Source{Data: []byte(replay(10) + "nonsense")}); err != nil || cut.Damage == nil {
		t.Errorf("of a damaged one: %+v, %v", cut, err)
	}
}
