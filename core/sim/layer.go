// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import "bytes"

// Layer is one layer of map cells. The kernel keeps the bytes; the module
// reads them as it likes and changes them through Set or Write, or directly
// followed by Touch.
type Layer struct {
	Name                  KindID
	Width, Height, Stride int

	data    []byte
	touched bitset // pieces of layerPiece bytes, to be logged
}

// layerPiece is how many bytes of a layer are logged together. What changes on a
// map lies scattered: whole leaves of it were a quarter of all that was logged.
const layerPiece = 64

func newLayer(name KindID, width, height, stride int) *Layer {
	l := &Layer{Name: name, Width: width, Height: height, Stride: stride, data: make([]byte, width*height*stride)}
	l.touched = newBitset(l.pieces())
	l.touchAll()
	return l
}

func (l *Layer) pieces() int {
	return (len(l.data) + layerPiece - 1) / layerPiece
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
	for len(value) > 0 {
		n := min(len(value), layerPiece-offset%layerPiece)
		if present := l.data[offset : offset+n]; !bytes.Equal(present, value[:n]) {
			copy(present, value)
			l.touched.set(offset / layerPiece)
		}
		offset, value = offset+n, value[n:]
	}
}

// Touch marks n bytes from offset on as changed.
func (l *Layer) Touch(offset, n int) {
	for piece := offset / layerPiece; piece*layerPiece < offset+n; piece++ {
		l.touched.set(piece)
	}
}
