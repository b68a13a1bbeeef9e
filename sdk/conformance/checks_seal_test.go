// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
	"testing"
)

func TestSealsAreFoundAndPutAgain(t *testing.T) {
	content := bytes.Repeat([]byte("orders"), 100)
	behind := binary.LittleEndian.AppendUint32(bytes.Clone(content), crc32.ChecksumIEEE(content))
	before := append(binary.BigEndian.AppendUint32([]byte("MAGI"), crc32.ChecksumIEEE(content)), content...)
	for name, data := range map[string][]byte{"behind": behind, "before": before} {
		seals := findSeals(data)
		if len(seals) != 1 {
			t.Fatalf("%s: %d seals", name, len(seals))
		}
		data[100] ^= 1
		if len(findSeals(data)) != 0 {
			t.Errorf("%s: the change is not noticed", name)
		}
		seals[0].put(data)
		if len(findSeals(data)) != 1 {
			t.Errorf("%s: the seal does not fit again", name)
		}
	}
	if seals := findSeals(content); len(seals) != 0 {
		t.Errorf("%d seals where there are none", len(seals))
	}
}

func TestPackedContentIsChangedBehindItsPacking(t *testing.T) {
	content := bytes.Repeat([]byte("orders of a game, "), 50)
	var stream bytes.Buffer
	writer := zlib.NewWriter(&stream)
	_, _ = writer.Write(content)
	_ = writer.Close()
	data := binary.LittleEndian.AppendUint32([]byte("MAGI"), uint32(stream.Len()))
	data = append(append(data, stream.Bytes()...), "tail"...)
	packed, found := findPacked(data)
	if !found || !bytes.Equal(packed.inner, content) {
		t.Fatalf("found %v with %d bytes", found, len(packed.inner))
	}
	changed := packed.changed(data, 7, 0x20)
	size := int(binary.LittleEndian.Uint32(changed[4:]))
	reader, err := zlib.NewReader(bytes.NewReader(changed[8 : 8+size]))
	if err != nil {
		t.Fatal(err)
	}
	inner, err := io.ReadAll(reader)
	if err != nil || len(inner) != len(content) || inner[7] != content[7]^0x20 || string(changed[8+size:]) != "tail" {
		t.Errorf("%d bytes, %v, ends with %q", len(inner), err, changed[8+size:])
	}
}
