// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"convertd/core/divergence"
	"convertd/core/icrep"
)

// made makes the entry of a game that nobody played. Everything follows from n.
func made(n int) *Entry {
	played := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Hour)
	factions := []string{"Allies", "Soviets", "GDI", "Nod"}
	verdicts := divergence.Verdicts()
	winner := n % 2
	entry := &Entry{
		Game: Game{
			ID: fmt.Sprintf("%064x", n+1), SourceSHA256: fmt.Sprintf("%064x", n/2), Filename: fmt.Sprintf("game-%d.orarep", n),
			Format: []string{"orarep", "genrep", "kwreplay"}[n%3], Game: []string{"ra", "zerohour", "kw"}[n%3], Module: "made",
			Map: Map{Name: fmt.Sprintf("Map %d", n%97), ID: fmt.Sprintf("m%d", n%97)}, PlayedAt: &played, ConvertedAt: &played, AddedAt: played,
			LengthMS: uint64(n%7200) * 1000, Verdict: verdicts[n%len(verdicts)], JudgedPermille: uint64(n % 1001),
			Orders: &divergence.OrderTotals{Total: uint64(n % 5000)}, Labels: map[string]string{},
			Outcome: Outcome{Kind: OutcomeCompleted, Winner: &winner}, Decoder: &Decoder{Name: "made", Version: "1"},
		},
		Chat:       fmt.Sprintf("good luck number%d\nhave fun", n),
		Builds:     map[int]string{0: fmt.Sprintf("Power Plant > Barracks %d", n%5)},
		Rejections: []divergence.ReasonCount{{Reason: "not_enough_credits", Count: uint64(n % 3)}},
	}
	for slot := range 2 {
		outcome := icrep.OutcomeLost
		if slot == winner {
			outcome = icrep.OutcomeWon
		}
		entry.Game.Players = append(entry.Game.Players, Player{
			Slot: slot, Name: fmt.Sprintf("Player %d", (n+slot*7)%500), Kind: icrep.KindHuman, Faction: factions[(n+slot)%4], Outcome: outcome, APM: 40 + n%100,
		})
	}
	entry.Game.Matchup = matchup(entry.Game.Players)
	return entry
}

func openIndex(t testing.TB, path string) *Index {
	t.Helper()
	index, _, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := index.Close(); err != nil {
			t.Error(err)
		}
	})
	return index
}

// filled is an index in memory with the first games.
func filled(t testing.TB, games int) *Index {
	t.Helper()
	index := openIndex(t, "")
	fill(t, index, games)
	return index
}

func fill(t testing.TB, index *Index, games int) {
	t.Helper()
	const batch = 1000
	for begin := 0; begin < games; begin += batch {
		var entries []*Entry
		for n := begin; n < min(begin+batch, games); n++ {
			entries = append(entries, made(n))
		}
		if err := index.Add(context.Background(), entries...); err != nil {
			t.Fatal(err)
		}
	}
}

func ids(t *testing.T, page *Page) []string {
	t.Helper()
	list := []string{}
	for _, document := range page.Games {
		var game Game
		if err := json.Unmarshal(document, &game); err != nil {
			t.Fatal(err)
		}
		list = append(list, game.ID)
	}
	return list
}

func number(n int64) *int64 { return &n }

