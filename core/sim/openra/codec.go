// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// errState means that recorded state does not fit the rules or the map, or is
// cut. Whoever restores gives up; the file is damaged or of another version.
var errState = errors.New("openra: recorded state cannot be restored")

// coder lists the fields of a structure once, for writing and reading alike:
// what is written is what is read, and a field that is forgotten is missing in
// both, which the restore test notices.
type coder struct {
	data    []byte
	reading bool
	at      int
	err     error
	types   *info.CompiledTypes // what names stand for
	tick    int32               // from which timers count
}

func (c *coder) fail() {
	if c.err == nil {
		c.err = errState
	}
}

// take returns the next n bytes when reading, nil if they are not there.
func (c *coder) take(n int) []byte {
	if n < 0 || n > len(c.data)-c.at || c.err != nil {
		c.fail()
		return nil
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

func (c *coder) u8(v *uint8) {
	if !c.reading {
		c.data = append(c.data, *v)
	} else if b := c.take(1); b != nil {
		*v = b[0]
	}
}

func (c *coder) bool(v *bool) {
	var b uint8
	if *v {
		b = 1
	}
	c.u8(&b)
	*v = b != 0
	if c.reading && b > 1 {
		c.fail()
	}
}

// word codes a number of which any value is as likely as any other: four bytes.
func (c *coder) word(v *uint32) {
	if !c.reading {
		c.data = binary.LittleEndian.AppendUint32(c.data, *v)
	} else if b := c.take(4); b != nil {
		*v = binary.LittleEndian.Uint32(b)
	}
}

// uvarint codes a number in groups of seven bits, lowest first: most state is
// small numbers, and what is hashed in every tick had better be short.
func (c *coder) uvarint(v *uint64) {
	if !c.reading {
		c.data = binary.AppendUvarint(c.data, *v)
		return
	}
	value, n := binary.Uvarint(c.data[c.at:])
	if n <= 0 || c.err != nil {
		c.fail()
		return
	}
	c.at += n
	*v = value
}

func (c *coder) u32(v *uint32) {
	if !c.reading {
		c.putUvarint(*v)
		return
	}
	var wide uint64
	c.uvarint(&wide)
	if wide > math.MaxUint32 {
		c.fail()
	}
	*v = uint32(wide)
}

// i32 codes a signed number with the sign in the lowest bit.
func (c *coder) i32(v *int32) {
	if !c.reading {
		c.putUvarint(zigzag(*v))
		return
	}
	var u uint32
	c.u32(&u)
	*v = unzigzag(u)
}

func zigzag(v int32) uint32 { return uint32(v<<1 ^ v>>31) }

func unzigzag(u uint32) int32 { return int32(u>>1) ^ -int32(u&1) }

func (c *coder) i64(v *int64) {
	u := uint64(*v<<1 ^ *v>>63)
	c.uvarint(&u)
	*v = int64(u>>1) ^ -int64(u&1)
}

// maxGroup is how many fields one presence mask stands for.
const maxGroup = 64

// mask codes which of n fields are there, a bit each.
func (c *coder) mask(bits uint64, n int) uint64 {
	if n > maxGroup {
		panic("openra: more fields in a group than its mask has bits")
	}
	size := (n + 7) / 8
	if !c.reading {
		var room [maxGroup / 8]byte
		binary.LittleEndian.PutUint64(room[:], bits)
		c.data = append(c.data, room[:size]...)
		return bits
	}
	for i, b := range c.take(size) {
		bits |= uint64(b) << (8 * i)
	}
	if n < maxGroup && bits>>n != 0 {
		c.fail()
	}
	return bits
}

// ints codes at most maxGroup numbers: a mask of those that are not zero, then
// these. Most figures of most actors are zero.
func (c *coder) ints(list ...*int32) {
	if c.reading {
		mask := c.mask(0, len(list))
		for i, v := range list {
			if *v = 0; mask>>i&1 == 1 {
				c.i32(v)
			}
		}
		return
	}
	data, at, n := c.group(len(list))
	mask := uint64(0)
	for i, v := range list {
		if *v == 0 {
			continue
		}
		mask |= 1 << i
		u := zigzag(*v)
		for ; u >= 0x80; u >>= 7 {
			data[n] = byte(u) | 0x80
			n++
		}
		data[n] = byte(u)
		n++
	}
	c.endGroup(data[:n], at, mask, len(list))
}

// u32s does the same for numbers without a sign.
func (c *coder) u32s(list ...*uint32) {
	if c.reading {
		mask := c.mask(0, len(list))
		for i, v := range list {
			if *v = 0; mask>>i&1 == 1 {
				c.u32(v)
			}
		}
		return
	}
	data, at, n := c.group(len(list))
	mask := uint64(0)
	for i, v := range list {
		if *v == 0 {
			continue
		}
		mask |= 1 << i
		u := *v
		for ; u >= 0x80; u >>= 7 {
			data[n] = byte(u) | 0x80
			n++
		}
		data[n] = byte(u)
		n++
	}
	c.endGroup(data[:n], at, mask, len(list))
}

// group makes room for a group of n numbers: for the mask, which stands at the
// second result, and from the third result on for the numbers.
func (c *coder) group(n int) (data []byte, mask, numbers int) {
	if n > maxGroup {
		panic("openra: more fields in a group than its mask has bits")
	}
	mask = len(c.data)
	numbers = mask + (n+7)/8
	end := numbers + n*binary.MaxVarintLen32
	return slices.Grow(c.data, end-mask)[:end], mask, numbers
}

// endGroup fills in the mask of a group whose numbers end where data does.
func (c *coder) endGroup(data []byte, at int, mask uint64, n int) {
	for range (n + 7) / 8 {
		data[at] = byte(mask)
		mask >>= 8
		at++
	}
	c.data = data
}

func (c *coder) putUvarint(v uint32) { c.data = appendUvarint(c.data, v) }

// appendUvarint appends what uvarint writes.
func appendUvarint(dst []byte, v uint32) []byte {
	for ; v >= 0x80; v >>= 7 {
		dst = append(dst, byte(v)|0x80)
	}
	return append(dst, byte(v))
}

// bools codes at most maxGroup flags, a bit each.
func (c *coder) bools(list ...*bool) {
	var mask uint64
	if !c.reading {
		for i, v := range list {
			if *v {
				mask |= 1 << i
			}
		}
	}
	mask = c.mask(mask, len(list))
	if c.reading {
		for i, v := range list {
			*v = mask>>i&1 == 1
		}
	}
}

// length codes how many elements follow, each of at least size bytes.
func (c *coder) length(n, size int) int {
	v := uint64(n)
	c.uvarint(&v)
	if c.reading && v > uint64(len(c.data)-c.at)/uint64(size) {
		c.fail()
		return 0
	}
	return int(v)
}

func (c *coder) text(v *string) {
	n := c.length(len(*v), 1)
	if !c.reading {
		c.data = append(c.data, *v...)
	} else if b := c.take(n); b != nil {
		*v = string(b)
	}
}

func (c *coder) cell(v *Cell) {
	c.i32(&v.X)
	c.i32(&v.Y)
}

// list codes a slice: its length, then each element.
func list[T any](c *coder, v *[]T, size int, element func(*coder, *T)) {
	n := c.length(len(*v), size)
	if n == 0 && len(*v) == 0 {
		return
	}
	if c.reading {
		*v = make([]T, n)
	}
	for i := range *v {
		element(c, &(*v)[i])
	}
}

// cells codes a list of cells, each by its distance from the one before: paths
// and footprints go from neighbour to neighbour.
func (c *coder) cells(v *[]Cell) {
	if !c.reading {
		c.putCells(*v)
		return
	}
	n := c.length(0, 2)
	if n+len(*v) > 0 {
		*v = make([]Cell, n)
	}
	var before Cell
	for i := range *v {
		var step Cell
		c.cell(&step)
		before = before.Add(step)
		(*v)[i] = before
	}
}

func (c *coder) putCells(cells []Cell) {
	data := binary.AppendUvarint(c.data, uint64(len(cells)))
	var before Cell
	for _, at := range cells {
		data = appendUvarint(appendUvarint(data, zigzag(at.X-before.X)), zigzag(at.Y-before.Y))
		before = at
	}
	c.data = data
}

func (c *coder) ids(v *[]uint32) {
	if !c.reading {
		data := binary.AppendUvarint(c.data, uint64(len(*v)))
		for _, id := range *v {
			data = appendUvarint(data, id)
		}
		c.data = data
		return
	}
	list(c, v, 1, func(c *coder, v *uint32) { c.u32(v) })
}

func (c *coder) int32s(v *[]int32) {
	list(c, v, 1, func(c *coder, v *int32) { c.i32(v) })
}

// ActorType codes a type by its name; nil by none.
func (c *coder) actorType(v **info.ActorType) {
	name := ""
	if *v != nil {
		name = (*v).Name
	}
	byName(c, v, name, c.types.ByName)
}

// ByName codes what the rules have under a name, and nil by the empty name.
func byName[T any](c *coder, v **T, name string, known map[string]*T) {
	c.text(&name)
	if !c.reading {
		return
	}
	if *v = known[name]; *v == nil && name != "" {
		c.fail()
	}
}

// finish fails if bytes are left over, and returns the first failure.
func (c *coder) finish() error {
	if c.reading && c.err == nil && c.at != len(c.data) {
		c.fail()
	}
	return c.err
}
