// SPDX-License-Identifier: GPL-3.0-or-later

package testdecoder

import (
	"encoding/json"
	"errors"

	"convertd/sdk"
)

// Settled is Good with one setting, which shows as the version of the decoder.
type Settled struct {
	Good
	era *string
}

var _ sdk.Configurable = Settled{}

// NewSettled makes one of that name.
func NewSettled(name string) Settled {
	return Settled{Good: Good{Name: name, Extension: "." + name}, era: new(string)}
}

// SettingsSchema implements sdk.Configurable.
func (Settled) SettingsSchema() string {
	return `{"type": "object", "properties": {"era": {"type": "string", "maxLength": 8, "default": "old", "description": "of the rules"}}}`
}

// Configure implements sdk.Configurable. "never" is an era that fits the schema
// and is refused all the same.
func (s Settled) Configure(settings []byte) error {
	var got struct{ Era string }
	if err := json.Unmarshal(settings, &got); err != nil {
		return err
	}
	if got.Era == "never" {
		return errors.New("there was no such era")
	}
	*s.era = got.Era
	return nil
}

// Probe implements sdk.Decoder: the profile says which setting is in force.
func (s Settled) Probe(input sdk.ProbeInput) sdk.Match {
	match := s.Good.Probe(input)
	match.Profile = *s.era
	return match
}
