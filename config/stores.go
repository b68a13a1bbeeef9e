// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"net/url"
)

// Stores say where sources and results lie, if not in NATS: the URL of a folder
// ("file:///srv/results") or of a bucket that speaks S3
// ("s3://results?region=eu-central-1", with endpoint and use_path_style for
// servers other than Amazon's). Who logs in there is said by the usual variables of
// the environment (AWS_ACCESS_KEY_ID and so on) or files.
type Stores struct {
	Sources string `koanf:"sources"`
	Results string `koanf:"results"`
}

// Validate reports the faults of the section.
func (s *Stores) Validate() error {
	var faults []error
	for _, store := range []struct{ key, value string }{{"stores.sources", s.Sources}, {"stores.results", s.Results}} {
		if store.value == "" {
			continue
		}
		parsed, err := url.Parse(store.value)
		switch {
		case err != nil || parsed.Scheme != "file" && parsed.Scheme != "s3":
			faults = append(faults, fault(store.key, "is neither a folder nor a bucket", `write "file:///srv/results" or "s3://bucket?region=..."`))
		case parsed.User != nil:
			faults = append(faults, fault(store.key, "has a login in it", "use AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile"))
		}
	}
	return errors.Join(faults...)
}
