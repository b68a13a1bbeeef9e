// SPDX-License-Identifier: GPL-3.0-or-later

package directcall

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// NewPair makes a connection: the host's end, and the end to hand to the
// decoder. Nobody else can reach either. Close the decoder's end once it was
// handed over, so that the death of the decoder ends the connection.
//
// Reading and writing block a thread each, which is the quickest way to be woken.
// Cut ends both.
func NewPair() (host, decoder *os.File, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	return os.NewFile(uintptr(ends[0]), "decoder"), os.NewFile(uintptr(ends[1]), "host"), nil
}

// Cut ends the connection both ways, for whoever waits on it, too. It may be
// called at any time before the end is closed.
func Cut(end *os.File) {
	raw, err := end.SyscallConn()
	if err != nil {
		return // closed
	}
	_ = raw.Control(func(fd uintptr) { _ = unix.Shutdown(int(fd), unix.SHUT_RDWR) })
}

// Open is the decoder's side: it takes over the descriptor that it inherited.
func Open(fd uintptr) (*os.File, error) {
	kind, err := unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_TYPE)
	if err != nil {
		return nil, fmt.Errorf("descriptor of direct calls: %w", err)
	}
	if kind != unix.SOCK_STREAM {
		return nil, fmt.Errorf("descriptor of direct calls: a socket of type %d, not a stream", kind)
	}
	unix.CloseOnExec(int(fd))
	if err := unix.SetNonblock(int(fd), false); err != nil {
		return nil, fmt.Errorf("descriptor of direct calls: %w", err)
	}
	return os.NewFile(fd, "host"), nil
}
