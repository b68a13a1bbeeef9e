// SPDX-License-Identifier: GPL-3.0-or-later

package privacy

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// notation is one way of writing a secret.
type notation struct {
	name  string
	text  []byte // lower case
	word  bool   // digits: a hit inside a longer number is none
	bytes bool   // the bytes themselves: in texts nobody would see them
}

// Finder looks for the secrets of one replay.
type Finder struct {
	texts  map[uint32][]wanted // by the first three bytes
	begins []uint64            // a bit for each three bytes that a text begins with
	plain  []wanted            // the bytes of secrets
}

// wanted is a notation of a secret of a kind.
type wanted struct {
	notation
	kind Kind
}

// beginning is how many bytes of a notation are looked at first.
const beginning = 3

// NewFinder prepares the search for secrets.
func NewFinder(secrets []Secret) *Finder {
	f := &Finder{texts: map[uint32][]wanted{}, begins: make([]uint64, 1<<(8*beginning)/64)}
	for i := range secrets {
		for _, n := range notationsOf(&secrets[i]) {
			if n.bytes {
				f.plain = append(f.plain, wanted{n, secrets[i].Kind})
				continue
			}
			key := uint32(n.text[0])<<16 | uint32(n.text[1])<<8 | uint32(n.text[2])
			f.texts[key] = append(f.texts[key], wanted{n, secrets[i].Kind})
			f.begins[key/64] |= 1 << (key % 64)
		}
	}
	return f
}

// InText looks in a text that people or programs read, upper or lower case. It
// returns one line for each finding, without the secret.
func (f *Finder) InText(text []byte) (found []string) {
	lower := lowerASCII(text)
	key := uint32(0)
	for end, b := range lower {
		key = key<<8&0xFFFFFF | uint32(b)
		if f.begins[key/64]&(1<<(key%64)) == 0 || end < beginning-1 {
			continue
		}
		for _, w := range f.texts[key] {
			if w.standsAt(lower, end-beginning+1) {
				found = append(found, w.String())
			}
		}
	}
	return unique(found)
}

// InBytes looks in bytes: for the bytes of a secret, and for all that InText
// looks for.
func (f *Finder) InBytes(data []byte) []string {
	found := f.InText(data)
	for _, w := range f.plain {
		if bytes.Contains(data, w.text) {
			found = append(found, w.String())
		}
	}
	return unique(found)
}

func unique(found []string) []string {
	slices.Sort(found)
	return slices.Compact(found)
}

func (w *wanted) String() string { return fmt.Sprintf("%s, written as %s", w.kind, w.name) }

func (n *notation) standsAt(in []byte, at int) bool {
	if !bytes.HasPrefix(in[at:], n.text) {
		return false
	}
	end := at + len(n.text)
	return !n.word || (at == 0 || !digit(in[at-1])) && (end == len(in) || !digit(in[end]))
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// lowerASCII is data with its capital letters made small, length kept.
func lowerASCII(data []byte) []byte {
	out := make([]byte, len(data))
	for i, b := range data {
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		out[i] = b
	}
	return out
}

func notationsOf(secret *Secret) []notation {
	if secret.number() {
		return numberNotations(secret.Value)
	}
	return textNotations("text", string(secret.Value))
}

// textNotations are a text as it is, in two widths, and each in hexadecimal and
// in base64.
func textNotations(name, text string) []notation {
	var list []notation
	for _, form := range []struct {
		name string
		data []byte
	}{{name, []byte(text)}, {name + " in UTF-16", wide(text)}} {
		list = append(list, notation{name: form.name, text: lowerASCII(form.data)})
		list = append(list, encodings(form.name, form.data)...)
		list = append(list, encodings(form.name+" in small letters", lowerASCII(form.data))...)
	}
	return list
}

// encodings are bytes in hexadecimal and, where they are long enough not to
// stand anywhere by chance, in base64 at each of its three alignments.
func encodings(name string, data []byte) []notation {
	list := []notation{{name: name + " in hexadecimal", text: []byte(hex.EncodeToString(data))}}
	if len(data) < 9 {
		return list
	}
	for shift := range 3 {
		// Digits at either end depend on the neighbours.
		whole := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), data...))
		from := []int{0, 2, 3}[shift]
		inner := whole[from : len(whole)-len(whole)%4]
		list = append(list, notation{name: name + " in base64", text: lowerASCII([]byte(inner))})
	}
	return list
}

// numberNotations are the ways of writing an address: both orders of its bytes.
func numberNotations(value []byte) []notation {
	list := []notation{}
	reversed := bytes.Clone(value)
	slices.Reverse(reversed)
	for i, data := range [][]byte{value, reversed} {
		order := []string{"", " backwards"}[i]
		digits := hex.EncodeToString(data)
		parts := make([]string, len(data))
		pairs := make([]string, len(data))
		for j, b := range data {
			parts[j], pairs[j] = fmt.Sprint(b), fmt.Sprintf("%02x", b)
		}
		list = append(list, notation{name: "bytes" + order, text: data, bytes: true})
		list = append(list, notation{name: "hexadecimal" + order, text: []byte(digits)})
		for _, separator := range []string{".", ",", ", ", ":", "-", " "} {
			list = append(list,
				notation{name: fmt.Sprintf("numbers with %q between%s", separator, order), text: []byte(strings.Join(parts, separator)), word: true},
				notation{name: fmt.Sprintf("hexadecimal with %q between%s", separator, order), text: []byte(strings.Join(pairs, separator))})
		}
		unsigned := new(big.Int).SetBytes(data)
		list = append(list, notation{name: "decimal number" + order, text: []byte(unsigned.String()), word: true})
		if data[0] >= 0x80 {
			signed := new(big.Int).Sub(unsigned, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
			list = append(list, notation{name: "signed decimal number" + order, text: []byte(signed.String()), word: true})
		}
		for _, form := range []struct{ name, text string }{
			{"hexadecimal digits", digits}, {"hexadecimal capitals", strings.ToUpper(digits)}, {"dotted text", strings.Join(parts, ".")},
		} {
			list = append(list, encodings(form.name+order, []byte(form.text))...)
			list = append(list, encodings(form.name+" in UTF-16"+order, wide(form.text))...)
			list = append(list, notation{name: form.name + " in UTF-16" + order, text: lowerASCII(wide(form.text))})
		}
	}
	return list
}
