// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"convertd/core/naming"
	"convertd/core/pipeline"
	"convertd/printable"
)

// Bounds of lists in text; --json has all of them.
const (
	shownBuildSteps = 40
	shownChatLines  = 40
)

// textWidth is how many cells a line of a list may take.
const textWidth = 100

// page is what a verb says of one file: names on the left, facts on the right.
type page struct{ table *printable.Table }

func newPage(output io.Writer) page { return page{printable.NewTable(output)} }

// line writes one fact; the name is empty where it goes on.
func (p page) line(name, format string, values ...any) {
	printf(p.table, "%s\t%s\n", name, printable.Sprintf(format, values...))
}

// sentence writes a text on as many lines as it takes, broken between words.
func (p page) sentence(name, text string) {
	words := strings.Fields(printable.Text(text))
	for len(words) > 0 {
		line, used := words[0], 1
		for used < len(words) && printable.Width(line)+1+printable.Width(words[used]) <= textWidth {
			line += " " + words[used]
			used++
		}
		p.line(name, "%s", line)
		name, words = "", words[used:]
	}
}

// list writes parts behind each other, on as many lines as they take.
func (p page) list(name string, parts []string) {
	for len(parts) > 0 {
		line, used := parts[0], 1
		for used < len(parts) && printable.Width(line)+printable.Width(parts[used])+len(", ") <= textWidth {
			line += ", " + parts[used]
			used++
		}
		if parts = parts[used:]; len(parts) > 0 {
			line += ","
		}
		p.line(name, "%s", line)
		name = ""
	}
}

// block writes a table of its own under the name: its head, and rows whose cells
// end with tabs. Without rows there is none.
func (p page) block(name, head string, rows []string) {
	if len(rows) == 0 {
		return
	}
	var text strings.Builder
	inner := printable.NewTable(&text)
	for _, row := range append([]string{head}, rows...) {
		_, _ = inner.Write([]byte(row + "\n")) // never fails
	}
	_ = inner.Flush() // a builder takes everything
	for line := range strings.Lines(text.String()) {
		p.line(name, "%s", strings.TrimRight(line, " \n"))
		name = ""
	}
}

// end sets the page apart from the next one.
func (p page) end() error {
	printf(p.table, "\n")
	return p.table.Flush()
}

// printInspection writes an inspection for people.
func printInspection(output io.Writer, n *pipeline.Inspection) error {
	text := newPage(output)
	text.line("file", "%s (%s)", n.File, byteCount(n.Size))
	text.line("game", "%s", gameText(orElse(n.GameName, orElse(n.Game, "not named")), n.Version))
	text.line("format", "%s%s", n.Format, suffix(n.Profile, ", layout ", ""))
	if n.Unverified {
		text.line("", "no real file has confirmed this layout")
	}
	text.line("map", "%s%s%s", orElse(n.Map.Name, "no name"), suffix(n.Map.Author, " by ", ""), suffix(n.Map.ID, " (", ")"))
	if n.StartTime > 0 {
		text.line("played", "%s", dateText(n.StartTime))
	}
	text.line("length", "%s%s (%d ticks), %d orders and other records", clock(n.DurationMS), suffix(n.GameSpeed, " at speed ", ""), n.Ticks, n.Commands)
	text.line("complete", "%s", completeText(n.Complete))
	text.line("in sync", "%s", describeSync(n))
	printOptions(text, n)
	printPlayers(text, n.Players)
	if n.UnattributedActions > 0 {
		text.line("others", "%d more actions: the recording does not say whose they are; converting it finds most of them out", n.UnattributedActions)
	}
	printCounts(text, "orders", n.OrdersByKind)
	names := playerNames(n.Players)
	printChat(text, n.Chat, names)
	printBuildOrder(text, n.BuildOrder, n.UnmatchedCancellations, names)
	for _, warning := range n.Warnings {
		text.sentence("warning", warning.Text+" ("+warning.Code+")")
	}
	if n.Error != nil {
		text.line("error", "%s", n.Error.Message)
	}
	return text.end()
}

// developmentVersion is what builds of OpenRA call themselves that nobody gave a
// version.
const developmentVersion = "{DEV_VERSION}"

// gameText is a game and its version. Some versions begin with the name of the
// game.
func gameText(title, version string) string {
	if strings.HasPrefix(version, title) {
		return version
	}
	return title + ", " + versionText(version)
}

