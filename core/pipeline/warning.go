package pipeline

import (
	"encoding/hex"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/order"
)

// Warning codes of the pipeline's own; the others come from the translation
// and from decoders.
const (
	WarningTooManyOrders = "too-many-orders"
	WarningNoMap         = "no-map"
)

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

// order adds a warning about a foreign order, with its raw form.
func (w *warnings) order(code string, tick order.Tick, o *ir.Order, text string) {
	offset := o.Offset
	raw := o.Raw[:min(len(o.Raw), maxRawInWarning)]
	w.add(divergence.Warning{Code: code, Tick: tick, Offset: &offset, Text: text, Raw: hex.EncodeToString(raw)})
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
