// SPDX-License-Identifier: GPL-3.0-or-later

package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"convertd/config"
)

// home is an environment in which no configuration file is found by chance.
func home(t *testing.T) []string {
	t.Helper()
	folder := t.TempDir()
	return []string{"HOME=" + folder, "XDG_CONFIG_HOME=" + folder}
}

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t *testing.T, sources config.Sources) *config.Loaded {
	t.Helper()
	loaded, err := config.Load(sources)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func TestDefaultsAreValid(t *testing.T) {
	environ := home(t)
	loaded := load(t, config.Sources{Environ: environ})
	if diff := cmp.Diff(config.Default(environ), loaded.Config); diff != "" {
		t.Errorf("loading nothing differs from the defaults (-want +got):\n%s", diff)
	}
	if loaded.File != "" {
		t.Errorf("no file was there, yet %s was read", loaded.File)
	}
}

func TestLaterSourcesWin(t *testing.T) {
	file := write(t, "convertd.yaml", `
jobs:
  workers: 2
  ack_wait: 40s
  max_attempts: 7
limits:
  source_bytes: 64MiB
`)
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.Int("workers", 0, "")
	if err := flags.SetAnnotation("workers", config.KeyAnnotation, []string{"jobs.workers"}); err != nil {
		t.Fatal(err)
	}
	flags.Bool("unrelated", false, "")
	if err := flags.Parse([]string{"--workers=9", "--unrelated"}); err != nil {
		t.Fatal(err)
	}
	loaded := load(t, config.Sources{
		File:    file,
		Environ: append(home(t), "CONVERTD_JOBS_WORKERS=4", "CONVERTD_JOBS_ACK_WAIT=50s"),
		Flags:   flags,
		Set:     []string{"jobs.max_attempts=3"},
	})
	for _, test := range []struct {
		key    string
		got    any
		want   any
		origin string
	}{
		{"jobs.workers", loaded.Jobs.Workers, 9, "flag --workers"},
		{"jobs.ack_wait", loaded.Jobs.AckWait, 50 * time.Second, "environment CONVERTD_JOBS_ACK_WAIT"},
		{"jobs.max_attempts", loaded.Jobs.MaxAttempts, 3, "flag --set jobs.max_attempts"},
		{"limits.source_bytes", loaded.Limits.SourceBytes, config.Bytes(64 << 20), "file " + file},
		{"jobs.deadline", loaded.Jobs.Deadline, 15 * time.Minute, "default"},
	} {
		if test.got != test.want {
			t.Errorf("%s is %v, want %v", test.key, test.got, test.want)
		}
		if origin := loaded.Origin(test.key); origin != test.origin {
			t.Errorf("%s comes from %q, want %q", test.key, origin, test.origin)
		}
	}
}

func TestTOMLAndYAMLSayTheSame(t *testing.T) {
	yaml := load(t, config.Sources{Environ: home(t), File: write(t, "a.yml", `
nats: {url: "nats://queue:4222", embedded: {max_store: 1GB}}
jobs: {backoff: [1s, 2m]}
plugins: {pins: {dune: "`+strings.Repeat("ab", 32)+`"}}
roots: {ladder: /srv/ladder}
`)})
	toml := load(t, config.Sources{Environ: home(t), File: write(t, "a.toml", `
[nats]
url = "nats://queue:4222"
[nats.embedded]
max_store = "1GB"
[jobs]
backoff = ["1s", "2m"]
[plugins.pins]
dune = "`+strings.Repeat("ab", 32)+`"
[roots]
ladder = "/srv/ladder"
`)})
	yaml.NATS.Embedded.StoreDir, toml.NATS.Embedded.StoreDir = "", ""
	yaml.Web.Library, toml.Web.Library = "", ""
	if diff := cmp.Diff(yaml.Config, toml.Config); diff != "" {
		t.Errorf("yaml and toml differ:\n%s", diff)
	}
	if want := []time.Duration{time.Second, 2 * time.Minute}; !slices.Equal(yaml.Jobs.Backoff, want) {
		t.Errorf("backoff is %v, want %v", yaml.Jobs.Backoff, want)
	}
}

func TestEnvironmentSetsListsAndNames(t *testing.T) {
	loaded := load(t, config.Sources{Environ: append(home(t),
		"CONVERTD_MAPS_FOLDERS=/maps/a, /maps/b",
		"CONVERTD_ROOTS_LADDER=/srv/ladder",
		"CONVERTD_NATS_EMBEDDED_STORE_DIR=/srv/store",
		"CONVERTD_MAPS_EMBED=true",
		"CONVERTD_CORPUS=/not/configuration",
	)})
	if want := []string{"/maps/a", "/maps/b"}; !slices.Equal(loaded.Maps.Folders, want) {
		t.Errorf("maps.folders is %v, want %v", loaded.Maps.Folders, want)
	}
	if loaded.Roots["ladder"] != "/srv/ladder" || loaded.NATS.Embedded.StoreDir != "/srv/store" || !loaded.Maps.Embed {
		t.Errorf("the environment was not read: %+v", loaded.Config)
	}
}

func TestMistakesAreNamedAllTogether(t *testing.T) {
	tests := []struct {
		name    string
		file    string
		environ []string
		set     []string
		want    []string
	}{
		{
			name: "misspelt key gets a suggestion", file: "jobs: {wokers: 3}",
			want: []string{"unknown key jobs.wokers", "did you mean jobs.workers?"},
		},
		{
			name: "several unknown keys", file: "jobs: {wokers: 3}\nlog: {levl: info}",
			want: []string{"jobs.workers?", "log.level?"},
		},
		{
			name: "an unknown key does not hide other faults", file: "jobs: {wokers: 3, workers: 0}",
			want: []string{"jobs.workers?", "jobs.workers is 0"},
		},
		{name: "nothing close", file: "zzzzzzzzzzzz: 3", want: []string{"unknown key zzzzzzzzzzzz", "config show"}},
		{name: "section given a value", file: "jobs: 3", want: []string{"jobs is a section"}},
		{name: "misspelt variable", environ: []string{"CONVERTD_NATS_ULR=nats://x"}, want: []string{"environment CONVERTD_NATS_ULR", "unknown key"}},
		{name: "misspelt --set", set: []string{"jobs.worker=3"}, want: []string{"did you mean jobs.workers?"}},
		{name: "--set without value", set: []string{"jobs.workers"}, want: []string{"--set key=value"}},
		{name: "duration without unit", file: "jobs: {ack_wait: 30}", want: []string{"ack_wait", "has no unit"}},
		{name: "not a duration", file: "jobs: {ack_wait: soon}", want: []string{"not a duration"}},
		{name: "not a size", file: "limits: {source_bytes: big}", want: []string{"not a size"}},
		{name: "not a number", set: []string{"jobs.workers=many"}, want: []string{"not a whole number"}},
		{
			name: "faults of several sections", file: "jobs: {workers: 0, max_attempts: 0}\nlog: {level: loud}\nlimits: {archive: {depth: 9}}",
			want: []string{"jobs.workers is 0", "jobs.max_attempts", `log.level is "loud"`, "limits.archive.depth is 9"},
		},
		{name: "two ways to log in", file: "nats: {url: 'nats://x', token: a, user: b}", want: []string{"nats.token is set together"}},
		{name: "url without scheme", file: "nats: {url: 'localhost:4222'}", want: []string{"nats.url"}},
		{name: "relative root", file: "roots: {a: here}", want: []string{"roots.a is not an absolute path"}},
		{name: "short pin", file: "plugins: {pins: {a: abcd}}", want: []string{"plugins.pins.a is not a SHA-256"}},
		{name: "thresholds in the wrong order", file: "divergence: {drift_permille: 500}", want: []string{"divergence.diverged_permille"}},
		{name: "broken yaml", file: "jobs: [", want: []string{"convertd.yaml"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sources := config.Sources{Environ: append(home(t), test.environ...), Set: test.set}
			if test.file != "" {
				sources.File = write(t, "convertd.yaml", test.file)
			}
			_, err := config.Load(sources)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error does not say %q:\n%v", want, err)
				}
			}
		})
	}
}

