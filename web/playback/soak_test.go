// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"convertd/plugins/rts/protocol"
	"convertd/web/playback"
)

// What viewers do to a server: some watch, some vanish, some never read, some send
// anything. TestMain sees that nothing of it is left.
func TestASoakOfViewersOfAllKindsLeavesNothingBehind(t *testing.T) {
	address, server := serve(t, func(o *playback.Options) { o.Rooms, o.Viewers = 6, 12 })
	watcher := dial(t, address)
	watcher.join(room + "#watcher")
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
	defer stop()
	var all sync.WaitGroup
	for n := range 24 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(n), 1))
			for ctx.Err() == nil {
				misbehave(ctx, random, address, n)
			}
		})
	}
	for range 15 {
		watcher.until("snapshot")
	}
	all.Wait()
	// Whoever only watched has seen the game go on all the time.
	watcher.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	if state := watcher.state(); state.CurrentTick < 15 {
		t.Errorf("after all that the game of a quiet viewer is at tick %d", state.CurrentTick)
	}
	server.Close()
}

// misbehave is one connection of a kind that n and chance decide.
func misbehave(ctx context.Context, random *rand.Rand, address string, n int) {
	conn, _, err := websocket.Dial(ctx, address, nil) //nolint:bodyclose // the library closes it
	if err != nil {
		return
	}
	defer func() { _ = conn.CloseNow() }() // the network is lost
	say := func(text string) bool { return conn.Write(ctx, websocket.MessageText, []byte(text)) == nil }
	name := fmt.Sprintf("%s#%d", room, random.IntN(4)) // several tabs of a room
	if random.IntN(2) == 0 {
		say(`{"t":"convertd.hello","version":1}`)
	}
	say(fmt.Sprintf(`{"t":"join","name":"x","room":%q,"replayOk":true}`, name))
	reads := n%3 != 0 // some never read
	for range random.IntN(30) {
		if reads {
			reading, done := context.WithTimeout(ctx, 20*time.Millisecond)
			_, _, err := conn.Read(reading)
			done()
			if err != nil {
				return
			}
		}
		if !say(anything(random)) {
			return
		}
	}
	if random.IntN(3) == 0 {
		_ = conn.Close(websocket.StatusNormalClosure, "bye")
	}
}

// anything is what a client may send.
func anything(random *rand.Rand) string {
	switch random.IntN(12) {
	case 0:
		return strings.Repeat("[", random.IntN(100_000))
	case 1:
		return fmt.Sprintf(`{"t":"seekRoomTimeTo","tick":%d}`, random.Uint32())
	case 2:
		return fmt.Sprintf(`{"t":"setRoomTimeSpeed","speed":%d}`, random.IntN(12)-2)
	case 3:
		return `{"t":"convertd.branch"}`
	case 4:
		return `{"t":"requestReplayBranch"}`
	case 5:
		return `{"t":"setReplayVision","vision":{"mode":"players","playerIds":[3,4]}}`
	case 6:
		return `{"t":"convertd.setSpeed","mode":"fast"}`
	case 7:
		return `{"t":"returnToLobby"}`
	case 8:
		return fmt.Sprintf(`{"t":"convertd.stepRoomTime","ticks":%d}`, random.IntN(1<<20)-1<<19)
	case 9:
		return `{"t":"lab","requestId":1,"op":{"op":"spawnEntity","owner":3,"kind":"tank","x":1e38,"y":-1e38}}`
	case 10:
		return string(rune(random.IntN(1<<16))) + "\x00"
	}
	return `{"t":"ping","ts":1}`
}

func TestAMessageAboveTheLimitEndsTheConnection(t *testing.T) {
	address, _ := serve(t, nil)
	v := dial(t, address)
	v.say(`{"t":"ping","ts":1,"x":"` + strings.Repeat("x", protocol.MaxClientMessageBytes-100) + `"}`)
	v.until("pong")
	_ = v.conn.Write(t.Context(), websocket.MessageText, long(protocol.MaxClientMessageBytes+1))
	for {
		if _, _, err := v.conn.Read(t.Context()); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
				t.Errorf("got %v", err)
			}
			return
		}
	}
}

func long(n int) []byte { return []byte(strings.Repeat("x", n)) }

func TestRoomsAndViewersAreBounded(t *testing.T) {
	address, _ := serve(t, func(o *playback.Options) { o.Rooms, o.Viewers, o.Clients, o.Grace = 1, 2, 3, time.Millisecond })
	first, second, third := dial(t, address), dial(t, address), dial(t, address)
	first.join(room)
	second.join(room)
	refused := func(v *viewer, name string) string {
		v.send(&protocol.Join{Name: "x", Room: &name, ReplayOK: true})
		r, _ := v.until("error")
		return r.message.(*protocol.ErrorMessage).Msg
	}
	if text := refused(third, room); !strings.Contains(text, "watching") {
		t.Errorf("a third viewer: %s", text)
	}
	if text := refused(third, room+"#own"); !strings.Contains(text, "being shown") {
		t.Errorf("a second room: %s", text)
	}
	if _, response, err := websocket.Dial(t.Context(), address, nil); err == nil || response.StatusCode != http.StatusServiceUnavailable { //nolint:bodyclose // the library closes it
		t.Errorf("a fourth client: %v", err)
	}
	first.send(&protocol.ReturnToLobby{})
	second.send(&protocol.ReturnToLobby{})
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		name := room + "#own"
		third.send(&protocol.Join{Name: "x", Room: &name, ReplayOK: true})
		if r := third.next(); r.tag() == "start" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the room that everybody left is still there")
		}
	}
}

func TestOnlyPagesOfTheHostMayWatch(t *testing.T) {
	address, _ := serve(t, nil)
	header := http.Header{"Origin": []string{"https://elsewhere.example"}}
	if _, _, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{HTTPHeader: header}); err == nil { //nolint:bodyclose // the library closes it
		t.Error("a page of another host may watch")
	}
	server := playback.New(playback.Options{Games: games{}, AllowOrigin: func(_ *http.Request, origin string) bool { return origin == "https://a.example" }})
	web := httptest.NewServer(server)
	defer web.Close()
	defer server.Close()
	for origin, allowed := range map[string]bool{"https://a.example": true, "https://b.example": false} {
		conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(web.URL, "http"), &websocket.DialOptions{ //nolint:bodyclose // the library closes it
			HTTPHeader: http.Header{"Origin": []string{origin}},
		})
		if (err == nil) != allowed {
			t.Errorf("%s: %v", origin, err)
		}
		if err == nil {
			_ = conn.CloseNow()
		}
	}
}
