// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"convertd/core/ir"
	"convertd/plugins/murk/murkfile"
)

// Names of the facts in ir.Header.Details. Together with Seed they hold the
// whole file header, so that FileSink can write it again.
const (
	detailToolchain       = "toolchain"
	detailTargetTriple    = "target_triple"
	detailMurkVersion     = "murk_version"
	detailCompileFlags    = "compile_flags"
	detailConfigHash      = "config_hash" // 16 hex digits
	detailFieldCount      = "field_count"
	detailCellCount       = "cell_count"
	detailSpaceDescriptor = "space_descriptor" // hex
	// These two stand in for a space descriptor above maxDescriptorBytes.
	detailDescriptorBytes  = "space_descriptor_bytes"
	detailDescriptorSHA256 = "space_descriptor_sha256"
	// detailTextsCut says how many of the four texts are not whole.
	detailTextsCut = "texts_cut"
)

const (
	// maxDescriptorBytes bounds the space descriptor that a header carries
	// whole; the file format allows 64 MiB, in a field no engine fills. A
	// longer one is named by length and digest and reported.
	maxDescriptorBytes = 64 << 10
	// maxTextBytes bounds each text of the header that is carried whole; the
	// file format allows 1 MiB. A longer one is cut and reported.
	maxTextBytes = 4 << 10
)

func headerOf(file *murkfile.Header) ir.Header {
	header := ir.Header{
		Format:  FormatID,
		Game:    "murk",
		Version: cutText(file.MurkVersion),
		Profile: fmt.Sprintf("v%d", murkfile.Version),
		// The file does not say how long a tick is; the world description
		// does. One per second stands for "count ticks".
		TickRate:      ir.Rational{Num: 1, Den: 1},
		TicksPerFrame: 1,
		Seed:          int64(file.Seed), // the same 64 bits
		HasSeed:       true,
		LocalPlayer:   ir.NoPlayer,
		PositionUnit:  ir.PositionNone,
		Details: []ir.KeyValue{
			{Key: detailToolchain, Value: cutText(file.Toolchain)},
			{Key: detailTargetTriple, Value: cutText(file.TargetTriple)},
			{Key: detailMurkVersion, Value: cutText(file.MurkVersion)},
			{Key: detailCompileFlags, Value: cutText(file.CompileFlags)},
			{Key: detailConfigHash, Value: fmt.Sprintf("%016x", file.ConfigHash)},
			{Key: detailFieldCount, Value: strconv.FormatUint(uint64(file.FieldCount), 10)},
			{Key: detailCellCount, Value: strconv.FormatUint(file.CellCount, 10)},
		},
	}
	if n := len(cutTexts(file)); n > 0 {
		header.Details = append(header.Details, ir.KeyValue{Key: detailTextsCut, Value: strconv.Itoa(n)})
	}
	if len(file.SpaceDescriptor) <= maxDescriptorBytes {
		header.Details = append(header.Details,
			ir.KeyValue{Key: detailSpaceDescriptor, Value: hex.EncodeToString(file.SpaceDescriptor)})
		return header
	}
	digest := sha256.Sum256(file.SpaceDescriptor)
	header.Details = append(header.Details,
		ir.KeyValue{Key: detailDescriptorBytes, Value: strconv.Itoa(len(file.SpaceDescriptor))},
		ir.KeyValue{Key: detailDescriptorSHA256, Value: hex.EncodeToString(digest[:])})
	return header
}

// cutText bounds a header text to maxTextBytes, at a character boundary. A
// text that holds a path is left out whole: compiler flags can name folders of
// the machine that built the engine, and those are nobody's business.
func cutText(text string) string {
	if strings.ContainsAny(text, `/\`) {
		return ""
	}
	if len(text) <= maxTextBytes {
		return text
	}
	end := maxTextBytes
	for end > 0 && text[end]&0xC0 == 0x80 {
		end--
	}
	return text[:end]
}

// cutTexts names the texts of the header that are not carried whole.
func cutTexts(file *murkfile.Header) []string {
	var names []string
	for _, each := range [...]struct{ name, text string }{
		{detailToolchain, file.Toolchain},
		{detailTargetTriple, file.TargetTriple},
		{detailMurkVersion, file.MurkVersion},
		{detailCompileFlags, file.CompileFlags},
	} {
		if cutText(each.text) != each.text {
			names = append(names, each.name)
		}
	}
	return names
}

// describeHeader reports what the representation cannot carry of the header.
func (s *stream) describeHeader(file *murkfile.Header) error {
	for _, name := range cutTexts(file) {
		if err := s.sink.Diagnostic(ir.Diagnostic{
			Severity: ir.SeverityWarning, Code: "header-text-cut",
			Summary: fmt.Sprintf("%s is longer than %d bytes, or holds a path; it is not carried whole", name, maxTextBytes),
		}); err != nil {
			return err
		}
	}
	if len(file.SpaceDescriptor) > maxDescriptorBytes {
		return s.sink.Diagnostic(ir.Diagnostic{
			Severity: ir.SeverityWarning, Code: "space-descriptor-left-out",
			Summary: fmt.Sprintf("the space descriptor has %d bytes; its length and digest are kept", len(file.SpaceDescriptor)),
		})
	}
	return nil
}
