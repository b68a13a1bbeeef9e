// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import (
	"errors"
	"fmt"
	"os"

	"convertd/core/icrep"
)

// Output says where a tool writes and how.
type Output struct {
	Root *os.Root
	Name string // inside Root
	// Overwrite permits to replace a file of that name and a leftover journal.
	Overwrite   bool
	Compression icrep.CompressionLevel
	Durability  icrep.Durability
}

// rewriting is what a tool changes on the way from one replay to the next.
// Nil fields change nothing.
type rewriting struct {
	metadata func(*icrep.Metadata)
	frame    func(*icrep.TickFrame) error
	final    func(*icrep.Final)
	// smallMap refuses a map above icrep.MaxEmbeddedMapBytes. Only Embed sets
	// it: a map that is already inside stays.
	smallMap bool
}

// rewrite copies a replay part by part through a Writer. The replay id stays
// unless the metadata function clears it.
func rewrite(r *icrep.Reader, out Output, change rewriting) (*icrep.Summary, error) {
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() {
		return nil, fmt.Errorf("the input is damaged, repair it first: %w", report.Err())
	}
	metadata := *r.Metadata()
	metadata.Integrity = nil
	if change.metadata != nil {
		change.metadata(&metadata)
	}
	header := r.Header()
	w, err := icrep.Create(out.Root, out.Name, icrep.Options{
		Metadata: metadata, Compression: out.Compression, Durability: out.Durability, Overwrite: out.Overwrite,
		AllowGaps: header.Flags&icrep.FlagIncomplete != 0, LargeMap: !change.smallMap,
	})
	if err != nil {
		return nil, err
	}
	c := &copying{r: r, w: w, change: change}
	final, err := c.parts()
	if err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	summary, err := w.Finish(*final)
	if err != nil {
		// Nothing is lost: the input is still there, so the journal may go.
		err = errors.Join(err, removeJournal(out))
	}
	return summary, err
}

func removeJournal(out Output) error { return out.Root.Remove(out.Name + icrep.JournalSuffix) }

type copying struct {
	r      *icrep.Reader
	w      *icrep.Writer
	change rewriting
}

// parts copies frames, keyframes and events and returns the rest.
func (c *copying) parts() (*icrep.Final, error) {
	if err := c.keyframes(); err != nil {
		return nil, err
	}
	ticks := c.r.Ticks(0)
	for ticks.Next() {
		frame := ticks.Frame()
		if c.change.frame != nil {
			if err := c.change.frame(frame); err != nil {
				return nil, err
			}
		}
		if err := c.w.Tick(frame); err != nil {
			return nil, err
		}
	}
	if err := ticks.Err(); err != nil {
		return nil, err
	}
	if err := c.events(); err != nil {
		return nil, err
	}
	return c.final()
}

func (c *copying) keyframes() error {
	var blob []byte
	var err error
	for i, k := range c.r.Keyframes() {
		if blob, err = c.r.Keyframe(i, blob); err != nil {
			return err
		}
		if err := c.w.Keyframe(k.Tick, k.Full, blob); err != nil {
			return err
		}
	}
	return nil
}

func (c *copying) events() error {
	names, err := c.r.Names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := c.w.Name(name); err != nil {
			return err
		}
	}
	if !c.r.HasEvents() {
		return nil
	}
	events := c.r.Events(0)
	for events.Next() {
		if err := c.w.Event(events.Event()); err != nil {
			return err
		}
	}
	return events.Err()
}

func (c *copying) final() (*icrep.Final, error) {
	header := c.r.Header()
	final := &icrep.Final{TotalTicks: header.TotalTicks, FinalStateHash: header.FinalStateHash}
	var err error
	if final.Signature, err = c.r.Signature(); err != nil {
		return nil, err
	}
	if final.Embedded, err = c.r.Embedded(); err != nil {
		return nil, err
	}
	if final.Voice, err = c.r.Voice(); err != nil {
		return nil, err
	}
	if c.change.final != nil {
		c.change.final(final)
	}
	return final, nil
}
