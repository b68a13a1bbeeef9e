// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"time"
)

// Limits bound what strangers' files may cost.
type Limits struct {
	SourceBytes    Bytes         `koanf:"source_bytes"`    // largest replay
	DecodeDeadline time.Duration `koanf:"decode_deadline"` // longest work of a decoder on one replay
	DecoderSilence time.Duration `koanf:"decoder_silence"` // longest wait for the next event of a decoder or an archive's reader
	DecoderMemory  Bytes         `koanf:"decoder_memory"`  // memory of a decoder's or an archive reader's process
	OutputBytes    Bytes         `koanf:"output_bytes"`    // most that a decoder may send for one replay
	Orders         int           `koanf:"orders"`          // most orders and samples of one replay
	ResultBytes    Bytes         `koanf:"result_bytes"`    // largest .icrep of one replay
	Archive        ArchiveLimits `koanf:"archive"`
}

// ArchiveLimits bound what one archive handed to import may unfold to.
// Declared sizes are not believed: everything is counted while it is read.
type ArchiveLimits struct {
	Depth   int   `koanf:"depth"`   // archives within archives
	Entries int   `koanf:"entries"` // files in one archive, nested ones included
	Bytes   Bytes `koanf:"bytes"`   // bytes unpacked from one archive, nested ones included
	Ratio   int   `koanf:"ratio"`   // bytes unpacked per byte of the archive
}

func defaultLimits() Limits {
	return Limits{
		SourceBytes:    256 << 20,
		DecodeDeadline: 2 * time.Minute,
		DecoderSilence: 30 * time.Second,
		DecoderMemory:  1 << 30,
		OutputBytes:    2 << 30,
		Orders:         100_000_000,
		ResultBytes:    512 << 20,
		Archive: ArchiveLimits{
			Depth:   3,
			Entries: 200_000,
			Bytes:   64 << 30,
			Ratio:   200,
		},
	}
}

// MaxArchiveDepth bounds limits.archive.depth: each level holds one file in
// memory.
const MaxArchiveDepth = 8

// Validate reports the faults of the section.
func (l *Limits) Validate() error {
	faults := []error{positive("limits.decode_deadline", l.DecodeDeadline), positive("limits.decoder_silence", l.DecoderSilence)}
	for key, value := range map[string]Bytes{
		"limits.source_bytes": l.SourceBytes, "limits.decoder_memory": l.DecoderMemory,
		"limits.output_bytes": l.OutputBytes, "limits.result_bytes": l.ResultBytes, "limits.archive.bytes": l.Archive.Bytes,
	} {
		if value == 0 {
			faults = append(faults, fault(key, "is 0", `give a size such as "256MiB"`))
		}
	}
	if l.Orders < 1 {
		faults = append(faults, fault("limits.orders", "is less than 1", "use 1 or more"))
	}
	if l.Archive.Depth < 0 || l.Archive.Depth > MaxArchiveDepth {
		faults = append(faults, fault("limits.archive.depth", fmt.Sprintf("is %d", l.Archive.Depth), fmt.Sprintf("use 0 to %d", MaxArchiveDepth)))
	}
	if l.Archive.Entries < 1 {
		faults = append(faults, fault("limits.archive.entries", "is less than 1", "use 1 or more"))
	}
	if l.Archive.Ratio < 1 {
		faults = append(faults, fault("limits.archive.ratio", "is less than 1", "use 1 or more"))
	}
	return errors.Join(faults...)
}
