// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"convertd/internal/converted"
	"convertd/plugins/rts/protocol"
	"convertd/plugins/rts/snapshot"
	"convertd/web/playback"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := goleak.Find(); code == 0 && err != nil {
		println(err.Error())
		code = 1
	}
	os.Exit(code)
}

const room = playback.RoomPrefix + "game"

// engineGame is a game of two bots on a map of ours, converted once.
var engineGame = struct {
	sync.Once
	game *converted.Game
}{}

func theGame(tb testing.TB) *converted.Game {
	tb.Helper()
	engineGame.Do(func() { engineGame.game = converted.Engine(tb, "ra-release-20230225.orarep") })
	if engineGame.game == nil {
		tb.Skip("the game could not be converted before")
	}
	return engineGame.game
}

// games are the files of a test by their ids.
type games map[string]*playback.Game

func (g games) OpenGame(_ context.Context, id string) (*playback.Game, error) {
	if game := g[id]; game != nil {
		return game, nil
	}
	return nil, playback.ErrNoGame
}

func of(game *converted.Game) *playback.Game {
	return &playback.Game{Replay: game.File, Materials: game.Materials, Report: game.Report}
}

// serve starts a server over loopback with one game.
func serve(tb testing.TB, change func(*playback.Options)) (address string, server *playback.Server) {
	tb.Helper()
	options := playback.Options{Games: games{"game": of(theGame(tb))}, Grace: 50 * time.Millisecond}
	if change != nil {
		change(&options)
	}
	server = playback.New(options)
	web := httptest.NewServer(server)
	tb.Cleanup(func() {
		server.Close()
		web.Close()
	})
	return "ws" + strings.TrimPrefix(web.URL, "http"), server
}

// viewer is a client of the tests. It decodes everything strictly.
type viewer struct {
	tb    testing.TB
	conn  *websocket.Conn
	early []*received // that came before they were expected
}

// received is one message: exactly one field is set.
type received struct {
	message  protocol.ServerMessage
	own      map[string]any // a convertd message
	snapshot *snapshot.Snapshot
	frame    []byte // of the snapshot
	actors   []byte
}

func (r *received) tag() string {
	switch {
	case r.snapshot != nil:
		return "snapshot"
	case r.actors != nil:
		return "actors"
	case r.own != nil:
		tag, _ := r.own["t"].(string)
		return tag
	}
	text, err := protocol.EncodeServer(nil, r.message)
	if err != nil {
		return err.Error()
	}
	var head struct{ T string }
	if err := json.Unmarshal(text, &head); err != nil {
		return err.Error()
	}
	return head.T
}

func dial(tb testing.TB, address string) *viewer {
	tb.Helper()
	conn, _, err := websocket.Dial(tb.Context(), address, nil) //nolint:bodyclose // the library closes it
	if err != nil {
		tb.Fatal(err)
	}
	conn.SetReadLimit(8 << 20)
	v := &viewer{tb: tb, conn: conn}
	tb.Cleanup(func() { _ = conn.CloseNow() })
	if first := v.next(); first.tag() != "welcome" {
		tb.Fatalf("the first message is %s", first.tag())
	}
	return v
}

func (v *viewer) say(text string) {
	v.tb.Helper()
	if err := v.conn.Write(v.tb.Context(), websocket.MessageText, []byte(text)); err != nil {
		v.tb.Fatal(err)
	}
}

func (v *viewer) send(message protocol.ClientMessage) {
	v.tb.Helper()
	text, err := protocol.EncodeClient(nil, message)
	if err != nil {
		v.tb.Fatal(err)
	}
	v.say(string(text))
}

func (v *viewer) next() *received {
	v.tb.Helper()
	ctx, stop := context.WithTimeout(v.tb.Context(), 10*time.Second)
	defer stop()
	kind, data, err := v.conn.Read(ctx)
	if err != nil {
		v.tb.Fatalf("read: %v", err)
	}
	return v.decode(kind, data)
}

func (v *viewer) decode(kind websocket.MessageType, data []byte) *received {
	v.tb.Helper()
	r := &received{}
	var err error
	switch {
	case kind == websocket.MessageBinary && strings.HasPrefix(string(data), "CVAC"):
		r.actors, err = data, strictActors(data)
	case kind == websocket.MessageBinary:
		r.snapshot, err = snapshot.Decode(data)
		r.frame = data
	case strings.HasPrefix(string(data), `{"t":"convertd.`):
		if err = json.Unmarshal(data, &r.own); err == nil {
			for _, fault := range strict(r.own) {
				v.tb.Errorf("%s in %.300q", fault, data)
			}
		}
	default:
		r.message, err = protocol.DecodeServer(data)
	}
	if err != nil {
		v.tb.Fatalf("%.300q: %v", data, err)
	}
	return r
}

// until reads on to the first message of a tag, and returns the tags before it, too.
func (v *viewer) until(tag string) (found *received, before []string) {
	v.tb.Helper()
	for range 2000 {
		r := v.next()
		if r.tag() == tag {
			return r, before
		}
		before = append(before, r.tag())
	}
	v.tb.Fatalf("no %s among %v", tag, before)
	return nil, nil
}

// join enters a replay room and reads its start.
func (v *viewer) join(name string) *protocol.Start {
	v.tb.Helper()
	v.send(&protocol.Join{Name: "viewer", Room: &name, Spectator: true, ReplayOK: true})
	r, _ := v.until("start")
	return r.message.(*protocol.Start)
}

func (v *viewer) hello() {
	v.tb.Helper()
	v.say(`{"t":"convertd.hello","version":1}`)
	v.until("convertd.hello")
}

// state asks nothing and reads on to the next roomTimeState.
func (v *viewer) state() *protocol.RoomTimeState {
	v.tb.Helper()
	r, _ := v.until("roomTimeState")
	return r.message.(*protocol.RoomTimeState)
}
