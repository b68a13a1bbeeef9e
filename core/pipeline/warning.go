// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"encoding/hex"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/translate"
)

// WarningTooManyOrders is the pipeline's own warning; the others are stand-ins, or
// come from the translation and from decoders.
const WarningTooManyOrders = "too-many-orders"

// maxRawInWarning bounds the raw bytes a warning shows.
const maxRawInWarning = 64

// warnings keeps the first ones and counts all.
type warnings struct {
	list  []divergence.Warning
	total uint64
}

func (w *warnings) add(warning divergence.Warning) {
	w.total++
	if len(w.list) < maxWarnings {
		w.list = append(w.list, warning)
	}
}

// order adds a warning about a foreign order, with its raw form. Words are made
// only for the warnings that are kept: a game that diverged has tens of
// thousands.
func (w *warnings) order(code translate.WarningCode, tick order.Tick, o *ir.Order) {
	if len(w.list) >= maxWarnings {
		w.total++
		return
	}
	offset := o.Offset
	raw := o.Raw[:min(len(o.Raw), maxRawInWarning)]
	w.add(divergence.Warning{
		Code: string(code), Tick: tick, Offset: &offset, Text: code.Describe(o), Raw: hex.EncodeToString(raw),
	})
}

// diagnostic adds what a decoder had to say.
func (w *warnings) diagnostic(d *ir.Diagnostic) {
	warning := divergence.Warning{Code: d.Code, Text: d.Summary}
	if d.HasOffset {
		offset := d.Offset
		warning.Offset = &offset
	}
	w.add(warning)
}
