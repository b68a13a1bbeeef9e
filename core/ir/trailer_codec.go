// SPDX-License-Identifier: GPL-3.0-or-later

package ir

const trailerFields = 10

// AppendTrailer appends the wire form of a trailer (docs/ir.md#trailer).
func AppendTrailer(dst []byte, t *Trailer) ([]byte, error) {
	w := lendWriter()
	defer w.giveBack()
	w.open(wireTrailer, trailerFields)
	w.bool(t.Complete)
	w.uint(t.BytesConsumed)
	w.uint(t.LastFrame)
	w.uint(t.Ticks)
	w.uint(t.Commands)
	w.array(len(t.CommandsByType))
	for _, c := range t.CommandsByType {
		w.array(2)
		w.string(c.Name)
		w.uint(c.N)
	}
	w.array(len(t.Outcomes))
	for _, o := range t.Outcomes {
		w.array(4)
		w.int(int64(o.Player))
		w.uint(uint64(o.Outcome))
		w.uint(o.Frame)
		w.bool(o.Hint)
	}
	w.int(int64(t.Winner))
	w.array(len(t.Scores))
	for _, s := range t.Scores {
		w.array(3)
		w.int(int64(s.Player))
		w.string(s.Name)
		w.int(s.Value)
	}
	w.pairs(t.Details)
	return appendBounded(dst, w)
}

// DecodeTrailer reads what AppendTrailer wrote.
func DecodeTrailer(data []byte) (*Trailer, error) {
	r := newWireReader("trailer", data)
	r.open(wireTrailer, trailerFields)
	t := &Trailer{Complete: r.bool(), BytesConsumed: r.uint(), LastFrame: r.uint(), Ticks: r.uint(), Commands: r.uint()}
	for range r.list(MaxListEntries) {
		r.array(2)
		t.CommandsByType = append(t.CommandsByType, Count{Name: r.string(), N: r.uint()})
		if r.err != nil {
			return nil, r.err
		}
	}
	for range r.list(MaxListEntries) {
		r.array(4)
		t.Outcomes = append(t.Outcomes, PlayerOutcome{
			Player: r.int32(), Outcome: Outcome(r.uintBelow(uint64(outcomes))), Frame: r.uint(), Hint: r.bool(),
		})
		if r.err != nil {
			return nil, r.err
		}
	}
	t.Winner = r.int32()
	for range r.list(MaxListEntries) {
		r.array(3)
		t.Scores = append(t.Scores, Score{Player: r.int32(), Name: r.string(), Value: r.int()})
		if r.err != nil {
			return nil, r.err
		}
	}
	t.Details = r.pairs()
	r.close()
	if r.err != nil {
		return nil, r.err
	}
	return t, nil
}

const diagnosticFields = 5

// AppendDiagnostic appends the wire form of a diagnostic.
func AppendDiagnostic(dst []byte, d *Diagnostic) ([]byte, error) {
	w := lendWriter()
	defer w.giveBack()
	w.open(wireDiagnostic, diagnosticFields)
	w.uint(uint64(d.Severity))
	w.string(d.Code)
	w.string(d.Summary)
	w.uint(d.Offset)
	w.bool(d.HasOffset)
	return appendBounded(dst, w)
}

// DecodeDiagnostic reads what AppendDiagnostic wrote.
func DecodeDiagnostic(data []byte) (Diagnostic, error) {
	r := newWireReader("diagnostic", data)
	r.open(wireDiagnostic, diagnosticFields)
	d := Diagnostic{
		Severity: Severity(r.uintBelow(uint64(SeverityWarning) + 1)),
		Code:     r.string(), Summary: r.string(), Offset: r.uint(), HasOffset: r.bool(),
	}
	r.close()
	return d, r.err
}
