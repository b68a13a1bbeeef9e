// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"convertd/core/divergence"
	"convertd/core/order"
	"convertd/web/gamepage"
	"convertd/web/library"
)

// page is everything about a game that is not a chart.
type page struct {
	Game       *library.Game     `json:"game"`
	Words      gamepage.Trust    `json:"words"`
	Options    []gamepage.Option `json:"options"`
	Spectators []library.Player  `json:"spectators"`

	Rejections  []gamepage.Reason   `json:"rejections"`
	Unmodelled  []gamepage.Reason   `json:"unmodelled"`
	Corrections []gamepage.Reason   `json:"corrections"`
	StandIns    divergence.StandIns `json:"stand_ins"`

	FirstEvidence         *divergence.Onset     `json:"first_evidence"`
	FirstLikelyDivergence *divergence.Onset     `json:"first_likely_divergence"`
	DivergedAtMS          *uint64               `json:"diverged_at_ms"`
	SourceSync            *sourceSync           `json:"source_sync"`
	PastProof             *divergence.PastProof `json:"past_proof"`
	Warnings              []warning             `json:"warnings"`
	WarningsTotal         uint64                `json:"warnings_total"`
	Error                 *divergence.Failure   `json:"error"`

	Conversions []conversion `json:"conversions"`
	Downloads   []download   `json:"downloads"`
	Room        string       `json:"room"`
	Playable    bool         `json:"playable"`
	WhyNot      string       `json:"why_not"`
}

// sourceSync says whether the recorded game was in sync with itself.
type sourceSync struct {
	divergence.SourceSyncReport
	AtMS *uint64 `json:"at_ms"`
}

type warning struct {
	Code   string     `json:"code"`
	Tick   order.Tick `json:"tick"`
	TimeMS uint64     `json:"time_ms"`
	Offset *uint64    `json:"offset,omitempty"`
	Text   string     `json:"text"`
}

// conversion is another conversion of the same source.
type conversion struct {
	ID          string             `json:"id"`
	Verdict     divergence.Verdict `json:"verdict"`
	ConvertedAt *time.Time         `json:"converted_at"`
	Decoder     *library.Decoder   `json:"decoder"`
}

// download is a file of a game; its address is relative to the server's base.
type download struct {
	Kind  string  `json:"kind"`
	Name  string  `json:"name"`
	Href  string  `json:"href"`
	Bytes *uint64 `json:"bytes"`
}

// shownWarnings is the most warnings of a page; the report has all it keeps.
const shownWarnings = 200

