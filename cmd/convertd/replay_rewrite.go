// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/icrep"
	"convertd/core/icreptools"
)

func newReplayAnonymize(p *program) *cobra.Command {
	var options icreptools.AnonymizeOptions
	command := newRewrite(p, "anonymize", "Make a copy without anything that could identify a person",
		func(_ *cobra.Command, _ *config.Loaded, file *icrep.File, out icreptools.Output) (*icrep.Summary, error) {
			return icreptools.Anonymize(file.Reader, out, options)
		})
	command.Flags().BoolVar(&options.KeepTimestamp, "keep-timestamp", false, "keep when the game was played")
	command.Flags().BoolVar(&options.KeepMap, "keep-map", false, "keep an embedded map and the map's name")
	return command
}

func newReplayRecompress(p *program) *cobra.Command {
	return newRewrite(p, "recompress", "Make a copy with the same content at another compression level",
		func(_ *cobra.Command, _ *config.Loaded, file *icrep.File, out icreptools.Output) (*icrep.Summary, error) {
			return icreptools.Recompress(file.Reader, out)
		})
}

func newReplayStripVoice(p *program) *cobra.Command {
	return newRewrite(p, "strip-voice", "Make a copy without voice",
		func(_ *cobra.Command, _ *config.Loaded, file *icrep.File, out icreptools.Output) (*icrep.Summary, error) {
			return icreptools.StripVoice(file.Reader, out)
		})
}

func newReplayEmbed(p *program) *cobra.Command {
	var mapFile string
	var remove bool
	command := newRewrite(p, "embed", "Make a copy that carries its map, or no longer does",
		func(_ *cobra.Command, loaded *config.Loaded, file *icrep.File, out icreptools.Output) (*icrep.Summary, error) {
			resources, err := resourcesToEmbed(loaded, file, mapFile, remove)
			if err != nil {
				return nil, err
			}
			return icreptools.Embed(file.Reader, out, icreptools.EmbedOptions{Resources: resources})
		})
	command.Flags().StringVar(&mapFile, "map", "", "map `file`; without it the map is looked for in the map folders")
	command.Flags().BoolVar(&remove, "remove", false, "take everything embedded out")
	configListFlag(command.Flags(), "maps", "maps.folders", "`folder` with maps; may be repeated")
	return command
}

func resourcesToEmbed(loaded *config.Loaded, file *icrep.File, mapFile string, remove bool) (*icrep.Embedded, error) {
	if remove {
		if mapFile != "" {
			return nil, usage("--map and --remove contradict each other")
		}
		return nil, nil //nolint:nilnil // nothing is to be embedded
	}
	resources, err := file.Embedded()
	if err != nil {
		return nil, err
	}
	if resources == nil {
		resources = &icrep.Embedded{}
	}
	if mapFile != "" {
		resources.Map, err = readSmall(mapFile)
		if err != nil {
			return nil, fileError(mapFile, err)
		}
		return resources, nil
	}
	id := mapID(file.Metadata())
	data, ok, err := conversion.NewMapFolders(loaded.Maps.Folders).FindMap(id)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, usage("map %s is in no map folder: give its file with --map or its folder with --maps", id)
	}
	resources.Map = data
	return resources, nil
}
