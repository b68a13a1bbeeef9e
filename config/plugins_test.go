// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestSettingsOfDecodersComeFromAllSources(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte("plugins:\n  config:\n    toy:\n      speed: 7\n      names: true\n      mods: [a, b]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(Sources{File: file, Environ: []string{"CONVERTD_PLUGINS_CONFIG_TOY_SPEED_LIMIT=9"}, Set: []string{"plugins.config.other.era=old"}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]any{
		"toy":   {"speed": 7, "names": true, "mods": []any{"a", "b"}, "speed_limit": "9"},
		"other": {"era": "old"},
	}
	if !reflect.DeepEqual(loaded.Plugins.Config, want) {
		t.Errorf("got %#v, want %#v", loaded.Plugins.Config, want)
	}
	if _, err := Load(Sources{Set: []string{"plugins.config.Toy.era=old"}}); err == nil || !strings.Contains(err.Error(), "plugins.config.Toy") {
		t.Errorf("a name that no decoder has gave %v", err)
	}
}
