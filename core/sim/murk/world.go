// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"errors"
	"fmt"
)

// Limits on a world description.
const (
	// MaxFields bounds the fields of a world.
	MaxFields = 1024
	// MaxValues bounds the float32 values of all fields together (64 MiB).
	MaxValues = 16 << 20
	// MaxIngressQueue bounds the queue: a frame never holds more commands.
	MaxIngressQueue = 1_000_000
	// MaxSpaceDepth bounds how deeply product spaces are nested.
	MaxSpaceDepth = 4
	// MaxSpaceComponents bounds the components of one product space.
	MaxSpaceComponents = 16
)

// DefaultIngressQueue is the engine's default queue length.
const DefaultIngressQueue = 1024

// ErrWorld wraps everything that is wrong with a world description. The
// caller's user must correct the description.
var ErrWorld = errors.New("world description")

// World is what a Murk replay file leaves out: the shape of the world it was
// recorded in.
type World struct {
	Space           Space
	MaxIngressQueue int
	Fields          []Field
	Propagators     []string
	// DtBits are the bits of the float64 seconds of a tick; they take part
	// in ConfigHash only.
	DtBits    uint64
	Seed      uint64
	CellCount uint64
}

// Field is one array of values over the space.
type Field struct {
	Name       string
	Type       FieldType
	Components int // floats per cell
	Mutability Mutability
}

// FieldType is the declared type of a field. It does not change the hash.
type FieldType uint8

// Field types.
const (
	Scalar FieldType = iota
	Vector
	Categorical
)

// Mutability says what a field's values do from tick to tick.
type Mutability uint8

// Mutabilities.
const (
	// Sparse fields keep their values.
	Sparse Mutability = iota
	// PerTick fields start every tick as zeros.
	PerTick
	// Static fields stay zero: no command reaches them.
	Static
)

// harmlessPropagators are the ones known to write nothing.
var harmlessPropagators = map[string]bool{
	"noop":                                 true,
	"noop (reads nothing, writes nothing)": true,
}

// FieldWriter returns the first propagator that is not known to write
// nothing; ok is false if there is none and the world can be reproduced.
func (w *World) FieldWriter() (name string, ok bool) {
	for _, each := range w.Propagators {
		if !harmlessPropagators[each] {
			return each, true
		}
	}
	return "", false
}

// Check says what is wrong with the world, if anything is: its errors wrap
// ErrWorld.
func (w *World) Check() error {
	if w.Space == nil {
		return worldError("space is missing")
	}
	cells := w.Space.Cells()
	if w.CellCount != cells {
		return worldError("cell_count is %d, the space has %d cells", w.CellCount, cells)
	}
	if w.MaxIngressQueue < 1 || w.MaxIngressQueue > MaxIngressQueue {
		return worldError("max_ingress_queue is %d, want 1 to %d", w.MaxIngressQueue, MaxIngressQueue)
	}
	if len(w.Propagators) == 0 {
		return worldError("propagators is empty: the engine refuses a world without one")
	}
	if len(w.Fields) == 0 || len(w.Fields) > MaxFields {
		return worldError("%d fields, want 1 to %d", len(w.Fields), MaxFields)
	}
	total := uint64(0)
	for i := range w.Fields {
		field := &w.Fields[i]
		if field.Components < 1 || field.Type != Vector && field.Components != 1 {
			return worldError("field %d (%s) has %d components, which its type does not allow", i, field.Name, field.Components)
		}
		if field.Components > MaxValues {
			return worldError("field %d (%s) has %d components, limit %d", i, field.Name, field.Components, MaxValues)
		}
		total += cells * uint64(field.Components)
		if total > MaxValues {
			return worldError("the fields hold more than %d values", MaxValues)
		}
	}
	return nil
}

// ConfigHash is the engine's hash of the world's configuration for a replay
// header with this field count, cell count and space descriptor. Known
// recorders leave the header's field 0; where they do not, it tells whether a
// description belongs to a file.
func (w *World) ConfigHash(fieldCount uint32, cellCount uint64, descriptor []byte) uint64 {
	hash := fnvOffset
	hash = foldUint64(hash, w.Seed)
	hash = foldUint64(hash, w.DtBits)
	hash = foldUint32(hash, fieldCount)
	hash = foldUint64(hash, cellCount)
	for _, b := range descriptor {
		hash = (hash ^ uint64(b)) * fnvPrime
	}
	return hash
}

func worldError(format string, arguments ...any) error {
	return fmt.Errorf("%w: %s", ErrWorld, fmt.Sprintf(format, arguments...))
}
