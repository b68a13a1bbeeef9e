// SPDX-License-Identifier: GPL-3.0-or-later

package archive_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"convertd/daemon/archive"
	"convertd/sdk/sandbox"
)

// behaviour is the variable that makes this program the process that opens an
// archive, and says how it behaves.
const behaviour = "CONVERTD_TEST_UNPACKER"

// What the process does after it said everything but the end.
const (
	behaves = "behaves" // it says the end
	hangs   = "hangs"
	dies    = "dies"
	lies    = "lies"    // with a length that would need all memory
	babbles = "babbles" // with a kind that there is not
	leaves  = "leaves"  // with success
	refuses = "refuses" // before it says anything
)

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		os.Exit(behave(how))
	}
	os.Exit(m.Run())
}

func behave(how string) int {
	request, err := archive.ParseRequest(os.Args[1])
	if err != nil {
		return 2
	}
	sandbox.Lockdown(sandbox.Limits{Memory: request.Memory})
	if how == refuses && request.RequireIsolation {
		err = archive.Refuse("no walls here", os.Stdout)
	} else if how == behaves {
		err = archive.Serve(request, os.Stdin, os.Stdout)
	} else {
		err = archive.Serve(request, os.Stdin, &endless{os.Stdout})
	}
	if err != nil {
		return 1
	}
	head := make([]byte, 17)
	switch how {
	case hangs:
		for {
			time.Sleep(time.Hour)
		}
	case dies:
		panic("dies")
	case lies:
		head[0] = 1
		binary.LittleEndian.PutUint64(head[9:], 1<<62)
	case babbles:
		head[0] = 200
	case leaves, behaves, refuses:
		return 0
	}
	_, _ = os.Stdout.Write(head)
	return 0
}

// endless leaves out the message of the end.
type endless struct{ io.Writer }

func (e *endless) Write(text []byte) (int, error) {
	if bytes.Equal(text, append([]byte{6}, make([]byte, 16)...)) {
		return len(text), nil
	}
	return e.Writer.Write(text)
}

// unpacker opens archives in processes of this test that behave so; "" is well.
func unpacker(tb testing.TB, how string) archive.Unpacker {
	tb.Helper()
	if how == "" {
		how = behaves
	}
	return archive.Unpacker{
		Start: func(argument string, memory uint64, files archive.Files) (archive.Process, error) {
			self, err := sandbox.OpenSelf()
			if err != nil {
				return nil, err
			}
			defer self.Close() //nolint:errcheck // read-only
			if sandbox.RaceDetector {
				memory = 0
			}
			command := &exec.Cmd{
				Args: []string{"unpack", argument}, Env: []string{behaviour + "=" + how},
				Stdin: files.Archive, Stdout: files.Output, Stderr: files.Complaints,
			}
			return sandbox.Start(command, &sandbox.Wall{
				Kind: sandbox.KindOf(self), Executable: self, ReadTrees: sandbox.StartTrees(self, ""), Limits: sandbox.Limits{Memory: memory},
			})
		},
		Memory: 256 << 20, Silence: time.Minute,
	}
}

func TestProcessThatMisbehavesCostsItsArchiveOnly(t *testing.T) {
	folder := t.TempDir()
	content := zipOf(t, file{"1.rep", []byte("1")}, file{"2.rep", []byte("2")})
	for name, data := range map[string][]byte{"a.zip": content, "b.rep": []byte("b")} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for how, want := range map[string]error{
		behaves: nil, hangs: archive.ErrLimit, dies: archive.ErrDamaged, lies: archive.ErrDamaged,
		babbles: archive.ErrDamaged, leaves: archive.ErrDamaged,
	} {
		t.Run(how, func(t *testing.T) {
			u := unpacker(t, how)
			if how == hangs {
				u.Silence = 3 * time.Second
			}
			result := &found{folder: folder, problems: map[string]error{}}
			if err := archive.Walk(t.Context(), []string{folder}, generous, u, result); err != nil {
				t.Fatal(err)
			}
			result.expect(t, "a.zip!1.rep=1", "a.zip!2.rep=2", "b.rep=b")
			if want != nil {
				result.expectProblem(t, "a.zip", want)
			}
			result.expectNoMore(t)
		})
	}
}

