// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/internal/corpus"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Whole recordings, converted ones and damaged ones: what --json prints is what the
// schema says.
func TestInspectionOfARecordingIsThatOfTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(corpus.Repository, "docs", "schemas", "recording-inspection.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(corpus.Repository, "testdata", "golden", "*.icrep"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files (%v)", err)
	}
	folder := t.TempDir()
	replay := filepath.Join(corpus.Repository, "testdata", "replays", "orarep", "good", "ra-skirmish.orarep")
	if code, _, errors := call(t, "convert", "-o", folder, replay); code != 0 {
		t.Fatalf("convert ends with %d: %s", code, errors)
	}
	converted := filepath.Join(folder, "ra-skirmish.icrep")
	for _, path := range append(files, converted, spoiltOrders(t, converted)) {
		code, out, _ := call(t, "inspect", "--json", path)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err != nil {
			t.Errorf("%s: %d, %v", filepath.Base(path), code, err)
			continue
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		if damaged := strings.Contains(path, "spoilt"); damaged != (code != 0) || damaged != !strings.Contains(out, `"error":null`) {
			t.Errorf("%s: exit code %d, %s", filepath.Base(path), code, out)
		}
	}
}

// spoiltOrders is a copy with bytes of the orders overwritten.
func spoiltOrders(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, out, _ := call(t, "inspect", "--json", path)
	var shape struct{ Sections []sectionBytes }
	if err := json.Unmarshal([]byte(out), &shape); err != nil {
		t.Fatal(err)
	}
	for _, section := range shape.Sections {
		if section.Section == "orders" {
			middle := int(section.Offset + section.Bytes/2)
			copy(data[middle:], bytes.Repeat([]byte{0xff}, 64))
		}
	}
	spoilt := filepath.Join(t.TempDir(), "spoilt.icrep")
	if err := os.WriteFile(spoilt, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return spoilt
}
