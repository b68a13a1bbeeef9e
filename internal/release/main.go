// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// system is one that convertd is released for.
type system struct{ os, arch string }

var systems = []system{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	output := flag.String("output", "release", "folder to write into; what is in it is replaced")
	only := flag.String("only", "", "systems to build for, such as linux/amd64,windows/arm64; all if empty")
	cache := flag.String("cache", "", "folder for a build cache of its own; that of Go if empty")
	flag.Parse()
	if err := release(ctx, *output, *only, *cache); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context, output, only, cache string) error {
	wanted, err := chosen(only)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(output); err != nil {
		return err
	}
	if err := os.MkdirAll(output, 0o755); err != nil { //nolint:gosec // to be read by everybody
		return err
	}
	var sums bytes.Buffer
	var contents *debug.BuildInfo
	for _, s := range wanted {
		path := filepath.Join(output, s.file())
		if err := build(ctx, s, path, cache); err != nil {
			return fmt.Errorf("%s/%s: %w", s.os, s.arch, err)
		}
		if err := sum(&sums, path); err != nil {
			return err
		}
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return err
		}
		contents = merged(contents, info)
	}
	sbom, err := billOfMaterials(contents)
	if err != nil {
		return err
	}
	path := filepath.Join(output, "convertd.cdx.json")
	if err := os.WriteFile(path, sbom, 0o644); err != nil { //nolint:gosec // to be read by everybody
		return err
	}
	if err := sum(&sums, path); err != nil {
		return err
	}
	fmt.Printf("convertd %s\n%s", contents.Main.Version, &sums)
	return os.WriteFile(filepath.Join(output, "SHA256SUMS"), sums.Bytes(), 0o644) //nolint:gosec // to be read by everybody
}

func chosen(only string) ([]system, error) {
	if only == "" {
		return systems, nil
	}
	var out []system
	for _, name := range strings.Split(only, ",") {
		os, arch, _ := strings.Cut(name, "/")
		if !slices.Contains(systems, system{os, arch}) {
			return nil, fmt.Errorf("convertd is not released for %q: choose among %v", name, systems)
		}
		out = append(out, system{os, arch})
	}
	return out, nil
}

// file is the name of the program for a system.
func (s system) file() string {
	name := "convertd_" + s.os + "_" + s.arch
	if s.os == "windows" {
		name += ".exe"
	}
	return name
}

// build makes a static program without paths of this machine in it.
func build(ctx context.Context, s system, path, cache string) error {
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w -buildid=", "-o", path, "./cmd/convertd") //nolint:gosec // the names of systems are this program's own
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+s.os, "GOARCH="+s.arch, "GOAMD64=v1", "GOARM64=v8.0")
	if cache != "" {
		absolute, err := filepath.Abs(cache)
		if err != nil {
			return err
		}
		command.Env = append(command.Env, "GOCACHE="+absolute)
	}
	command.Stderr = os.Stderr
	return command.Run()
}

// sum appends a line as sha256sum writes it.
func sum(sums *bytes.Buffer, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	digest := sha256.Sum256(data)
	fmt.Fprintf(sums, "%s  %s\n", hex.EncodeToString(digest[:]), filepath.Base(path))
	return nil
}

// merged adds the modules of another system's program.
func merged(all, one *debug.BuildInfo) *debug.BuildInfo {
	if all == nil {
		return one
	}
	for _, module := range one.Deps {
		if !slices.ContainsFunc(all.Deps, func(m *debug.Module) bool { return m.Path == module.Path }) {
			all.Deps = append(all.Deps, module)
		}
	}
	return all
}

// component is one part of a CycloneDX list.
type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// billOfMaterials lists what is linked into the programs, read from the programs
// themselves: no clock, no random number, so that it is the same every time.
func billOfMaterials(info *debug.BuildInfo) ([]byte, error) {
	slices.SortFunc(info.Deps, func(a, b *debug.Module) int { return strings.Compare(a.Path, b.Path) })
	parts := []component{{
		Type: "library", Ref: "pkg:golang/std@" + info.GoVersion, Name: "std", Version: info.GoVersion, PURL: "pkg:golang/std@" + info.GoVersion,
	}}
	depends := []string{parts[0].Ref}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		purl := "pkg:golang/" + module.Path + "@" + module.Version
		one := component{Type: "library", Ref: purl, Name: module.Path, Version: module.Version, PURL: purl}
		if digest, err := goSum(module.Sum); err != nil {
			return nil, fmt.Errorf("%s: %w", module.Path, err)
		} else if digest != "" {
			one.Hashes = []hash{{"SHA-256", digest}}
		}
		parts, depends = append(parts, one), append(depends, purl)
	}
	own := component{
		Type: "application", Ref: "pkg:golang/convertd@" + info.Main.Version, Name: "convertd", Version: info.Main.Version,
		PURL: "pkg:golang/convertd@" + info.Main.Version,
	}
	out, err := json.MarshalIndent(map[string]any{
		"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata":   map[string]any{"component": own},
		"components": parts,
		"dependencies": []map[string]any{
			{"ref": own.Ref, "dependsOn": depends},
		},
	}, "", "  ")
	return append(out, '\n'), err
}
