// SPDX-License-Identifier: GPL-3.0-or-later

package host

// What a source of a few bytes can be the reason for, and what every further
// byte adds. No replay known comes near: OpenRA's rows take 2 bytes of the
// source, EA's native lines 30 bytes for each of it, and what is packed unpacks
// to ten times its size.
const (
	budgetOutput, budgetOutputPerByte = 64 << 20, 64
	budgetNative, budgetNativePerByte = 64 << 20, 256
	budgetRows, budgetRowsPerByte     = 1 << 20, 4
)

// MaxDiagnosticBytes is the largest message that carries a diagnostic. The sdk
// cuts texts to sdk.MaxDiagnosticText.
const MaxDiagnosticBytes = 8 << 10

// forSource bounds a job by the size of its source, so that a small file never
// costs what only a large one may.
func (l Limits) forSource(size int64) Limits {
	l.OutputBytes = min(l.OutputBytes, budgetOutput+budgetOutputPerByte*size)
	l.NativeBytes = min(l.NativeBytes, budgetNative+budgetNativePerByte*size)
	l.Orders = min(l.Orders, budgetRows+budgetRowsPerByte*size)
	l.Messages = min(l.Messages, l.Orders)
	return l
}
