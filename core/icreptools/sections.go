// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import "convertd/core/icrep"

// SectionReport lists the bytes of a file.
type SectionReport struct {
	Size     int64               `json:"size"`
	Sections []icrep.SectionSize `json:"sections"`
	// Payload is how many bytes the compressed content itself takes: LZ4 data,
	// signatures, and the JSON text.
	Payload int64 `json:"payload"`
	// OverheadPermille is what headers, indexes and check tables add to it, in
	// thousandths.
	OverheadPermille int64 `json:"overhead_permille"`
}

// Sections measures a file; it reads indexes only.
func Sections(r *icrep.Reader) SectionReport {
	report := SectionReport{Size: r.Size(), Sections: r.SectionSizes()}
	for _, s := range report.Sections {
		report.Payload += s.Payload
	}
	if report.Payload > 0 {
		report.OverheadPermille = (report.Size - report.Payload) * 1000 / report.Payload
	}
	return report
}
