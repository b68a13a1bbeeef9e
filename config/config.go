// SPDX-License-Identifier: GPL-3.0-or-later

package config

import "errors"

// Config is everything that can be configured. The koanf tags are the keys;
// docs/operations.md describes each.
type Config struct {
	NATS       NATS              `koanf:"nats"`
	Jobs       Jobs              `koanf:"jobs"`
	Retention  Retention         `koanf:"retention"`
	Stores     Stores            `koanf:"stores"`
	Limits     Limits            `koanf:"limits"`
	Plugins    Plugins           `koanf:"plugins"`
	Maps       Maps              `koanf:"maps"`
	Rules      Rules             `koanf:"rules"`
	Roots      map[string]string `koanf:"roots"` // see ValidateRoots
	Output     Output            `koanf:"output"`
	Log        Log               `koanf:"log"`
	Observe    Observe           `koanf:"observe"`
	Divergence Divergence        `koanf:"divergence"`
	Web        Web               `koanf:"web"`
}

// Default returns the configuration that holds when nothing is configured.
// environ supplies the folders of the user (XDG_STATE_HOME, HOME).
func Default(environ []string) Config {
	return Config{
		NATS:       defaultNATS(environ),
		Jobs:       defaultJobs(),
		Retention:  Retention{},
		Stores:     Stores{},
		Limits:     defaultLimits(),
		Plugins:    defaultPlugins(),
		Maps:       Maps{},
		Rules:      defaultRules(),
		Roots:      map[string]string{},
		Output:     defaultOutput(),
		Log:        defaultLog(),
		Observe:    defaultObserve(),
		Divergence: defaultDivergence(),
		Web:        defaultWeb(environ),
	}
}

// Validate reports every fault at once, each with its full key.
func (c *Config) Validate() error {
	return errors.Join(
		c.NATS.Validate(),
		c.Jobs.Validate(),
		c.Retention.Validate(),
		c.Stores.Validate(),
		c.Limits.Validate(),
		c.Plugins.Validate(),
		c.Maps.Validate(),
		c.Rules.Validate(),
		ValidateRoots(c.Roots),
		c.Output.Validate(),
		c.Log.Validate(),
		c.Observe.Validate(),
		c.Divergence.Validate(),
		c.Web.Validate(),
	)
}
