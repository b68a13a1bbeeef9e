// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"convertd/plugins/rts/protocol"
	"convertd/web/playback"
)

// wire is a connection that notes how large the binary messages are that come over it, as
// they come: compressed, without the few bytes of their frame.
type wire struct {
	net.Conn
	mutex sync.Mutex
	begun bool // the answer in HTTP is over
	rest  []byte
	now   int // of a message that comes in pieces
	sizes []int
}

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.rest = append(w.rest, p[:n]...)
	if !w.begun {
		_, after, found := bytes.Cut(w.rest, []byte("\r\n\r\n"))
		if !found {
			return n, err
		}
		w.begun, w.rest = true, after
	}
	for w.frame() {
	}
	return n, err
}

// frame takes one whole frame (RFC 6455, section 5.2); servers do not mask theirs.
func (w *wire) frame() bool {
	if len(w.rest) < 2 {
		return false
	}
	kind, size, head := w.rest[0]&15, int(w.rest[1]), 2
	switch {
	case size == 126 && len(w.rest) >= 4:
		size, head = int(binary.BigEndian.Uint16(w.rest[2:])), 4
	case size == 127 && len(w.rest) >= 10:
		size, head = int(binary.BigEndian.Uint64(w.rest[2:])), 10
	case size >= 126:
		return false
	}
	if len(w.rest) < head+size {
		return false
	}
	last := w.rest[0]&128 != 0
	w.rest = w.rest[head+size:]
	const continued, text, binaries = 0, 1, 2
	switch kind {
	case text:
		w.now = -1 << 30 // its pieces do not count
	case binaries:
		w.now = size
	case continued:
		w.now += size
	default:
		return true // a control frame stands between
	}
	if last && w.now >= 0 {
		w.sizes = append(w.sizes, w.now)
	}
	return true
}

func (w *wire) last() int {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.sizes[len(w.sizes)-1]
}

// dialCompressed is a viewer who can do what browsers can. It says what was agreed on.
func dialCompressed(tb testing.TB, address string) (v *viewer, on *wire, agreed string) {
	tb.Helper()
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		on = &wire{Conn: conn}
		return on, err
	}}
	conn, response, err := websocket.Dial(tb.Context(), address, &websocket.DialOptions{ //nolint:bodyclose // the library closes it
		HTTPClient: &http.Client{Transport: transport}, CompressionMode: websocket.CompressionContextTakeover,
	})
	if err != nil {
		tb.Fatal(err)
	}
	conn.SetReadLimit(8 << 20)
	v = &viewer{tb: tb, conn: conn}
	tb.Cleanup(func() { _ = conn.CloseNow() })
	if first := v.next(); first.tag() != "welcome" {
		tb.Fatalf("the first message is %s", first.tag())
	}
	return v, on, response.Header.Get("Sec-WebSocket-Extensions")
}

func TestMessagesAreCompressedForWhoCan(t *testing.T) {
	address, _ := serve(t, func(o *playback.Options) { o.Windows = 1 })
	remembered, on, agreed := dialCompressed(t, address)
	if !strings.Contains(agreed, "permessage-deflate") || strings.Contains(agreed, "no_context_takeover") {
		t.Errorf("the first client got %q", agreed)
	}
	other, alone, agreed := dialCompressed(t, address)
	if !strings.Contains(agreed, "server_no_context_takeover") {
		t.Errorf("the second client got %q", agreed)
	}
	// Frames are decoded strictly, and each is as long as it is for who cannot unpack any.
	for i, one := range []struct {
		v     *viewer
		on    *wire
		share int // a frame is sent in this share of its bytes; small ones alone are not compressed
	}{{remembered, on, 3}, {other, alone, 1}} {
		one.v.join(fmt.Sprintf("%s#%d", room, i))
		one.v.send(&protocol.SeekRoomTimeTo{Tick: 1500})
		for frames := 0; frames < 4; {
			r, _ := one.v.until("snapshot")
			if r.snapshot.Tick < 1500 {
				continue
			}
			if frames++; frames > 1 && one.on.last() > len(r.frame)/one.share {
				t.Errorf("client %d: of a frame of %d bytes %d are sent", i, len(r.frame), one.on.last())
			}
		}
	}
}

// A client gives its window back when it goes.
func TestWindowsAreForWhoIsThere(t *testing.T) {
	address, _ := serve(t, func(o *playback.Options) { o.Windows = 1 })
	for range 3 {
		given := false
		for range 1000 { // the one before goes in its own time
			v, _, agreed := dialCompressed(t, address)
			_ = v.conn.CloseNow()
			if given = !strings.Contains(agreed, "server_no_context_takeover"); given {
				break
			}
		}
		if !given {
			t.Fatal("who has gone keeps its window")
		}
	}
}

// What is small on the wire and large once it is unpacked is refused by its size.
func TestACompressedFloodIsRefused(t *testing.T) {
	address, _ := serve(t, nil)
	v, _, _ := dialCompressed(t, address)
	flood := bytes.Repeat([]byte(" "), 64<<20)
	if err := v.conn.Write(t.Context(), websocket.MessageText, flood); err == nil {
		for err == nil {
			_, _, err = v.conn.Read(t.Context())
		}
		if got := websocket.CloseStatus(err); got != websocket.StatusMessageTooBig {
			t.Errorf("the connection ended with %v: %v", got, err)
		}
	}
	quiet := dial(t, address)
	quiet.join(room)
	quiet.until("snapshot")
}

// BenchmarkFramesOnTheWire reports how large snapshots are as they are sent to a client
// that can unpack them, in all two-player games at hand at the speed of the game: sixteen
// in a row, at several places of each game by its length.
func BenchmarkFramesOnTheWire(b *testing.B) {
	all := twoPlayerGames(b)
	served := games{}
	for name, game := range all {
		served[name] = of(game)
	}
	for name, windows := range map[string]int{"after-others": 0, "each-alone": -1} {
		b.Run(name, func(b *testing.B) {
			address, _ := serve(b, func(o *playback.Options) { o.Games, o.Windows = served, windows })
			for b.Loop() {
				var sizes []int
				for game := range all {
					sizes = append(sizes, framesOnTheWire(b, address, game, uint32(all[game].File.Header().TotalTicks))...)
				}
				slices.Sort(sizes)
				below, _ := slices.BinarySearch(sizes, 1281)
				b.ReportMetric(float64(below)*100/float64(len(sizes)), "%-in-a-segment")
				b.ReportMetric(float64(sizes[len(sizes)/2]), "median-bytes")
				b.ReportMetric(float64(sizes[len(sizes)*95/100]), "p95-bytes")
				b.ReportMetric(float64(len(sizes)), "frames")
			}
		})
	}
}

func framesOnTheWire(b *testing.B, address, game string, total uint32) []int {
	b.Helper()
	const inARow, apart = 16, 15_000
	v, on, _ := dialCompressed(b, address)
	v.join(playback.RoomPrefix + game)
	places := 1 + total/apart
	for place := range places {
		at := total * (2*place + 1) / (2 * places)
		v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
		v.send(&protocol.SeekRoomTimeTo{Tick: at})
		for {
			if r, _ := v.until("snapshot"); r.snapshot.Tick == at {
				break
			}
		}
		v.send(&protocol.SetRoomTimeSpeed{Speed: 1})
		for range inARow {
			if r, _ := v.until("snapshot"); r.snapshot.Tick+40 >= total {
				break
			}
		}
	}
	_ = v.conn.CloseNow()
	on.mutex.Lock()
	defer on.mutex.Unlock()
	return on.sizes
}