// reportOf reads the report of a game, nil if it has none.
func (a *API) reportOf(ctx context.Context, id string) (*divergence.Report, error) {
	text, err := a.Recordings.Report(ctx, id)
	if errors.Is(err, library.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	report := &divergence.Report{}
	if err := json.Unmarshal(text, report); err != nil {
		return nil, fmt.Errorf("report of game %s: %w", id, err)
	}
	return report, nil
}

func (a *API) gamePage(response http.ResponseWriter, request *http.Request) error {
	game, recording, err := a.open(request)
	if err != nil {
		return err
	}
	defer recording.Close() //nolint:errcheck // read only
	report, err := a.reportOf(request.Context(), game.ID)
	if err != nil {
		return err
	}
	p := &page{
		Game: game, Words: gamepage.TrustOf(game, report), Options: gamepage.OptionsOf(recording.File.Metadata()), Spectators: []library.Player{},
		Rejections: []gamepage.Reason{}, Unmodelled: []gamepage.Reason{}, Corrections: []gamepage.Reason{}, Warnings: []warning{},
		Conversions: []conversion{}, Downloads: downloads(game, report != nil), Room: RoomPrefix + game.ID, Playable: true,
	}
	if len(recording.File.Keyframes()) == 0 {
		p.Playable, p.WhyNot = false, "the recording holds no state to begin with"
	}
	for i := range game.Players {
		if !game.Players[i].Plays() {
			p.Spectators = append(p.Spectators, game.Players[i])
		}
	}
	if report != nil {
		p.addReport(report)
	}
	if from := recording.File.Metadata().ConvertedFrom; from != nil && from.DivergedAtTick != nil && game.TickRate != nil && game.Verdict != divergence.VerdictProven {
		ms := game.TickRate.Milliseconds(order.Tick(*from.DivergedAtTick))
		p.DivergedAtMS = &ms
	}
	if err := a.addConversions(request, p); err != nil {
		return err
	}
	return writeJSON(response, p)
}

func (p *page) addReport(report *divergence.Report) {
	p.Rejections, p.Unmodelled = gamepage.ReasonsOf(report.Rejections), gamepage.ReasonsOf(report.Unmodelled)
	p.Corrections, p.StandIns = gamepage.ReasonsOf(report.Corrections), report.StandIns
	p.FirstEvidence, p.FirstLikelyDivergence = report.FirstEvidence, report.FirstLikelyDivergence
	p.PastProof, p.WarningsTotal, p.Error = report.PastProof, report.WarningsTotal, report.Error
	p.SourceSync = &sourceSync{SourceSyncReport: report.SourceSync}
	if m := report.SourceSync.FirstMismatch; m != nil {
		ms := report.TickRate.Milliseconds(order.Tick(m.Tick))
		p.SourceSync.AtMS = &ms
	}
	for i := range report.Warnings[:min(len(report.Warnings), shownWarnings)] {
		w := &report.Warnings[i]
		p.Warnings = append(p.Warnings, warning{w.Code, w.Tick, report.TickRate.Milliseconds(w.Tick), w.Offset, w.Text})
	}
}

// addConversions lists the other conversions of the same source.
func (a *API) addConversions(request *http.Request, p *page) error {
	if p.Game.SourceSHA256 == "" {
		return nil
	}
	return a.Index.Each(request.Context(), library.Filter{Source: p.Game.SourceSHA256}, func(game *library.Game) error {
		if game.ID != p.Game.ID && len(p.Conversions) < library.MaxPage {
			p.Conversions = append(p.Conversions, conversion{game.ID, game.Verdict, game.ConvertedAt, game.Decoder})
		}
		return nil
	})
}

func downloads(game *library.Game, reported bool) []download {
	base, name := "api/v1/games/"+game.ID+"/", stem(game)
	list := []download{{"icrep", name + ".icrep", base + "file.icrep", &game.FileBytes}}
	if reported {
		list = append(list, download{"report", name + ".report.json", base + "report.json", nil})
	}
	for _, table := range []struct{ kind, file string }{
		{"build_csv", "build.csv"}, {"series_csv", "series.csv"}, {"events_csv", "events.csv"}, {"events_jsonl", "events.jsonl"}, {"orders_txt", "orders.txt"},
	} {
		list = append(list, download{table.kind, name + "." + table.file, base + table.file, nil})
	}
	return list
}

// read answers with something that is read out of a recording and its report,
// and kept: what is addressed by content never changes.
func (a *API) read(kind string, read func(*library.Recording, *divergence.Report) (any, error)) handler {
	return func(response http.ResponseWriter, request *http.Request) error {
		game, err := a.game(request)
		if err != nil {
			return err
		}
		return a.writeCached(response, kind+" "+game.ID, func() (any, error) {
			// Others may wait for it too: it is made to its end.
			ctx := context.WithoutCancel(request.Context())
			recording, err := a.Recordings.OpenGame(ctx, game.ID)
			if err != nil {
				return nil, err
			}
			defer recording.Close() //nolint:errcheck // read only
			report, err := a.reportOf(ctx, game.ID)
			if err != nil {
				return nil, err
			}
			return read(recording, report)
		})
	}
}

func readTimeline(recording *library.Recording, report *divergence.Report) (any, error) {
	return gamepage.ReadTimeline(recording.File, report)
}

func readSeries(recording *library.Recording, report *divergence.Report) (any, error) {
	return gamepage.ReadSeries(recording.File, report)
}

func readBuild(recording *library.Recording, _ *divergence.Report) (any, error) {
	build, _, err := gamepage.ReadBuildAndChat(recording.File)
	return build, err
}

func readChat(recording *library.Recording, _ *divergence.Report) (any, error) {
	_, chat, err := gamepage.ReadBuildAndChat(recording.File)
	return chat, err
}

// compare answers with the differences of two games.
func (a *API) compare(response http.ResponseWriter, request *http.Request) error {
	q := readQuery(request)
	ids := [2]string{q.text("a"), q.text("b")}
	if err := q.end(); err != nil {
		return err
	}
	var sides [2]gamepage.Side
	for i, id := range ids {
		if !gameID.MatchString(id) {
			return usage("a and b are ids of games")
		}
		game, err := a.Index.Game(request.Context(), id)
		if err != nil {
			return err
		}
		sides[i].Game = game
	}
	return a.writeCached(response, "compare "+ids[0]+" "+ids[1], func() (any, error) {
		ctx := context.WithoutCancel(request.Context())
		for i := range sides {
			recording, err := a.Recordings.OpenGame(ctx, ids[i])
			if err != nil {
				return nil, err
			}
			defer recording.Close() //nolint:errcheck // read only
			sides[i].File = recording.File
			if sides[i].Report, err = a.reportOf(ctx, ids[i]); err != nil {
				return nil, err
			}
		}
		return gamepage.Compare(sides[0], sides[1])
	})
}
