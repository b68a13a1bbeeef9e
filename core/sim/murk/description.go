// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// MaxDescriptionBytes bounds a world description.
const MaxDescriptionBytes = 1 << 20

// maxDescriptionDepth bounds the nesting of its JSON: a product space of
// products of MaxSpaceDepth, with room to spare.
const maxDescriptionDepth = 16

// ParseWorld reads a world description, JSON of this shape:
//
//	{"space": {"kind": "Square4", "rows": 16, "cols": 16},
//	 "max_ingress_queue": 1024,
//	 "fields": [{"name": "terrain", "type": "Scalar", "components": 1, "mutability": "Sparse"}],
//	 "propagators": ["noop"],
//	 "dt": 0.1, "seed": 42, "cell_count": 256}
//
// Kinds of space and their sizes: Line1D and Ring1D len; Square4, Square8 and
// Hex2D rows, cols; Fcc12 w, h, d; Product components (a list of spaces). An
// edge behaviour may be given as "edge" and plays no part. max_ingress_queue,
// components and cell_count may be left out (1024, 1, what the space has).
// Unknown and repeated keys are errors, as is anything World.Check refuses:
// all wrap ErrWorld.
func ParseWorld(data []byte) (*World, error) {
	if len(data) > MaxDescriptionBytes {
		return nil, worldError("%d bytes, limit %d", len(data), MaxDescriptionBytes)
	}
	if err := refuseRepeatedKeys(json.NewDecoder(bytes.NewReader(data)), 0); err != nil {
		return nil, worldError("%v", err)
	}
	var description worldDescription
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&description); err != nil {
		return nil, worldError("%v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, worldError("something follows the description")
	}
	return description.world()
}

type worldDescription struct {
	Space           *spaceDescription  `json:"space"`
	MaxIngressQueue *int               `json:"max_ingress_queue"`
	Fields          []fieldDescription `json:"fields"`
	Propagators     []string           `json:"propagators"`
	Dt              float64            `json:"dt"`
	Seed            uint64             `json:"seed"`
	CellCount       *uint64            `json:"cell_count"`
}

type fieldDescription struct {
	Name       string `json:"name"`
	Type       string `json:"type"`
	Components *int   `json:"components"`
	Mutability string `json:"mutability"`
}

type spaceDescription struct {
	Kind       string             `json:"kind"`
	Len        *uint32            `json:"len"`
	Rows       *uint32            `json:"rows"`
	Cols       *uint32            `json:"cols"`
	Width      *uint32            `json:"w"`
	Height     *uint32            `json:"h"`
	Depth      *uint32            `json:"d"`
	Edge       *string            `json:"edge"`
	Components []spaceDescription `json:"components"`
}

func (d *worldDescription) world() (*World, error) {
	if d.Space == nil {
		return nil, worldError("space is missing")
	}
	space, err := d.Space.space(1)
	if err != nil {
		return nil, err
	}
	world := &World{
		Space: space, MaxIngressQueue: DefaultIngressQueue, Propagators: d.Propagators,
		DtBits: math.Float64bits(d.Dt), Seed: d.Seed, CellCount: space.Cells(),
	}
	if d.MaxIngressQueue != nil {
		world.MaxIngressQueue = *d.MaxIngressQueue
	}
	if d.CellCount != nil {
		world.CellCount = *d.CellCount
	}
	for i := range d.Fields {
		field, err := d.Fields[i].field()
		if err != nil {
			return nil, fmt.Errorf("%w (field %d)", err, i)
		}
		world.Fields = append(world.Fields, field)
	}
	if err := world.Check(); err != nil {
		return nil, err
	}
	return world, nil
}

func (d *fieldDescription) field() (Field, error) {
	field := Field{Name: d.Name, Components: 1}
	switch d.Type {
	case "Scalar":
		field.Type = Scalar
	case "Vector":
		field.Type = Vector
	case "Categorical":
		field.Type = Categorical
	default:
		return Field{}, worldError("type %q, want Scalar, Vector or Categorical", d.Type)
	}
	switch d.Mutability {
	case "Sparse":
		field.Mutability = Sparse
	case "PerTick":
		field.Mutability = PerTick
	case "Static":
		field.Mutability = Static
	default:
		return Field{}, worldError("mutability %q, want Sparse, PerTick or Static", d.Mutability)
	}
	if d.Components != nil {
		field.Components = *d.Components
	}
	return field, nil
}

