package main

import (
	"bytes"
	"fmt"

	"convertd/core/icsave"
	"convertd/daemon"
)

// isOwnSave reports whether the bytes are an .icsave.
func isOwnSave(data []byte) bool { return bytes.HasPrefix(data, []byte(icsave.Magic)) }

// saveInspection is the object of `inspect --json` for an .icsave.
type saveInspection struct {
	File     string           `json:"file"`
	SHA256   string           `json:"sha256"`
	Size     int64            `json:"size"`
	Format   string           `json:"format"`
	Ticks    uint64           `json:"ticks"`
	Metadata *icsave.Metadata `json:"metadata"`
	Complete bool             `json:"complete"`
	Warnings []string         `json:"warnings"`
	Error    *daemon.Failure  `json:"error"`
}

func (i *inspection) save(path, name string, data []byte) error {
	info, err := icsave.Inspect(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fileError(path, err)
	}
	result := saveInspection{
		File: name, SHA256: daemon.SourceSHA256(data), Size: info.Size, Format: "icsave", Ticks: info.Metadata.Tick,
		Metadata: info.Metadata, Complete: true, Warnings: []string{},
	}
	if i.json {
		return i.program.printJSON(&result)
	}
	out := i.program.stdout
	printf(out, "file      %s (%d bytes)\nformat    icsave, game module %s\nmap       %s\ntick      %d (%s s)\n",
		name, info.Size, info.Metadata.GameModule, info.Metadata.MapName, info.Metadata.Tick, info.Metadata.GameTime)
	for _, player := range info.Metadata.Players {
		printf(out, "player    %s, %s\n", player.Name, player.Faction)
	}
	_, err = fmt.Fprintln(out)
	return err
}
