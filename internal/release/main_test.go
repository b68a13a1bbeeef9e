// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"
)

func TestBillOfMaterialsNamesEveryModuleOnceAndIsTheSameEveryTime(t *testing.T) {
	module := func(path, sum string) *debug.Module { return &debug.Module{Path: path, Version: "v1.2.3", Sum: sum} }
	read := func() []byte {
		linux := &debug.BuildInfo{
			GoVersion: "go1.26.0", Main: debug.Module{Path: "convertd", Version: "v1.0.0"},
			Deps: []*debug.Module{module("b.org/b", "h1:AAECAw=="), module("a.org/a", "")},
		}
		windows := &debug.BuildInfo{Deps: []*debug.Module{module("a.org/a", ""), module("w.org/w", "")}}
		out, err := billOfMaterials(merged(linux, windows))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := read()
	if string(first) != string(read()) {
		t.Error("it differs from time to time")
	}
	var bom struct {
		Format     string `json:"bomFormat"`
		Components []component
		Metadata   struct{ Component component }
	}
	if err := json.Unmarshal(first, &bom); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range bom.Components {
		names = append(names, c.Name)
		if !strings.HasPrefix(c.PURL, "pkg:golang/"+c.Name+"@") {
			t.Errorf("%s is %s", c.Name, c.PURL)
		}
	}
	if got := strings.Join(names, " "); got != "std a.org/a b.org/b w.org/w" || bom.Format != "CycloneDX" || bom.Metadata.Component.Version != "v1.0.0" {
		t.Errorf("%s lists %s of %+v", bom.Format, got, bom.Metadata.Component)
	}
	if got := bom.Components[2].Hashes; len(got) != 1 || got[0].Content != "00010203" {
		t.Errorf("hashes %+v", got)
	}
}

func TestOnlySystemsOfTheReleaseCanBeChosen(t *testing.T) {
	if got, err := chosen("windows/arm64,linux/amd64"); err != nil || len(got) != 2 || got[0].file() != "convertd_windows_arm64.exe" {
		t.Errorf("%v %v", got, err)
	}
	if _, err := chosen("plan9/386"); err == nil {
		t.Error("plan9/386 was chosen")
	}
	if got, _ := chosen(""); len(got) != 6 {
		t.Errorf("%d systems", len(got))
	}
}
