// SPDX-License-Identifier: GPL-3.0-or-later

// Package sharedsource hands sources to a decoder without sending them: host and
// decoder map the same memory, which the host alone can write.
//
// It is a short cut for decoders built with the sdk on Linux and saves the
// encryption and copying of every byte (docs/adr/0013-shared-source.md). Chunks
// over gRPC remain the contract, and the way for everything larger than [Size].
//
// May import: golang.org/x/sys.
package sharedsource

import "errors"

// Size is how many bytes are shared. Larger sources are sent: they are rare, and
// the memory of the largest would stay with the process.
const Size = 32 << 20

// ErrUnsupported is returned where the system cannot share memory this way. Send
// the source instead.
var ErrUnsupported = errors.New("memory cannot be shared on this system")
