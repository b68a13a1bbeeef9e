// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"convertd/host"
	"convertd/internal/testdecoder"
	"convertd/sdk"
)

func TestVersionOfTheContractIsTheNewestThatBothKnow(t *testing.T) {
	h := newHost(t, nil)
	for name, want := range map[string]int{"good": sdk.ProtocolVersion, "liar": sdk.MinProtocolVersion, testdecoder.StrictLiar: sdk.ProtocolVersion} {
		if got := describe(t, h, name); got.Err != nil || got.Protocol != want {
			t.Errorf("%s speaks version %d, want %d (%v)", name, got.Protocol, want, got.Err)
		}
	}
	got := decode(t, h, request(testdecoder.FutureLiar, "truth", ""))
	if !errors.Is(got.err, host.ErrPluginUnavailable) || !strings.Contains(got.err.Error(), "versions 1 to 2") {
		t.Errorf("a decoder of a later version gave %v", got.err)
	}
}

func TestWhatIsNotDeclaredIsNotTaken(t *testing.T) {
	h := newHost(t, nil)
	for _, source := range []string{testdecoder.Positions, testdecoder.Undeclared} {
		if got := decode(t, h, request("liar", source, "")); got.err != nil {
			t.Errorf("%s of a decoder that declares nothing: %v", source, got.err)
		}
		if got := decode(t, h, request(testdecoder.StrictLiar, source, "")); !errors.Is(got.err, host.ErrPluginLied) {
			t.Errorf("%s of a decoder that declares it has none: %v, want %v", source, got.err, host.ErrPluginLied)
		}
	}
	lines := request(testdecoder.StrictLiar, "truth", "")
	lines.Options.Native = true
	if _, err := h.Decode(context.Background(), lines); !errors.Is(err, host.ErrPluginUnavailable) {
		t.Errorf("lines of a decoder that writes none: %v", err)
	}
}

func TestFieldsOfLaterVersionsAreNoHindrance(t *testing.T) {
	h := newHost(t, nil)
	got := decode(t, h, request(testdecoder.StrictLiar, testdecoder.AndMore, ""))
	if got.err != nil || len(got.orders) != 3 || got.trailer == nil {
		t.Errorf("got %d orders and %v", len(got.orders), got.err)
	}
}

func TestSettingsAreCheckedAndHandedOver(t *testing.T) {
	for _, test := range []struct {
		name   string
		values map[string]any
		era    string
		reason string
	}{
		{"default", nil, "old", ""},
		{"given", map[string]any{"era": "new"}, "new", ""},
		{"too long", map[string]any{"era": "neverending"}, "", "era"},
		{"unknown", map[string]any{"ara": "new"}, "", "ara"},
		{"refused by the decoder", map[string]any{"era": "never"}, "", "there was no such era"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHost(t, func(config *host.Config) {
				config.Bundled = append(config.Bundled, settled)
				config.Settings = map[string]map[string]any{"settled": test.values}
			})
			remote, err := h.Remote("settled")
			if err != nil {
				t.Fatal(err)
			}
			match, err := remote.Probe(context.Background(), sdk.ProbeInput{Head: []byte(testdecoder.Magic)})
			if test.reason != "" {
				if !errors.Is(err, host.ErrPluginUnavailable) || !strings.Contains(err.Error(), test.reason) {
					t.Errorf("got %v, want an error about %q", err, test.reason)
				}
				return
			}
			if err != nil || match.Profile != test.era {
				t.Errorf("era %q and %v, want %q", match.Profile, err, test.era)
			}
			if shown := describe(t, h, "settled"); len(shown.Settings) != 1 || !strings.Contains(string(shown.Values), test.era) {
				t.Errorf("described as %+v with %s", shown.Settings, shown.Values)
			}
		})
	}
	h := newHost(t, func(config *host.Config) { config.Settings = map[string]map[string]any{"good": {"era": "new"}} })
	if got := decode(t, h, request("good", "", replay(1))); !errors.Is(got.err, host.ErrPluginUnavailable) || !strings.Contains(got.err.Error(), "takes none") {
		t.Errorf("settings for a decoder without gave %v", got.err)
	}
}
