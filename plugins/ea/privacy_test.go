// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"convertd/sdk"

	fixture "convertd/internal/fixtures/ea"

	"pgregory.net/rapid"
)

// emitted is all text and bytes that leave the decoder, lower case.
func emitted(t *rapid.T, source sdk.Source) string {
	var all strings.Builder
	for _, native := range []bool{false, true} {
		got := decode(source, sdk.DecodeOptions{Native: native})
		for i := range got.Orders {
			all.WriteString(hex.EncodeToString(got.Orders[i].Raw))
			all.Write(got.Orders[i].Raw)
			got.Orders[i].Raw = nil // JSON would write it in base64
		}
		for _, part := range []any{got.Header, got.Orders, got.Diagnostics, got.Trailer, got.Lines} {
			text, err := json.Marshal(part)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
		if got.err != nil {
			all.WriteString(got.err.Error())
		}
	}
	return strings.ToLower(all.String())
}

// TestAddressesNeverLeaveTheDecoder plays lobbies with made-up addresses, in
// places where they belong and in malformed ones, and looks for them in
// everything that is sent.
func TestAddressesNeverLeaveTheDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game := rapid.SampledFrom(fixture.Games()).Draw(t, "game")
		replay := fixture.Sample(game)
		var addresses []string
		for i := range replay.Slots {
			slot := &replay.Slots[i]
			if slot.Kind != fixture.Human {
				continue
			}
			// Every nibble above 9: such an address stands nowhere by chance.
			number := rapid.Uint32().Draw(t, "address") | 0xAAAAAAAA
			slot.Address = fmt.Sprintf("%X", number)
			slot.Name = rapid.StringMatching(`[A-Za-z ,:=^|\[\]]{0,12}`).Draw(t, "name")
			addresses = append(addresses, strings.ToLower(slot.Address), dotted(number), strconv.FormatUint(uint64(number), 10))
		}
		data := replay.Encode(game)
		if rapid.Bool().Draw(t, "damaged lobby") {
			data = damageLobby(t, data)
		}
		sent := emitted(t, sdk.Source{Data: data})
		for _, address := range append(addresses, "192.0.2.1", hex.EncodeToString([]byte("192.0.2.1"))) {
			if strings.Contains(sent, address) {
				t.Fatalf("%s of %s leaves the decoder", address, game.Name())
			}
		}
	})
}

func dotted(number uint32) string {
	return netip.AddrFrom4([4]byte{byte(number >> 24), byte(number >> 16), byte(number >> 8), byte(number)}).String()
}

// damageLobby overwrites a separator or a flag of the slots, so that fields
// shift against each other.
func damageLobby(t *rapid.T, data []byte) []byte {
	data = append([]byte(nil), data...)
	start := strings.Index(string(data), "S=H")
	end := start + strings.Index(string(data[start:]), ":;")
	var places []int
	for at := start + 2; at < end; at++ {
		if strings.IndexByte(",:T", data[at]) >= 0 {
			places = append(places, at)
		}
	}
	data[rapid.SampledFrom(places).Draw(t, "place")] = rapid.SampledFrom([]byte(",:x;0")).Draw(t, "byte")
	return data
}

// TestMapPathsStayInsideTheGame: a path of the recording machine is cut to its
// last element.
func TestMapPathsStayInsideTheGame(t *testing.T) {
	tests := []struct{ recorded, want string }{
		{"maps/whiteout", "maps/whiteout"},
		{"data/maps/official/map_mp_2_simon", "data/maps/official/map_mp_2_simon"},
		{"userdata/maps/mine", "userdata/maps/mine"},
		{`maps\alpine assault`, "maps/alpine assault"},
		{`c:\users\somebody\maps\mine`, "mine"},
		{"/home/somebody/maps/mine", "mine"},
		{"maps/../../somebody/mine", "mine"},
		{"", ""},
	}
	for _, test := range tests {
		if got := mapPath(test.recorded); got != test.want {
			t.Errorf("mapPath(%q) = %q, want %q", test.recorded, got, test.want)
		}
	}
}

// TestStringsOfCommandsAreHiddenUnlessLinesAreRaw: sessions, accounts and matches
// are told to whoever asks for raw lines, as many "x" to everybody else.
func TestStringsOfCommandsAreHiddenUnlessLinesAreRaw(t *testing.T) {
	const address = "192.0.2.1:8088"
	for _, game := range []fixture.Game{fixture.TiberiumWars, fixture.KanesWrath} {
		replay := fixture.Sample(game)
		replay.Records = append(replay.Records[:1:1], fixture.Record{
			Frame: replay.Records[0].Frame, ID: game.IDs().MatchAddress,
			Arguments: fixture.Args(fixture.Text("somebody"), fixture.WideText(address), fixture.Int(7)),
		}, replay.Records[len(replay.Records)-1])
		source := sdk.Source{Data: replay.Encode(game)}
		raw := decode(source, sdk.DecodeOptions{Native: true, Raw: true}).Text()
		plain := decode(source, sdk.DecodeOptions{Native: true}).Text()
		shown := hex.EncodeToString([]byte("somebody"))
		if !strings.Contains(raw, shown) || strings.Contains(plain, shown) {
			t.Errorf("%s: raw\n%s\nplain\n%s", game.Name(), raw, plain)
		}
		want := strings.Replace(raw, shown, strings.Repeat("x", len(shown)), 1)
		wide := hex.EncodeToString(fixture.WideText(address).Bytes)
		want = strings.Replace(want, wide, strings.Repeat("x", len(wide)), 1)
		if plain != want || !strings.Contains(raw, wide) {
			t.Errorf("%s: plain lines are\n%s\nnot\n%s", game.Name(), plain, want)
		}
	}
}

func TestAddressesAreSeenInUnknownBytes(t *testing.T) {
	wide := func(s string) []byte {
		var out []byte
		for _, b := range []byte(s) {
			out = append(out, b, 0)
		}
		return out
	}
	tests := []struct {
		data []byte
		want bool
	}{
		{[]byte("192.0.2.1"), true},
		{[]byte("\xff\x00192.0.2.1:8088"), true},
		{wide("192.0.2.1"), true},
		{append([]byte{7}, wide("x192.0.2.1")...), true},
		{[]byte("1.12.3444.25830"), false}, // a version
		{[]byte("1.2.3"), false},
		{[]byte("1..2.3.4"), false},
		{nil, false},
		{[]byte{0}, false},
	}
	for _, test := range tests {
		if got := holdsAddress(test.data); got != test.want {
			t.Errorf("holdsAddress(%q) = %t", test.data, got)
		}
	}
}
