// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"convertd/core/bincode"
	"convertd/core/order"
)

// VoiceTarget is the variant number of whom a player spoke to.
type VoiceTarget uint32

// Variants of VoiceTarget.
const (
	VoiceAll VoiceTarget = iota
	VoiceTeam
	VoicePlayer

	voiceTargets
)

// VoiceFrame is one Opus packet. Player counts for VoicePlayer.
type VoiceFrame struct {
	Tick   order.Tick
	Opus   []byte
	Target VoiceTarget
	Player order.PlayerID
}

// VoiceTrack is what one player said. Without consent the track is there but
// has no frames (docs/icrep.md#voice).
type VoiceTrack struct {
	Player    order.PlayerID
	Consented bool
	Frames    []VoiceFrame
}

// voiceEntryBytes is {u32 player, u8 consented, u32 blocks}.
const voiceEntryBytes = 9

// minVoiceFrameBytes is u64 tick, u64 length, u32 target.
const minVoiceFrameBytes = 20

// voiceBlockBytes is the size at which a block of voice frames is closed.
const voiceBlockBytes = 256 << 10

// encodeVoice writes u32 track count, the track table, then the blocks of
// every track in table order.
func encodeVoice(tracks []VoiceTrack, c *compressor) ([]byte, error) {
	if len(tracks) > MaxVoiceTracks {
		return nil, usage(SectionVoice, "%d tracks, the limit is %d", len(tracks), MaxVoiceTracks)
	}
	table := bincode.AppendUint32(nil, uint32(len(tracks)))
	var body []byte
	for i := range tracks {
		t := &tracks[i]
		if !t.Consented && len(t.Frames) > 0 {
			return nil, usage(SectionVoice, "player %d did not consent; the track must be empty", t.Player)
		}
		var blocks uint32
		var err error
		if body, blocks, err = appendVoiceBlocks(body, t.Frames, c); err != nil {
			return nil, err
		}
		table = bincode.AppendUint32(table, uint32(t.Player))
		table = bincode.AppendBool(table, t.Consented)
		table = bincode.AppendUint32(table, blocks)
	}
	if len(body) > MaxVoiceBytes-len(table) {
		return nil, usage(SectionVoice, "%d bytes of voice, the limit is %d", len(body), MaxVoiceBytes)
	}
	return append(table, body...), nil
}

func appendVoiceBlocks(body []byte, frames []VoiceFrame, c *compressor) ([]byte, uint32, error) {
	var block []byte
	var blocks uint32
	first := 0
	for i := range frames {
		f := &frames[i]
		if len(f.Opus) > MaxVoiceFrameBytes || f.Target >= voiceTargets || (i > 0 && f.Tick < frames[i-1].Tick) {
			return nil, 0, usage(SectionVoice, "voice frame %d: at most %d bytes, a known target, ticks in order", i, MaxVoiceFrameBytes)
		}
		block = bincode.AppendBytes(bincode.AppendUint64(block, uint64(f.Tick)), f.Opus)
		block = bincode.AppendUint32(block, uint32(f.Target))
		if f.Target == VoicePlayer {
			block = bincode.AppendUint32(block, uint32(f.Player))
		}
		if len(block) < voiceBlockBytes && i != len(frames)-1 {
			continue
		}
		var err error
		if body, err = c.appendBlock(body, block, uint64(frames[first].Tick), i+1-first); err != nil {
			return nil, 0, err
		}
		blocks++
		block, first = block[:0], i+1
	}
	return body, blocks, nil
}

// ParseVoice reads a voice section; base is its offset in the file.
func ParseVoice(data []byte, base int64) ([]VoiceTrack, error) {
	r := bincode.NewReader(data)
	n := int(r.Uint32())
	if r.Err() == nil && (n > MaxVoiceTracks || n > r.Remaining()/voiceEntryBytes) {
		return nil, failure(ErrLimit, SectionVoice, base, "%d voice tracks", n)
	}
	tracks := make([]VoiceTrack, 0, n)
	counts := make([]uint32, 0, n)
	for range n {
		tracks = append(tracks, VoiceTrack{Player: order.PlayerID(r.Uint32()), Consented: r.Bool()})
		counts = append(counts, r.Uint32())
	}
	budget := int64(MaxVoiceBytes)
	for i := range tracks {
		for range counts[i] {
			if r.Err() != nil {
				break
			}
			if err := readVoiceBlock(r, base, &tracks[i], &budget); err != nil {
				return nil, err
			}
		}
		if !tracks[i].Consented && len(tracks[i].Frames) > 0 {
			return nil, corrupt(SectionVoice, base, "player %d did not consent, but the track has frames", tracks[i].Player)
		}
	}
	r.Finish()
	if r.Err() != nil {
		return nil, fromBincode(SectionVoice, base, false, r.Err())
	}
	return tracks, nil
}

// readVoiceBlock appends a block's frames to a track; budget is how many
// decompressed bytes the section may still hold.
func readVoiceBlock(r *bincode.Reader, base int64, t *VoiceTrack, budget *int64) error {
	at := base + int64(r.Offset())
	raw := r.Take(blockHeaderBytes)
	if raw == nil {
		return fromBincode(SectionVoice, base, false, r.Err())
	}
	head := parseBlockHeader(raw)
	if err := head.checkLengths(SectionVoice, at); err != nil {
		return err
	}
	if *budget -= int64(head.uncompressed); *budget < 0 {
		return failure(ErrLimit, SectionVoice, at, "more than %d bytes of voice", MaxVoiceBytes)
	}
	body := r.Take(int(head.compressed))
	if body == nil {
		return fromBincode(SectionVoice, base, false, r.Err())
	}
	if head.checksum(body) != head.crc {
		return corrupt(SectionVoice, at, "block checksum")
	}
	plain, err := decompress(nil, body, head.uncompressed)
	if err != nil {
		return corrupt(SectionVoice, at, "%v", err)
	}
	b := bincode.NewReader(plain)
	if int(head.count) > len(plain)/minVoiceFrameBytes {
		return corrupt(SectionVoice, at, "%d frames in %d bytes", head.count, len(plain))
	}
	for range head.count {
		f := VoiceFrame{Tick: order.Tick(b.Uint64()), Opus: b.Bytes(MaxVoiceFrameBytes), Target: VoiceTarget(b.Variant(uint32(voiceTargets)))}
		if f.Target == VoicePlayer {
			f.Player = order.PlayerID(b.Uint32())
		}
		if k := len(t.Frames); k > 0 && f.Tick < t.Frames[k-1].Tick {
			b.Fail("tick %d follows tick %d", f.Tick, t.Frames[k-1].Tick)
		}
		t.Frames = append(t.Frames, f)
	}
	b.Finish()
	if b.Err() != nil {
		return fromBincode(SectionVoice, at, true, b.Err())
	}
	return nil
}
