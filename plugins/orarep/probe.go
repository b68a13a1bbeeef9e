// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"bytes"
	"strings"

	"convertd/sdk"
)

// Confidence of the signs of a recording.
const (
	certain         = 100 // the handshake opens the file: nobody else is asked
	nearlyCertain   = 99  // the ZIP holds the members
	likely          = 70  // no handshake, but a metadata block ends the file
	possible        = 30  // a ZIP with the extension, members out of sight
	confidenceByExt = 5   // nothing but the extension
)

// Probe recognises a recording by its first packet, which is always the
// handshake (docs/formats/orarep.md#recognition), by the metadata block at its
// end, or by the member names of the ZIP form.
func (Decoder) Probe(input sdk.ProbeInput) sdk.Match {
	named := hasExtension(input.Name)
	switch {
	case startsWithHandshake(input.Head):
		return sdk.Match{Format: FormatID, Confidence: certain, Reason: "the first packet is OpenRA's handshake"}
	case isZIP(input.Head):
		return probeZIP(input, named)
	case endsWithMetadata(input.Tail):
		return sdk.Match{Format: FormatID, Confidence: likely, Reason: "OpenRA's metadata block ends the file"}
	case named && input.Size > 0:
		return sdk.Match{Format: FormatID, Confidence: confidenceByExt, Reason: "only the file name speaks for OpenRA"}
	}
	return sdk.Match{}
}

// handshakeLead is the first packet's content: order type 0xFE, then the
// string "HandshakeRequest" with its length.
const handshakeLead = "\xFE\x10HandshakeRequest"

// startsWithHandshake applies the detection rule of
// docs/formats/orarep.md#recognition to the first bytes of a file.
func startsWithHandshake(head []byte) bool {
	const lead = packetHead + frameBytes
	if len(head) < lead+len(handshakeLead) {
		return false
	}
	return int32At(head, 0) >= 0 && int32At(head, 4) >= int32(frameBytes+len(handshakeLead)) &&
		int32At(head, packetHead) == 0 && string(head[lead:lead+len(handshakeLead)]) == handshakeLead
}

// endsWithMetadata looks for a metadata block at the end; if the block starts
// before the bytes at hand, its end alone does not count.
func endsWithMetadata(tail []byte) bool {
	block, ok := metadataFromEnd(tail)
	return ok && bytes.Contains(tail[block.text:block.end], []byte("Root:"))
}

func probeZIP(input sdk.ProbeInput, named bool) sdk.Match {
	if bytes.Contains(input.Tail, []byte(memberMetadata)) && bytes.Contains(input.Tail, []byte(memberOrders)) {
		return sdk.Match{Format: FormatID, Confidence: nearlyCertain, Profile: profileZIP, Reason: "a ZIP with metadata.yaml and orders"}
	}
	if named {
		return sdk.Match{Format: FormatID, Confidence: possible, Profile: profileZIP, Reason: "a ZIP named like an OpenRA replay"}
	}
	return sdk.Match{}
}

func hasExtension(name string) bool {
	return strings.HasSuffix(strings.ToLower(name), ".orarep")
}
