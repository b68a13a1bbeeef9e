// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"convertd/plugins/rts/protocol"
	"convertd/printable"
)

// RoomPrefix begins the names of replay rooms; the id of the game follows.
const RoomPrefix = "__replay_artifact__:"

// malformed is the answer to what is no message.
const malformed = "malformed message"

// errIdle ends a connection that joins nothing.
var errIdle = errors.New("no room was joined")

// visit is a client on its way through rooms. It is used by the client's reader.
type visit struct {
	server *Server
	client *client
	in     *room // nil: none
	greets bool  // it said convertd.hello
	budget budget
}

// read takes messages until the connection ends.
func (v *visit) read(ctx context.Context) error {
	for {
		text, err := v.next(ctx)
		if err != nil {
			return err
		}
		if wait := v.budget.wait(time.Now()); wait > 0 {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(wait):
			}
		}
		if err := v.take(ctx, text); err != nil {
			return err
		}
	}
}

// next waits for a message: in a room as long as it takes, outside for a while.
func (v *visit) next(ctx context.Context) ([]byte, error) {
	if v.in == nil {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, joinTimeout, errIdle)
		defer stop()
	}
	kind, text, err := v.client.conn.Read(ctx)
	switch {
	case err != nil && context.Cause(ctx) != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case kind != websocket.MessageText:
		return nil, nil // no message at all: malformed
	}
	return text, nil
}

// take answers one message, or hands it to the room.
func (v *visit) take(ctx context.Context, text []byte) error {
	if tag, ours := ownTag(text); ours {
		return v.takeOwn(ctx, tag, text)
	}
	message, err := protocol.DecodeClient(text)
	if err != nil {
		v.client.complain(malformed)
		return nil
	}
	switch m := message.(type) {
	case *protocol.Ping:
		v.client.tell(&protocol.Pong{TS: m.TS})
	case *protocol.NetReport:
	case *protocol.Join:
		v.join(m)
	case *protocol.ReturnToLobby:
		v.leave()
	default:
		if v.in == nil {
			v.outside(message)
			return nil
		}
		return v.hand(ctx, message)
	}
	return nil
}

// hand gives a message to the room, which may be busy.
func (v *visit) hand(ctx context.Context, message any) error {
	select {
	case v.in.inbox <- letter{from: v.client, message: message}:
	case <-v.in.ctx.Done():
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

// outside answers what only makes sense in a room.
func (v *visit) outside(message protocol.ClientMessage) {
	if command, ok := message.(*protocol.IssueCommand); ok {
		v.client.tell(notInGame(command, 0))
	}
}

// notInGame refuses a command where nobody plays.
func notInGame(command *protocol.IssueCommand, tick uint32) *protocol.CommandReceipt {
	reason := "notInGame"
	return &protocol.CommandReceipt{ClientSeq: command.ClientSeq, ServerTick: tick, Reason: &reason}
}

// join enters a room, after asking whether that is meant.
func (v *visit) join(m *protocol.Join) {
	name := "main"
	if m.Room != nil {
		name = *m.Room
	}
	var open func() *room
	if id, ok := strings.CutPrefix(name, RoomPrefix); ok {
		id, own, _ := strings.Cut(id, "#")
		if id == "" || len(name) > maxRoomName || !ownRoom(own) {
			v.client.complain("there is no such game")
			return
		}
		if !m.ReplayOK {
			v.client.tell(&protocol.JoinReplayPrompt{Room: name})
			return
		}
		open = func() *room { return newRoom(v.server, name, &opening{game: id}) }
	} else if !strings.HasPrefix(name, branchPrefix) && !strings.HasPrefix(name, labPrefix) {
		v.client.complain(fmt.Sprintf("only replays are shown here: join %sID", RoomPrefix))
		return
	}
	if v.in != nil && v.in.name == name && v.in.ctx.Err() == nil {
		return
	}
	entered, err := v.server.enter(name, open)
	if err != nil {
		v.client.complain(err.Error())
		return
	}
	v.leave()
	v.in = entered
	if entered.ctx.Err() != nil { // it could not be opened, for those before
		v.client.complain(refusal(context.Cause(entered.ctx)))
		return
	}
	select {
	case entered.inbox <- letter{from: v.client, message: arrival{name: shownName(m.Name)}}:
	case <-entered.ctx.Done():
	case <-v.server.ctx.Done():
	}
}

// maxRoomName bounds the names of rooms, maxOwnName what makes one a viewer's own.
const (
	maxRoomName = 256
	maxOwnName  = 32
)

// ownRoom reports whether a text may tell rooms of one game apart.
func ownRoom(text string) bool {
	return len(text) <= maxOwnName && strings.IndexFunc(text, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// shownName is the name of a viewer as others may see it.
func shownName(name string) string {
	name = printable.Text(strings.ToValidUTF8(name, ""))
	for len(name) > maxViewerName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

const maxViewerName = 64

// leave goes out of the room.
func (v *visit) leave() {
	if v.in == nil {
		return
	}
	left := v.in
	v.in = nil
	v.client.extended.Store(v.greets) // the room may have ended before it read that
	select {
	case left.inbox <- letter{from: v.client, message: departure{}}:
	case <-left.ctx.Done():
	}
	v.server.left(left)
}

// ownTag finds the tag of a message that is none of the protocol.
func ownTag(text []byte) (tag string, ours bool) {
	var head struct {
		T string `json:"t"`
	}
	if json.Unmarshal(text, &head) != nil || !strings.HasPrefix(head.T, "convertd.") {
		return "", false
	}
	return head.T, true
}

// takeOwn answers one of our own messages.
func (v *visit) takeOwn(ctx context.Context, tag string, text []byte) error {
	message, err := decodeOwn(tag, text)
	if err != nil {
		v.client.complain(malformed)
		return nil
	}
	if hello, ok := message.(*helloMessage); ok {
		if hello.Version < 1 {
			v.client.complain(malformed)
			return nil
		}
		v.greets = true
		if v.in != nil && v.in.ctx.Err() == nil {
			return v.hand(ctx, hello) // the room introduces the game
		}
		v.client.greet()
		return nil
	}
	if v.in == nil || !v.greets {
		return nil
	}
	return v.hand(ctx, message)
}