func versionText(version string) string {
	switch version {
	case "":
		return "version not recorded"
	case developmentVersion:
		return "a development build without a version"
	}
	return "version " + strings.TrimPrefix(version, "Version ") // which some write themselves
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func suffix(text, before, after string) string {
	if text == "" {
		return ""
	}
	return before + text + after
}

// byteCount writes a size as people say it.
func byteCount(bytes int64) string {
	switch {
	case bytes >= 10_000_000:
		return fmt.Sprintf("%d MB", bytes/1_000_000)
	case bytes >= 10_000:
		return fmt.Sprintf("%d KB", bytes/1000)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// dateText writes Unix seconds as a date. Recordings hold the clock of somebody's
// computer.
func dateText(seconds int64) string {
	return time.Unix(seconds, 0).UTC().Format("2006-01-02 15:04 UTC")
}

func completeText(complete bool) string {
	if complete {
		return "yes"
	}
	return "no: the recording stops before the game ends"
}

// describeSync says whether the participants' games agreed with each other.
func describeSync(n *pipeline.Inspection) string {
	s := &n.Sync
	if s.FirstMismatch != nil {
		text := fmt.Sprintf("no: the players' games came apart at %s (frame %d)", clock(n.TimeOf(s.FirstMismatch.Tick)), s.FirstMismatch.Frame)
		if s.OddPlayer != nil && int(*s.OddPlayer) < len(n.Players) && *s.OddPlayer >= 0 {
			text += ", odd one out: " + personName(&n.Players[*s.OddPlayer])
		}
		return text
	}
	switch {
	case s.Reports == 0:
		return "nothing to compare: the recording holds no checksums"
	case s.Compared == 0:
		return fmt.Sprintf("nothing to compare: the %d checksums are all of one participant", s.Reports)
	}
	return fmt.Sprintf("yes: the participants agree in all %d checksums that two or more of them sent", s.Compared)
}

// printOptions writes the settings that say something to people; --json has all.
func printOptions(text page, n *pipeline.Inspection) {
	subject := naming.Subject{Format: n.Format, Game: n.Game, Profile: n.Profile, Version: n.Version}
	parts := make([]string, 0, len(n.Options))
	for _, option := range n.Options {
		if said := subject.Option(option.Key, option.Value); said != "" {
			parts = append(parts, printable.Text(said))
		}
	}
	text.list("options", parts)
}

func printCounts(text page, name string, counts pipeline.Counts) {
	kinds := make([]string, 0, len(counts))
	for kind := range counts {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b string) int {
		if counts[a] != counts[b] {
			return map[bool]int{true: -1, false: 1}[counts[a] > counts[b]]
		}
		return strings.Compare(a, b)
	})
	parts := make([]string, 0, len(kinds))
	for _, kind := range kinds {
		parts = append(parts, fmt.Sprintf("%d %s", counts[kind], strings.ReplaceAll(kind, "_", " ")))
	}
	text.list(name, parts)
}

func printChat(text page, chat []pipeline.ChatLine, names map[int32]string) {
	name := "chat"
	for i := range chat {
		if i == shownChatLines {
			text.line("", "%d more lines: see --json", len(chat)-i)
			return
		}
		text.line(name, "%s  %s: %s", clock(chat[i].TimeMS), orElse(names[chat[i].Player], "?"), chat[i].Text)
		name = ""
	}
}

// printBuildOrder lists what was built: by the orders alone, or, in a file that was
// played, with what came of them.
func printBuildOrder(text page, steps []pipeline.BuildStep, unmatched uint64, names map[int32]string) {
	name := "build order"
	for i, shown := 0, 0; i < len(steps); shown++ {
		if shown == shownBuildSteps {
			text.line("", "%d more steps: see --json", len(steps)-i)
			break
		}
		line, times := stepLine(&steps[i], names), 1
		for i += 1; i < len(steps) && stepLine(&steps[i], names) == line; i++ {
			times++
		}
		if times > 1 {
			line += fmt.Sprintf(", %d times", times)
		}
		text.line(name, "%s", line)
		name = ""
	}
	if unmatched > 0 {
		text.line("", "%d cancellations do not say what they take back: some of these steps may be undone", unmatched)
	}
}

// stepLine is what the list says of one step. Equal steps that follow each other
// are listed once.
func stepLine(step *pipeline.BuildStep, names map[int32]string) string {
	return fmt.Sprintf("%s  %s: %s", clock(step.TimeMS), orElse(names[step.Player], "?"), stepText(step))
}

func stepText(step *pipeline.BuildStep) string {
	text := orElse(step.Item, "something the recording does not name")
	switch {
	case step.Name != "" && strings.EqualFold(step.Name, step.Item):
		text = step.Name
	case step.Name != "":
		text = step.Name + " (" + step.Item + ")"
	case strings.Trim(step.Item, "0123456789") == "" && step.Item != "":
		text = "item number " + step.Item
	}
	if step.Count > 1 {
		text = fmt.Sprintf("%d x %s", step.Count, text)
	}
	switch step.Kind {
	case "research":
		text = "research " + text
	case "purchase_power":
		text = "power " + text
	}
	if step.PlacedMS != nil {
		text += ", placed " + clock(*step.PlacedMS)
	}
	if step.StartedMS != nil {
		text += ", placed " + clock(*step.StartedMS)
	}
	if step.CompletedMS != nil {
		text += ", finished " + clock(*step.CompletedMS)
	}
	return text
}
