// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"convertd/daemon"
	"convertd/printable"
)

const permissionsHelp = `Prints the least that a role works with, as the configuration of a NATS server
has it for a user or an account's default:

    viewer         looks at jobs, events, reports and results
    submitter      a viewer who submits and cancels jobs
    worker         "convertd serve", on a server that "convertd setup" was run on
    administrator  setup, jobs retry, rm and purge, gc, import

nats.inbox_prefix of the configuration is that of the client who gets them.`

func newNATSPermissions(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "permissions ROLE", Short: "Print the least permissions of a viewer, submitter, worker or administrator", Long: permissionsHelp,
		Args: cobra.ExactArgs(1), ValidArgs: roleNames(),
		RunE: func(command *cobra.Command, arguments []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			inbox := loaded.NATS.InboxPrefix
			if inbox == "" {
				inbox = "_INBOX"
			}
			permissions, ok := daemon.PermissionsOf(daemon.Role(arguments[0]), inbox)
			if !ok {
				return usage("%q is no role: use %s", arguments[0], strings.Join(roleNames(), ", "))
			}
			if asJSON {
				return p.printJSON(map[string]any{"publish": permissions.Publish, "subscribe": permissions.Subscribe, "allow_responses": true})
			}
			_, err = printable.Fprintf(p.stdout, "%s", permissionsText(permissions))
			return err
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

func roleNames() []string {
	var names []string
	for _, role := range daemon.Roles() {
		names = append(names, string(role))
	}
	return names
}

// permissionsText is a block for a NATS server's configuration.
func permissionsText(permissions daemon.Permissions) string {
	var text strings.Builder
	list := func(name string, subjects []string) {
		text.WriteString("  " + name + ": {allow: [\n")
		for _, subject := range subjects {
			text.WriteString("    " + strconv.Quote(subject) + "\n")
		}
		text.WriteString("  ]}\n")
	}
	text.WriteString("permissions {\n")
	list("publish", permissions.Publish)
	list("subscribe", permissions.Subscribe)
	text.WriteString("  allow_responses: true\n}\n")
	return text.String()
}
