// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"fmt"
)

// VerdictCount is how many games of a period and a format have a verdict.
type VerdictCount struct {
	Period  string `json:"period"` // its first day
	Format  string `json:"format"`
	Verdict string `json:"verdict"`
	Games   int64  `json:"games"`
}

// buckets are the periods of VerdictsOverTime, as what SQLite does to a date.
// A week begins on Monday.
var buckets = map[string]string{"day": "'start of day'", "week": "'start of day', '-6 days', 'weekday 1'", "month": "'start of month'"}

// Buckets lists the periods.
func Buckets() []string { return []string{"month", "week", "day"} }

// maxAggregateRows bounds a table of figures.
const maxAggregateRows = 10_000

// VerdictsOverTime counts verdicts by format and by the time of conversion.
func (x *Index) VerdictsOverTime(ctx context.Context, filter Filter, bucket string) ([]VerdictCount, error) {
	modifier, known := buckets[bucket]
	if !known {
		return nil, fmt.Errorf("library: no such period: %q", bucket)
	}
	where := filter.condition()
	list := []VerdictCount{}
	err := x.each(ctx, "SELECT date(converted, 'unixepoch', "+modifier+") AS period, format, verdict, count(*) FROM games"+where.where()+
		" GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT ?", append(where.arguments, maxAggregateRows), func(scan func(...any) error) error {
		var row VerdictCount
		if err := scan(&row.Period, &row.Format, &row.Verdict, &row.Games); err != nil {
			return err
		}
		list = append(list, row)
		return nil
	})
	return list, err
}

// RejectionCount is how often orders did not fit for one reason.
type RejectionCount struct {
	Reason string `json:"reason"`
	Orders int64  `json:"orders"`
	Games  int64  `json:"games"`
}

// Rejections counts why orders did not fit, most frequent first.
func (x *Index) Rejections(ctx context.Context, filter Filter, limit int) ([]RejectionCount, error) {
	where := filter.condition()
	list := []RejectionCount{}
	restricted := ""
	if len(where.clauses) > 0 {
		restricted = " WHERE game IN (SELECT number FROM games" + where.where() + ")"
	}
	err := x.each(ctx, "SELECT reason, sum(orders) AS n, count(*) FROM rejections"+restricted+" GROUP BY reason ORDER BY n DESC, reason LIMIT ?",
		append(where.arguments, limit), func(scan func(...any) error) error {
			var row RejectionCount
			if err := scan(&row.Reason, &row.Orders, &row.Games); err != nil {
				return err
			}
			list = append(list, row)
			return nil
		})
	return list, err
}

// FailureCount is how many jobs failed with a code.
type FailureCount struct {
	Code  string `json:"code"`
	Count int64  `json:"count"`
}

// DecoderCount is what one decoder did.
type DecoderCount struct {
	Decoder  string         `json:"decoder"`
	Version  string         `json:"version"` // "" for results older than this process
	Games    int64          `json:"games"`
	Partial  int64          `json:"partial"` // of them, of a damaged source
	Failed   int64          `json:"failed"`
	Failures []FailureCount `json:"failures"`
}

// Decoders counts games and failures by decoder. decoderOf says whose a failed
// job was by its format and the name of its file; "" if that is not known.
func (x *Index) Decoders(ctx context.Context, filter Filter, decoderOf func(format, filename string) string) ([]DecoderCount, error) {
	where := filter.condition()
	list := []DecoderCount{}
	byName := map[string]int{}
	err := x.each(ctx, "SELECT decoder, decoder_version, count(*), sum(partial) FROM games"+where.where()+
		" GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ?", append(where.arguments, maxAggregateRows), func(scan func(...any) error) error {
		row := DecoderCount{Failures: []FailureCount{}}
		if err := scan(&row.Decoder, &row.Version, &row.Games, &row.Partial); err != nil {
			return err
		}
		if _, listed := byName[row.Decoder]; !listed {
			byName[row.Decoder] = len(list)
		}
		list = append(list, row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = x.each(ctx, "SELECT error, format, coalesce(json_extract(document, '$.filename'), ''), count(*) FROM jobs WHERE state = ?"+
		" GROUP BY 1, 2, 3 ORDER BY 4 DESC LIMIT ?", []any{JobFailed, maxAggregateRows}, func(scan func(...any) error) error {
		var code, format, filename string
		var count int64
		if err := scan(&code, &format, &filename, &count); err != nil {
			return err
		}
		name := decoderOf(format, filename)
		at, listed := byName[name]
		if !listed {
			at = len(list)
			byName[name] = at
			list = append(list, DecoderCount{Decoder: name, Failures: []FailureCount{}})
		}
		list[at].fail(code, count)
		return nil
	})
	return list, err
}

func (d *DecoderCount) fail(code string, count int64) {
	d.Failed += count
	for i := range d.Failures {
		if d.Failures[i].Code == code {
			d.Failures[i].Count += count
			return
		}
	}
	d.Failures = append(d.Failures, FailureCount{code, count})
}

// each runs a query and gives its rows to use.
func (x *Index) each(ctx context.Context, query string, arguments []any, use func(scan func(...any) error) error) error {
	if err := eachRow(ctx, x.read, query, arguments, use); err != nil {
		return fmt.Errorf("library: %w", err)
	}
	return nil
}
