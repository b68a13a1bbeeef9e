// SPDX-License-Identifier: GPL-3.0-or-later

package recorder

import (
	"errors"
	"sync/atomic"
	"time"

	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/order"
)

// DefaultQueue is how many items wait for the background goroutine at most:
// ten seconds of the fastest game speed
// (docs/engine/iron-curtain.md#recording).
const DefaultQueue = 500

// SendBound is how long a full queue may hold up the game before an item is
// dropped.
const SendBound = 5 * time.Millisecond

// messageKind says what an item of the queue is.
type messageKind uint8

const (
	messageTick messageKind = iota
	messageKeyframe
	messageName
	messageEvent
)

// message is one item. data belongs to the message until the background
// goroutine gives it back.
type message struct {
	kind messageKind
	tick order.Tick
	full bool
	data []byte
}

// Writer is where recordings end up. icrep.Writer is one. Only the background
// goroutine calls it until that has stopped.
type Writer interface {
	EncodedTick(tick order.Tick, frame []byte) error
	Keyframe(tick order.Tick, full bool, blob []byte) error
	Name(name string) (icrep.NameID, error)
	Event(e icrep.Event) error
	Finish(final icrep.Final) (*icrep.Summary, error)
	Close() error
}

// Background drains a bounded queue into a Writer. One goroutine sends, one
// writes; Finish or Close must be called to stop the latter.
type Background struct {
	writer Writer
	queue  chan message
	// free and freeBlobs hold buffers to use again. Keyframes have their own:
	// they are a thousand times larger than frames.
	free, freeBlobs chan []byte
	bound           time.Duration
	timer           *time.Timer
	done            chan struct{}
	failed          atomic.Pointer[error] // the first error of the writer

	lostFrames, lostKeyframes, lostEvents uint64
}

// NewBackground starts the background goroutine. A bound of 0 means to wait as
// long as it takes and drop nothing, which is right where nobody is playing.
func NewBackground(writer Writer, queue int, bound time.Duration) *Background {
	b := &Background{
		writer: writer, queue: make(chan message, queue), free: make(chan []byte, queue+2), freeBlobs: make(chan []byte, 2),
		bound: bound, done: make(chan struct{}),
	}
	if bound > 0 {
		b.timer = time.NewTimer(bound)
		b.timer.Stop()
	}
	go b.run()
	return b
}

// run writes until the queue is closed. After an error it only drains.
func (b *Background) run() {
	defer close(b.done)
	var events icrep.EventDecoder
	for m := range b.queue {
		if b.failed.Load() == nil {
			if err := b.write(&m, &events); err != nil {
				b.failed.Store(&err)
			}
		}
		free := b.free
		if m.kind == messageKeyframe {
			free = b.freeBlobs
		}
		select {
		case free <- m.data:
		default:
		}
	}
}

func (b *Background) write(m *message, events *icrep.EventDecoder) error {
	switch m.kind {
	case messageTick:
		return b.writer.EncodedTick(m.tick, m.data)
	case messageKeyframe:
		return b.writer.Keyframe(m.tick, m.full, m.data)
	case messageName:
		_, err := b.writer.Name(string(m.data))
		return err
	case messageEvent:
		r := bincode.NewReader(m.data)
		e := events.Decode(r)
		if err := r.Err(); err != nil {
			return err
		}
		return b.writer.Event(e)
	}
	return nil
}

// buffer returns an empty buffer for a frame or an event, blobBuffer one for a
// keyframe: a used one if there is one.
func (b *Background) buffer() []byte     { return take(b.free) }
func (b *Background) blobBuffer() []byte { return take(b.freeBlobs) }

func take(free chan []byte) []byte {
	select {
	case data := <-free:
		return data[:0]
	default:
		return nil
	}
}

// send queues an item; false means that it was dropped.
func (b *Background) send(m message, bound time.Duration) bool {
	select {
	case b.queue <- m:
		return true
	default:
	}
	if bound == 0 {
		b.queue <- m
		return true
	}
	b.timer.Reset(bound)
	defer b.timer.Stop()
	select {
	case b.queue <- m:
		return true
	case <-b.timer.C:
		return false
	}
}

// Err returns the first error of the background goroutine. The recording is
// lost from there on; what was written before is repairable.
func (b *Background) Err() error {
	if err := b.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Tick queues a frame. recorded is false if it had to be dropped.
func (b *Background) Tick(f *icrep.TickFrame) (recorded bool, err error) {
	if err := b.Err(); err != nil {
		return false, err
	}
	frame, err := icrep.AppendFrame(b.buffer(), f)
	if err != nil {
		return false, err
	}
	return b.EncodedTick(f.Tick, frame), nil
}

// EncodedTick queues a frame that icrep.AppendFrame encoded; the bytes belong
// to the queue afterwards.
func (b *Background) EncodedTick(tick order.Tick, frame []byte) (recorded bool) {
	if recorded = b.send(message{kind: messageTick, tick: tick, data: frame}, b.bound); !recorded {
		b.lostFrames++
	}
	return recorded
}

// Keyframe queues a keyframe; the blob belongs to the queue afterwards. The
// keyframe of tick 0 is never dropped: without it there is no replay.
func (b *Background) Keyframe(tick order.Tick, full bool, blob []byte) (recorded bool) {
	bound := b.bound
	if tick == 0 {
		bound = 0
	}
	if recorded = b.send(message{kind: messageKeyframe, tick: tick, full: full, data: blob}, bound); !recorded {
		b.lostKeyframes++
	}
	return recorded
}

// Name queues a name for events. It is never dropped, since the numbers of all
// later names depend on it.
func (b *Background) Name(name string) {
	b.send(message{kind: messageName, data: append(b.buffer(), name...)}, 0)
}

// Event queues an event.
func (b *Background) Event(e icrep.Event) (recorded bool) {
	data := icrep.AppendEvent(b.buffer(), e)
	if recorded = b.send(message{kind: messageEvent, data: data}, b.bound); !recorded {
		b.lostEvents++
	}
	return recorded
}

// Lost is how many frames, keyframes and events were dropped so far.
func (b *Background) Lost() (frames, keyframes, events uint64) {
	return b.lostFrames, b.lostKeyframes, b.lostEvents
}

// drain stops the background goroutine after everything queued was written.
func (b *Background) drain() error {
	close(b.queue)
	<-b.done
	return b.Err()
}

// Finish writes what is queued and completes the file. Counts of lost
// keyframes and events go into final's metadata, which must be set.
func (b *Background) Finish(final icrep.Final) (*icrep.Summary, error) {
	if err := b.drain(); err != nil {
		return nil, errors.Join(err, b.writer.Close())
	}
	if b.lostKeyframes > 0 || b.lostEvents > 0 {
		if final.Metadata == nil {
			return nil, errors.Join(errors.New("recorder: something was lost, and there is no metadata to say so in"), b.writer.Close())
		}
		facts := icrep.RecorderFacts{}
		if final.Metadata.Recorder != nil {
			facts = *final.Metadata.Recorder
		}
		facts.LostKeyframes += b.lostKeyframes
		facts.LostEvents += b.lostEvents
		final.Metadata.Recorder = &facts
	}
	return b.writer.Finish(final)
}

// Close writes what is queued and leaves the journal for icrep.Repair.
func (b *Background) Close() error {
	return errors.Join(b.drain(), b.writer.Close())
}
