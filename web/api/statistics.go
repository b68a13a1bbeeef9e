// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"net/http"
	"time"

	"convertd/web/gamepage"
	"convertd/web/library"
)

// maxGroups is the most groups of one answer, maxOffset the farthest page.
const (
	maxGroups = 1000
	maxOffset = 1 << 30
)

func groupRequest(q *query) library.GroupRequest {
	asked := library.GroupRequest{
		By: library.GroupBy(q.oneOf("by", library.GroupsBy()...)), Sort: q.oneOf("sort", library.GroupSorts()...),
		Ascending: q.oneOf("order", "desc", "asc") == "asc", Limit: defaultPage,
	}
	if limit := q.number("limit", 1, maxGroups); limit != nil {
		asked.Limit = int(*limit)
	}
	if offset := q.number("offset", 0, maxOffset); offset != nil {
		asked.Offset = int(*offset)
	}
	asked.Filter = q.filter()
	return asked
}

func (a *API) groups(response http.ResponseWriter, request *http.Request) error {
	q := readQuery(request)
	asked := groupRequest(q)
	if err := q.end(); err != nil {
		return err
	}
	page, err := a.Index.Groups(request.Context(), asked)
	if err != nil {
		return err
	}
	return writeJSON(response, page)
}

// groupsTable writes all groups.
func (a *API) groupsTable(response http.ResponseWriter, request *http.Request) error {
	q := readQuery(request)
	asked := groupRequest(q)
	if err := q.end(); err != nil {
		return err
	}
	asked.Limit, asked.Offset = maxOffset, 0
	page, err := a.Index.Groups(request.Context(), asked)
	if err != nil {
		return err
	}
	t, err := newTable(response, string(asked.By)+".csv", string(asked.By), "games", "appearances", "wins", "losses", "undecided", "win_share",
		"mean_ms", "shortest_ms", "longest_ms", "total_ms", "first_at", "last_at", "apm")
	if err != nil {
		return nil //nolint:nilerr // whoever asked is gone
	}
	for i := range page.Rows {
		g := &page.Rows[i]
		if t.row(g.Key, number(g.Games), number(g.Appearances), number(g.Wins), number(g.Losses), number(g.Undecided), whole(g.WinShare),
			number(g.MeanMS), number(g.ShortestMS), number(g.LongestMS), number(g.TotalMS), moment(g.FirstAt), moment(g.LastAt), whole(g.APM)) != nil {
			return nil
		}
	}
	return t.end()
}

func whole(n *int64) string {
	if n == nil {
		return ""
	}
	return number(*n)
}

func moment(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(timeLayout)
}

// rows is an answer that is one list.
type rows[T any] struct {
	Rows []T `json:"rows"`
}

func (a *API) verdictCounts(request *http.Request) ([]library.VerdictCount, error) {
	q := readQuery(request)
	bucket, filter := q.oneOf("bucket", library.Buckets()...), q.filter()
	if err := q.end(); err != nil {
		return nil, err
	}
	return a.Index.VerdictsOverTime(request.Context(), filter, bucket)
}

func (a *API) verdicts(response http.ResponseWriter, request *http.Request) error {
	list, err := a.verdictCounts(request)
	if err != nil {
		return err
	}
	return writeJSON(response, rows[library.VerdictCount]{list})
}

func (a *API) verdictsTable(response http.ResponseWriter, request *http.Request) error {
	list, err := a.verdictCounts(request)
	if err != nil {
		return err
	}
	t, err := newTable(response, "verdicts.csv", "period", "format", "verdict", "games")
	if err != nil {
		return nil //nolint:nilerr // whoever asked is gone
	}
	for _, row := range list {
		if t.row(row.Period, row.Format, row.Verdict, number(row.Games)) != nil {
			return nil
		}
	}
	return t.end()
}

// rejection is a reason with its words.
type rejection struct {
	library.RejectionCount
	Text string `json:"text"`
}

func (a *API) rejectionCounts(request *http.Request) ([]rejection, error) {
	q := readQuery(request)
	limit, filter := q.limit(), q.filter()
	if err := q.end(); err != nil {
		return nil, err
	}
	counts, err := a.Index.Rejections(request.Context(), filter, limit)
	list := make([]rejection, len(counts))
	for i, count := range counts {
		list[i] = rejection{count, gamepage.Words(count.Reason)}
	}
	return list, err
}

func (a *API) rejections(response http.ResponseWriter, request *http.Request) error {
	list, err := a.rejectionCounts(request)
	if err != nil {
		return err
	}
	return writeJSON(response, rows[rejection]{list})
}

func (a *API) rejectionsTable(response http.ResponseWriter, request *http.Request) error {
	list, err := a.rejectionCounts(request)
	if err != nil {
		return err
	}
	t, err := newTable(response, "rejections.csv", "reason", "orders", "games")
	if err != nil {
		return nil //nolint:nilerr // whoever asked is gone
	}
	for i := range list {
		if t.row(list[i].Reason, number(list[i].Orders), number(list[i].Games)) != nil {
			return nil
		}
	}
	return t.end()
}

func (a *API) decoderCounts(request *http.Request) ([]library.DecoderCount, error) {
	q := readQuery(request)
	filter := q.filter()
	if err := q.end(); err != nil {
		return nil, err
	}
	return a.Index.Decoders(request.Context(), filter, a.decoderOf)
}

func (a *API) decoderStatistics(response http.ResponseWriter, request *http.Request) error {
	list, err := a.decoderCounts(request)
	if err != nil {
		return err
	}
	return writeJSON(response, rows[library.DecoderCount]{list})
}

func (a *API) decodersTable(response http.ResponseWriter, request *http.Request) error {
	list, err := a.decoderCounts(request)
	if err != nil {
		return err
	}
	t, err := newTable(response, "decoders.csv", "decoder", "version", "games", "partial", "failed", "code", "count")
	if err != nil {
		return nil //nolint:nilerr // whoever asked is gone
	}
	for i := range list {
		d := &list[i]
		cells := []string{d.Decoder, d.Version, number(d.Games), number(d.Partial), number(d.Failed)}
		if len(d.Failures) == 0 && t.row(append(cells, "", "")...) != nil {
			return nil
		}
		for _, failure := range d.Failures {
			if t.row(append(cells[:len(cells):len(cells)], failure.Code, number(failure.Count))...) != nil {
				return nil
			}
		}
	}
	return t.end()
}
