// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Setting is one key as it stands: `config show` prints these.
type Setting struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"` // "default", "file PATH", "environment NAME", "flag --NAME"
}

// Settings lists every key with its value and where the value came from,
// sorted by key. Secrets are hidden.
func (l *Loaded) Settings() []Setting {
	var settings []Setting
	for key := range l.values.All() {
		settings = append(settings, Setting{Key: key, Value: l.shown(key), Origin: l.origin[key]})
	}
	slices.SortFunc(settings, func(a, b Setting) int { return strings.Compare(a.Key, b.Key) })
	return settings
}

// Origin says where the value of key came from.
func (l *Loaded) Origin(key string) string { return l.origin[key] }

// secretKeys are the keys whose values are never shown.
var secretKeys = []string{"nats.password", "nats.token"}

func (l *Loaded) shown(key string) any {
	value := l.values.Get(key)
	if slices.Contains(secretKeys, key) {
		return Secret(fmt.Sprint(value)).String()
	}
	switch key {
	case "web.read_tokens":
		return hidden(l.Web.ReadTokens)
	case "web.submit_tokens":
		return hidden(l.Web.SubmitTokens)
	}
	if key == "nats.url" {
		return hideUserInfo(fmt.Sprint(value))
	}
	if text, ok := value.(fmt.Stringer); ok {
		return text.String()
	}
	if durations, ok := value.([]time.Duration); ok {
		texts := make([]string, len(durations))
		for i, duration := range durations {
			texts[i] = duration.String()
		}
		return texts
	}
	if list, ok := value.([]any); ok {
		return list
	}
	return value
}

// hidden says how many secrets there are.
func hidden(secrets []string) []string {
	list := make([]string, len(secrets))
	for i := range list {
		list[i] = redacted
	}
	return list
}

// hideUserInfo takes names and passwords out of server URLs.
func hideUserInfo(servers string) string {
	parts := strings.Split(servers, ",")
	for i, server := range parts {
		parsed, err := url.Parse(strings.TrimSpace(server))
		if err != nil {
			parts[i] = redacted
			continue
		}
		if parsed.User != nil {
			parsed.User = url.User("hidden")
			parts[i] = parsed.String()
		}
	}
	return strings.Join(parts, ",")
}
