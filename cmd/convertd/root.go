// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"convertd/config"
	"convertd/failure"
)

// errConfiguration marks faults of the configuration: exit code "usage".
var errConfiguration = fmt.Errorf("%w: the configuration is not valid", failure.ErrUsage)

const rootHelp = `convertd turns replays of other real-time-strategy games into Iron Curtain's
.icrep and says how far the result can be trusted.

Exit codes: 0 done; 1 failed; 2 usage; 3 format not recognised; 4 malformed
input (what could be read is still printed or written); 5 verification failed;
6 limits exceeded; 7 unavailable (broker, decoder).`

func newRoot(p *program) *cobra.Command {
	var asksVersion bool
	root := &cobra.Command{
		Use: "convertd", Short: "Convert replays of other games to .icrep", Long: rootHelp,
		SilenceErrors: true, SilenceUsage: true, Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if asksVersion {
				return p.printVersion(ownProvenance())
			}
			return command.Help()
		},
	}
	root.Flags().BoolVar(&asksVersion, "version", false, "print the version")
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		return usage("%w: see `%s --help`", err, command.CommandPath())
	})
	flags := root.PersistentFlags()
	flags.StringVar(&p.configFile, "config", "", "configuration `file` (YAML or TOML)")
	flags.StringArrayVar(&p.set, "set", nil, "set any configuration `key=value`; may be repeated")
	configFlag(flags, "log-level", "log.level", "", "debug, info, warn or error")
	configFlag(flags, "nats-url", "nats.url", "", "NATS `servers`; without it convertd runs one inside itself")
	configFlag(flags, "store", "nats.embedded.store_dir", "", "`folder` of the server inside, and where verbs look for the daemon that has it")
	root.AddCommand(
		newServe(p), newSetup(p), newGC(p), newConvert(p), newImport(p), newSubmit(p), newJobs(p), newWatch(p), newReport(p), newNATS(p),
		newView(p), newInspect(p), newDump(p), newVerify(p), newReplay(p), newPlugins(p), newRules(p), newDivergence(p), newBench(p), newConfig(p), newVersion(p), newMan(),
	)
	checkArguments(root)
	return root
}

// checkArguments makes a wrong number of arguments, and an unknown verb below
// a verb, an error of usage.
func checkArguments(command *cobra.Command) {
	check := command.Args
	if command.HasSubCommands() && command.RunE == nil {
		command.RunE = func(command *cobra.Command, arguments []string) error {
			if len(arguments) > 0 {
				return usage("unknown verb %q: see `%s --help`", arguments[0], command.CommandPath())
			}
			return command.Help()
		}
	}
	if check != nil {
		command.Args = func(command *cobra.Command, arguments []string) error {
			if err := check(command, arguments); err != nil && !errors.Is(err, failure.ErrUsage) {
				return usage("%w: see `%s --help`", err, command.CommandPath())
			}
			return nil
		}
	}
	for _, child := range command.Commands() {
		checkArguments(child)
	}
}

// configFlag adds a flag that sets a configuration key.
func configFlag(flags *pflag.FlagSet, name, key, shorthand, help string) {
	flags.StringP(name, shorthand, "", help)
	bindFlag(flags, name, key)
}

// configListFlag adds a flag that may be repeated and sets a list.
func configListFlag(flags *pflag.FlagSet, name, key, help string) {
	flags.StringArray(name, nil, help)
	bindFlag(flags, name, key)
}

// configSwitch adds a flag without a value that sets a configuration key.
func configSwitch(flags *pflag.FlagSet, name, key, help string) {
	flags.Bool(name, false, help)
	bindFlag(flags, name, key)
}

func bindFlag(flags *pflag.FlagSet, name, key string) {
	if err := flags.SetAnnotation(name, config.KeyAnnotation, []string{key}); err != nil {
		panic(err) // the flag was added the line before
	}
}
