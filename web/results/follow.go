// SPDX-License-Identifier: GPL-3.0-or-later

package results

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"convertd/core/divergence"
	"convertd/daemon"
	"convertd/failure"
	"convertd/web/library"
)

// Positions of the library in what it follows.
const (
	positionGeneration = "generation"
	positionResults    = "results"
	positionReports    = "reports"
	positionJobs       = "jobs"
)

// Options of a Follower.
type Options struct {
	Client *daemon.Client
	Index  *library.Index
	Files  *Files
	// Publish tells the pages what happened.
	Publish func(name string, data any)
	// DecoderOf names the decoder that reads a format now, nil if there is none.
	DecoderOf func(format string) *library.Decoder
	Now       func() time.Time
	Log       *slog.Logger
}

// Follower keeps the library up with the results, reports and jobs of a server.
type Follower struct {
	Options
	started time.Time

	adding   sync.Mutex // one game is described at a time
	progress progresses
}

// NewFollower makes a follower that works once Run is called.
func NewFollower(options Options) *Follower {
	return &Follower{Options: options, started: options.Now(), progress: progresses{running: map[string]*library.Progress{}}}
}

// Prepare empties an index that was made from another store: its positions
// mean nothing in this one.
func (f *Follower) Prepare(ctx context.Context) error {
	generation, err := f.Client.Generation(ctx)
	if err != nil {
		return err
	}
	known, err := f.Index.Position(ctx, positionGeneration)
	if err != nil || known == generation {
		return err
	}
	if known != 0 {
		f.Log.Info("the library is of another store and is made again")
	}
	if err := f.Index.Clear(ctx); err != nil {
		return err
	}
	return f.Index.SetPosition(ctx, positionGeneration, generation)
}

// retryDelay is how long the follower waits when the server is not to be had.
const retryDelay = 2 * time.Second

// Run follows until ctx is done.
func (f *Follower) Run(ctx context.Context) {
	var all sync.WaitGroup
	for name, follow := range map[string]func(context.Context) error{
		"results": f.followResults, "reports": f.followReports, "jobs": f.followJobs, "events": f.followEvents,
	} {
		all.Go(func() {
			for ctx.Err() == nil {
				err := follow(ctx)
				if ctx.Err() != nil {
					return
				}
				f.Log.Warn("the library does not hear of new "+name+"; trying again", "error", err)
				select {
				case <-ctx.Done():
				case <-time.After(retryDelay):
				}
			}
		})
	}
	all.Wait()
}

func (f *Follower) followResults(ctx context.Context) error {
	position, err := f.Index.Position(ctx, positionResults)
	if err != nil {
		return err
	}
	return f.Client.FollowResults(ctx, position, func() {}, func(entry daemon.Followed[daemon.Result]) error {
		if err := f.result(ctx, &entry); err != nil {
			return err
		}
		return f.Index.SetPosition(ctx, positionResults, entry.Position)
	})
}

func (f *Follower) result(ctx context.Context, entry *daemon.Followed[daemon.Result]) error {
	if entry.Removed {
		return f.Index.RemoveGame(ctx, entry.Key)
	}
	game, err := f.add(ctx, &entry.Value)
	if err == nil && game != nil {
		f.Publish("game", game)
	}
	return err
}

// add puts a result into the library. One whose file is gone or cannot be read
// is left out, and said: the others go on.
func (f *Follower) add(ctx context.Context, result *daemon.Result) (*library.Game, error) {
	f.adding.Lock()
	defer f.adding.Unlock()
	entry, err := f.describe(ctx, result)
	if err != nil {
		if ctx.Err() != nil || errors.Is(err, failure.ErrUnavailable) {
			return nil, err
		}
		f.Log.Warn("a result cannot be shown", "result", result.Key, "error", err)
		return nil, nil
	}
	if err := f.Index.Add(ctx, entry); err != nil {
		return nil, err
	}
	return &entry.Game, nil
}

func (f *Follower) describe(ctx context.Context, result *daemon.Result) (*library.Entry, error) {
	text, err := f.Client.DivergenceReport(ctx, *result)
	if err != nil {
		return nil, err
	}
	report := &divergence.Report{}
	if err := json.Unmarshal(text, report); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	recording, err := f.Files.OpenGame(ctx, result.Key)
	if err != nil {
		return nil, err
	}
	defer recording.Close() //nolint:errcheck // read only
	completed := result.CompletedAt
	entry := library.Describe(recording.File, library.Origin{
		ID: result.Key, AddedAt: f.Now().UTC(), ConvertedAt: &completed, Partial: result.Partial, MissingMap: result.MissingMap, Report: report,
	})
	entry.Game.SourceSHA256 = result.SHA256
	if decoder := f.DecoderOf(result.Format); decoder != nil {
		entry.Game.Decoder = &library.Decoder{Name: decoder.Name}
		if completed.After(f.started) {
			entry.Game.Decoder.Version = decoder.Version // of an older result it is not known
		}
	}
	return entry, nil
}

func (f *Follower) followReports(ctx context.Context) error {
	position, err := f.Index.Position(ctx, positionReports)
	if err != nil {
		return err
	}
	return f.Client.FollowReports(ctx, position, func(entry daemon.Followed[daemon.ReportMessage]) error {
		if err := f.report(ctx, &entry.Value); err != nil {
			return err
		}
		return f.Index.SetPosition(ctx, positionReports, entry.Position)
	})
}

// report writes what a job calls its result into the library. The result may
// come later by the other way, or may be gone.
func (f *Follower) report(ctx context.Context, message *daemon.ReportMessage) error {
	naming := library.Naming{Game: message.Result.Key, Job: message.Job, Filename: message.Filename, Labels: message.Labels}
	game, err := f.Index.Attach(ctx, naming)
	if errors.Is(err, library.ErrNotFound) {
		result, found := f.Client.Result(ctx, message.Result.Key)
		if errors.Is(found, failure.ErrNotFound) {
			return nil
		}
		if found != nil {
			return found
		}
		if added, err := f.add(ctx, &result); err != nil || added == nil {
			return err
		}
		game, err = f.Index.Attach(ctx, naming)
	}
	if err != nil {
		return err
	}
	f.Publish("game", game)
	return nil
}
