// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// forbiddenKeys are member names that nothing gameplay-relevant has: hardware,
// network and system facts that a replay must not carry
// (docs/icrep.md#privacy).
var forbiddenKeys = map[string]bool{
	"ip": true, "ip_address": true, "address": true, "location": true, "country": true,
	"mac": true, "mac_address": true, "fingerprint": true, "hardware_id": true,
	"gpu": true, "cpu": true, "ram": true, "os": true, "display": true, "resolution": true,
	"frame_time": true, "frame_times": true, "hostname": true, "user": true, "username": true,
	"email": true, "path": true, "directory": true,
}

// localPath matches text that begins like an absolute path of some system.
var localPath = regexp.MustCompile(`^(/(home|Users|root|tmp|var|mnt|media|opt|usr)/|[A-Za-z]:[\\/]|\\\\|file://|~/)`)

// CheckPrivacy refuses metadata that would identify a person or a machine when
// the file is shared: member names of system facts, local file paths, and an
// original_file that is more than a file name. Display names are not judged.
func (m *Metadata) CheckPrivacy() error {
	if c := m.ConvertedFrom; c != nil && !bareFileName(c.OriginalFile) {
		return usage(SectionMetadata, "converted_from.original_file must be a bare file name")
	}
	text, err := json.Marshal(m)
	if err != nil {
		return usage(SectionMetadata, "%v", err)
	}
	tree, err := parseJSON(text)
	if err != nil {
		return usage(SectionMetadata, "%v", err)
	}
	return checkPrivate(tree, "")
}

// stripMapPath cuts a map name that is a local path down to its last element:
// some games record where the map lay on the recorder's disk.
func (m *Metadata) stripMapPath() {
	if localPath.MatchString(m.MapName) {
		m.MapName = m.MapName[strings.LastIndexAny(m.MapName, `/\`)+1:]
	}
}

func bareFileName(name string) bool {
	return name == "" || (filepath.IsLocal(name) && !strings.ContainsAny(name, `/\:`) && name != "." && len(name) <= maxFileName)
}

// FileName is a name as original_file may hold it: bare, at most 255 bytes of
// UTF-8. Characters that would lead elsewhere become underscores; of a name that
// is too long the end is kept, where the extension is.
func FileName(name string) string {
	name = strings.ToValidUTF8(name, "_")
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune("/\\:\x00", r) {
			return '_'
		}
		return r
	}, name)
	for len(name) > maxFileName {
		_, size := utf8.DecodeRuneInString(name)
		name = name[max(size, 1):]
	}
	if !bareFileName(name) {
		return "_" // a folder, or a device of some system
	}
	return name
}

// maxFileName is the longest original_file in bytes.
const maxFileName = 255

func checkPrivate(value any, path string) error {
	switch v := value.(type) {
	case string:
		if localPath.MatchString(v) && !strings.HasPrefix(path, ".players.") {
			return usage(SectionMetadata, "%s holds a local file path", strings.TrimPrefix(path, "."))
		}
	case []any:
		for _, item := range v {
			if err := checkPrivate(item, path+"."); err != nil {
				return err
			}
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			if forbiddenKeys[strings.ToLower(key)] {
				return usage(SectionMetadata, "member %s.%s is not allowed in a replay", strings.TrimPrefix(path, "."), key)
			}
			if err := checkPrivate(v[key], path+"."+key); err != nil {
				return err
			}
		}
	}
	return nil
}