// sevenZipOf is a 7z without content whose header claims that many files
// (7zFormat.txt: SignatureHeader, Header, FilesInfo).
func sevenZipOf(files uint32) []byte {
	header := []byte{0x01, 0x05, 0xf0} // Header, FilesInfo, a number of four bytes
	header = binary.LittleEndian.AppendUint32(header, files)
	header = append(header, 0, 0) // no properties, the end
	var start []byte
	start = binary.LittleEndian.AppendUint64(start, 0)
	start = binary.LittleEndian.AppendUint64(start, uint64(len(header)))
	start = binary.LittleEndian.AppendUint32(start, crc32.ChecksumIEEE(header))
	data := []byte("7z\xbc\xaf\x27\x1c\x00\x04")
	data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(start))
	return append(append(data, start...), header...)
}

func TestArchiveThatClaimsAllMemoryIsStopped(t *testing.T) {
	if sandbox.RaceDetector {
		t.Skip("SKIPPED: the race detector's own memory rules a limit out")
	}
	result := walk(t, generous, map[string][]byte{"a.7z": sevenZipOf(1 << 31), "b.rep": []byte("b")})
	result.expect(t, "b.rep=b")
	result.expectProblem(t, "a.7z", archive.ErrLimit)
	result.expectNoMore(t)
}

// slow takes longer for the first entry than the process may be silent.
type slow struct {
	*found
	pause time.Duration
}

func (s *slow) Entry(entry archive.Entry) error {
	if len(s.entries) == 0 {
		time.Sleep(s.pause)
	}
	return s.found.Entry(entry)
}

func TestTimeOfTheVisitorIsNotTheProcessSilence(t *testing.T) {
	folder := t.TempDir()
	var files []file
	for i := range 4 {
		files = append(files, file{fmt.Sprint(i), bytes.Repeat([]byte("12345678"), 64<<10)}) // more than a pipe holds
	}
	if err := os.WriteFile(filepath.Join(folder, "x.tar"), tarOf(t, files...), 0o600); err != nil {
		t.Fatal(err)
	}
	u := unpacker(t, "")
	u.Silence = 2 * time.Second
	result := &slow{found: &found{folder: folder, problems: map[string]error{}}, pause: 2200 * time.Millisecond}
	if err := archive.Walk(t.Context(), []string{folder}, generous, u, result); err != nil {
		t.Fatal(err)
	}
	if len(result.entries) != len(files) {
		t.Errorf("%d entries, want %d", len(result.entries), len(files))
	}
	result.expectNoMore(t)
}

func TestHangingProcessEndsWithTheContext(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.zip"), zipOf(t, file{"1", nil}), 0o600); err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	visitor := &stopping{found: &found{folder: folder, problems: map[string]error{}}, stop: func() { cancel(enough) }}
	if err := archive.Walk(ctx, []string{folder}, generous, unpacker(t, hangs), visitor); !errors.Is(err, enough) {
		t.Errorf("error is %v, want the context's cause", err)
	}
}

// stopping calls stop with the first entry.
type stopping struct {
	*found
	stop func()
}

func (s *stopping) Entry(entry archive.Entry) error {
	s.stop()
	return s.found.Entry(entry)
}

func TestProcessThatRefusesEndsTheWalk(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.zip"), zipOf(t, file{"1", nil}), 0o600); err != nil {
		t.Fatal(err)
	}
	u := unpacker(t, refuses)
	u.RequireIsolation = true
	result := &found{folder: folder, problems: map[string]error{}}
	if err := archive.Walk(t.Context(), []string{folder}, generous, u, result); !errors.Is(err, archive.ErrRefused) {
		t.Errorf("error is %v, want %v", err, archive.ErrRefused)
	}
	result.expect(t)
	result.expectNoMore(t)
}

func TestWithoutAProcessTheWalkEnds(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.zip"), zipOf(t), 0o600); err != nil {
		t.Fatal(err)
	}
	none := func(string, uint64, archive.Files) (archive.Process, error) { return nil, os.ErrNotExist }
	u := archive.Unpacker{Start: none, Silence: time.Minute}
	err := archive.Walk(t.Context(), []string{folder}, generous, u, &found{folder: folder, problems: map[string]error{}})
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "opens archives") {
		t.Errorf("error is %v", err)
	}
}
