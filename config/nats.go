// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// NATS says which NATS server to use. With an empty URL convertd runs one
// inside itself.
type NATS struct {
	URL            string        `koanf:"url"`         // "nats://host:4222", several separated by commas
	Context        string        `koanf:"context"`     // name or file of a context of the nats command line, in place of all others
	Credentials    string        `koanf:"credentials"` // file of user credentials (JWT and seed)
	NKey           string        `koanf:"nkey"`        // file with the seed of an NKey
	User           string        `koanf:"user"`
	Password       Secret        `koanf:"password"`
	Token          Secret        `koanf:"token"`
	TLSCA          string        `koanf:"tls_ca"`       // PEM file of the authority that signed the server
	TLSCert        string        `koanf:"tls_cert"`     // PEM file of our own certificate
	TLSKey         string        `koanf:"tls_key"`      // PEM file of its key
	InboxPrefix    string        `koanf:"inbox_prefix"` // of the subjects on which answers come; "" is _INBOX
	ConnectTimeout time.Duration `koanf:"connect_timeout"`
	Replicas       int           `koanf:"replicas"`          // of streams and buckets; 1 to 5
	Cluster        string        `koanf:"placement_cluster"` // where new streams and buckets go; "" leaves it to the server
	Tags           []string      `koanf:"placement_tags"`    // servers that have all of them hold new streams and buckets
	Embedded       EmbeddedNATS  `koanf:"embedded"`
}

// Outside reports whether a server outside of this process is configured.
func (n *NATS) Outside() bool { return n.URL != "" || n.Context != "" }

// EmbeddedNATS is the server inside convertd, used unless NATS.Outside.
type EmbeddedNATS struct {
	Listen   string `koanf:"listen"`    // "host:port"; port 0 or -1 picks a free one
	StoreDir string `koanf:"store_dir"` // JetStream's files; one process at a time
	MaxStore Bytes  `koanf:"max_store"` // disk that JetStream may use
}

func defaultNATS(environ []string) NATS {
	return NATS{
		ConnectTimeout: 5 * time.Second,
		Replicas:       1,
		Tags:           []string{},
		Embedded: EmbeddedNATS{
			Listen:   "127.0.0.1:4222",
			StoreDir: filepath.Join(stateFolder(environ), "convertd", "nats"),
			MaxStore: 64 << 30,
		},
	}
}

// stateFolder is where a program keeps state between runs (XDG base
// directories); the temporary folder if the user has no home.
func stateFolder(environ []string) string {
	if folder := lookup(environ, "XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return folder
	}
	if home := lookup(environ, "HOME"); home != "" {
		return filepath.Join(home, ".local", "state")
	}
	return filepath.Join("/var", "lib")
}

func lookup(environ []string, name string) string {
	for _, entry := range environ {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

// MaxReplicas is JetStream's own limit.
const MaxReplicas = 5

// Validate reports the faults of the section.
func (n *NATS) Validate() error {
	var faults []error
	for _, server := range strings.Split(n.URL, ",") {
		if n.URL == "" {
			break
		}
		parsed, err := url.Parse(strings.TrimSpace(server))
		switch {
		case err != nil:
			faults = append(faults, fault("nats.url", "cannot be read as a URL", "write nats://host:4222"))
		case !oneOf(parsed.Scheme, "nats", "tls", "ws", "wss"), parsed.Host == "":
			faults = append(faults, fault("nats.url", "needs a scheme and a host", "write nats://host:4222 (or tls, ws, wss)"))
		}
	}
	faults = append(faults, n.validateLogin()...)
	faults = append(faults, positive("nats.connect_timeout", n.ConnectTimeout))
	if n.Replicas < 1 || n.Replicas > MaxReplicas {
		faults = append(faults, fault("nats.replicas", "must be 1 to 5", "use 1 for a single server, 3 for a cluster"))
	}
	if !n.Outside() {
		if n.Embedded.StoreDir == "" {
			faults = append(faults, fault("nats.embedded.store_dir", "is empty", "name a folder for JetStream's files, or set nats.url"))
		}
		if !validAddress(n.Embedded.Listen) {
			faults = append(faults, fault("nats.embedded.listen", "is not host:port", `write "127.0.0.1:4222"`))
		}
	}
	return errors.Join(faults...)
}

// validateLogin: there is one way in.
func (n *NATS) validateLogin() []error {
	var faults []error
	var ways []string
	for _, way := range []struct{ key, value string }{
		{"nats.credentials", n.Credentials},
		{"nats.nkey", n.NKey},
		{"nats.user", n.User},
		{"nats.token", string(n.Token)},
	} {
		if way.value != "" {
			ways = append(ways, way.key)
		}
	}
	if len(ways) > 1 {
		faults = append(faults, fault(ways[1], "is set together with "+ways[0], "keep one of them"))
	}
	if n.Password != "" && n.User == "" {
		faults = append(faults, fault("nats.password", "is set without nats.user", "set nats.user"))
	}
	if (n.TLSCert == "") != (n.TLSKey == "") {
		faults = append(faults, fault("nats.tls_cert", "and nats.tls_key belong together", "set both, or neither"))
	}
	if n.InboxPrefix != "" && !inboxPrefix.MatchString(n.InboxPrefix) {
		faults = append(faults, fault("nats.inbox_prefix", "is no subject", "use words of letters, digits, dashes and underscores, with dots between them"))
	}
	if n.Context == "" {
		return faults
	}
	for _, other := range []struct {
		key string
		set bool
	}{
		{"nats.url", n.URL != ""},
		{"nats.tls_ca", n.TLSCA != ""},
		{"nats.tls_cert", n.TLSCert != ""},
		{"nats.inbox_prefix", n.InboxPrefix != ""},
	} {
		if other.set {
			ways = append(ways, other.key)
		}
	}
	for _, key := range ways {
		faults = append(faults, fault(key, "is set together with nats.context", "the context says it all: keep one of them"))
	}
	return faults
}

var inboxPrefix = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)