// Every filter selects what a loop over all games selects.
func TestFiltersSelectWhatTheySay(t *testing.T) {
	const games = 300
	index := filled(t, games)
	from, to := time.Date(2020, 1, 3, 0, 0, 0, 0, time.UTC), time.Date(2020, 1, 5, 0, 0, 0, 0, time.UTC)
	player := func(g *Game, has func(*Player) bool) bool {
		return slices.ContainsFunc(g.Players, func(p Player) bool { return has(&p) })
	}
	for name, test := range map[string]struct {
		filter Filter
		want   func(g *Game, e *Entry) bool
	}{
		"all":      {Filter{}, func(*Game, *Entry) bool { return true }},
		"game":     {Filter{Games: []string{"ra"}}, func(g *Game, _ *Entry) bool { return g.Game == "ra" }},
		"or":       {Filter{Games: []string{"ra", "kw"}}, func(g *Game, _ *Entry) bool { return g.Game != "zerohour" }},
		"and":      {Filter{Games: []string{"ra"}, Formats: []string{"genrep"}}, func(*Game, *Entry) bool { return false }},
		"map":      {Filter{Maps: []string{"Map 5"}}, func(g *Game, _ *Entry) bool { return g.Map.Name == "Map 5" }},
		"map id":   {Filter{Maps: []string{"m6"}}, func(g *Game, _ *Entry) bool { return g.Map.ID == "m6" }},
		"player":   {Filter{Players: []string{"Player 8"}}, func(g *Game, _ *Entry) bool { return player(g, func(p *Player) bool { return p.Name == "Player 8" }) }},
		"faction":  {Filter{Factions: []string{"Nod"}}, func(g *Game, _ *Entry) bool { return player(g, func(p *Player) bool { return p.Faction == "Nod" }) }},
		"match-up": {Filter{Matchups: []string{"Allies v Soviets"}}, func(g *Game, _ *Entry) bool { return g.Matchup == "Allies v Soviets" }},
		"build":    {Filter{Builds: []string{"Power Plant > Barracks 3"}}, func(_ *Game, e *Entry) bool { return e.Builds[0] == "Power Plant > Barracks 3" }},
		"verdict":  {Filter{Verdicts: []string{"proven"}}, func(g *Game, _ *Entry) bool { return g.Verdict == divergence.VerdictProven }},
		"coverage": {Filter{CoverageMin: number(10), CoverageMax: number(20)}, func(g *Game, _ *Entry) bool { return g.JudgedPermille >= 10 && g.JudgedPermille <= 20 }},
		"length":   {Filter{LengthMin: number(100), LengthMax: number(110)}, func(g *Game, _ *Entry) bool { return g.LengthMS >= 100_000 && g.LengthMS <= 110_000 }},
		"date":     {Filter{From: &from, To: &to}, func(g *Game, _ *Entry) bool { return !g.PlayedAt.Before(from) && g.PlayedAt.Before(to) }},
		"source":   {Filter{Source: fmt.Sprintf("%064x", 7)}, func(g *Game, _ *Entry) bool { return g.SourceSHA256 == fmt.Sprintf("%064x", 7) }},
		"a word":   {Filter{Query: "number42"}, func(_ *Game, e *Entry) bool { return strings.Contains(e.Chat, "number42") }},
		"a phrase": {Filter{Query: `"luck number7"`}, func(_ *Game, e *Entry) bool { return strings.Contains(e.Chat, "luck number7\n") }},
		"nothing":  {Filter{Query: "absent"}, func(*Game, *Entry) bool { return false }},
	} {
		var want []string
		for n := range games {
			if entry := made(n); test.want(&entry.Game, entry) {
				want = append(want, entry.Game.ID)
			}
		}
		slices.Reverse(want) // newest first
		var got []string
		request := Request{Filter: test.filter, Sort: SortDate, Limit: 37}
		for {
			page, err := index.List(t.Context(), request)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if request.Cursor == "" && (page.Total == nil || *page.Total != int64(len(want))) {
				t.Errorf("%s: total is %v, want %d", name, page.Total, len(want))
			}
			got = append(got, ids(t, page)...)
			if page.Next == nil {
				break
			}
			request.Cursor = *page.Next
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d games, want %d", name, len(got), len(want))
		}
	}
}

