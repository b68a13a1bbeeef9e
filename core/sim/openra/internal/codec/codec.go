// SPDX-License-Identifier: GPL-3.0-or-later

package codec

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// ErrState means that recorded state does not fit the rules or the map, or is
// cut. Whoever restores gives up; the file is damaged or of another version.
var ErrState = errors.New("openra: recorded state cannot be restored")

// Coder lists the fields of a structure once, for writing and reading alike:
// what is written is what is read, and a field that is forgotten is missing in
// both, which the restore test notices.
type Coder struct {
	Data    []byte
	Reading bool
	At      int
	Err     error
	Types   *info.CompiledTypes // what names stand for
	Tick    int32               // from which timers count
}

// Fail notes the first failure.
func (c *Coder) Fail() {
	if c.Err == nil {
		c.Err = ErrState
	}
}

// take returns the next n bytes when reading, nil if they are not there.
func (c *Coder) take(n int) []byte {
	if n < 0 || n > len(c.Data)-c.At || c.Err != nil {
		c.Fail()
		return nil
	}
	c.At += n
	return c.Data[c.At-n : c.At]
}

// U8 codes a byte.
func (c *Coder) U8(v *uint8) {
	if !c.Reading {
		c.Data = append(c.Data, *v)
	} else if b := c.take(1); b != nil {
		*v = b[0]
	}
}

// Bool codes a flag as a byte.
func (c *Coder) Bool(v *bool) {
	var b uint8
	if *v {
		b = 1
	}
	c.U8(&b)
	*v = b != 0
	if c.Reading && b > 1 {
		c.Fail()
	}
}

// Word codes a number of which any value is as likely as any other: four bytes.
func (c *Coder) Word(v *uint32) {
	if !c.Reading {
		c.Data = binary.LittleEndian.AppendUint32(c.Data, *v)
	} else if b := c.take(4); b != nil {
		*v = binary.LittleEndian.Uint32(b)
	}
}

// uvarint codes a number in groups of seven bits, lowest first: most state is
// small numbers, and what is hashed in every tick had better be short.
func (c *Coder) uvarint(v *uint64) {
	if !c.Reading {
		c.Data = binary.AppendUvarint(c.Data, *v)
		return
	}
	value, n := binary.Uvarint(c.Data[c.At:])
	if n <= 0 || c.Err != nil {
		c.Fail()
		return
	}
	c.At += n
	*v = value
}

// U32 codes a number in as many bytes as it takes.
func (c *Coder) U32(v *uint32) {
	if !c.Reading {
		c.putUvarint(*v)
		return
	}
	var wide uint64
	c.uvarint(&wide)
	if wide > math.MaxUint32 {
		c.Fail()
	}
	*v = uint32(wide)
}

// I32 codes a signed number with the sign in the lowest bit.
func (c *Coder) I32(v *int32) {
	if !c.Reading {
		c.putUvarint(Zigzag(*v))
		return
	}
	var u uint32
	c.U32(&u)
	*v = unzigzag(u)
}

// Zigzag maps numbers near zero, of either sign, to small ones.
func Zigzag(v int32) uint32 { return uint32(v<<1 ^ v>>31) }

func unzigzag(u uint32) int32 { return int32(u>>1) ^ -int32(u&1) }

// I64 codes a number of either sign.
func (c *Coder) I64(v *int64) {
	u := uint64(*v<<1 ^ *v>>63)
	c.uvarint(&u)
	*v = int64(u>>1) ^ -int64(u&1)
}

// maxGroup is how many fields one presence mask stands for.
const maxGroup = 64

// mask codes which of n fields are there, a bit each.
func (c *Coder) mask(bits uint64, n int) uint64 {
	if n > maxGroup {
		panic("openra: more fields in a group than its mask has bits")
	}
	size := (n + 7) / 8
	if !c.Reading {
		var room [maxGroup / 8]byte
		binary.LittleEndian.PutUint64(room[:], bits)
		c.Data = append(c.Data, room[:size]...)
		return bits
	}
	for i, b := range c.take(size) {
		bits |= uint64(b) << (8 * i)
	}
	if n < maxGroup && bits>>n != 0 {
		c.Fail()
	}
	return bits
}

// Ints codes at most maxGroup numbers: a mask of those that are not zero, then
// these. Most figures of most actors are zero.
func (c *Coder) Ints(list ...*int32) {
	if c.Reading {
		mask := c.mask(0, len(list))
		for i, v := range list {
			if *v = 0; mask>>i&1 == 1 {
				c.I32(v)
			}
		}
		return
	}
	data, at, n := c.group(len(list))
	mask := uint64(0)
	for i, v := range list {
		if *v != 0 {
			mask |= 1 << i
			n = setUvarint(data, n, Zigzag(*v))
		}
	}
	c.endGroup(data[:n], at, mask, len(list))
}

