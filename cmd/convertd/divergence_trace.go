// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"convertd/conversion"
	"convertd/core/pipeline"
	"convertd/core/rules"
	"convertd/printable"
)

// besideTrace is one call of `divergence trace`.
type besideTrace struct {
	trace, art string
}

func newDivergenceTrace(p *program) *cobra.Command {
	b := &besideTrace{}
	command := examination{program: p, one: b.compare}.command(&cobra.Command{
		Use: "trace FILE", Short: "Play a replay beside a trace of its engine, and say what differs first",
	})
	command.Args = cobra.ExactArgs(1)
	command.Flags().StringVar(&b.trace, "trace", "", "trace of the `file`, packed by gzip or not")
	command.Flags().StringVar(&b.art, "art", "", "`table` of the lengths of animations that the engine had, where its art was not the game's own")
	_ = command.MarkFlagRequired("trace")
	return command
}

func (b *besideTrace) compare(ctx context.Context, engine *conversion.Engine, input conversion.Input) (any, func(io.Writer) error, error) {
	file, err := os.Open(b.trace)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	trace, err := unpacked(file)
	if err != nil {
		return nil, nil, err
	}
	art, err := readArt(b.art)
	if err != nil {
		return nil, nil, err
	}
	comparison, err := engine.CompareTrace(ctx, input, trace, art)
	if errors.Is(err, pipeline.ErrNothingToExplain) {
		err = errors.New("no world can be played: its map is not at hand, or its engine is closed")
	}
	return comparison, func(to io.Writer) error { return printTraceComparison(to, comparison) }, err
}

// readArt reads a table of art; none if no file is named.
func readArt(path string) (rules.Art, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	return rules.ReadArt(file)
}

// unpacked reads a file that may be packed by gzip.
func unpacked(file io.ReadSeeker) (io.Reader, error) {
	var magic [2]byte
	if _, err := io.ReadFull(file, magic[:]); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if magic != [2]byte{0x1f, 0x8b} {
		return file, nil
	}
	return gzip.NewReader(file)
}

func printTraceComparison(to io.Writer, c *pipeline.TraceComparison) error {
	if c.Whole {
		_, err := printable.Fprintf(to, "%s: all %d frames are the engine's\n", c.File, c.Met)
		return err
	}
	var text strings.Builder
	printf(&text, "%s: %d of %d frames are the engine's; frame %d (world tick %d) has %d differences, after %d draws here and %d there\n",
		c.File, c.Met, c.Frames, c.Frame, c.Tick, c.All, c.Draws.Ours, c.Draws.Engines)
	for i := range c.Differences {
		d := &c.Differences[i]
		printf(&text, "  %s %d %s.%s: %s here, %s there\n", d.Type, d.Actor, d.Trait, d.Field, d.Ours, d.Engines)
		if d.OurChain != d.EngineChain {
			printf(&text, "    does %s here, %s there\n", d.OurChain, d.EngineChain)
		}
		for _, order := range d.Orders {
			printf(&text, "    told %s\n", order)
		}
	}
	_, err := io.WriteString(to, text.String())
	return err
}
