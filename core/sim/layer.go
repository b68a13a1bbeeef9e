package sim

import (
	"bytes"

	"convertd/core/snapshot"
)

// Layer is one layer of map cells. The kernel keeps the bytes; the module
// reads them as it likes and changes them through Set or Write, or directly
// followed by Touch.
type Layer struct {
	Name                  KindID
	Width, Height, Stride int

	data    []byte
	touched bitset // pieces of snapshot.MapBytesPerLeaf bytes
}

func newLayer(name KindID, width, height, stride int) *Layer {
	l := &Layer{Name: name, Width: width, Height: height, Stride: stride, data: make([]byte, width*height*stride)}
	l.touched = newBitset(l.pieces())
	l.touchAll()
	return l
}

func (l *Layer) pieces() int {
	return (len(l.data) + snapshot.MapBytesPerLeaf - 1) / snapshot.MapBytesPerLeaf
}

func (l *Layer) touchAll() {
	for i := range l.pieces() {
		l.touched.set(i)
	}
}

// Data is all cells, rows first. Whoever writes to it must Touch what changed.
func (l *Layer) Data() []byte { return l.data }

// Cell is the bytes of one cell, to read.
func (l *Layer) Cell(x, y int) []byte {
	at := (y*l.Width + x) * l.Stride
	return l.data[at : at+l.Stride : at+l.Stride]
}

// Set replaces the bytes of one cell.
func (l *Layer) Set(x, y int, value ...byte) {
	l.Write((y*l.Width+x)*l.Stride, value)
}

// Write replaces bytes from offset on.
func (l *Layer) Write(offset int, value []byte) {
	if bytes.Equal(l.data[offset:offset+len(value)], value) {
		return
	}
	copy(l.data[offset:], value)
	l.Touch(offset, len(value))
}

// Touch marks n bytes from offset on as changed.
func (l *Layer) Touch(offset, n int) {
	for piece := offset / snapshot.MapBytesPerLeaf; piece*snapshot.MapBytesPerLeaf < offset+n; piece++ {
		l.touched.set(piece)
	}
}
