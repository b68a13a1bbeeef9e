// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"convertd/core/icrep"
	"convertd/core/icreptools"
	"convertd/internal/mutate"
)

// rewriting gives spoilt `.icrep` files to the tools that write other ones of them.
// Every second file is spoilt byte by byte; in the others only the content is, and all
// checksums are right, so that the tools get to it.
func rewriting(folder string) *Kind {
	recordings := &family{seeds: ending(seeds("golden"), ".icrep")}
	root, err := os.OpenRoot(folder)
	if err != nil {
		panic(err)
	}
	return &Kind{Name: "rewrite icrep", Try: func(number uint64) error {
		_, data := recordings.input(number)
		if number%2 == 1 {
			r := random(number)
			whole := recordings.seeds[r.Below(len(recordings.seeds))].data
			if data, err = mutate.Recording(r, folder, whole); err != nil {
				return nil // nothing that could be written
			}
		}
		file, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return typedRecording(err)
		}
		return rewritten(root, file, number)
	}}
}

// rewritten runs the tool of a number: what it writes has to be as sound as a file
// that was never spoilt.
func rewritten(root *os.Root, file *icrep.Reader, number uint64) error {
	out := icreptools.Output{Root: root, Name: "out.icrep", Overwrite: true, Durability: icrep.SyncNever, Compression: icrep.Fastest}
	var err error
	switch number / 2 % 6 {
	case 0:
		_, err = icreptools.Anonymize(file, out, icreptools.AnonymizeOptions{KeepTimestamp: number%3 == 0, KeepMap: number%5 == 0})
	case 1:
		_, err = icreptools.Recompress(file, out)
	case 2:
		_, err = icreptools.Embed(file, out, icreptools.EmbedOptions{Resources: &icrep.Embedded{Map: []byte("a map")}})
	case 3:
		_, err = icreptools.StripVoice(file, out)
	case 4:
		_, err = icreptools.NameOriginal(file, out, strange(random(number)))
	default:
		_, err = icreptools.WriteOrders(io.Discard, file)
		return typedRecording(err)
	}
	if err != nil {
		return typedRecording(err)
	}
	data, err := root.ReadFile(out.Name)
	if err != nil {
		return err
	}
	again, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fmt.Errorf("what was written does not open: %w", err)
	}
	if report := again.Verify(icrep.VerifyOptions{States: true}); !report.OK() {
		return fmt.Errorf("what was written does not verify: %w", report.Err())
	}
	return nil
}

// strange returns a name of any bytes.
func strange(r *mutate.Random) string {
	name := make([]byte, r.Below(300))
	for i := range name {
		name[i] = byte(r.Uint64())
	}
	return string(name)
}
