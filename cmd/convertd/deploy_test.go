// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"convertd/config"
	"convertd/internal/corpus"
)

func deployed(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(corpus.Repository, "deploy", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestPackagedConfigurationIsValid(t *testing.T) {
	_, err := config.Load(config.Sources{File: filepath.Join(corpus.Repository, "deploy", "systemd", "config.yaml")})
	if err != nil {
		t.Error(err)
	}
}

// The compose file's environment are keys of the configuration, and the workers are
// given longer to stop than they need.
func TestComposeFileFitsTheProgram(t *testing.T) {
	var compose struct {
		Convertd struct {
			Environment map[string]string `yaml:"environment"`
		} `yaml:"x-convertd"`
		Services map[string]struct {
			Command []string `yaml:"command"`
			Deploy  struct {
				Replicas int `yaml:"replicas"`
			} `yaml:"deploy"`
		} `yaml:"services"`
	}
	if err := yaml.Unmarshal(deployed(t, "compose.yml"), &compose); err != nil {
		t.Fatal(err)
	}
	environ := []string{"HOME=/nowhere"}
	for name, value := range compose.Convertd.Environment {
		environ = append(environ, name+"="+value)
	}
	loaded, err := config.Load(config.Sources{Environ: environ})
	if err != nil {
		t.Fatal(err)
	}
	if loaded.NATS.Replicas != 3 || !loaded.NATS.Outside() {
		t.Errorf("%d replicas on %q", loaded.NATS.Replicas, loaded.NATS.URL)
	}
	servers := 0
	for name := range compose.Services {
		if strings.HasPrefix(name, "nats-") {
			servers++
		}
	}
	if servers != 3 || compose.Services["worker"].Deploy.Replicas != 2 {
		t.Errorf("%d servers, %d workers", servers, compose.Services["worker"].Deploy.Replicas)
	}
	for _, name := range []string{"worker", "setup"} {
		if _, _, err := newRoot(&program{}).Find(compose.Services[name].Command); err != nil {
			t.Errorf("%s runs %v: %v", name, compose.Services[name].Command, err)
		}
	}
}

func TestUnitIsOneThatSystemdReads(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	unit := string(deployed(t, "systemd/convertd.service"))
	program := filepath.Join(t.TempDir(), "convertd")
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "convertd.service")
	unit = strings.ReplaceAll(unit, "/usr/bin/convertd", program)
	unit = strings.ReplaceAll(unit, "Documentation=man:convertd(1) man:convertd-serve(1)\n", "")
	if err := os.WriteFile(file, []byte(unit), 0o600); err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command(analyze, "verify", "--man=no", file).CombinedOutput()
	for line := range strings.Lines(string(output)) {
		// Older versions do not know all of the newest keys; what they do not know
		// they leave out.
		if strings.Contains(line, "convertd.service") && !strings.Contains(line, "DelegateSubgroup") {
			t.Errorf("systemd says: %s", line)
		}
	}
	if err != nil && len(output) == 0 {
		t.Error(err)
	}
}

func TestEveryVerbHasAManualPage(t *testing.T) {
	folder := t.TempDir()
	root := newRoot(&program{})
	root.SetArgs([]string{"man", folder})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, entry := range entries {
		pages = append(pages, entry.Name())
	}
	var check func(*cobra.Command)
	check = func(command *cobra.Command) {
		name := strings.ReplaceAll(command.CommandPath(), " ", "-") + ".1"
		if command.IsAvailableCommand() && command.Name() != "help" && !slices.Contains(pages, name) {
			t.Errorf("there is no %s", name)
		}
		for _, child := range command.Commands() {
			check(child)
		}
	}
	check(root)
}

// The script is run by `make deb`, and here where a package can be made.
func TestDebianPackageHasWhatItNeeds(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is not installed")
	}
	folder := t.TempDir()
	stand := filepath.Join(folder, "convertd") // this very test program, as main
	script := "#!/bin/sh\n" + serverVariable + "=1 exec " + os.Args[0] + " \"$@\"\n"
	if err := os.WriteFile(stand, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(filepath.Join(corpus.Repository, "deploy", "debian", "build"), stand, folder)
	command.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	packages, err := filepath.Glob(filepath.Join(folder, "*.deb"))
	if err != nil || len(packages) != 1 {
		t.Fatalf("%v, %v", packages, err)
	}
	content, err := exec.Command("dpkg-deb", "-c", packages[0]).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"./usr/bin/convertd", "./usr/lib/systemd/system/convertd.service", "./usr/lib/sysusers.d/convertd.conf", "./etc/convertd/config.yaml",
		"./usr/share/man/man1/convertd-serve.1.gz", "./usr/share/bash-completion/completions/convertd", "./usr/share/doc/convertd/operations.md.gz",
	} {
		if !strings.Contains(string(content), " "+path+"\n") {
			t.Errorf("the package has no %s", path)
		}
	}
	t.Run("is configured where nobody can make a user, and says so", func(t *testing.T) { configureWithoutTools(t, packages[0]) })
	t.Run("installs into an empty root", func(t *testing.T) { installIntoEmptyRoot(t, packages[0]) })
}

// configureWithoutTools runs the script that dpkg runs last, in a root with nothing but
// the package, on a machine without the programs that make users.
func configureWithoutTools(t *testing.T, archive string) {
	control, root := t.TempDir(), t.TempDir()
	if output, err := exec.Command("dpkg-deb", "-e", archive, control).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if output, err := exec.Command("dpkg-deb", "-x", archive, root).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	script := exec.Command("/bin/sh", filepath.Join(control, "postinst"), "configure")
	script.Env = []string{"PATH=" + t.TempDir(), "DPKG_ROOT=" + root}
	output, err := script.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "there is no user convertd") {
		t.Errorf("%v: %s", err, output)
	}
}

func installIntoEmptyRoot(t *testing.T, archive string) {
	if os.Getuid() != 0 {
		t.Skip("dpkg gives files to their owners, which only root may")
	}
	root := t.TempDir()
	install := exec.Command("dpkg", "--root="+root, "--force-script-chrootless", "--install", archive)
	if output, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	status, err := exec.Command("dpkg-query", "--admindir="+filepath.Join(root, "var/lib/dpkg"), "-W", "-f", "${Status}", "convertd").CombinedOutput()
	if err != nil || string(status) != "install ok installed" {
		t.Errorf("the package is %q (%v)", status, err)
	}
	if purge, err := exec.Command("dpkg", "--root="+root, "--force-script-chrootless", "--purge", "convertd").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, purge)
	}
}
