// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"regexp"
)

// Web is the web server of a daemon: pages, API and playback.
type Web struct {
	Enabled      bool     `koanf:"enabled"`
	Listen       string   `koanf:"listen"`        // "host:port"; port 0 picks a free one
	BasePath     string   `koanf:"base_path"`     // "/prefix" behind a proxy that keeps its prefix, else ""
	Hosts        []string `koanf:"hosts"`         // names that requests may be addressed to besides this machine's; matters without tokens
	ReadTokens   []string `koanf:"read_tokens"`   // secrets that let somebody look and watch
	SubmitTokens []string `koanf:"submit_tokens"` // secrets that let somebody submit, cancel and retry jobs too
	Library      string   `koanf:"library"`       // file of the library's index; made again if it is removed
	UploadBytes  Bytes    `koanf:"upload_bytes"`  // largest upload
}

// minTokenBytes is the shortest token: shorter ones are guessed.
const minTokenBytes = 16

func defaultWeb(environ []string) Web {
	return Web{
		Enabled: true, Listen: "127.0.0.1:8480", Hosts: []string{}, ReadTokens: []string{}, SubmitTokens: []string{},
		Library:     filepath.Join(stateFolder(environ), "convertd", "library.sqlite"),
		UploadBytes: 1 << 30,
	}
}

var basePath = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`)

// Protected reports whether tokens are configured.
func (w *Web) Protected() bool { return len(w.ReadTokens)+len(w.SubmitTokens) > 0 }

// Validate reports the faults of the section.
func (w *Web) Validate() error {
	var faults []error
	switch host, _, err := net.SplitHostPort(w.Listen); {
	case err != nil, !validAddress(w.Listen):
		faults = append(faults, fault("web.listen", "is not host:port", `write "127.0.0.1:8480"`))
	case w.Enabled && !w.Protected() && !loopback(host):
		faults = append(faults, fault("web.listen", "is not on this machine alone, and there are no tokens", "set web.submit_tokens (and web.read_tokens), or listen on 127.0.0.1"))
	}
	if w.BasePath != "" && !basePath.MatchString(w.BasePath) {
		faults = append(faults, fault("web.base_path", "is no prefix", `write "/convertd", without a slash at the end`))
	}
	for key, tokens := range map[string][]string{"web.read_tokens": w.ReadTokens, "web.submit_tokens": w.SubmitTokens} {
		for i, token := range tokens {
			if len(token) < minTokenBytes {
				faults = append(faults, fault(fmt.Sprintf("%s[%d]", key, i), fmt.Sprintf("is shorter than %d characters", minTokenBytes), "use `openssl rand -hex 16`"))
			}
		}
	}
	if w.Enabled && !filepath.IsAbs(w.Library) {
		faults = append(faults, fault("web.library", "is not an absolute path", "start it with a slash"))
	}
	if w.UploadBytes == 0 {
		faults = append(faults, fault("web.upload_bytes", "is 0", `use a size such as "1GiB"`))
	}
	return errors.Join(faults...)
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	address := net.ParseIP(host)
	return address != nil && address.IsLoopback()
}
