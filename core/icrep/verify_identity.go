// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"

	"convertd/core/order"
)

// identity checks what the metadata say that follows from the rest of the file: the
// replay id and the duration.
func (v *verifier) identity() {
	m, at := v.r.metadata, int64(v.r.header.Metadata.Offset)
	if rate := m.TickRate; rate != nil {
		if seconds, ok := durationSeconds(v.r.header.TotalTicks, rate); ok && seconds != m.DurationSeconds {
			v.problem(corrupt(SectionMetadata, at, "duration_seconds is %d, %d ticks last %d", m.DurationSeconds, v.r.header.TotalTicks, seconds))
		}
	}
	want, err := replayIDOf(v.r.raw, m.Integrity, &v.r.header)
	switch {
	case err != nil:
		v.problem(corrupt(SectionMetadata, at, "the replay id cannot be checked: %v", err))
	case want != m.ReplayID:
		v.problem(corrupt(SectionMetadata, at, "replay_id is %s, that of this content is %s", m.ReplayID, want))
	}
}

// durationSeconds is how long ticks last; ok is false for a rate that makes no sense.
func durationSeconds(ticks uint64, rate *Rate) (seconds uint64, ok bool) {
	if rate.Num == 0 || rate.Den == 0 || rate.Den > 1<<32 {
		return 0, false
	}
	return ticks * rate.Den / rate.Num, true
}

// replayIDOf derives the replay id from metadata as they lie in a file and from the
// content digests in them.
func replayIDOf(metadata []byte, integrity *Integrity, h *Header) (string, error) {
	text, err := identityText(metadata)
	if err != nil {
		return "", err
	}
	var sums contentSums
	for _, part := range []struct {
		section Section
		sum     *[sha256.Size]byte
	}{{SectionOrders, &sums.orders}, {SectionKeyframes, &sums.keyframes}} {
		digits, err := hex.DecodeString(strings.TrimPrefix(integrity.Content[part.section], digestPrefix))
		if err != nil || len(digits) != sha256.Size {
			return "", corrupt(SectionMetadata, -1, "integrity.content.%s is not a digest", part.section)
		}
		copy(part.sum[:], digits)
	}
	return replayID(text, &sums, h.TotalTicks, h.FinalStateHash), nil
}

// identityText is what of the metadata goes into the replay id, in canonical form.
func identityText(metadata []byte) ([]byte, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(metadata, &members); err != nil {
		return nil, err
	}
	delete(members, "timestamp")
	delete(members, "integrity")
	members["replay_id"] = json.RawMessage(`""`)
	if text := members["converted_from"]; len(text) > 0 && !bytes.Equal(text, []byte("null")) {
		from := map[string]json.RawMessage{}
		if err := json.Unmarshal(text, &from); err != nil {
			return nil, err
		}
		delete(from, "conversion_date")
		rest, err := json.Marshal(from)
		if err != nil {
			return nil, err
		}
		members["converted_from"] = rest
	}
	text, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	return CanonicalJSON(text)
}

// replayID makes the UUID (version 8) of a replay out of what was played: the order
// frames, the keyframes, the end, and the metadata without ids, digests and dates.
// Compression and events do not enter.
func replayID(identity []byte, sums *contentSums, totalTicks uint64, final order.StateHash) string {
	metadata := sha256.Sum256(identity)
	h := sha256.New()
	h.Write([]byte("icrep replay id 1\n"))
	h.Write(sums.orders[:])
	h.Write(sums.keyframes[:])
	h.Write(final[:])
	h.Write(binary.LittleEndian.AppendUint64(nil, totalTicks))
	h.Write(metadata[:])
	return formatUUID([16]byte(h.Sum(nil)[:16]))
}
