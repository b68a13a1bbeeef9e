// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/daemon"
	"convertd/failure"
	"convertd/printable"
)

func newNATS(p *program) *cobra.Command {
	command := &cobra.Command{Use: "nats", Short: "What other clients of the NATS server need to know", Args: cobra.ArbitraryArgs}
	command.AddCommand(newNATSEnv(p), newNATSPermissions(p))
	return command
}

const natsEnvHelp = `Prints where the server is and how to log in, as the variables of the
environment that the nats command line reads: for the server that nats.url
names, else for the one inside a running "convertd serve" of this user.

    eval "$(convertd nats env)"

The lines hold secrets.`

func newNATSEnv(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "env", Short: "Print the environment for the nats command line", Long: natsEnvHelp, Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			variables, err := natsEnvironment(loaded)
			if err != nil {
				return err
			}
			for _, variable := range variables {
				if variable.value == "" {
					continue
				}
				if _, err := printable.Fprintf(p.stdout, "export %s=%s\n", variable.name, shellWord(variable.value)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// natsVariable is one that the nats command line reads.
type natsVariable struct{ name, value string }

func natsEnvironment(loaded *config.Loaded) ([]natsVariable, error) {
	n := loaded.NATS
	if n.Context != "" {
		return []natsVariable{{"NATS_CONTEXT", n.Context}}, nil
	}
	if n.URL == "" {
		url, token, found := daemon.LocalServer(n.Embedded.StoreDir)
		if !found {
			return nil, fmt.Errorf("%w: no server is configured and no `convertd serve` runs here: start one, or set nats.url", failure.ErrUnavailable)
		}
		return []natsVariable{{"NATS_URL", url}, {"NATS_USER", token}}, nil
	}
	user := n.User
	if n.Token != "" {
		user = string(n.Token) // a user without a password is a token there
	}
	return []natsVariable{
		{"NATS_URL", n.URL},
		{"NATS_USER", user},
		{"NATS_PASSWORD", string(n.Password)},
		{"NATS_CREDS", n.Credentials},
		{"NATS_NKEY", n.NKey},
		{"NATS_CERT", n.TLSCert},
		{"NATS_KEY", n.TLSKey},
		{"NATS_CA", n.TLSCA},
	}, nil
}

// shellWord quotes a value for a POSIX shell.
func shellWord(value string) string {
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
