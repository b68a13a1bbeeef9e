// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pierrec/lz4/v4"
)

var (
	// hexLine is an offset, of four digits in the file or of two in the block of orders,
	// bytes, and perhaps the last bytes of a state hash.
	hexLine  = regexp.MustCompile(`^    ([0-9a-f]{2}|[0-9a-f]{4})  ((?:[0-9a-f]{2} )*[0-9a-f]{2})( … (?:[0-9a-f]{2} )*[0-9a-f]{2})?( .*)?$`)
	hashWord = regexp.MustCompile(`state_hash [0-9a-f]{16}`)
)

// TestTheHexOnThePageIsThatOfTheGoldenFile compares every byte that docs/icrep.md shows
// with the file; with -update it writes them anew.
func TestTheHexOnThePageIsThatOfTheGoldenFile(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("..", "..", "testdata", "golden", "icrep-v1-tiny.icrep"))
	if err != nil {
		t.Fatal(err)
	}
	orders := int(binary.LittleEndian.Uint32(file[16:]))
	block := make([]byte, binary.LittleEndian.Uint32(file[orders+4:]))
	packed := file[orders+22 : orders+22+int(binary.LittleEndian.Uint32(file[orders:]))]
	if _, err := lz4.UncompressBlock(packed, block); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "docs", "icrep.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), "## A whole file in hex\n")
	dump, after, ends := strings.Cut(rest, "## Decisions where")
	if !found || !ends {
		t.Fatal("the page has no file in hex")
	}
	lines, compared := strings.Split(dump, "\n"), 0
	for i, line := range lines {
		want, isHex := hexOf(line, file, block)
		if !isHex {
			continue
		}
		compared++
		if !*update && want != line {
			t.Errorf("the page has\n%s\nthe file\n%s", line, want)
		}
		lines[i] = want
	}
	if compared == 0 {
		t.Fatal("no line was compared")
	}
	if *update {
		text := before + "## A whole file in hex\n" + strings.Join(lines, "\n") + "## Decisions where" + after
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// hexOf is the line with the bytes that belong there.
func hexOf(line string, file, block []byte) (string, bool) {
	m := hexLine.FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	data := file
	if len(m[1]) == 2 {
		data = block
	}
	offset, err := strconv.ParseUint(m[1], 16, 32)
	if err != nil {
		return "", false
	}
	at, count := int(offset), (len(m[2])+1)/3
	if at+count > len(data) {
		return line + " (behind the end)", true
	}
	text := "    " + m[1] + "  " + spaced(data[at:at+count])
	if m[3] != "" {
		last := (len(m[3]) - len(" … ") + 1) / 3
		text += " … " + spaced(data[at+32-last:at+32])
	}
	note := m[4]
	if at+8 <= len(data) {
		note = hashWord.ReplaceAllString(note, fmt.Sprintf("state_hash %016x", binary.LittleEndian.Uint64(data[at:])))
	}
	return text + note, true
}

func spaced(data []byte) string {
	parts := make([]string, len(data))
	for i := range data {
		parts[i] = hex.EncodeToString(data[i : i+1])
	}
	return strings.Join(parts, " ")
}