func TestLimitsHoldOnBothSides(t *testing.T) {
	for _, test := range []struct {
		set string
		ok  bool
	}{
		{"jobs.workers=1", true},
		{"jobs.workers=1024", true},
		{"jobs.workers=1025", false},
		{"jobs.ack_wait=1s", true},
		{"jobs.ack_wait=999ms", false},
		{"jobs.group_quota=-1", false},
		{"jobs.group_quota=0", true},
		{"stores.results=file:///srv/results", true},
		{"stores.results=s3://results?region=eu-central-1", true},
		{"stores.results=http://example.org/results", false},
		{"stores.sources=s3://key:secret@sources", false},
		{"plugins.signatures=off", true},
		{"plugins.signatures=optional", true},
		{"plugins.signatures=required", false}, // without keys
		{"plugins.signatures=perhaps", false},
		{"rules.folders=/srv/packs", true},
		{"rules.folders=packs", false},
		{"rules.pins=" + strings.Repeat("0", 64), true},
		{"rules.pins=" + strings.Repeat("0", 62), false},
		{"plugins.pins.toy@1=" + strings.Repeat("0", 64), true},
		{"plugins.pins.toy@=" + strings.Repeat("0", 64), false},
		{"plugins.pins.toy@1.0=" + strings.Repeat("0", 64), false}, // a dot takes keys apart
		{"limits.archive.depth=0", true},
		{"limits.archive.depth=8", true},
		{"limits.archive.depth=9", false},
		{"nats.replicas=5", true},
		{"nats.replicas=6", false},
		{"divergence.diverged_permille=1000", true},
		{"divergence.diverged_permille=1001", false},
		{"divergence.diverged_permille=20", false},
		{"divergence.diverged_permille=21", true},
		{"divergence.survivors_permille=0", true},
		{"divergence.survivors_permille=1000", true},
		{"divergence.survivors_permille=1001", false},
		{"divergence.survivors_permille=-1", false},
		{"divergence.lasting_permille=0", true},
		{"divergence.lasting_permille=1000", true},
		{"divergence.lasting_permille=1001", false},
		{"divergence.lasting_permille=-1", false},
		{"divergence.lasting=0s", true},
		{"divergence.lasting=-1s", false},
		{"divergence.diverged_rejected=0", false},
		{"divergence.diverged_rejected=1", true},
		{"divergence.overall_permille=-1", false},
		{"divergence.overall_permille=0", true},
		{"divergence.overall_permille=1001", false},
		{"divergence.floor_judged_orders=0", false},
		{"divergence.floor_judged_orders=1", true},
		{"divergence.floor_judged_permille=-1", false},
		{"divergence.floor_judged_permille=1000", true},
		{"divergence.floor_judged_permille=1001", false},
		{"divergence.floor_bound_permille=-1", false},
		{"divergence.floor_bound_permille=1000", true},
		{"divergence.floor_bound_permille=1001", false},
		{"divergence.minimum_rejected=0", false},
		{"divergence.minimum_rejected=1", true},
	} {
		_, err := config.Load(config.Sources{Environ: home(t), Set: []string{test.set}})
		if (err == nil) != test.ok {
			t.Errorf("%s: accepted %v, want %v (%v)", test.set, err == nil, test.ok, err)
		}
	}
}

