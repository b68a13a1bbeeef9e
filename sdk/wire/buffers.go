// SPDX-License-Identifier: GPL-3.0-or-later

package wire

import (
	"sync"

	"google.golang.org/grpc/mem"
)

// Buffers lends byte slices of one capacity and takes them back when gRPC has
// written them out. It is safe for several goroutines.
type Buffers struct {
	size int
	pool sync.Pool
}

// NewBuffers returns a pool of slices with the given capacity.
func NewBuffers(size int) *Buffers {
	buffers := &Buffers{size: size}
	buffers.pool.New = func() any {
		slice := make([]byte, 0, size)
		return &slice
	}
	return buffers
}

// Lend returns an empty slice to be filled.
func (b *Buffers) Lend() *[]byte {
	slice := b.pool.Get().(*[]byte)
	*slice = (*slice)[:0]
	return slice
}

// Get implements mem.BufferPool.
func (b *Buffers) Get(length int) *[]byte {
	if length > b.size {
		slice := make([]byte, length)
		return &slice
	}
	slice := b.Lend()
	*slice = (*slice)[:length]
	return slice
}

// Put implements mem.BufferPool. Slices that grew past the capacity of the
// pool are left to the garbage collector.
func (b *Buffers) Put(slice *[]byte) {
	if cap(*slice) > 2*b.size {
		return
	}
	b.pool.Put(slice)
}

// Seal turns a filled slice of the pool into a buffer that gRPC returns here.
func (b *Buffers) Seal(slice *[]byte) mem.Buffer { return mem.NewBuffer(slice, b) }
