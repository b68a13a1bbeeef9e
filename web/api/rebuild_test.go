// SPDX-License-Identifier: GPL-3.0-or-later

package api_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"convertd/core/pipeline"
	"convertd/web/library"
	"convertd/web/results"
)

// The library owns nothing: made again from what is stored it is the same, it
// goes on where it stopped, and it notices another store.
func TestTheLibraryIsMadeAgainFromWhatIsStored(t *testing.T) {
	s := startStack(t)
	s.upload(submitToken, map[string]string{"label": "cup=spring"}, part{"a.orarep", fixture(t, "replays", "orarep", "good", "ra-skirmish.orarep")})
	s.until("the game", func() bool { return len(s.games("label=cup")) == 1 })
	want := s.games("")[0]

	path := filepath.Join(t.TempDir(), "again.sqlite")
	follow := func(positions func(*library.Index)) *library.Index {
		t.Helper()
		index, _, err := library.Open(t.Context(), path)
		fatal(t, err)
		positions(index)
		follower := results.NewFollower(results.Options{
			Client: s.client, Index: index, Files: results.NewFiles(s.client, &pipeline.Materials{}, t.TempDir()), Now: time.Now,
			Publish: func(string, any) {}, DecoderOf: func(string) *library.Decoder { return nil }, Log: slog.New(slog.DiscardHandler),
		})
		fatal(t, follower.Prepare(t.Context()))
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			follower.Run(ctx)
		}()
		s.until("the game again", func() bool {
			game, err := index.Game(ctx, want.ID)
			job, missing := index.Job(ctx, want.Job)
			return err == nil && game.Job == want.Job && missing == nil && job.State == library.JobDone
		})
		cancel()
		<-ended
		return index
	}
	index := follow(func(*library.Index) {})
	got, err := index.Game(t.Context(), want.ID)
	fatal(t, err)
	got.AddedAt, got.Decoder = want.AddedAt, want.Decoder // when it was added, and by whom it is read now
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Errorf("made again it is another:\n%s", diff)
	}
	before, err := index.Position(t.Context(), "results")
	fatal(t, err)
	fatal(t, index.Close())

	index = follow(func(*library.Index) {})
	if after, err := index.Position(t.Context(), "results"); err != nil || after != before || before == 0 {
		t.Errorf("it went on from %d to %d (%v)", before, after, err)
	}
	fatal(t, index.Close())

	// Positions of another store mean nothing here.
	index = follow(func(index *library.Index) {
		fatal(t, index.SetPosition(t.Context(), "generation", 1))
		fatal(t, index.SetPosition(t.Context(), "results", 1<<40))
		fatal(t, index.RemoveGame(t.Context(), want.ID))
	})
	fatal(t, index.Close())

	if _, err := s.client.RemoveResult(t.Context(), want.ID); err != nil {
		t.Fatal(err)
	}
	s.until("the removed result", func() bool { return len(s.games("")) == 0 })
}