// Whatever the sort, pages that follow each other hold every game once, in order.
func TestEverySortGivesEveryGameOnce(t *testing.T) {
	const games = 120
	index := filled(t, games)
	for _, sort := range Sorts() {
		for _, ascending := range []bool{false, true} {
			seen := map[string]bool{}
			request := Request{Sort: Sort(sort), Ascending: ascending, Limit: 17}
			for {
				page, err := index.List(t.Context(), request)
				if err != nil {
					t.Fatal(err)
				}
				for _, id := range ids(t, page) {
					if seen[id] {
						t.Fatalf("%s, ascending %v: game %s comes twice", sort, ascending, id)
					}
					seen[id] = true
				}
				if page.Next == nil {
					break
				}
				request.Cursor = *page.Next
			}
			if len(seen) != games {
				t.Errorf("%s, ascending %v: %d games", sort, ascending, len(seen))
			}
		}
	}
	page, err := index.List(t.Context(), Request{Sort: SortVerdict, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if best := string(page.Games[0]); !strings.Contains(best, `"verdict":"proven"`) {
		t.Errorf("the best verdict is that of %s", best)
	}
	if _, err := index.List(t.Context(), Request{Sort: SortMap, Limit: 1, Cursor: *page.Next}); !errors.Is(err, ErrCursor) {
		t.Errorf("a cursor of another sort: %v", err)
	}
	for _, cursor := range []string{"x", "e30", "eyJzIjoiZGF0ZSIsInYiOltdLCJuIjoxfQ"} {
		if _, err := index.List(t.Context(), Request{Sort: SortDate, Limit: 1, Cursor: cursor}); !errors.Is(err, ErrCursor) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

// A page far behind costs what the first one costs: nothing before it is counted.
func TestPagingStaysFlat(t *testing.T) {
	const games, runs = 4000, 15
	index := filled(t, games)
	cost := func(cursor string) time.Duration {
		t.Helper()
		best := time.Hour
		for range runs {
			begun := time.Now()
			if page, err := index.List(t.Context(), Request{Sort: SortDate, Limit: 50, Cursor: cursor}); err != nil || len(page.Games) != 50 {
				t.Fatal(err)
			}
			best = min(best, time.Since(begun))
		}
		return best
	}
	behind := func(n int) string {
		return cursor{Sort: SortDate, Value: made(n).Game.PlayedAt.Unix(), Number: int64(n + 1)}.text()
	}
	// Counting to the last page would be hundreds of times the work.
	if first, last := cost(behind(games-1)), cost(behind(60)); last > 10*first {
		t.Errorf("the first page takes %v, the last %v", first, last)
	}
}

// What people type is looked for; nothing of it is a command of the text index.
func TestTypedTextIsNoQueryLanguage(t *testing.T) {
	index := filled(t, 20)
	for _, typed := range []string{
		`"`, `""`, `*`, `names:`, `NOT`, `AND`, `a OR b`, `( `, `-x`, `^x`, `{names}: x`, "\x00", `NEAR(a b)`, `a"b"c"`, `'; DROP TABLE games; --`,
		"\u202e", strings.Repeat("a ", 140), `col : *`, `"a" + "b"`,
	} {
		if _, err := index.List(t.Context(), Request{Filter: Filter{Query: typed}, Sort: SortDate, Limit: 10}); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
	}
	for typed, want := range map[string]int64{"luck": 20, "LUCK have": 20, "numb": 20, "player": 20, `"have fun"`: 20, `"fun have"`: 0, "good absent": 0} {
		page, err := index.List(t.Context(), Request{Filter: Filter{Query: typed}, Sort: SortDate, Limit: 1})
		if err != nil || *page.Total != want {
			t.Errorf("%q finds %v, want %d (%v)", typed, page, want, err)
		}
	}
}

func TestNamesOfJobsAreFoundAndReplaced(t *testing.T) {
	index := filled(t, 3)
	id := made(1).Game.ID
	find := func(filter Filter) int64 {
		t.Helper()
		page, err := index.List(t.Context(), Request{Filter: filter, Sort: SortDate, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		return *page.Total
	}
	game, err := index.Attach(t.Context(), Naming{Game: id, Job: "job-1", Filename: "Grand Final.orarep", Labels: map[string]string{"cup": "spring", "round": "5"}})
	if err != nil || game.Job != "job-1" || game.Filename != "Grand Final.orarep" {
		t.Fatalf("attached: %+v, %v", game, err)
	}
	for what, count := range map[string]int64{"q": find(Filter{Query: "final"}), "label": find(Filter{Labels: []string{"cup"}}), "value": find(Filter{Labels: []string{"cup:spring"}}), "chat": find(Filter{Query: "number1 spring"})} {
		if count != 1 {
			t.Errorf("%s finds %d", what, count)
		}
	}
	if n := find(Filter{Labels: []string{"cup:autumn"}}); n != 0 {
		t.Errorf("another value finds %d", n)
	}
	// A conversion that is made again keeps what jobs called it.
	if err := index.Add(t.Context(), made(1)); err != nil {
		t.Fatal(err)
	}
	if game, err = index.Game(t.Context(), id); err != nil || game.Job != "job-1" || game.Labels["cup"] != "spring" {
		t.Errorf("after it was made again: %+v, %v", game, err)
	}
	if _, err = index.Attach(t.Context(), Naming{Game: id, Job: "job-2", Filename: "b.orarep"}); err != nil {
		t.Fatal(err)
	}
	if find(Filter{Query: "final"}) != 0 || find(Filter{Labels: []string{"cup"}}) != 0 || find(Filter{}) != 3 {
		t.Error("the name of the job before is still found")
	}
	if _, err := index.Attach(t.Context(), Naming{Game: strings.Repeat("f", 64)}); !errors.Is(err, ErrNotFound) {
		t.Errorf("an absent game: %v", err)
	}
	if err := index.RemoveGame(t.Context(), id); err != nil || find(Filter{}) != 2 || find(Filter{Query: "number1"}) != 0 {
		t.Errorf("a removed game is still found (%v)", err)
	}
}

func TestFacetsAndGroupsCount(t *testing.T) {
	const games = 200
	index := filled(t, games)
	facets, err := index.Facets(t.Context(), Filter{Games: []string{"ra"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(facets.Games) != 1 || facets.Games[0].Count != 67 || facets.Games[0].Name != "Red Alert" || len(facets.Maps) != maxFacets {
		t.Errorf("facets are %+v", facets)
	}
	wins, losses, appearances := 0, 0, 0
	for n := range games {
		for _, p := range made(n).Game.Players {
			if p.Faction == "GDI" {
				appearances++
				if p.Outcome == icrep.OutcomeWon {
					wins++
				} else {
					losses++
				}
			}
		}
	}
	page, err := index.Groups(t.Context(), GroupRequest{By: ByFaction, Sort: "name", Ascending: true, Limit: 10})
	if err != nil || page.Total != 4 || len(page.Rows) != 4 {
		t.Fatalf("groups are %+v, %v", page, err)
	}
	gdi := page.Rows[1]
	if gdi.Key != "GDI" || gdi.Appearances != int64(appearances) || gdi.Wins != int64(wins) || gdi.Losses != int64(losses) ||
		gdi.WinShare == nil || *gdi.WinShare != int64(wins*1000/(wins+losses)) || gdi.APM == nil {
		t.Errorf("GDI is %+v, want %d of %d won", gdi, wins, appearances)
	}
	for _, by := range GroupsBy() {
		for _, sort := range GroupSorts() {
			page, err := index.Groups(t.Context(), GroupRequest{Filter: Filter{Query: "luck"}, By: GroupBy(by), Sort: sort, Limit: 3})
			if err != nil || len(page.Rows) == 0 {
				t.Errorf("by %s, sort %s: %+v, %v", by, sort, page, err)
			}
		}
	}
	// In a match-up the first-named side's wins count, once a game.
	page, err = index.Groups(t.Context(), GroupRequest{By: ByMatchup, Sort: "games", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, row := range page.Rows {
		if row.Games != row.Appearances || row.Wins+row.Losses+row.Undecided != row.Games {
			t.Errorf("match-up %+v", row)
		}
		sum += row.Games
	}
	if sum != games {
		t.Errorf("match-ups have %d games", sum)
	}
}

// A mirror match has two sides of one name; it is still one game.
func TestMirrorMatchesCountOnce(t *testing.T) {
	index := openIndex(t, "")
	entry := made(0)
	for i := range entry.Game.Players {
		entry.Game.Players[i].Faction = "Nod"
	}
	entry.Game.Matchup = matchup(entry.Game.Players)
	if err := index.Add(t.Context(), entry); err != nil {
		t.Fatal(err)
	}
	page, err := index.Groups(t.Context(), GroupRequest{By: ByMatchup, Sort: "games", Limit: 10})
	if err != nil || len(page.Rows) != 1 || page.Rows[0].Key != "Nod v Nod" || page.Rows[0].Games != 1 || page.Rows[0].Appearances != 1 {
		t.Errorf("mirror: %+v, %v", page, err)
	}
}

func TestAggregates(t *testing.T) {
	index := filled(t, 48)
	verdicts, err := index.VerdictsOverTime(t.Context(), Filter{}, "day")
	if err != nil || len(verdicts) == 0 || verdicts[0].Period != "2020-01-01" {
		t.Errorf("verdicts are %+v, %v", verdicts, err)
	}
	weeks, err := index.VerdictsOverTime(t.Context(), Filter{}, "week")
	if err != nil || len(weeks) == 0 || weeks[0].Period != "2019-12-30" { // the Monday before
		t.Errorf("weeks are %+v, %v", weeks, err)
	}
	reasons, err := index.Rejections(t.Context(), Filter{}, 10)
	if err != nil || len(reasons) != 1 || reasons[0].Orders != 48 {
		t.Errorf("rejections are %+v, %v", reasons, err)
	}
	for i, code := range []string{"malformed", "malformed", "plugin_crashed"} {
		job := &Job{ID: fmt.Sprintf("j%d", i), State: JobFailed, Filename: "a.rep", Error: &JobError{Code: code}, RequestedAt: time.Unix(int64(i), 0)}
		if err := index.PutJob(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	decoders, err := index.Decoders(t.Context(), Filter{}, func(_, filename string) string { return map[string]string{"a.rep": "made"}[filename] })
	if err != nil || len(decoders) != 1 || decoders[0].Failed != 3 || len(decoders[0].Failures) != 2 || decoders[0].Failures[0].Count != 2 {
		t.Errorf("decoders are %+v, %v", decoders, err)
	}
}

func TestJobsArePagedByState(t *testing.T) {
	index := openIndex(t, "")
	for i := range 25 {
		job := &Job{ID: fmt.Sprintf("j%d", i), State: JobStates()[i%5], RequestedAt: time.UnixMilli(int64(i / 2)), Progress: &Progress{}}
		if err := index.PutJob(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	seen, cursor := 0, ""
	for {
		page, err := index.Jobs(t.Context(), nil, 4, cursor)
		if err != nil || page.Counts.Failed != 5 {
			t.Fatalf("%+v, %v", page, err)
		}
		seen += len(page.Jobs)
		if page.Next == nil {
			break
		}
		cursor = *page.Next
	}
	if seen != 25 {
		t.Errorf("%d jobs in all pages", seen)
	}
	page, err := index.Jobs(t.Context(), []string{JobFailed, JobQueued}, 100, "")
	if err != nil || len(page.Jobs) != 10 || page.Jobs[0].Progress != nil {
		t.Errorf("failed and queued: %+v, %v", page, err)
	}
	if err := index.RemoveJob(t.Context(), "j3"); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Job(t.Context(), "j3"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a removed job: %v", err)
	}
}

// The index is only an index: whatever happened to its file, it is made again.
func TestAnIndexThatCannotBeUsedIsMadeAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "library.sqlite")
	index, fresh, err := Open(t.Context(), path)
	if err != nil || !fresh {
		t.Fatalf("the first time: fresh %v, %v", fresh, err)
	}
	fill(t, index, 5)
	if err := index.SetPosition(t.Context(), "results", 7); err != nil {
		t.Fatal(err)
	}
	if err := index.Close(); err != nil {
		t.Fatal(err)
	}
	index, fresh, err = Open(t.Context(), path)
	if err != nil || fresh {
		t.Fatalf("the second time: fresh %v, %v", fresh, err)
	}
	if position, err := index.Position(t.Context(), "results"); err != nil || position != 7 {
		t.Errorf("position %d, %v", position, err)
	}
	if n, err := index.CountGames(t.Context()); err != nil || n != 5 {
		t.Errorf("%d games, %v", n, err)
	}
	if err := index.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := index.CountGames(t.Context()); err != nil || n != 0 {
		t.Errorf("%d games after it was cleared, %v", n, err)
	}
	if _, err := index.write.ExecContext(t.Context(), "PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := index.Close(); err != nil {
		t.Fatal(err)
	}
	// The first is what was closed above, with another version; the second is over its remains.
	for _, spoilt := range []struct {
		what  string
		spoil func() error
	}{
		{"another version", func() error { return nil }},
		{"no database", func() error { return os.WriteFile(path, []byte(strings.Repeat("no database at all ", 100)), 0o600) }},
	} {
		if err := spoilt.spoil(); err != nil {
			t.Fatal(err)
		}
		index, fresh, err = Open(t.Context(), path)
		if err != nil || !fresh {
			t.Fatalf("%s: fresh %v, %v", spoilt.what, fresh, err)
		}
		if err := index.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMatchupsNameSides(t *testing.T) {
	player := func(team int, faction, kind string) Player { return Player{Team: team, Faction: faction, Kind: kind} }
	const human, bot, spectator = icrep.KindHuman, icrep.KindBot, icrep.KindSpectator
	for want, players := range map[string][]Player{
		"A v B":         {player(0, "B", human), player(0, "A", bot), player(0, "", spectator)},
		"A v A":         {player(1, "A", human), player(2, "A", human)},
		"A + B v B + C": {player(1, "B", human), player(2, "C", human), player(1, "A", human), player(2, "B", bot)},
	} {
		if got := matchup(players); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, players := range [][]Player{
		{player(0, "A", human)},
		{player(0, "A", human), player(0, "", human)},
		{player(0, "A", human), player(0, "A", human), player(0, "A", human), player(0, "A", human), player(0, "A", human)},
	} {
		if got := matchup(players); got != "" {
			t.Errorf("%q, want none", got)
		}
	}
}
