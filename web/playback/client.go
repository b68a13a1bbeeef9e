// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"convertd/plugins/rts/protocol"
)

// Limits on one client.
const (
	// reliableMessages is how many messages wait for a client that reads slowly.
	// A client for whom there are more is closed: it would miss something.
	reliableMessages = 64
	// writeTimeout is how long one message may take to be taken.
	writeTimeout = 10 * time.Second
	// pingEvery is how often a client is asked whether it is there.
	pingEvery = 20 * time.Second
	// joinTimeout is how long a client may take to join a room.
	joinTimeout = 60 * time.Second
	// messagesPerSecond and messageBurst bound what a client may say.
	messagesPerSecond = 60
	messageBurst      = 120
)

// errSlow closes a client that does not read.
var errSlow = errors.New("this client reads too slowly")

// frames is what the slot for the newest snapshot holds.
type frames struct {
	snapshot []byte // nil: none
	actors   []byte // nil: not wanted
}

// client is one connection. Its room sends from one goroutine; the writer
// writes from another.
type client struct {
	id       uint32
	conn     *websocket.Conn
	extended atomic.Bool // it said convertd.hello

	reliable chan []byte
	wake     chan struct{} // the slot was filled
	mutex    sync.Mutex
	slot     frames
	replaced uint32 // snapshots that were never sent

	cancel context.CancelCauseFunc

	// Of the room's goroutine.
	name  string
	sees  vision
	seeks time.Time // of the last seek that was taken
	full  bool      // it has had its first start
	sent  uint32    // snapshots, for tests of what everybody gets
}

func newClient(id uint32, conn *websocket.Conn, cancel context.CancelCauseFunc) *client {
	return &client{
		id: id, conn: conn, cancel: cancel, reliable: make(chan []byte, reliableMessages), wake: make(chan struct{}, 1),
	}
}

// tell queues a message of the protocol.
func (c *client) tell(message protocol.ServerMessage) {
	text, err := protocol.EncodeServer(nil, message)
	if err != nil {
		c.cancel(err)
		return
	}
	c.queue(text)
}

// complain queues an error message.
func (c *client) complain(text string) { c.tell(&protocol.ErrorMessage{Msg: text}) }

// extra queues one of our own messages, if the client knows them.
func (c *client) extra(message any) {
	if !c.extended.Load() {
		return
	}
	text, err := json.Marshal(message)
	if err != nil {
		c.cancel(err)
		return
	}
	c.queue(text)
}

// greet answers a client that knows our own messages.
func (c *client) greet() {
	c.extended.Store(true)
	c.extra(helloAnswer{T: "convertd.hello", Version: 1})
}

// queue never waits: a client whose queue is full is closed.
func (c *client) queue(text []byte) {
	select {
	case c.reliable <- text:
	default:
		c.cancel(errSlow)
	}
}

// behind reports how many snapshots were replaced before they were sent, and whether
// the next one replaces another.
func (c *client) behind() (count uint32, now bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.replaced, c.slot.snapshot != nil
}

// show puts frames into the slot, in place of what waits there.
func (c *client) show(f frames) {
	c.mutex.Lock()
	if c.slot.snapshot != nil {
		c.replaced++
	}
	c.slot = f
	c.mutex.Unlock()
	c.sent++
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// forget drops a snapshot that waits: the game is elsewhere.
func (c *client) forget() {
	c.mutex.Lock()
	c.slot = frames{}
	c.mutex.Unlock()
}

func (c *client) take() frames {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	f := c.slot
	c.slot = frames{}
	return f
}

// write sends what is queued until ctx ends: messages first, then the newest snapshot.
func (c *client) write(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case text := <-c.reliable:
			if err := c.writeOne(ctx, websocket.MessageText, text); err != nil {
				return err
			}
			continue
		default:
		}
		if f := c.take(); f.snapshot != nil {
			if err := c.writeOne(ctx, websocket.MessageBinary, f.snapshot); err != nil {
				return err
			}
			if f.actors != nil {
				if err := c.writeOne(ctx, websocket.MessageBinary, f.actors); err != nil {
					return err
				}
			}
			continue
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case text := <-c.reliable:
			if err := c.writeOne(ctx, websocket.MessageText, text); err != nil {
				return err
			}
		case <-c.wake:
		}
	}
}

func (c *client) writeOne(ctx context.Context, kind websocket.MessageType, data []byte) error {
	ctx, stop := context.WithTimeout(ctx, writeTimeout)
	defer stop()
	return c.conn.Write(ctx, kind, data)
}

// heartbeat asks now and then whether the client is there, until ctx ends. The reader
// takes the answers in.
func (c *client) heartbeat(ctx context.Context) error {
	pings := time.NewTicker(pingEvery)
	defer pings.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-pings.C:
		}
		waiting, stop := context.WithTimeout(ctx, writeTimeout)
		err := c.conn.Ping(waiting)
		stop()
		if err != nil {
			return err
		}
	}
}
