// SPDX-License-Identifier: GPL-3.0-or-later

// Package directcall makes the connection of direct calls: a pair of connected
// sockets, one end of which a decoder inherits.
//
// It is a short cut for decoders built with the sdk on Linux and spares a small
// job most of its round trip (docs/adr). Decode over gRPC remains the contract.
// What travels on it is in sdk/wire.
//
// May import: golang.org/x/sys.
package directcall

import "errors"

// ErrUnsupported is returned where the system has no such connection. Call over
// gRPC instead.
var ErrUnsupported = errors.New("this system has no direct calls")
