package openra

import (
	"encoding/binary"
	"errors"
	"slices"
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
	world   *World
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

func (c *coder) u32(v *uint32) {
	if !c.reading {
		c.data = binary.LittleEndian.AppendUint32(c.data, *v)
	} else if b := c.take(4); b != nil {
		*v = binary.LittleEndian.Uint32(b)
	}
}

func (c *coder) i32(v *int32) {
	u := uint32(*v)
	c.u32(&u)
	*v = int32(u)
}

func (c *coder) i64(v *int64) {
	low, high := uint32(*v), uint32(*v>>32)
	c.u32(&low)
	c.u32(&high)
	*v = int64(high)<<32 | int64(low)
}

// ints codes several numbers at once: writing them as a block takes a third of
// the time of one by one, and most state is numbers.
func (c *coder) ints(list ...*int32) {
	if c.reading {
		for _, v := range list {
			c.i32(v)
		}
		return
	}
	block := c.extend(4 * len(list))
	for i, v := range list {
		binary.LittleEndian.PutUint32(block[4*i:], uint32(*v))
	}
}

func (c *coder) u32s(list ...*uint32) {
	if c.reading {
		for _, v := range list {
			c.u32(v)
		}
		return
	}
	block := c.extend(4 * len(list))
	for i, v := range list {
		binary.LittleEndian.PutUint32(block[4*i:], *v)
	}
}

func (c *coder) bools(list ...*bool) {
	if c.reading {
		for _, v := range list {
			c.bool(v)
		}
		return
	}
	block := c.extend(len(list))
	for i, v := range list {
		block[i] = 0
		if *v {
			block[i] = 1
		}
	}
}

// extend makes room for n bytes and returns it.
func (c *coder) extend(n int) []byte {
	at := len(c.data)
	c.data = slices.Grow(c.data, n)[:at+n]
	return c.data[at:]
}

// length codes how many elements follow, each of at least size bytes.
func (c *coder) length(n, size int) int {
	v := uint32(n)
	c.u32(&v)
	if c.reading && int64(v)*int64(size) > int64(len(c.data)-c.at) {
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

func (c *coder) cell(v *Cell) { c.ints(&v.X, &v.Y) }

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

func (c *coder) cells(v *[]Cell) {
	list(c, v, 8, func(c *coder, v *Cell) { c.cell(v) })
}

func (c *coder) ids(v *[]uint32) {
	list(c, v, 4, func(c *coder, v *uint32) { c.u32(v) })
}

func (c *coder) int32s(v *[]int32) {
	list(c, v, 4, func(c *coder, v *int32) { c.i32(v) })
}

// actorType codes a type by its name; nil by none.
func (c *coder) actorType(v **actorType) {
	name := ""
	if *v != nil {
		name = (*v).name
	}
	c.text(&name)
	if !c.reading {
		return
	}
	if *v = c.world.byName[name]; *v == nil && name != "" {
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
