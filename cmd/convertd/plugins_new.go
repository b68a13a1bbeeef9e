// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"convertd/failure"
	"convertd/printable"
	"convertd/sdk/newproject"
)

const pluginsNewHelp = `Writes a small whole project of a decoder into a folder: it builds, has tests,
reads a toy format, and passes "convertd plugins test". Replace the toy format
with yours; docs/plugins.md leads through it.

    go      on convertd's sdk; needs a checkout of convertd (--checkout)
    python  on Debian's python3-grpcio, python3-protobuf, python3-msgpack, python3-cryptography
    node    on @grpc/grpc-js from npm

The project has a Makefile: make test, make build, make check, make install.`

func newPluginsNew(p *program) *cobra.Command {
	var language, folder, checkout string
	var names []string
	for _, one := range newproject.Languages() {
		names = append(names, string(one))
	}
	command := &cobra.Command{
		Use: "new NAME --lang " + strings.Join(names, "|"), Short: "Write the project of a new decoder", Long: pluginsNewHelp, Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			if folder == "" {
				folder = arguments[0]
			}
			return p.newPlugin(folder, newproject.Project{Name: arguments[0], Language: newproject.Language(language), Checkout: checkout})
		},
	}
	command.Flags().StringVar(&language, "lang", "", "`language`: "+strings.Join(names, ", "))
	command.Flags().StringVar(&folder, "folder", "", "`folder` to write to (default: NAME here)")
	command.Flags().StringVar(&checkout, "checkout", "", "`folder` of convertd's source, for Go (default: this one, or one above it)")
	return command
}

func (p *program) newPlugin(folder string, project newproject.Project) error {
	if project.Language == newproject.Go && project.Checkout == "" {
		found, ok := newproject.Checkout(".")
		if !ok {
			return usage("--checkout is not given, and no folder above this one is a checkout of convertd: say where one is")
		}
		project.Checkout = found
	}
	err := newproject.Write(folder, project)
	for _, fault := range []error{newproject.ErrName, newproject.ErrLanguage, newproject.ErrFolder, newproject.ErrCheckout} {
		if errors.Is(err, fault) {
			return fmt.Errorf("%w: plugins new: %w", failure.ErrUsage, err)
		}
	}
	if err != nil {
		return err
	}
	_, err = printable.Fprintf(p.stdout, "wrote %s: go on with `make check` there, and with its README.md\n", folder)
	return err
}
