// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/daemon"
	"convertd/printable"
)

const pluginsReloadHelp = `Lets all daemons on the server read their configuration, plugin folders and lock
files again, and their rule packs. Of the configuration only what is below rules, and
what is below plugins and says which decoders there are, takes effect: folders, pins,
read_trees, config, signatures, trusted_keys. Jobs at work finish with what they began
with. SIGHUP does the same for one daemon.`

func newPluginsReload(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "reload", Short: "Let running daemons find their decoders anew", Long: pluginsReloadHelp, Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				answers, err := client.AskToReload(ctx)
				if err != nil {
					return err
				}
				var failed batch
				for i := range answers {
					failed.add(p.printReloaded(&answers[i], asJSON))
				}
				return failed.err()
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per daemon")
	return command
}

func (p *program) printReloaded(answer *daemon.Reloaded, asJSON bool) error {
	var err error
	if answer.Error != "" {
		err = fmt.Errorf("daemon %s: nothing has changed: %s", answer.Worker, answer.Error)
	}
	switch {
	case asJSON:
		if err := p.printJSON(answer); err != nil {
			return err
		}
	case err == nil:
		if _, err := printable.Fprintf(p.stdout, "daemon %s knows %s\n", answer.Worker, strings.Join(answer.Decoders, ", ")); err != nil {
			return err
		}
	}
	return err
}

// reloader finds the decoders of an engine anew, as the configuration is by then.
func (p *program) reloader(command *cobra.Command, engine *conversion.Engine, log *slog.Logger) daemon.Reload {
	var one sync.Mutex
	return func() ([]string, error) {
		one.Lock()
		defer one.Unlock()
		loaded, err := config.Load(config.Sources{File: p.configFile, Environ: p.environ, Flags: command.Flags(), Set: p.set})
		if err != nil {
			log.Error("decoders stay as they are: the configuration is at fault", "error", err)
			return nil, err
		}
		packs, err := openPacks(loaded, log)
		if err != nil {
			log.Error("decoders and rule packs stay as they are", "error", err)
			return nil, err
		}
		decoders, err := engine.Reload(outsideDecoders(loaded))
		if err != nil {
			log.Error("decoders and rule packs stay as they are", "error", err)
			return nil, err
		}
		engine.UsePacks(packs)
		log.Info("decoders found anew", "decoders", strings.Join(decoders, " "))
		return decoders, nil
	}
}
