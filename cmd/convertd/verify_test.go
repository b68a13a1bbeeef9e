// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/core/icrep"
	"convertd/failure"
	"convertd/internal/corpus"
)

// call runs a verb in this process.
func call(t *testing.T, arguments ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	code = run(arguments, strings.NewReader(""), &out, &errors, []string{"HOME=" + t.TempDir()})
	return code, out.String(), errors.String()
}

// signedReplay is a golden file with a signature chain, its last signed tick
// and its key in hex.
func signedReplay(t *testing.T) (path string, tick uint64, key string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus.Repository, "testdata", "golden", "*.icrep"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		file, err := icrep.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := file.Signature()
		if closeErr := file.Close(); err != nil || closeErr != nil {
			t.Fatal(err, closeErr)
		}
		if signature != nil {
			return path, signature.Chain[len(signature.Chain)-1].Tick, hex.EncodeToString(signature.PublicKey[:])
		}
	}
	t.Fatal("no golden file is signed")
	return "", 0, ""
}

func TestProofOfATickHoldsWithoutTheFile(t *testing.T) {
	path, _, key := signedReplay(t)
	folder := t.TempDir()
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	trusted := write("key", key)
	other, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	stranger := write("other", hex.EncodeToString(other))

	code, printed, errors := call(t, "verify", "--tick", "1", "--key", trusted, path)
	if code != failure.ExitDone {
		t.Fatalf("proving ends with %d: %s", code, errors)
	}
	proof := write("proof.json", printed)
	if code, _, errors := call(t, "verify", "--proof", "--key", trusted, proof); code != failure.ExitDone {
		t.Errorf("checking the proof ends with %d: %s", code, errors)
	}
	if code, _, _ := call(t, "verify", "--proof", "--key", stranger, proof); code != failure.ExitVerification {
		t.Errorf("with another key it ends with %d", code)
	}
	if code, _, _ := call(t, "verify", "--proof", proof); code != failure.ExitUsage {
		t.Errorf("without a key it ends with %d", code)
	}
	if code, _, _ := call(t, "verify", "--tick", "1", "--key", stranger, path); code != failure.ExitVerification {
		t.Errorf("proving with another key ends with %d", code)
	}
	tampered := write("tampered.json", strings.Replace(printed, `"state_hash":"`, `"state_hash":"00`, 1))
	if code, _, _ := call(t, "verify", "--proof", "--key", trusted, tampered); code != failure.ExitVerification {
		t.Errorf("a proof that was tampered with ends with %d", code)
	}
	if code, _, _ := call(t, "verify", "--check", "signatures", "--key", trusted, path); code != failure.ExitDone {
		t.Errorf("checking the chain ends with %d", code)
	}
	if code, _, _ := call(t, "verify", "--check", "signatures", "--key", stranger, path); code != failure.ExitVerification {
		t.Errorf("checking the chain with another key ends with %d", code)
	}
}

// Any flipped bit of the order, keyframe or event section is found, with its
// place.
func TestFlippedBitsAreFoundWithTheirPlace(t *testing.T) {
	replay := filepath.Join(corpus.Repository, "testdata", "replays", "murk", "good", "every-kind.murk")
	folder := t.TempDir()
	if code, _, errors := call(t, "convert", "-o", folder, replay); code != failure.ExitDone {
		t.Fatalf("convert ends with %d: %s", code, errors)
	}
	whole, err := os.ReadFile(filepath.Join(folder, "every-kind.icrep"))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := icrep.Open(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	header := reader.Header()
	for _, section := range header.Sections() {
		for _, at := range []uint32{0, section.Span.Length / 2, section.Span.Length - 1} {
			damaged := bytes.Clone(whole)
			damaged[section.Span.Offset+at] ^= 1 << (at % 8)
			path := filepath.Join(folder, "damaged.icrep")
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			code, out, errors := call(t, "verify", path)
			if code != failure.ExitVerification || !strings.Contains(out, "WRONG: ") || !strings.Contains(errors, string(section.Section)) {
				t.Errorf("bit at byte %d of section %s: exit code %d, %s%s", at, section.Section, code, out, errors)
			}
		}
	}
}
