// SPDX-License-Identifier: GPL-3.0-or-later

package privacy_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"convertd/internal/privacy"
)

func utf16le(text string) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return string(out)
}

func kinds(secrets []privacy.Secret) string {
	var list []string
	for _, secret := range secrets {
		list = append(list, string(secret.Kind))
	}
	return strings.Join(list, ", ")
}

func TestSecretsAreFoundByTheirLooks(t *testing.T) {
	blob := "RA3 REPLAY HEADER \xFF\x10\x04\x00\x00" + strings.Repeat("\x00", 12) + "accountname" + strings.Repeat("\x00", 1040-12-11)
	tests := []struct{ name, replay, want string }{
		{"a lobby's address", "S=Hname,C0A80A14,8088,TT,1,2", "network address"},
		{"dots", "join 192.168.10.20 now", "network address"},
		{"dots in two bytes each", utf16le("join 192.168.10.20 now"), "network address"},
		{"a masked address", "a 192.168.10.* b", "fingerprint"},
		{"a GUID", "RA3 REPLAY HEADER x01234567-89ab-cdef-0123-456789abcdefx", "session id"},
		{"an account named as its player", "C&C3 REPLAY HEADER HAccountname,1,2" + strings.Replace(blob, "a", "A", 1), ""},
		{"a line of a lobby", "\tFingerprint: 0123456789\n", "fingerprint"},
		{"a ticket", blob, "account name"},
		{"a home", `see C:\Users\somebody\maps`, "folder of the recording machine"},
		{"a version", "1.12.3444.25830 and 1.2.3", ""},
		{"no machine's address", "S=Hname,00000001,8088,TT,1,2 0.0.0.0", ""},
	}
	for _, test := range tests {
		if got := kinds(privacy.Secrets([]byte(test.replay))); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestAccountsOfParticipantsAreFound(t *testing.T) {
	replay := "C&C3 REPLAY HEADER\x04" + strings.Repeat("\x00", 18) + utf16le("t\x00d\x00m\x00i\x00") + "\x01" +
		"\x12\x34\x56\x78" + utf16le("one\x00") + "\x00\x00\x00\x00" + utf16le("\x00")
	if got := kinds(privacy.Secrets([]byte(replay))); got != "account id" {
		t.Errorf("found %q", got)
	}
}

// The search must see a secret however an output writes it.
func TestSecretsAreFoundInEveryNotation(t *testing.T) {
	address := []byte{0xC0, 0xA8, 0x0A, 0x14}
	finder := privacy.NewFinder([]privacy.Secret{
		{Kind: privacy.Address, Value: address}, {Kind: privacy.AccountName, Value: []byte("SomebodyElse")},
	})
	texts := []string{
		"192.168.10.20", "20.10.168.192", "c0a80a14", "C0A80A14", "140AA8C0", "c0:a8:0a:14", "C0-A8-0A-14", "192,168,10,20",
		"192, 168, 10, 20", "3232238100", "-1062729196", "336242880",
		hex.EncodeToString([]byte("c0a80a14")), hex.EncodeToString([]byte("C0A80A14")), hex.EncodeToString([]byte("192.168.10.20")),
		hex.EncodeToString([]byte(utf16le("192.168.10.20"))),
		base64.StdEncoding.EncodeToString([]byte("1192.168.10.20!")),
		"somebodyelse", "SOMEBODYELSE", hex.EncodeToString([]byte("SomebodyElse")), hex.EncodeToString([]byte(utf16le("SomebodyElse"))),
		base64.StdEncoding.EncodeToString([]byte("ab SomebodyElse cd")),
	}
	for _, text := range texts {
		if len(finder.InText([]byte("before "+text+" behind"))) == 0 {
			t.Errorf("%q is not seen", text)
		}
	}
	for _, text := range []string{"1192.168.10.20", "32322381001", "c0a80a", "192.168.10.2"} {
		if found := finder.InText([]byte(text)); len(found) > 0 {
			t.Errorf("%q is taken for %v", text, found)
		}
	}
	if found := finder.InText(address); len(found) > 0 {
		t.Errorf("bytes in a text are taken for %v", found)
	}
	if found := finder.InBytes(append([]byte{1}, address...)); len(found) != 1 {
		t.Errorf("of the bytes themselves %v is seen", found)
	}
}

func TestFindingsDoNotTellTheSecret(t *testing.T) {
	secrets := []privacy.Secret{{Kind: privacy.AccountName, Value: []byte("SomebodyElse")}, {Kind: privacy.Address, Value: []byte{192, 168, 10, 20}}}
	text := fmt.Sprintf("%s %s", secrets[0].Value, "192.168.10.20 c0a80a14")
	for _, finding := range privacy.NewFinder(secrets).InText([]byte(text)) {
		if strings.Contains(finding, "Somebody") || strings.Contains(finding, "168") || strings.Contains(finding, "a80") {
			t.Errorf("%q tells it", finding)
		}
	}
}
