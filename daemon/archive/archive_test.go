// SPDX-License-Identifier: GPL-3.0-or-later

package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convertd/daemon/archive"
)

// file is one entry of an archive under construction.
type file struct {
	name string
	data []byte
}

func zipOf(tb testing.TB, files ...file) []byte {
	tb.Helper()
	var buffer bytes.Buffer
	writer := zip.NewWriter(&buffer)
	for _, f := range files {
		entry, err := writer.Create(f.name)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := entry.Write(f.data); err != nil {
			tb.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		tb.Fatal(err)
	}
	return buffer.Bytes()
}

func tarOf(tb testing.TB, files ...file) []byte {
	tb.Helper()
	var buffer bytes.Buffer
	writer := tar.NewWriter(&buffer)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: 0o600, Size: int64(len(f.data)), Typeflag: tar.TypeReg}
		if strings.HasPrefix(string(f.data), "-> ") {
			header = &tar.Header{Name: f.name, Typeflag: tar.TypeSymlink, Linkname: string(f.data[3:])}
		}
		if err := writer.WriteHeader(header); err != nil {
			tb.Fatal(err)
		}
		if header.Typeflag == tar.TypeReg {
			if _, err := writer.Write(f.data); err != nil {
				tb.Fatal(err)
			}
		}
	}
	if err := writer.Close(); err != nil {
		tb.Fatal(err)
	}
	return buffer.Bytes()
}

func gzipOf(tb testing.TB, data []byte) []byte {
	tb.Helper()
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	if _, err := writer.Write(data); err != nil {
		tb.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		tb.Fatal(err)
	}
	return buffer.Bytes()
}

// found is what a walk gave: "name=content" of entries, "name: error" of
// problems, with the folder of the test cut off.
type found struct {
	folder   string
	entries  []string
	problems map[string]error
	bytes    int64
	stop     error
}