// spaceSizes are the sizes of the spaces by kind, in the order of
// spaceDescription.
var spaceSizes = map[string][]string{
	"Line1D": {"len"}, "Ring1D": {"len"},
	"Square4": {"rows", "cols"}, "Square8": {"rows", "cols"}, "Hex2D": {"rows", "cols"},
	"Fcc12": {"w", "h", "d"}, "Product": {},
}

func (d *spaceDescription) space(depth int) (Space, error) {
	wanted, known := spaceSizes[d.Kind]
	if !known {
		return nil, worldError("space kind %q, want Line1D, Ring1D, Square4, Square8, Hex2D, Fcc12 or Product", d.Kind)
	}
	sizes, err := d.sizes(wanted)
	if err != nil {
		return nil, err
	}
	if d.Kind == "Product" {
		return d.product(depth)
	}
	if len(d.Components) > 0 {
		return nil, worldError("space %s has no components", d.Kind)
	}
	space := Space(nil)
	switch d.Kind {
	case "Line1D", "Ring1D":
		space = line{length: sizes[0]}
	case "Square4", "Square8":
		space = square{rows: sizes[0], cols: sizes[1]}
	case "Hex2D":
		space = axial{rows: sizes[0], cols: sizes[1]}
	default:
		// Half of the box are cells; bounded here so that no product overflows.
		box := uint64(sizes[0]) * uint64(sizes[1])
		if box > 4*MaxValues || box*uint64(sizes[2]) > 4*MaxValues {
			return nil, worldError("space Fcc12 has more than %d cells", MaxValues)
		}
		space = fcc{width: sizes[0], height: sizes[1], depth: sizes[2]}
	}
	if cells := space.Cells(); cells > MaxValues {
		return nil, worldError("space %s has %d cells, limit %d", d.Kind, cells, MaxValues)
	}
	return space, nil
}

// sizes returns the wanted sizes and refuses others. Each is 1 to MaxValues.
func (d *spaceDescription) sizes(wanted []string) ([]uint32, error) {
	given := []struct {
		name  string
		value *uint32
	}{
		{"len", d.Len}, {"rows", d.Rows}, {"cols", d.Cols}, {"w", d.Width}, {"h", d.Height}, {"d", d.Depth},
	}
	var sizes []uint32
	for _, each := range given {
		needed := len(sizes) < len(wanted) && wanted[len(sizes)] == each.name
		switch {
		case !needed && each.value == nil:
		case !needed:
			return nil, worldError("space %s has no size %q", d.Kind, each.name)
		case each.value == nil:
			return nil, worldError("space %s needs the size %q", d.Kind, each.name)
		case *each.value < 1 || *each.value > MaxValues:
			return nil, worldError("space %s: %s is %d, want 1 to %d", d.Kind, each.name, *each.value, MaxValues)
		default:
			sizes = append(sizes, *each.value)
		}
	}
	return sizes, nil
}

func (d *spaceDescription) product(depth int) (Space, error) {
	if depth > MaxSpaceDepth {
		return nil, worldError("product spaces are nested deeper than %d", MaxSpaceDepth)
	}
	if n := len(d.Components); n < 1 || n > MaxSpaceComponents {
		return nil, worldError("a product space has %d components, want 1 to %d", n, MaxSpaceComponents)
	}
	var joined product
	cells := uint64(1)
	for i := range d.Components {
		component, err := d.Components[i].space(depth + 1)
		if err != nil {
			return nil, err
		}
		// Both factors are at most MaxValues here: no overflow.
		if cells *= component.Cells(); cells > MaxValues {
			return nil, worldError("the product space has more than %d cells", MaxValues)
		}
		joined.components = append(joined.components, component)
	}
	return joined, nil
}

// refuseRepeatedKeys walks one JSON value. encoding/json takes the last of
// repeated keys; a description that says two things says nothing.
func refuseRepeatedKeys(decoder *json.Decoder, depth int) error {
	if depth > maxDescriptionDepth {
		return fmt.Errorf("nested deeper than %d", maxDescriptionDepth)
	}
	token, err := decoder.Token()
	if err != nil {
		return err
	}
	delimiter, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for decoder.More() {
		if delimiter == '{' {
			key, err := decoder.Token()
			if err != nil {
				return err
			}
			name, _ := key.(string)
			if seen[name] {
				return fmt.Errorf("the key %q is there twice", name)
			}
			seen[name] = true
		}
		if err := refuseRepeatedKeys(decoder, depth+1); err != nil {
			return err
		}
	}
	_, err = decoder.Token()
	return err
}
