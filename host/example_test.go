// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"convertd/host"
	"convertd/sdk/conformance"
)

// TestExampleDecoderWorksAsAnOutsideOne builds the example as its reader would,
// installs it with a pin and runs the acceptance suite over it.
func TestExampleDecoderWorksAsAnOutsideOne(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it compiles a program")
	}
	folder := pluginFolder(t)
	path := filepath.Join(folder, "convertd-decoder-example")
	build := exec.Command("go", "build", "-o", path, "convertd/sdk/example/convertd-decoder-example")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(program)
	h := newHost(t, func(config *host.Config) {
		config.Bundled = nil
		config.Folders = []string{folder}
		config.Pins = map[string]string{"example": hex.EncodeToString(sum[:])}
	})
	remote, err := h.Remote("example")
	if err != nil {
		t.Fatal(err)
	}
	conformance.Test(t, remote, []conformance.Sample{{Name: "a.chatlog", Data: []byte("CHATLOG 1\n10 0 hello\n25 1 hi\n")}})
	detection, err := detect(t, h, "a.chatlog", "CHATLOG 1\n")
	if err != nil || detection.Decoder != "example" || detection.Match.Confidence != host.Certain {
		t.Errorf("detection is %+v, %v", detection, err)
	}
}
