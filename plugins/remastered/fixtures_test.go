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
			if file.Profile == "" || sent.header == nil {
				if sent.header != nil || file.Code == "" {
					t.Fatalf("header %+v, error %v", sent.header, err)
				}
				return
			}
			if sent.header.Format != file.Format || sent.header.Profile != file.Profile {
				t.Errorf("decoded as %s %s, want %s", sent.header.Format, sent.header.Profile, file.Profile)
			}
			if len(sent.events()) != file.Events || sent.trailer.Commands != uint64(file.Events) ||
				sent.trailer.Ticks != uint64(file.Turns) || sent.trailer.Complete != (file.Code == "") {
				t.Errorf("%d events in %d turns, want %d in %d; %+v", len(sent.events()), sent.trailer.Ticks, file.Events, file.Turns, sent.trailer)
			}
			if sent.has("ambiguous-profile") {
				t.Errorf("%+v", sent.diagnostics)
			}
		})
	}
}
