// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"flag"
	"strings"
	"testing"
	"time"

	"convertd/files"
)

var (
	inputs = flag.Uint64("inputs", 8, "spoilt `inputs` of each kind")
	first  = flag.Uint64("first", 1, "`number` of the first of them")
	only   = flag.String("only", "", "kinds whose names begin with this `text`")
	during = flag.Duration("during", 0, "stop with each kind after this `time`, 0: never")
	faults = flag.Int("faults", 10, "broken laws of one kind after which it is left")
)

// workFolder is a folder that is gone when the test has ended. That of a test which was
// killed the next one removes.
func workFolder(t testing.TB) string {
	t.Helper()
	const prefix = "convertd-million-"
	if _, err := files.Sweep("", prefix); err != nil {
		t.Fatal(err)
	}
	folder, err := files.NewWorkFolder("", prefix)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := folder.Close(); err != nil {
			t.Error(err)
		}
	})
	return folder.Path()
}

// Inputs of every kind, spoilt by the number: what reads them neither panics nor
// hangs, names its errors, and stays within its memory. `make mutate` runs a million
// of each.
func TestSpoiltInputsBreakNoLaw(t *testing.T) {
	for _, kind := range Kinds(workFolder(t)) {
		if !strings.HasPrefix(kind.Name, *only) {
			continue
		}
		t.Run(kind.Name, func(t *testing.T) {
			begun, broken, done := time.Now(), 0, uint64(0)
			for number := *first; number < *first+*inputs; number++ {
				if *during > 0 && time.Since(begun) > *during {
					break
				}
				done++
				if err := kind.Check(number); err != nil {
					t.Error(err)
					if broken++; broken == *faults {
						break
					}
				}
			}
			t.Logf("%-32s %8d inputs from number %d on, %d broken laws, %v", kind.Name, done, *first, broken, time.Since(begun).Round(time.Second))
		})
	}
}

// FuzzSpoiltInputs lets go test choose kind and number.
func FuzzSpoiltInputs(f *testing.F) {
	kinds := Kinds(workFolder(f))
	for i := range kinds {
		f.Add(uint8(i), uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, kind uint8, number uint64) {
		if err := kinds[int(kind)%len(kinds)].Check(number); err != nil {
			t.Fatal(err)
		}
	})
}
