package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"convertd/core/icrep"
	"convertd/core/pipeline"
	"convertd/daemon"
)

// recordingInspection is the object of `inspect --json` for an .icrep: the
// fields of pipeline.Inspection as far as a recording has them, and the file's
// own metadata.
type recordingInspection struct {
	File          string                     `json:"file"`
	SHA256        string                     `json:"sha256"`
	Size          int64                      `json:"size"`
	Format        string                     `json:"format"`
	Game          string                     `json:"game"`
	Version       string                     `json:"version"`
	Map           pipeline.InspectedMap      `json:"map"`
	Players       []recordedPlayer           `json:"players"`
	Ticks         uint64                     `json:"ticks"`
	TickRate      *icrep.Rate                `json:"tick_rate"`
	DurationMS    uint64                     `json:"duration_ms"`
	Keyframes     int                        `json:"keyframes"`
	LostFrames    uint32                     `json:"lost_frames"`
	Complete      bool                       `json:"complete"`
	BytesConsumed int64                      `json:"bytes_consumed"`
	Sections      []sectionBytes             `json:"sections"`
	Metadata      json.RawMessage            `json:"metadata"`
	Warnings      []pipeline.InspectWarning  `json:"warnings"`
	Error         *pipeline.InspectedFailure `json:"error"`
}

type recordedPlayer struct {
	Slot    int    `json:"slot"`
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Faction string `json:"faction"`
	Team    int    `json:"team"`
	Outcome string `json:"outcome"`
}

type sectionBytes struct {
	Section string `json:"section"`
	Offset  uint32 `json:"offset"`
	Bytes   uint32 `json:"bytes"`
}

// isOwnRecording reports whether the bytes are an .icrep.
func isOwnRecording(data []byte) bool { return bytes.HasPrefix(data, []byte(icrep.Magic)) }

func (i *inspection) recording(path, name string, data []byte) error {
	reader, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fileError(path, err)
	}
	result := describeRecording(reader)
	result.File, result.SHA256 = name, daemon.SourceSHA256(data)
	if i.json {
		return i.program.printJSON(result)
	}
	return i.printRecording(result)
}

func describeRecording(reader *icrep.Reader) *recordingInspection {
	header, metadata := reader.Header(), reader.Metadata()
	result := &recordingInspection{
		Size: reader.Size(), Format: "icrep", Game: metadata.BalancePreset, Version: fmt.Sprint(icrep.Version),
		Map: pipeline.InspectedMap{Name: metadata.MapName, ID: metadata.MapHash}, Players: []recordedPlayer{},
		Ticks: header.TotalTicks, TickRate: metadata.TickRate, Keyframes: len(reader.Keyframes()),
		LostFrames: header.LostFrames, Complete: header.Flags&icrep.FlagIncomplete == 0,
		BytesConsumed: reader.Size(), Metadata: reader.RawMetadata(), Warnings: []pipeline.InspectWarning{},
		Sections: []sectionBytes{{Section: string(icrep.SectionHeader), Bytes: icrep.HeaderBytes}},
	}
	if rate := metadata.TickRate; rate != nil && rate.Num > 0 {
		result.DurationMS = header.TotalTicks * 1000 * rate.Den / rate.Num
	}
	for _, player := range metadata.Players {
		result.Players = append(result.Players, recordedPlayer{
			Slot: player.Slot, Name: player.Name, Kind: player.Kind, Faction: player.Faction, Team: player.Team, Outcome: player.Outcome,
		})
	}
	for _, section := range header.Sections() {
		result.Sections = append(result.Sections, sectionBytes{string(section.Section), section.Span.Offset, section.Span.Length})
	}
	return result
}

func (i *inspection) printRecording(r *recordingInspection) error {
	out := i.program.stdout
	printf(out, "file      %s (%d bytes)\nformat    icrep, game %s\nmap       %s (%s)\nlength    %s, %d ticks, %d keyframes\ncomplete  %v",
		r.File, r.Size, r.Game, r.Map.Name, r.Map.ID, duration(r.DurationMS), r.Ticks, r.Keyframes, r.Complete)
	if r.LostFrames > 0 {
		printf(out, " (%d frames lost)", r.LostFrames)
	}
	printf(out, "\n")
	for _, player := range r.Players {
		printf(out, "player %d  %s (%s), %s, %s\n", player.Slot, player.Name, player.Kind, player.Faction, player.Outcome)
	}
	if i.sections {
		for _, section := range r.Sections {
			printf(out, "section   %-10s %10d bytes, %5.1f %%\n", section.Section, section.Bytes, 100*float64(section.Bytes)/float64(r.Size))
		}
	}
	_, err := fmt.Fprintln(out)
	return err
}
