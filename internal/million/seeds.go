// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"convertd/internal/corpus"
	"convertd/plugins/ea"
	"convertd/plugins/murk"
	"convertd/plugins/orarep"
	"convertd/plugins/remastered"
	"convertd/plugins/rts"
	"convertd/sdk"
)

// A seed is one unspoilt file.
type seed struct {
	name string
	data []byte
}

// A family is the seeds of one format and who reads them.
type family struct {
	format  string
	decoder sdk.Decoder
	seeds   []seed
}

// families lists the foreign formats with the replays of the repository.
func families() []family {
	list := []family{
		{"orarep", orarep.New(), seeds("replays/orarep/good")},
		{"murk", murk.Decoder{}, seeds("replays/murk/good")},
		{"rts-replay", rts.Decoder{}, seeds("replays/rts/good")},
		{"ra-record", remastered.Decoder{}, named(seeds("replays/remastered/good"), "ra-", "design-")},
		{"td-record", remastered.Decoder{}, named(seeds("replays/remastered/good"), "td-")},
	}
	all := seeds("replays/ea")
	for _, one := range []struct{ format, ending string }{
		{"genrep", ".rep"},
		{"bfmereplay", ".bfmereplay"},
		{"bfme2replay", ".bfme2replay"},
		{"cnc3replay", ".cnc3replay"},
		{"kwreplay", ".kwreplay"},
		{"ra3replay", ".ra3replay"},
		{"cnc4replay", ".cnc4replay"},
	} {
		list = append(list, family{one.format, ea.New(), ending(all, one.ending)})
	}
	return list
}

// seeds reads the files of a folder below testdata.
func seeds(folder string) []seed {
	var list []seed
	root := os.DirFS(filepath.Join(corpus.Repository, "testdata"))
	err := fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		list = append(list, seed{path.Base(name), data})
		return err
	})
	if err != nil || len(list) == 0 {
		panic("million: no seeds in testdata/" + folder)
	}
	return list
}

func ending(all []seed, end string) []seed {
	var list []seed
	for _, one := range all {
		if strings.HasSuffix(strings.ToLower(one.name), end) {
			list = append(list, one)
		}
	}
	return list
}

func named(all []seed, beginnings ...string) []seed {
	var list []seed
	for _, one := range all {
		for _, beginning := range beginnings {
			if strings.HasPrefix(one.name, beginning) {
				list = append(list, one)
			}
		}
	}
	return list
}
