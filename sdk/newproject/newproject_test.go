// SPDX-License-Identifier: GPL-3.0-or-later

package newproject_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"

	"convertd/sdk/decoderpb"
	"convertd/sdk/newproject"
)

const checkout = "../.."

func TestProjectHasNoPlaceLeftForItsName(t *testing.T) {
	for _, language := range newproject.Languages() {
		folder := filepath.Join(t.TempDir(), "toy")
		if err := newproject.Write(folder, newproject.Project{Name: "toy", Language: language, Checkout: checkout}); err != nil {
			t.Fatal(err)
		}
		files := 0
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			files++
			content, err := os.ReadFile(path)
			if bytes.Contains(content, []byte("@NAME@")) || strings.Contains(path, "@NAME@") {
				t.Errorf("%s: %s still has a place for the name", language, path)
			}
			return err
		})
		if err != nil || files < 8 {
			t.Errorf("%s: %d files and %v", language, files, err)
		}
	}
}

func TestWhatCannotBeWrittenIsSaid(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		folder  string
		project newproject.Project
		want    error
	}{
		{"a name with a path", "", newproject.Project{Name: "../x", Language: newproject.Node}, newproject.ErrName},
		{"a name in capitals", "", newproject.Project{Name: "Toy", Language: newproject.Node}, newproject.ErrName},
		{"another language", "", newproject.Project{Name: "toy", Language: "cobol"}, newproject.ErrLanguage},
		{"no checkout", "", newproject.Project{Name: "toy", Language: newproject.Go, Checkout: full}, newproject.ErrCheckout},
		{"a full folder", full, newproject.Project{Name: "toy", Language: newproject.Python}, newproject.ErrFolder},
	} {
		folder := test.folder
		if folder == "" {
			folder = filepath.Join(t.TempDir(), "new")
		}
		if err := newproject.Write(folder, test.project); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
		if _, err := os.Stat(filepath.Join(folder, "README.md")); err == nil {
			t.Errorf("%s: something was written", test.name)
		}
	}
}

func TestModuleIsFoundInAFolderWithASpaceInItsName(t *testing.T) {
	source := filepath.Join(t.TempDir(), "my convertd")
	for name, text := range map[string]string{
		"go.mod": "module convertd\n\ngo 1.25.0\n\nrequire (\n\tgoogle.golang.org/grpc v1.2.3\n\texample.org/other v9.9.9\n)\n", "go.sum": "",
	} {
		if err := os.MkdirAll(source, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(t.TempDir(), "toy")
	if err := newproject.Write(folder, newproject.Project{Name: "toy", Language: newproject.Go, Checkout: source}); err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"go 1.25.0\n", "google.golang.org/grpc v1.2.3 // indirect\n", "replace convertd => " + strconv.Quote(source) + "\n"} {
		if !strings.Contains(string(module), line) {
			t.Errorf("it lacks %q: %s", line, module)
		}
	}
	if strings.Contains(string(module), "example.org/other") {
		t.Errorf("it asks for more than the sdk does: %s", module)
	}
}

// The messages of the Python project are generated from the same contract.
func TestPythonSpeaksTheContractOfToday(t *testing.T) {
	generated, err := os.ReadFile("python/convertd_decoder/decoder_pb2.py")
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`AddSerializedFile\(b'(.*)'\)`).FindSubmatch(generated)
	if literal == nil {
		t.Fatal("it holds no description of the contract")
	}
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(string(literal[1]), `\'`, `'`) + `"`)
	if err != nil {
		t.Fatal(err)
	}
	var got descriptorpb.FileDescriptorProto
	if err := proto.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := protodesc.ToFileDescriptorProto(decoderpb.File_decoder_proto)
	for _, message := range want.GetMessageType() { // Python's has no names for JSON
		for _, field := range message.GetField() {
			field.JsonName = nil
		}
	}
	if !proto.Equal(&got, want) {
		t.Error("decoder.proto has changed since: go generate ./sdk/decoderpb")
	}
}