// U32s does the same for numbers without a sign.
func (c *Coder) U32s(list ...*uint32) {
	if c.Reading {
		mask := c.mask(0, len(list))
		for i, v := range list {
			if *v = 0; mask>>i&1 == 1 {
				c.U32(v)
			}
		}
		return
	}
	data, at, n := c.group(len(list))
	mask := uint64(0)
	for i, v := range list {
		if *v != 0 {
			mask |= 1 << i
			n = setUvarint(data, n, *v)
		}
	}
	c.endGroup(data[:n], at, mask, len(list))
}

// setUvarint is AppendUvarint where there is room: it returns where the number ends.
func setUvarint(data []byte, at int, v uint32) int {
	for ; v >= 0x80; v >>= 7 {
		data[at] = byte(v) | 0x80
		at++
	}
	data[at] = byte(v)
	return at + 1
}

// group makes room for a group of n numbers: for the mask, which stands at the
// second result, and from the third result on for the numbers.
func (c *Coder) group(n int) (data []byte, mask, numbers int) {
	if n > maxGroup {
		panic("openra: more fields in a group than its mask has bits")
	}
	mask = len(c.Data)
	numbers = mask + (n+7)/8
	end := numbers + n*binary.MaxVarintLen32
	return slices.Grow(c.Data, end-mask)[:end], mask, numbers
}

// endGroup fills in the mask of a group whose numbers end where data does.
func (c *Coder) endGroup(data []byte, at int, mask uint64, n int) {
	for range (n + 7) / 8 {
		data[at] = byte(mask)
		mask >>= 8
		at++
	}
	c.Data = data
}

func (c *Coder) putUvarint(v uint32) { c.Data = AppendUvarint(c.Data, v) }

// AppendUvarint appends what uvarint writes.
func AppendUvarint(dst []byte, v uint32) []byte {
	for ; v >= 0x80; v >>= 7 {
		dst = append(dst, byte(v)|0x80)
	}
	return append(dst, byte(v))
}

// Bools codes at most maxGroup flags, a bit each.
func (c *Coder) Bools(list ...*bool) {
	var mask uint64
	if !c.Reading {
		for i, v := range list {
			if *v {
				mask |= 1 << i
			}
		}
	}
	mask = c.mask(mask, len(list))
	if c.Reading {
		for i, v := range list {
			*v = mask>>i&1 == 1
		}
	}
}

// Length codes how many elements follow, each of at least size bytes.
func (c *Coder) Length(n, size int) int {
	v := uint64(n)
	c.uvarint(&v)
	if c.Reading && v > uint64(len(c.Data)-c.At)/uint64(size) {
		c.Fail()
		return 0
	}
	return int(v)
}

// Text codes a text behind its length.
func (c *Coder) Text(v *string) {
	n := c.Length(len(*v), 1)
	if !c.Reading {
		c.Data = append(c.Data, *v...)
	} else if b := c.take(n); b != nil {
		*v = string(b)
	}
}

// Cell codes a cell.
func (c *Coder) Cell(v *wpos.Cell) {
	c.I32(&v.X)
	c.I32(&v.Y)
}

// List codes a slice: its length, then each element.
func List[T any](c *Coder, v *[]T, size int, element func(*Coder, *T)) {
	n := c.Length(len(*v), size)
	if n == 0 && len(*v) == 0 {
		return
	}
	if c.Reading {
		*v = make([]T, n)
	}
	for i := range *v {
		element(c, &(*v)[i])
	}
}

// Cells codes a list of cells, each by its distance from the one before: paths
// and footprints go from neighbour to neighbour.
func (c *Coder) Cells(v *[]wpos.Cell) {
	if !c.Reading {
		c.putCells(*v)
		return
	}
	n := c.Length(0, 2)
	if n+len(*v) > 0 {
		*v = make([]wpos.Cell, n)
	}
	var before wpos.Cell
	for i := range *v {
		var step wpos.Cell
		c.Cell(&step)
		before = before.Add(step)
		(*v)[i] = before
	}
}

func (c *Coder) putCells(cells []wpos.Cell) {
	data := binary.AppendUvarint(c.Data, uint64(len(cells)))
	var before wpos.Cell
	for _, at := range cells {
		data = AppendUvarint(AppendUvarint(data, Zigzag(at.X-before.X)), Zigzag(at.Y-before.Y))
		before = at
	}
	c.Data = data
}

// IDs codes a list of actors.
func (c *Coder) IDs(v *[]uint32) {
	if !c.Reading {
		data := binary.AppendUvarint(c.Data, uint64(len(*v)))
		for _, id := range *v {
			data = AppendUvarint(data, id)
		}
		c.Data = data
		return
	}
	List(c, v, 1, func(c *Coder, v *uint32) { c.U32(v) })
}

// Int32s codes a list of numbers.
func (c *Coder) Int32s(v *[]int32) {
	List(c, v, 1, func(c *Coder, v *int32) { c.I32(v) })
}

// Finish fails if bytes are left over, and returns the first failure.
func (c *Coder) Finish() error {
	if c.Reading && c.Err == nil && c.At != len(c.Data) {
		c.Fail()
	}
	return c.Err
}
