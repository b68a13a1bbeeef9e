// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "strings"

// Recordings carry what identifies a person or a machine: addresses (full ones
// until 2020), a country computed from the address, fingerprints, one-time
// tokens and signatures (docs/formats/orarep.md#privacy). None of it is play,
// and none of it leaves this package.

// privateParts are parts of keys, in lower case, whose values are dropped. The
// lobby's "Country" of releases before 2015 is a faction and stays; "Location"
// is where the player lives and goes.
var privateParts = []string{
	"fingerprint", "ipaddress", "address", "token", "signature", "password",
	"publickey", "hardware", "geolocation",
}

var privateKeys = []string{"location", "ip", "hwid", "mac"}

// isPrivateKey says that the value of a key identifies a person or a machine.
func isPrivateKey(key string) bool {
	lower := strings.ToLower(key)
	for _, private := range privateKeys {
		if lower == private {
			return true
		}
	}
	for _, part := range privateParts {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// scrub removes private values from a text that may be MiniYAML: the line of a
// private key keeps its key only, lines below it go, and network addresses
// anywhere become "[hidden]". Text without any is returned as it is.
func scrub(text string) string {
	var s scrubber
	return s.scrub(text)
}

// maxKnownKeys bounds the keys a scrubber remembers.
const maxKnownKeys = 512

// scrubber scrubs many texts; it remembers which keys are private and keeps its
// memory. The zero value is ready.
type scrubber struct {
	known map[string]bool
	out   []byte
}

// private is isPrivateKey, remembered.
func (s *scrubber) private(key string) bool {
	if private, ok := s.known[key]; ok {
		return private
	}
	private := isPrivateKey(key)
	if s.known == nil {
		s.known = make(map[string]bool)
	}
	if len(s.known) < maxKnownKeys {
		s.known[strings.Clone(key)] = private
	}
	return private
}

func (s *scrubber) scrub(text string) string {
	if !mayHoldPrivate(text) {
		return text
	}
	s.out = s.out[:0]
	hiddenBelow := -1
	copied := 0 // bytes of text that are settled
	for start := 0; start < len(text); {
		end := len(text)
		if at := strings.IndexByte(text[start:], '\n'); at >= 0 {
			end = start + at + 1
		}
		line := text[start:end]
		keep, hides := s.scrubLine(line, &hiddenBelow)
		if hides || keep != line {
			s.out = append(s.out, text[copied:start]...)
			s.out = append(s.out, keep...)
			copied = end
		}
		start = end
	}
	if copied == 0 {
		return text
	}
	s.out = append(s.out, text[copied:]...)
	return string(s.out)
}

// scrubLine returns what may stay of a line. hiddenBelow is the level of the
// private key whose children are being left out, -1 if there is none.
func (s *scrubber) scrubLine(line string, hiddenBelow *int) (keep string, hides bool) {
	level, rest := yamlLevel(line)
	if *hiddenBelow >= 0 && level > *hiddenBelow && strings.TrimSpace(rest) != "" {
		return "", true
	}
	*hiddenBelow = -1
	colon := strings.IndexByte(rest, ':')
	if colon < 0 || !s.private(strings.TrimSpace(rest[:colon])) {
		return maskAddresses(line), false
	}
	*hiddenBelow = level
	if strings.TrimSpace(rest[colon+1:]) == "" {
		return line, false
	}
	keep = line[:len(line)-len(rest)+colon+1]
	if strings.HasSuffix(line, "\n") {
		keep += "\n"
	}
	return keep, true
}

// mayHoldPrivate is a cheap first look: no private key can be without a colon,
// and no address without a dot or a colon.
func mayHoldPrivate[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] == ':' || text[i] == '.' {
			return true
		}
	}
	return false
}

// maskAddresses replaces IPv4 addresses, whole or with a masked last part
// ("192.0.2.*"), and IPv6 addresses.
func maskAddresses(text string) string {
	if strings.IndexByte(text, '.') < 0 && strings.Count(text, ":") < 2 {
		return text
	}
	var out strings.Builder
	copied := 0
	for i := 0; i < len(text); {
		if !isAddressByte(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && isAddressByte(text[end]) {
			end++
		}
		if word := strings.TrimRight(text[i:end], ".:"); isIPv4(word) || isIPv6(word) {
			out.WriteString(text[copied:i])
			out.WriteString("[hidden]")
			copied = i + len(word)
		}
		i = end
	}
	if copied == 0 {
		return text
	}
	out.WriteString(text[copied:])
	return out.String()
}

func isAddressByte(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F' || b == '.' || b == ':' || b == '*'
}

// isIPv4 recognises four parts of one to three digits, the last ones perhaps
// masked with '*', and a port behind a colon.
func isIPv4(word string) bool {
	word, port, hasPort := strings.Cut(word, ":")
	if hasPort && !isDigits(port, 5) {
		return false
	}
	parts := 0
	for part := range strings.SplitSeq(word, ".") {
		parts++
		if part == "*" && parts > 1 {
			continue
		}
		if !isDigits(part, 3) {
			return false
		}
	}
	return parts == 4
}

func isDigits(text string, most int) bool {
	if text == "" || len(text) > most {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// isIPv6 recognises at least four groups of one to four hexadecimal digits, or
// two around a "::" that stands for the missing ones.
func isIPv6(word string) bool {
	groups, gaps := 0, 0
	for i, part := range strings.Split(word, ":") {
		switch {
		case part == "" && i > 0:
			gaps++
		case part == "" || len(part) > 4 || strings.ContainsAny(part, ".*"):
			if part != "" {
				return false
			}
		default:
			groups++
		}
	}
	return groups >= 8 || groups >= 2 && gaps > 0
}
