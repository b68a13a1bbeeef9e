// SPDX-License-Identifier: GPL-3.0-or-later

// Package host finds, verifies, starts, encloses, pools and stops decoders, and
// gives their output to the daemon as a pulled stream of checked events.
//
// In: bundled decoders, folders of outside ones, replays as io.ReaderAt. Out:
// [Stream] of [Event], or an error whose class says who is to blame: the input
// (*ir.DecodeError), the decoder (ErrPlugin...), the machine.
//
// A decoder runs in a process of its own and serves one job at a time. Whatever
// it does (crash, hang, flood, lie) costs that job and that process, nothing
// else. docs/plugins.md describes the contract from the decoder's side.
//
// May import: core/ir, sdk, files, pins, go-plugin, grpc, golang.org/x/sys.
package host