func TestFileIsFoundInTheUsersFolder(t *testing.T) {
	environ := home(t)
	folder := filepath.Join(strings.TrimPrefix(environ[0], "HOME="), "convertd")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte("[jobs]\nworkers = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := load(t, config.Sources{Environ: environ}).Jobs.Workers; got != 3 {
		t.Errorf("workers is %d, want 3", got)
	}
	named := write(t, "other.yaml", "jobs: {workers: 5}")
	if got := load(t, config.Sources{Environ: append(environ, "CONVERTD_CONFIG="+named)}).Jobs.Workers; got != 5 {
		t.Errorf("workers is %d, want the 5 of the file CONVERTD_CONFIG names", got)
	}
	if _, err := config.Load(config.Sources{Environ: environ, File: filepath.Join(folder, "absent.yaml")}); err == nil {
		t.Error("a named file that does not exist is no error")
	}
}

func TestSecretsAreNeverShown(t *testing.T) {
	loaded := load(t, config.Sources{Environ: append(home(t),
		"CONVERTD_NATS_URL=nats://ann:hunter2@queue:4222",
		"CONVERTD_NATS_USER=ann",
		"CONVERTD_NATS_PASSWORD=hunter2",
	)})
	shown, err := json.Marshal(loaded.Settings())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(loaded.NATS.Password)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(shown), string(whole), loaded.NATS.Password.String(), loaded.NATS.Password.GoString()} {
		if strings.Contains(text, "hunter2") {
			t.Errorf("password shown in %s", text)
		}
	}
	if string(loaded.NATS.Password) != "hunter2" {
		t.Error("the password itself is lost")
	}
}

func TestEverySettingSaysWhereItCameFrom(t *testing.T) {
	for _, setting := range load(t, config.Sources{Environ: home(t)}).Settings() {
		if setting.Origin != "default" {
			t.Errorf("%s comes from %q, want default", setting.Key, setting.Origin)
		}
	}
}

func TestBytesReadAndWriteTheSame(t *testing.T) {
	for text, want := range map[string]config.Bytes{
		"0": 0, "512": 512, "1kB": 1000, "1KiB": 1024, "256MiB": 256 << 20, "1.5 GB": 1_500_000_000, "2TiB": 2 << 40,
	} {
		got, err := config.ParseBytes(text)
		if err != nil || got != want {
			t.Errorf("ParseBytes(%q) is %d, %v; want %d", text, got, err, want)
		}
		if again, err := config.ParseBytes(got.String()); err != nil || again != got {
			t.Errorf("%s does not read back: %d, %v", got, again, err)
		}
	}
	for _, text := range []string{"", "-1", "many", "1XB", "99999999999999TiB", "NaNGB"} {
		if got, err := config.ParseBytes(text); err == nil {
			t.Errorf("ParseBytes(%q) is %d, want an error", text, got)
		}
	}
}

func ExampleLoaded_Settings() {
	loaded, err := config.Load(config.Sources{Environ: []string{"HOME=/nonexistent", "CONVERTD_JOBS_WORKERS=8"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, setting := range loaded.Settings() {
		if setting.Key == "jobs.workers" {
			fmt.Println(setting.Key, setting.Value, setting.Origin)
		}
	}
	// Output: jobs.workers 8 environment CONVERTD_JOBS_WORKERS
}
