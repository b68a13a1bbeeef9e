// SPDX-License-Identifier: GPL-3.0-or-later

package recorder

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Capture is a state at the moment it stopped agreeing, taken before anything
// else happens to it (docs/engine/iron-curtain.md#desync).
type Capture struct {
	Seed uint64
	Tick order.Tick // the tick that begins in the state
	// Local is the hash of the state, Remote the one it was expected to have.
	Local, Remote order.SyncHash
	State         *snapshot.SimSnapshot
	// Leaves are the leaf hashes of the state's Merkle tree: another machine
	// finds the first leaf that differs without exchanging states.
	Leaves []order.StateHash
	// Frames are the last frames that were executed, oldest first.
	Frames []icrep.TickFrame
}

// Take captures the present state of a simulation whose hash is not the one
// that was expected. log may be nil.
func Take(sim Simulation, remote order.SyncHash, log *OrderLog) (*Capture, error) {
	state := sim.Snapshot()
	tree := snapshot.HashState(&state.Core)
	c := &Capture{
		Seed: state.Core.GameSeed, Tick: state.Core.Tick, Local: snapshot.Sync(tree.Root()), Remote: remote, State: state,
	}
	for i := range tree.Leaves() {
		c.Leaves = append(c.Leaves, tree.Leaf(i))
	}
	if log == nil {
		return c, nil
	}
	var err error
	c.Frames, err = decodeFrames(log.Encoded())
	return c, err
}

// FileName is the name that a capture goes by.
func (c *Capture) FileName() string { return fmt.Sprintf("desync_%d_%d.snap", c.Seed, c.Tick) }

// The capture file: "ICDC", u16 version, u16 zero, then for each part u32
// number, u32 uncompressed length, u32 compressed length, u32 CRC-32C of the
// 12 bytes and the LZ4 block, the block. docs/icrep.md#desync-captures.
const (
	captureMagic   = "ICDC"
	captureVersion = 1
	captureHead    = 8
	partHead       = 16
	captureParts   = 4

	// maxCaptureBytes bounds a capture file.
	maxCaptureBytes = 80 << 20
)

// partLimits bound the parts, decompressed: facts, state, leaves (the largest
// state has some 100,000), frames.
var partLimits = [captureParts]int64{64 << 10, snapshot.MaxBytes, 16 << 20, 16 << 20}

// Numbers of the parts, which stand in this order.
const (
	partFacts uint32 = iota
	partState
	partLeaves
	partFrames
)

