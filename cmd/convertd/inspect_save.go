// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"

	"convertd/conversion"
	"convertd/core/icsave"
	"convertd/daemon"
	"convertd/printable"
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
		File: name, SHA256: conversion.SourceSHA256(data), Size: info.Size, Format: "icsave", Ticks: info.Metadata.Tick,
		Metadata: info.Metadata, Complete: true, Warnings: []string{},
	}
	if i.json {
		return i.program.printJSON(&result)
	}
	text := newPage(i.program.stdout)
	text.line("file", "%s (%s)", name, byteCount(info.Size))
	text.line("format", "icsave, game module %s", info.Metadata.GameModule)
	text.line("map", "%s", orElse(info.Metadata.MapName, "no name"))
	text.line("saved at", "%s s into the game (tick %d)", info.Metadata.GameTime, info.Metadata.Tick)
	rows := make([]string, 0, len(info.Metadata.Players))
	for _, player := range info.Metadata.Players {
		who := "bot"
		if player.IsHuman {
			who = "human"
		}
		rows = append(rows, printable.Sprintf("%s\t%s\t%s", player.Name, who, orElse(player.Faction, "-")))
	}
	text.block("players", "NAME\tWHO\tFACTION", rows)
	return text.end()
}
