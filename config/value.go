// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bytes is a size. Text forms: a plain number of bytes, or a number with a
// unit: kB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024).
type Bytes uint64

var byteUnits = []struct {
	suffix string
	factor float64
}{
	{"KiB", 1 << 10},
	{"MiB", 1 << 20},
	{"GiB", 1 << 30},
	{"TiB", 1 << 40},
	{"kB", 1e3},
	{"KB", 1e3},
	{"MB", 1e6},
	{"GB", 1e9},
	{"TB", 1e12},
	{"B", 1},
}

// ParseBytes reads the text form.
func ParseBytes(text string) (Bytes, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseUint(text, 10, 63); err == nil {
		return Bytes(n), nil
	}
	for _, unit := range byteUnits {
		number, ok := strings.CutSuffix(text, unit.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(n >= 0 && n*unit.factor < 1<<63) {
			break
		}
		return Bytes(n * unit.factor), nil
	}
	return 0, fmt.Errorf(`%q is not a size: write bytes or a number with a unit, such as "256MiB"`, text)
}

// String returns the largest exact binary unit.
func (b Bytes) String() string {
	for i := 3; i >= 0; i-- {
		factor := Bytes(byteUnits[i].factor)
		if b >= factor && b%factor == 0 {
			return fmt.Sprintf("%d%s", b/factor, byteUnits[i].suffix)
		}
	}
	return strconv.FormatUint(uint64(b), 10)
}

// MarshalJSON writes the text form.
func (b Bytes) MarshalJSON() ([]byte, error) { return json.Marshal(b.String()) }

// Secret is a value that is never shown. Convert it to string where it is used.
type Secret string

// redacted is what stands for a secret wherever configuration is shown.
const redacted = "(hidden)"

// String hides the value.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redacted
}

// GoString hides the value from %#v.
func (s Secret) GoString() string { return strconv.Quote(s.String()) }

// MarshalJSON hides the value.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

var (
	durationType = reflect.TypeFor[time.Duration]()
	bytesType    = reflect.TypeFor[Bytes]()
)

// decodeValue turns what a file, the environment or a flag gave into the type
// of the field. Text is accepted everywhere since the environment has nothing
// else; a number without a unit is no duration.
func decodeValue(from, to reflect.Type, data any) (any, error) {
	text, isText := data.(string)
	switch {
	case from == to:
		return data, nil
	case to == durationType:
		if !isText {
			return nil, fmt.Errorf(`%v has no unit: write "30s" or "5m"`, data)
		}
		value, err := time.ParseDuration(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf(`%q is not a duration: write "30s", "5m" or "1h30m"`, text)
		}
		return value, nil
	case to == bytesType && isText:
		return ParseBytes(text)
	case !isText:
		return data, nil
	}
	switch to.Kind() { //nolint:exhaustive // the kinds that configuration has
	case reflect.Int:
		value, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", text)
		}
		return value, nil
	case reflect.Bool:
		value, err := strconv.ParseBool(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return value, nil
	case reflect.Slice:
		return splitList(text), nil
	}
	return data, nil
}

// splitList reads "a, b" as a list; an empty text is an empty list.
func splitList(text string) []string {
	items := []string{}
	for _, item := range strings.Split(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// fault is one thing wrong with the configuration: which key, what, what to do.
func fault(key, what, remedy string) error {
	return fmt.Errorf("configuration: %s %s: %s", key, what, remedy)
}

func positive(key string, value time.Duration) error {
	if value > 0 {
		return nil
	}
	return fault(key, "is not positive", `give a duration such as "30s"`)
}

func oneOf(value string, allowed ...string) bool { return slices.Contains(allowed, value) }

// isSHA256 reports whether a text is a digest in hex.
func isSHA256(text string) bool {
	digest, err := hex.DecodeString(text)
	return err == nil && len(digest) == sha256.Size
}

func validAddress(address string) bool {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	number, err := strconv.Atoi(port)
	return err == nil && number >= -1 && number <= 65535
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
