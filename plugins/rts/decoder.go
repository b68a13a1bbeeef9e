// SPDX-License-Identifier: GPL-3.0-or-later

package rts

import (
	"bytes"
	"context"
	"errors"

	"convertd/core/ir"
	"convertd/plugins/rts/strictjson"
	"convertd/sdk"
)

// FormatID is the id of the one format this decoder reads.
const FormatID = "rts-replay"

const (
	decoderVersion = "1.0.0"
	extension      = ".json"

	// contextStride is how many orders go by between two looks at the context.
	contextStride = 4096
)

// Sections named by the errors of this decoder.
const (
	sectionArtifact   = "artifact"
	sectionPlayers    = "players"
	sectionCommandLog = "command log"
)

// Decoder decodes RTS replay artifacts. The zero value is ready; see
// sdk.Decoder for the contract.
type Decoder struct{}

var _ sdk.Decoder = Decoder{}

// Info describes the decoder.
func (Decoder) Info() sdk.Info {
	return sdk.Info{
		Capabilities: &sdk.Capabilities{NativeLines: true, Positions: true},
		Name:         "rts",
		Version:      decoderVersion,
		Formats: []sdk.Format{{
			ID:          FormatID,
			Description: "RTS (kriegsia) replay artifact, schema 2: JSON with a command log and final scores",
			Extensions:  []string{extension},
		}},
	}
}

// Probe looks for the artifact's own keys: the format has no magic, and its
// name says nothing.
func (Decoder) Probe(input sdk.ProbeInput) sdk.Match {
	head := bytes.TrimLeft(input.Head, " \t\r\n")
	if len(head) == 0 || head[0] != '{' || !bytes.Contains(head, []byte(`"artifactSchemaVersion"`)) {
		return sdk.Match{}
	}
	for _, key := range []string{`"commandLog"`, `"playerLoadouts"`, `"mapContentHash"`, `"serverBuildSha"`} {
		if bytes.Contains(head, []byte(key)) || bytes.Contains(input.Tail, []byte(key)) {
			return sdk.Match{Format: FormatID, Confidence: 95, Reason: "JSON object with the keys of a replay artifact"}
		}
	}
	return sdk.Match{Format: FormatID, Confidence: 60, Reason: "JSON object with an artifactSchemaVersion"}
}

// Decode sends what source holds to sink. The text is read to its end before
// anything is sent, because its keys come in any order; if it is damaged, the
// entries before the damage are sent once the players are known.
func (Decoder) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a, err := parseArtifact(source.Data)
	damage := damageOf(err)
	if damage != nil && (damage.Code == ir.CodeUnsupportedVersion || !a.hasPlayers) {
		return damage
	}
	playable := len(a.log.entries)
	if broken := a.validate(); broken != nil && damage == nil {
		damage = ruleDamage(broken)
		playable = min(playable, max(broken.entry, 0))
	} else if broken != nil && broken.entry >= 0 {
		playable = min(playable, broken.entry)
	}
	playable = min(playable, a.soundEntries())
	stream := stream{ctx: ctx, sink: sink, artifact: a, data: source.Data, consumed: len(source.Data)}
	if damage != nil {
		stream.consumed = int(damage.Offset)
	}
	if err := stream.run(playable, damage == nil, options); err != nil {
		return err
	}
	if damage != nil {
		return damage
	}
	return nil
}

// damageOf turns an error of parseArtifact into what the decoder returns.
func damageOf(err error) *ir.DecodeError {
	var syntax *strictjson.Error
	var schema *unsupportedSchemaError
	switch {
	case errors.As(err, &schema):
		return &ir.DecodeError{
			Code: ir.CodeUnsupportedVersion, Section: sectionArtifact,
			Offset: uint64(schema.offset), Message: schema.Error(),
		}
	case errors.As(err, &syntax):
		code := ir.CodeMalformed
		if syntax.Truncated {
			code = ir.CodeTruncated
		}
		return &ir.DecodeError{
			Code: code, Section: sectionArtifact, Offset: uint64(syntax.Offset), Message: syntax.Error(),
		}
	default:
		return nil
	}
}

func ruleDamage(broken *ruleError) *ir.DecodeError {
	section := sectionPlayers
	if broken.entry >= 0 {
		section = sectionCommandLog
	}
	return &ir.DecodeError{
		Code: ir.CodeMalformed, Section: section, Offset: uint64(broken.offset), Message: broken.message,
	}
}
