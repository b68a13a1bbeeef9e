// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"convertd/conversion"
)

// heavy makes the tests of this file as large as `make faults` runs them.
var heavy = flag.Bool("faults", false, "run the tests of faults with 10,000 jobs and twenty killed processes")

// The process with the server inside is killed again and again while jobs come in and
// are done.
func TestManyJobsAndManyKills(t *testing.T) {
	jobs, kills := 150, 2
	if *heavy {
		jobs, kills = 10_000, 20
	}
	store := t.TempDir()
	process := startWorkerProcess(t, store)
	client, conn := connectLocal(t, store)
	submitted := 0
	for round := range kills + 1 {
		for submitted < jobs*(round+1)/(kills+1) {
			if _, err := client.Submit(t.Context(), inline(fmt.Sprintf("job-%d", submitted), fmt.Sprintf("replay %d", submitted))); err != nil {
				t.Fatal(err)
			}
			submitted++
		}
		if round == kills {
			break
		}
		conn.Close()
		if err := process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = process.Wait() // says that it was killed
		process = startWorkerProcess(t, store)
		client, conn = connectLocal(t, store)
	}
	defer conn.Close()
	w := &world{t: t, client: client, ctx: t.Context()}
	patience := time.Now().Add(10 * time.Minute)
	for {
		info, err := client.storage.jobs.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if info.State.Msgs == 0 {
			break
		}
		if time.Now().After(patience) {
			t.Fatalf("%d jobs are still on the queue", info.State.Msgs)
		}
		time.Sleep(50 * time.Millisecond)
	}
	checkEveryJobOnce(t, w, jobs)
}

// Clocks of workers that are hours apart, and one that jumps, cost nothing but a
// conversion that is done twice.
func TestClocksThatDisagreeLoseNothing(t *testing.T) {
	w := newWorld(t)
	const jobs = 60
	var converters []*fakeConverter
	for i, shift := range []time.Duration{-3 * time.Hour, 3 * time.Hour, 0} {
		client := w.newClient()
		begun := time.Now()
		client.now = func() time.Time {
			if shift == 0 && time.Since(begun) > 100*time.Millisecond {
				return time.Now().Add(-24 * time.Hour) // it jumps while it works
			}
			return time.Now().Add(shift)
		}
		converter := &fakeConverter{convert: func(_ context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
			time.Sleep(5 * time.Millisecond)
			return copySource(request)
		}}
		converters = append(converters, converter)
		w.startWith(client, converter, testSettings(t, fmt.Sprintf("clock-%d", i)))
	}
	for i := range jobs {
		w.submit(inline(fmt.Sprintf("job-%d", i), fmt.Sprintf("replay %d", i)))
	}
	w.emptyQueue()
	checkEveryJobOnce(t, w, jobs)
	total := 0
	for _, converter := range converters {
		total += converter.total
	}
	if total < jobs {
		t.Errorf("%d conversions of %d jobs", total, jobs)
	}
}

// A job that is on the queue twice is one job: one end, one result, one report.
func TestJobThatIsDeliveredTwiceIsOneJob(t *testing.T) {
	w := newWorld(t)
	job := inline("twice", "replay")
	job.Format, job.RequestedAt = conversion.FormatAuto, time.Now().UTC()
	for range 5 { // without a message id the server takes all of them
		if err := w.client.storage.publish(w.ctx, PriorityNormal.subject(""), job); err != nil {
			t.Fatal(err)
		}
	}
	w.start(&fakeConverter{}, testSettings(t, "a"))
	w.start(&fakeConverter{}, testSettings(t, "b"))
	w.emptyQueue()
	checkEveryJobOnce(t, w, 1)
}

// A worker that is told to stop ends within its grace, in whatever stage its jobs are,
// and another one finishes them.
func TestShutdownInEachStageLosesNothing(t *testing.T) {
	for _, stage := range []string{"lookup", "convert", "store"} {
		t.Run(stage, func(t *testing.T) {
			w := newWorld(t)
			reached := make(chan struct{}, 100)
			reach := func(now string) {
				if now == stage {
					reached <- struct{}{}
				}
			}
			settings := testSettings(t, "stopped")
			settings.ShutdownGrace = 50 * time.Millisecond
			stop := w.start(&fakeConverter{convert: func(ctx context.Context, request conversion.Request, _ int) (conversion.Outcome, error) {
				reach("convert")
				if stage == "convert" {
					<-ctx.Done()
					return conversion.Outcome{}, context.Cause(ctx)
				}
				defer reach("store")
				return copySource(request)
			}}, settings)
			const jobs = 20
			for i := range jobs {
				w.submit(inline(fmt.Sprintf("job-%d", i), fmt.Sprintf("replay %d", i)))
				reach("lookup")
			}
			<-reached
			begun := time.Now()
			stop()
			if took := time.Since(begun); took > settings.ShutdownGrace+handBackTimeout {
				t.Errorf("the end took %v", took)
			}
			w.start(&fakeConverter{}, testSettings(t, "next"))
			w.emptyQueue()
			checkEveryJobOnce(t, w, jobs)
		})
	}
}