func (f *found) Entry(entry archive.Entry) error {
	name := strings.TrimPrefix(filepath.ToSlash(entry.Name), filepath.ToSlash(f.folder)+"/")
	if entry.Base != filepath.Base(entry.Base) || strings.ContainsAny(entry.Base, `/\`) {
		return fmt.Errorf("base name %q is a path", entry.Base)
	}
	content := string(entry.Data)
	if len(content) > 20 {
		content = fmt.Sprintf("%d bytes", len(content))
	}
	f.entries = append(f.entries, name+"="+content)
	return f.stop
}

func (f *found) Problem(name string, err error) error {
	f.problems[strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(f.folder)+"/")] = err
	return nil
}

func (f *found) Progress(bytes int64) { f.bytes += bytes }

var generous = archive.Limits{EntryBytes: 1 << 20, Depth: 3, Entries: 100, Bytes: 1 << 30, Ratio: 1000}

func walk(t *testing.T, limits archive.Limits, files map[string][]byte) *found {
	t.Helper()
	result := &found{folder: t.TempDir(), problems: map[string]error{}}
	for name, data := range files {
		path := filepath.Join(result.folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Walk(t.Context(), []string{result.folder}, limits, unpacker(t, ""), result); err != nil {
		t.Fatal(err)
	}
	return result
}

func (f *found) expect(t *testing.T, entries ...string) {
	t.Helper()
	slices.Sort(entries)
	slices.Sort(f.entries)
	if !slices.Equal(f.entries, entries) {
		t.Errorf("entries are\n%q\nwant\n%q", f.entries, entries)
	}
}

func (f *found) expectProblem(t *testing.T, name string, want error) {
	t.Helper()
	if !errors.Is(f.problems[name], want) {
		t.Errorf("problem of %s is %v, want %v (all: %v)", name, f.problems[name], want, f.problems)
	}
	delete(f.problems, name)
}

func (f *found) expectNoMore(t *testing.T) {
	t.Helper()
	if len(f.problems) > 0 {
		t.Errorf("unexpected problems: %v", f.problems)
	}
}

func TestFoldersAndArchivesGiveTheirFiles(t *testing.T) {
	inner := zipOf(t, file{"deep/c.rep", []byte("c")})
	result := walk(t, generous, map[string][]byte{
		"a.rep":            []byte("a"),
		"sub/b.rep":        []byte("b"),
		"x.zip":            zipOf(t, file{"one.rep", []byte("1")}, file{"dir/", nil}, file{"dir/two.rep", []byte("2")}, file{"inner.zip", inner}),
		"y.tar":            tarOf(t, file{"three.rep", []byte("3")}, file{"link", []byte("-> /etc/passwd")}),
		"z.tar.gz":         gzipOf(t, tarOf(t, file{"four.rep", []byte("4")})),
		"w.tgz":            gzipOf(t, tarOf(t, file{"five.rep", []byte("5")})),
		"single.murk.gz":   gzipOf(t, []byte("six")),
		"container.orarep": zipOf(t, file{"inside", []byte("not opened")}),
	})
	containers := zipOf(t, file{"inside", []byte("not opened")})
	result.expect(t,
		"a.rep=a", "sub/b.rep=b", "x.zip!one.rep=1", "x.zip!dir/two.rep=2", "x.zip!inner.zip!deep/c.rep=c",
		"y.tar!three.rep=3", "z.tar.gz!four.rep=4", "w.tgz!five.rep=5", "single.murk.gz!single.murk=six",
		fmt.Sprintf("container.orarep=%d bytes", len(containers)))
	result.expectNoMore(t)
}

func TestContentSaysWhatItIsBeforeTheNameDoes(t *testing.T) {
	one := []file{{"one.rep", []byte("1")}}
	old := tarOf(t, one...)
	copy(old[257:], make([]byte, 8)) // a tar of before 1988 has no mark
	copy(old[148:], fmt.Sprintf("%06o\x00 ", sumOfTarHead(old)))
	result := walk(t, generous, map[string][]byte{
		"zip.rar":             zipOf(t, one...),
		"tar.zip":             tarOf(t, one...),
		"zip.gz":              zipOf(t, one...),
		"gz.zip":              gzipOf(t, []byte("1")),
		"tgz.7z":              gzipOf(t, tarOf(t, one...)),
		"old.tar":             old,
		"old.tgz":             gzipOf(t, old),
		"none.zip":            zipOf(t),
		"self-extracting.zip": append([]byte("a program"), zipOf(t, one...)...),
		"two.zip.gz":          gzipOf(t, zipOf(t, one...)),
	})
	result.expect(t,
		"zip.rar!one.rep=1", "tar.zip!one.rep=1", "zip.gz!one.rep=1", "gz.zip!gz=1", "tgz.7z!one.rep=1",
		"old.tar!one.rep=1", "old.tgz!one.rep=1", "self-extracting.zip!one.rep=1", "two.zip.gz!two.zip!one.rep=1")
	result.expectNoMore(t)
}

// sumOfTarHead is the sum that a tar's first header should say: of its bytes,
// the sum's own taken as spaces.
func sumOfTarHead(tar []byte) (sum int) {
	for i, b := range tar[:512] {
		if i >= 148 && i < 156 {
			b = ' '
		}
		sum += int(b)
	}
	return sum
}

func TestProgressAddsUpToWhatWasCounted(t *testing.T) {
	result := walk(t, generous, map[string][]byte{"a.rep": []byte("aaa"), "x.zip": zipOf(t, file{"one", []byte("1")})})
	files, total, err := archive.Count([]string{result.folder})
	if err != nil || files != 2 || total != result.bytes {
		t.Errorf("counted %d files with %d bytes (%v), progress said %d bytes", files, total, err, result.bytes)
	}
}

func TestDangerousNamesAreLeftOut(t *testing.T) {
	names := []string{"/etc/cron.d/x", "../up.rep", "a/../../up.rep", `..\up.rep`, `C:\x.rep`, `\\server\x.rep`}
	files := []file{{"good..rep", []byte("g")}}
	for _, name := range names {
		files = append(files, file{name, []byte("x")})
	}
	result := walk(t, generous, map[string][]byte{"x.tar": tarOf(t, files...)})
	result.expect(t, "x.tar!good..rep=g")
	for _, name := range names {
		result.expectProblem(t, "x.tar!"+name, archive.ErrUnsafeName)
	}
	result.expectNoMore(t)
}

func TestLimitsHoldOnBothSides(t *testing.T) {
	big := func(n int) []byte { return bytes.Repeat([]byte("0"), n) }
	nested := func(levels int) []byte {
		data := zipOf(t, file{"x.rep", []byte("x")})
		for range levels {
			data = zipOf(t, file{"n.zip", data})
		}
		return data
	}
	for _, test := range []struct {
		name    string
		limits  func(*archive.Limits)
		archive string
		data    []byte
		want    int // entries given
		problem string
	}{
		{"entries at the limit", func(l *archive.Limits) { l.Entries = 2 }, "x.zip", zipOf(t, file{"1", nil}, file{"2", nil}), 2, ""},
		{"entries over it", func(l *archive.Limits) { l.Entries = 2 }, "x.zip", zipOf(t, file{"1", nil}, file{"2", nil}, file{"3", nil}), 2, "x.zip"},
		{"entry at the limit", func(l *archive.Limits) { l.EntryBytes = 1000 }, "x.zip", zipOf(t, file{"1", big(1000)}), 1, ""},
		{"entry over it", func(l *archive.Limits) { l.EntryBytes = 1000 }, "x.zip", zipOf(t, file{"1", big(1001)}), 0, "x.zip"},
		{"bytes at the limit", func(l *archive.Limits) { l.Bytes = 2000 }, "x.zip", zipOf(t, file{"1", big(1000)}, file{"2", big(1000)}), 2, ""},
		{"bytes over it", func(l *archive.Limits) { l.Bytes = 1999 }, "x.zip", zipOf(t, file{"1", big(1000)}, file{"2", big(1000)}), 1, "x.zip"},
		{"ratio counts a bomb", func(l *archive.Limits) { l.Ratio, l.EntryBytes = 1, 64<<20 }, "x.zip", zipOf(t, file{"1", big(17 << 20)}), 0, "x.zip"},
		{"small files have no ratio", func(l *archive.Limits) { l.Ratio, l.EntryBytes = 1, 64<<20 }, "x.zip", zipOf(t, file{"1", big(15 << 20)}), 1, ""},
		{"a bomb in a tar is counted where it is skipped", func(l *archive.Limits) { l.Bytes = 3 << 20 }, "x.tar.gz", gzipOf(t, tarOf(t, file{"../skipped", big(4 << 20)}, file{"1", nil})), 0, "x.tar.gz"},
		{"depth at the limit", func(l *archive.Limits) { l.Depth = 2 }, "x.zip", nested(2), 1, ""},
		{"depth over it", func(l *archive.Limits) { l.Depth = 2 }, "x.zip", nested(3), 0, "x.zip!n.zip!n.zip!n.zip"},
		{"no nesting wanted", func(l *archive.Limits) { l.Depth = 0 }, "x.zip", nested(1), 0, "x.zip!n.zip"},
	} {
		t.Run(test.name, func(t *testing.T) {
			limits := generous
			test.limits(&limits)
			result := walk(t, limits, map[string][]byte{test.archive: test.data})
			if len(result.entries) != test.want {
				t.Errorf("%d entries, want %d", len(result.entries), test.want)
			}
			if test.problem != "" {
				result.expectProblem(t, test.problem, archive.ErrLimit)
			} else {
				result.expectNoMore(t)
			}
		})
	}
}

func TestDamagedArchiveDoesNotEndTheWalk(t *testing.T) {
	whole := zipOf(t, file{"1", []byte("1")})
	tarball := gzipOf(t, tarOf(t, file{"first.rep", []byte("1")}, file{"second.rep", bytes.Repeat([]byte("abcdefgh"), 4096)}))
	result := walk(t, generous, map[string][]byte{
		"a.zip":      whole[:len(whole)/2],
		"b.tar.gz":   tarball[:len(tarball)-20],
		"c.7z":       []byte("7z\xbc\xaf\x27\x1cgarbage garbage garbage garbage"),
		"d.rar":      []byte("Rar!\x1a\x07\x01\x00garbage garbage garbage"),
		"e.zip":      []byte("no archive at all"),
		"f.gz":       {},
		"g.xz":       []byte("\xfd7zXZ\x00garbage"),
		"h.rar":      []byte("no rar, although an R is in it: Rar, Rar"),
		"z-last.rep": []byte("z"),
	})
	result.expect(t, "b.tar.gz!first.rep=1", "z-last.rep=z")
	for _, name := range []string{"a.zip", "b.tar.gz", "b.tar.gz!second.rep", "c.7z", "d.rar", "e.zip", "f.gz", "g.xz", "h.rar"} {
		result.expectProblem(t, name, archive.ErrDamaged)
	}
	result.expectNoMore(t)
}

func TestMissingPathIsAProblemAndNotTheEnd(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.rep"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	result := &found{folder: folder, problems: map[string]error{}}
	err := archive.Walk(t.Context(), []string{filepath.Join(folder, "absent"), folder}, generous, unpacker(t, ""), result)
	if err != nil {
		t.Fatal(err)
	}
	result.expect(t, "a.rep=a")
	result.expectProblem(t, "absent", os.ErrNotExist)
}

func TestSymbolicLinksInFoldersAreNotFollowed(t *testing.T) {
	folder, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret.rep")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link.rep")); err != nil {
		t.Skip("no symbolic links here")
	}
	result := &found{folder: folder, problems: map[string]error{}}
	if err := archive.Walk(t.Context(), []string{folder}, generous, unpacker(t, ""), result); err != nil {
		t.Fatal(err)
	}
	result.expect(t)
	result.expectNoMore(t)
}

func TestVisitorAndContextEndTheWalk(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "x.zip"), zipOf(t, file{"1", nil}, file{"2", nil}), 0o600); err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	result := &found{folder: folder, problems: map[string]error{}, stop: enough}
	if err := archive.Walk(t.Context(), []string{folder}, generous, unpacker(t, ""), result); !errors.Is(err, enough) {
		t.Errorf("the visitor's error is lost: %v", err)
	}
	if len(result.entries) != 1 {
		t.Errorf("the walk went on: %v", result.entries)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if err := archive.Walk(ctx, []string{folder}, generous, unpacker(t, ""), result); !errors.Is(err, enough) {
		t.Errorf("the context's cause is lost: %v", err)
	}
}
