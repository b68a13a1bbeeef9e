// SPDX-License-Identifier: GPL-3.0-or-later

package privacy

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// Kind says what a secret is.
type Kind string

// Kinds.
const (
	Address     Kind = "network address" // four bytes or more, first byte first
	Account     Kind = "account id"      // four bytes, first byte first
	AccountName Kind = "account name"    // text
	Session     Kind = "session id"      // text: a GUID ends with the address of a network card
	Fingerprint Kind = "fingerprint"     // text: of a public key, a token, a signature
	Machine     Kind = "folder of the recording machine"
)

// Secret is one thing that identifies a person or a machine.
type Secret struct {
	Kind  Kind
	Value []byte // an address or a number as bytes, everything else as text
}

// number reports whether the value is a number rather than a text.
func (s *Secret) number() bool { return s.Kind == Address || s.Kind == Account }

const (
	cnc3Magic = "C&C3 REPLAY HEADER"
	ra3Magic  = "RA3 REPLAY HEADER"
)

// Patterns of the bytes of replays. Groups hold the secret.
var (
	// A human of an EA lobby: name, address, port, two flags.
	lobbyAddress = regexp.MustCompile(`,([0-9A-Fa-f]{6,8}),\d{1,5},[TF][TF],`)
	dottedQuad   = regexp.MustCompile(`(?:^|[^0-9.])(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?:[^0-9.]|$)`)
	maskedQuad   = regexp.MustCompile(`(?:^|[^0-9.])(\d{1,3}\.\d{1,3}\.\d{1,3}\.\*)`)
	guid         = regexp.MustCompile(`[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}`)
	fingerprint  = regexp.MustCompile(`\t(?:\w*Fingerprint|Auth\w+|PublicKey|Password): ([^\r\n]{6,})`)
	machine      = regexp.MustCompile(`(?i)(?:[a-z]:[\\/](?:users|documents and settings)[\\/]|/home/|/users/)([^\\/\x00-\x1F]{3,32})[\\/]`)
	// The ticket of an EA account: a string of 1,040 bytes.
	ticket     = []byte{0xFF, 0x10, 0x04, 0, 0}
	ticketSize = 1040
	ticketText = regexp.MustCompile(`[ -~]{5,}`)
)

// Secrets finds what identifies somebody in a replay. Addresses that are no
// machine's (zeros, a few bits) are left out: small numbers stand everywhere.
func Secrets(replay []byte) []Secret {
	var found []Secret
	add := func(kind Kind, value []byte) {
		if (kind == Address || kind == Account) && !telling(value) {
			return
		}
		known := func(s Secret) bool { return s.Kind == kind && bytes.Equal(s.Value, value) }
		if !slices.ContainsFunc(found, known) {
			found = append(found, Secret{Kind: kind, Value: bytes.Clone(value)})
		}
	}
	for _, match := range lobbyAddress.FindAllSubmatch(replay, -1) {
		digits := strings.Repeat("0", 8-len(match[1])) + string(match[1])
		address, _ := hex.DecodeString(digits)
		add(Address, address)
	}
	for _, text := range [][]byte{replay, narrow(replay), narrow(replay[min(1, len(replay)):])} {
		addTexts(text, add)
	}
	if bytes.HasPrefix(replay, []byte(cnc3Magic)) || bytes.HasPrefix(replay, []byte(ra3Magic)) {
		addIdentities(replay, add)
	}
	for _, id := range accounts(replay) {
		add(Account, id)
	}
	return found
}

// addIdentities adds what the games of EA's servers record of sessions and
// accounts. An account that is named like a player of the lobby is no secret.
func addIdentities(replay []byte, add func(Kind, []byte)) {
	for _, id := range guid.FindAll(replay, -1) {
		add(Session, id)
	}
	for rest := replay; ; {
		at := bytes.Index(rest, ticket)
		if at < 0 || len(rest)-at-len(ticket) < ticketSize {
			return
		}
		content := rest[at+len(ticket):][:ticketSize]
		for _, text := range [][]byte{content, narrow(content), narrow(content[1:])} {
			for _, name := range ticketText.FindAll(text, -1) {
				if !bytes.Contains(replay, slices.Concat([]byte("H"), name, []byte(","))) {
					add(AccountName, name)
				}
			}
		}
		rest = rest[at+len(ticket)+ticketSize:]
	}
}

// addTexts adds what stands in text.
func addTexts(text []byte, add func(Kind, []byte)) {
	for _, match := range dottedQuad.FindAllSubmatch(text, -1) {
		if address, err := netip.ParseAddr(string(match[1])); err == nil {
			octets := address.As4()
			add(Address, octets[:])
		}
	}
	for kind, pattern := range map[Kind]*regexp.Regexp{Fingerprint: fingerprint, Machine: machine} {
		for _, match := range pattern.FindAllSubmatch(text, -1) {
			add(kind, match[1])
		}
	}
	for _, match := range maskedQuad.FindAllSubmatch(text, -1) {
		add(Fingerprint, match[1])
	}
}

// telling reports whether four bytes or more could be those of a machine: one
// with fewer set bytes stands anywhere by chance.
func telling(value []byte) bool {
	zeros := bytes.Count(value, []byte{0}) + bytes.Count(value, []byte{0xFF})
	return len(value)-zeros >= 3
}

// narrow makes ASCII of UTF-16LE; what is no ASCII becomes a zero.
func narrow(wide []byte) []byte {
	text := make([]byte, len(wide)/2)
	for i := range text {
		if wide[2*i+1] == 0 {
			text[i] = wide[2*i]
		}
	}
	return text
}

// accounts reads the participants of the header of Tiberium Wars, Kane's Wrath
// and Red Alert 3: a number and a name each, behind four texts.
func accounts(replay []byte) (ids [][]byte) {
	at := 0
	for _, magic := range []string{cnc3Magic, ra3Magic} {
		if bytes.HasPrefix(replay, []byte(magic)) {
			at = len(magic)
		}
	}
	if at == 0 || len(replay) < at+20 {
		return nil
	}
	version := replay[at]
	at += 1 + 4*4 + 2
	text := func() {
		for at+1 < len(replay) && (replay[at] != 0 || replay[at+1] != 0) {
			at += 2
		}
		at += 2
	}
	for range 4 {
		text()
	}
	if at >= len(replay) {
		return nil
	}
	count := int(replay[at])
	at++
	for range count + 1 {
		if at+4 > len(replay) {
			return ids
		}
		id := binary.LittleEndian.Uint32(replay[at:])
		ids = append(ids, binary.BigEndian.AppendUint32(nil, id))
		at += 4
		text()
		if version == 5 {
			at++
		}
	}
	return ids
}

// wide is text in UTF-16LE.
func wide(text string) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return out
}
