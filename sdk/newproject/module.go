// SPDX-License-Identifier: GPL-3.0-or-later

package newproject

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// sdkModules are what the sdk brings with it: what `go mod tidy` lists in a new project.
var sdkModules = []string{
	"github.com/fatih/color", "github.com/golang/protobuf", "github.com/hashicorp/go-hclog", "github.com/hashicorp/go-plugin",
	"github.com/hashicorp/yamux", "github.com/mattn/go-colorable", "github.com/mattn/go-isatty", "github.com/oklog/run",
	"github.com/vmihailenco/msgpack/v5", "github.com/vmihailenco/tagparser/v2", "golang.org/x/net", "golang.org/x/sys",
	"golang.org/x/text", "google.golang.org/genproto/googleapis/rpc", "google.golang.org/grpc", "google.golang.org/protobuf",
}

// Checkout finds convertd's module in a folder or above it.
func Checkout(folder string) (string, bool) {
	folder, err := filepath.Abs(folder)
	for err == nil {
		if isCheckout(folder) {
			return folder, true
		}
		if filepath.Dir(folder) == folder {
			break
		}
		folder = filepath.Dir(folder)
	}
	return "", false
}

func isCheckout(folder string) bool {
	content, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	return err == nil && bytes.HasPrefix(content, []byte("module convertd\n"))
}

// addModule writes go.mod and go.sum: the versions and checksums are those of the
// checkout.
func addModule(files map[string][]byte, project Project) error {
	if !isCheckout(project.Checkout) {
		return fmt.Errorf("%q %w", project.Checkout, ErrCheckout)
	}
	checkout, err := filepath.Abs(project.Checkout)
	if err != nil {
		return err
	}
	module, err := os.ReadFile(filepath.Join(checkout, "go.mod"))
	if err != nil {
		return err
	}
	if files["go.sum"], err = os.ReadFile(filepath.Join(checkout, "go.sum")); err != nil {
		return err
	}
	version, versions := requirements(module)
	var text strings.Builder
	fmt.Fprintf(&text, "module convertd-decoder-%s\n\ngo %s\n\nrequire convertd v0.0.0\n\nrequire (\n", project.Name, version)
	for _, name := range sdkModules {
		if versions[name] != "" {
			fmt.Fprintf(&text, "\t%s %s // indirect\n", name, versions[name])
		}
	}
	fmt.Fprintf(&text, ")\n\nreplace convertd => %q\n", checkout) // quoted: there may be spaces in it
	files["go.mod"] = []byte(text.String())
	return nil
}

// requirements reads the version of Go and those of modules out of a go.mod.
func requirements(module []byte) (language string, versions map[string]string) {
	versions = map[string]string{}
	for line := range strings.Lines(string(module)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[0] == "go":
			language = words[1]
		case len(words) >= 2 && strings.HasPrefix(words[1], "v"):
			versions[words[0]] = words[1]
		}
	}
	return language, versions
}
