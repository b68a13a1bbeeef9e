// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"testing"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

func TestEveryFixtureGetsItsVerdict(t *testing.T) {
	for _, file := range fixtures.Samples() {
		t.Run(file.Name, func(t *testing.T) {
			sent, err := decode(file.Data, sdk.DecodeOptions{})
			if failure, ok := ir.AsDecodeError(err); file.Code == "" {
				if err != nil {
					t.Fatalf("a whole file gave %v", err)
				}
			} else if !ok || string(failure.Code) != file.Code || failure.Offset != uint64(file.Offset) {
				t.Fatalf("got %v, want %s at byte %d", err, file.Code, file.Offset)
			}
			if file.Profile == "" || sent.Header == nil {
				if sent.Header != nil || file.Code == "" {
					t.Fatalf("header %+v, error %v", sent.Header, err)
				}
				return
			}
			if sent.Header.Format != file.Format || sent.Header.Profile != file.Profile {
				t.Errorf("decoded as %s %s, want %s", sent.Header.Format, sent.Header.Profile, file.Profile)
			}
			if len(sent.events()) != file.Events || sent.Trailer.Commands != uint64(file.Events) ||
				sent.Trailer.Ticks != uint64(file.Turns) || sent.Trailer.Complete != (file.Code == "") {
				t.Errorf("%d events in %d turns, want %d in %d; %+v", len(sent.events()), sent.Trailer.Ticks, file.Events, file.Turns, sent.Trailer)
			}
			if sent.HasDiagnostic("ambiguous-profile") {
				t.Errorf("%+v", sent.Diagnostics)
			}
		})
	}
}
