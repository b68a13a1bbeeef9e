// SPDX-License-Identifier: GPL-3.0-or-later

package documents_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"convertd/internal/corpus"
)

var update = flag.Bool("update", false, "write the index of the decisions again")

// pages are the Markdown files of the repository.
func pages(t *testing.T) []string {
	t.Helper()
	root := corpus.Repository
	var found []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "examples/*.md", "examples/*/*.md", "testdata/*.md", "testdata/*/*.md"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, paths...)
	}
	if len(found) < 20 {
		t.Fatalf("only %d pages below %s", len(found), root)
	}
	return found
}

var (
	link    = regexp.MustCompile(`\]\(([^)#:\s]*)(?:#([^)\s]*))?\)`)
	anchor  = regexp.MustCompile(`<a id="([^"]+)"`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.+?) *$`)
	fenced  = regexp.MustCompile("(?ms)^```.*?^```")
	inCode  = regexp.MustCompile("`[^`\n]*`")
)

// anchors are the places of a page that a link can name: those marked as such, and its
// headings as GitHub calls them.
func anchors(t *testing.T, page string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, match := range anchor.FindAllStringSubmatch(string(text), -1) {
		found[match[1]] = true
	}
	for _, match := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
		name := slug(match[1])
		for i, again := 1, name; found[name]; i++ {
			name = fmt.Sprintf("%s-%d", again, i)
		}
		found[name] = true
	}
	return found
}

// slug is what GitHub makes of a heading: lower case, dashes for spaces, nothing else
// but letters, digits, dashes and underscores.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

func TestLinksBetweenPagesLeadSomewhere(t *testing.T) {
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		plain := inCode.ReplaceAllString(fenced.ReplaceAllString(string(text), ""), "")
		for _, match := range link.FindAllStringSubmatch(plain, -1) {
			target := page
			if match[1] != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(match[1]))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which does not exist", filepath.Base(page), match[1])
				continue
			}
			if match[2] != "" && strings.HasSuffix(target, ".md") && !anchors(t, target)[match[2]] {
				t.Errorf("%s links to %s#%s: the page has no such place", filepath.Base(page), match[1], match[2])
			}
		}
	}
}

func TestHeadingsAreNamedAsOnGitHub(t *testing.T) {
	for heading, want := range map[string]string{
		"How it works": "how-it-works", "1. Build it": "1-build-it", "See what an honest \"no\" looks like": "see-what-an-honest-no-looks-like",
		"`.icrep` and LZ4": "icrep-and-lz4", "snake_case – dash": "snake_case--dash",
	} {
		if got := slug(heading); got != want {
			t.Errorf("%q is %q, want %q", heading, got, want)
		}
	}
}

// The index of the documentation leads to every page of it.
func TestEveryPageStandsInTheIndex(t *testing.T) {
	docs := filepath.Join(corpus.Repository, "docs")
	text, err := os.ReadFile(filepath.Join(docs, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages(t) {
		inside, err := filepath.Rel(docs, page)
		if err != nil {
			t.Fatal(err)
		}
		inside = filepath.ToSlash(inside)
		if strings.HasPrefix(inside, "..") || inside == "README.md" || strings.HasPrefix(inside, "adr/0") {
			continue
		}
		if !strings.Contains(string(text), "]("+inside+")") {
			t.Errorf("docs/README.md does not lead to %s", inside)
		}
	}
}

const indexHead = `# Decisions

One page for each decision that somebody will ask about: what was decided, why, and what was not chosen. A decision is never rewritten when it is
given up; its status then names the one that replaces it. This list is written by ` + "`go test ./internal/documents -update`" + `.

| number | decision | status |
| --- | --- | --- |
`

var (
	title  = regexp.MustCompile(`^# (\d+)\. (.+)\n`)
	status = regexp.MustCompile(`(?m)^\*\*Status\.\*\* (.+?)\.?$`)
)

// index is the list of all decisions, from their first lines.
func index(t *testing.T, folder string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "[0-9]*.md"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no decisions in %s: %v", folder, err)
	}
	var list strings.Builder
	list.WriteString(indexHead)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		head, stands := title.FindStringSubmatch(string(text)), status.FindStringSubmatch(string(text))
		if head == nil || !strings.HasPrefix(name, strings.Repeat("0", max(4-len(head[1]), 0))+head[1]+"-") {
			t.Errorf("%s does not begin with its number and title", name)
			continue
		}
		if stands == nil {
			t.Errorf("%s has no line **Status.**", name)
			continue
		}
		fmt.Fprintf(&list, "| %s | [%s](%s) | %s |\n", head[1], head[2], name, stands[1])
	}
	return list.String()
}

func TestEveryDecisionHasAStatusAndStandsInTheIndex(t *testing.T) {
	folder := filepath.Join(corpus.Repository, "docs", "adr")
	want := index(t, folder)
	page := filepath.Join(folder, "README.md")
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("the index is not what the pages say; write it again with go test ./internal/documents -update")
	}
}

// licenceLine is what stands in the first lines of every source file.
const licenceLine = "SPDX-License-Identifier: GPL-3.0-or-later"

func TestEverySourceFileSaysItsLicence(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(corpus.Repository, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name == ".git" || name == "node_modules" || name == "bin" || name == "dist" {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go", ".proto", ".py", ".sh", ".js", ".ts", ".css":
		default:
			return nil
		}
		seen++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if head := text[:min(len(text), 200)]; !bytes.Contains(head, []byte(licenceLine)) {
			t.Errorf("%s does not say its licence in its first lines: %s", path, licenceLine)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 1000 {
		t.Fatalf("only %d source files below %s", seen, corpus.Repository)
	}
}