// captureFacts is the JSON of the first part.
type captureFacts struct {
	Seed   uint64 `json:"seed,string"`
	Tick   uint64 `json:"tick"`
	Local  string `json:"local_hash"`
	Remote string `json:"remote_hash"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the bytes of the capture file.
func (c *Capture) Encode() ([]byte, error) {
	facts, err := json.Marshal(captureFacts{
		Seed: c.Seed, Tick: uint64(c.Tick), Local: hashText(c.Local), Remote: hashText(c.Remote),
	})
	if err != nil {
		return nil, err
	}
	var leaves, frames []byte
	for i := range c.Leaves {
		leaves = append(leaves, c.Leaves[i][:]...)
	}
	for i := range c.Frames {
		frames = c.Frames[i].AppendTo(frames)
	}
	out := binary.LittleEndian.AppendUint32([]byte(captureMagic), captureVersion)
	for number, part := range [][]byte{facts, c.State.Append(nil), leaves, frames} {
		if out, err = appendPart(out, uint32(number), part); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func appendPart(out []byte, number uint32, part []byte) ([]byte, error) {
	var block []byte
	if len(part) > 0 {
		var err error
		if block, err = icrep.CompressBlock(nil, part, icrep.Fastest); err != nil {
			return nil, err
		}
	}
	start := len(out)
	for _, v := range []uint32{number, uint32(len(part)), uint32(len(block))} {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	crc := crc32.Update(crc32.Checksum(out[start:], castagnoli), castagnoli, block)
	return append(binary.LittleEndian.AppendUint32(out, crc), block...), nil
}

func hashText(h order.SyncHash) string { return fmt.Sprintf("%016x", uint64(h)) }

func parseHash(text string) (order.SyncHash, error) {
	v, err := strconv.ParseUint(text, 16, 64)
	return order.SyncHash(v), err
}

// Write makes the capture's file in root in one step. An older capture of the
// same tick is replaced.
func (c *Capture) Write(root *os.Root) error {
	data, err := c.Encode()
	if err != nil {
		return err
	}
	name := c.FileName()
	file, err := root.OpenFile(name+".tmp", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, root.Remove(name+".tmp"))
	}
	return errors.Join(icrep.Rename(root, name+".tmp", name, true), icrep.SyncFolder(root))
}

// ErrCapture is the class of every failure to read a capture.
var ErrCapture = errors.New("damaged desync capture")

// ReadCapture reads a capture file and checks it: checksums, schema, and that
// state, hash and leaves belong together.
func ReadCapture(src io.ReaderAt, size int64) (*Capture, error) {
	if size < captureHead || size > maxCaptureBytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrCapture, size)
	}
	data := make([]byte, size)
	if n, err := src.ReadAt(data, 0); n != len(data) {
		return nil, fmt.Errorf("%w: %w", ErrCapture, err)
	}
	if !bytes.Equal(data[:captureHead], binary.LittleEndian.AppendUint32([]byte(captureMagic), captureVersion)) {
		return nil, fmt.Errorf("%w: head % x", ErrCapture, data[:captureHead])
	}
	var parts [captureParts][]byte
	at := captureHead
	for number := range parts {
		part, next, err := readPart(data, at, uint32(number))
		if err != nil {
			return nil, fmt.Errorf("%w: byte %d: %w", ErrCapture, at, err)
		}
		parts[number], at = part, next
	}
	if at != len(data) {
		return nil, fmt.Errorf("%w: %d bytes left over", ErrCapture, len(data)-at)
	}
	c, err := decodeCapture(parts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCapture, err)
	}
	return c, nil
}

func readPart(data []byte, at int, number uint32) (part []byte, next int, err error) {
	if len(data)-at < partHead {
		return nil, 0, errors.New("cut")
	}
	head := data[at : at+partHead]
	plain, packed := binary.LittleEndian.Uint32(head[4:]), binary.LittleEndian.Uint32(head[8:])
	body := at + partHead
	switch {
	case binary.LittleEndian.Uint32(head) != number:
		return nil, 0, fmt.Errorf("part %d where %d belongs", binary.LittleEndian.Uint32(head), number)
	case int64(packed) > int64(len(data)-body):
		return nil, 0, fmt.Errorf("part of %d bytes, %d are left", packed, len(data)-body)
	}
	block := data[body : body+int(packed)]
	if crc32.Update(crc32.Checksum(head[:12], castagnoli), castagnoli, block) != binary.LittleEndian.Uint32(head[12:]) {
		return nil, 0, errors.New("checksum")
	}
	if plain == 0 && packed == 0 {
		return nil, body, nil
	}
	part, err = icrep.DecompressBlock(nil, block, plain, partLimits[number], icrep.SectionFile, int64(at))
	return part, body + int(packed), err
}

func decodeCapture(parts [captureParts][]byte) (*Capture, error) {
	var facts captureFacts
	if err := json.Unmarshal(parts[partFacts], &facts); err != nil {
		return nil, err
	}
	c := &Capture{Seed: facts.Seed, Tick: order.Tick(facts.Tick)}
	var err error
	if c.Local, err = parseHash(facts.Local); err != nil {
		return nil, err
	}
	if c.Remote, err = parseHash(facts.Remote); err != nil {
		return nil, err
	}
	if c.State, err = snapshot.Decode(parts[partState]); err != nil {
		return nil, err
	}
	if len(parts[partLeaves])%32 != 0 {
		return nil, fmt.Errorf("%d bytes of leaves", len(parts[partLeaves]))
	}
	for rest := parts[partLeaves]; len(rest) > 0; rest = rest[32:] {
		c.Leaves = append(c.Leaves, order.StateHash(rest[:32]))
	}
	if c.Frames, err = decodeFrames(parts[partFrames]); err != nil {
		return nil, err
	}
	return c, c.check()
}

// check holds facts, state and leaves to each other.
func (c *Capture) check() error {
	tree := snapshot.HashState(&c.State.Core)
	if c.State.Core.Tick != c.Tick || c.State.Core.GameSeed != c.Seed || snapshot.Sync(tree.Root()) != c.Local {
		return errors.New("the state is not the one that the facts describe")
	}
	if tree.Leaves() != len(c.Leaves) {
		return fmt.Errorf("%d leaves, the state has %d", len(c.Leaves), tree.Leaves())
	}
	for i := range c.Leaves {
		if c.Leaves[i] != tree.Leaf(i) {
			return fmt.Errorf("leaf %d is not that of the state", i)
		}
	}
	return nil
}
