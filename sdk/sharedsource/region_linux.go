// SPDX-License-Identifier: GPL-3.0-or-later

package sharedsource

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// Region is the host's side: memory it can write, and a file through which
// another process can only read it.
type Region struct {
	mu     sync.Mutex
	memory []byte
	reader *os.File
}

// NewRegion makes a region of Size bytes. Memory is used only as far as it is
// filled.
func NewRegion() (*Region, error) {
	fd, err := unix.MemfdCreate("convertd-source", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	writer := os.NewFile(uintptr(fd), "convertd-source")
	defer writer.Close() //nolint:errcheck // the mapping stays
	if err := writer.Truncate(Size); err != nil {
		return nil, err
	}
	memory, err := unix.Mmap(fd, 0, Size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mmap: %w", err)
	}
	// From here on nobody can change its size, which would kill whoever reads
	// beyond, nor write to it but through the mapping above.
	const seals = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_FUTURE_WRITE | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return nil, errors.Join(fmt.Errorf("seal: %w", err), unix.Munmap(memory))
	}
	reader, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
	if err != nil {
		return nil, errors.Join(err, unix.Munmap(memory))
	}
	return &Region{memory: memory, reader: reader}, nil
}

// Reader is the file to hand to the decoder. It belongs to the region.
func (r *Region) Reader() *os.File { return r.reader }

// Fill copies a source of at most Size bytes to the start of the region. It
// returns how many bytes could be read, and why not all.
func (r *Region) Fill(source io.ReaderAt, size int64) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if size > int64(len(r.memory)) {
		return 0, ErrUnsupported
	}
	n, err := source.ReadAt(r.memory[:size], 0)
	if n == int(size) {
		return size, nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return int64(n), err
}

// Close gives the memory back, after a Fill that is still going on. It may be
// called more than once.
func (r *Region) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.memory == nil {
		return nil
	}
	err := errors.Join(unix.Munmap(r.memory), r.reader.Close())
	r.memory = nil
	return err
}

// Map is the decoder's side: it maps what the host shares as an open file. The
// memory cannot be written to; trying kills the process.
func Map(fd uintptr) ([]byte, error) {
	memory, err := unix.Mmap(int(fd), 0, Size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mmap of the shared source: %w", err)
	}
	return memory, unix.Close(int(fd))
}
