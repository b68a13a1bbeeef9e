// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// shareBuildCache lets scripts that call go and npm find what is downloaded and
// built already: they have another home.
func shareBuildCache(env *testscript.Env) error {
	facts, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOFLAGS").Output()
	if err != nil {
		return nil //nolint:nilerr // without go no script needs it
	}
	for i, value := range strings.Split(strings.TrimSuffix(string(facts), "\n"), "\n")[:3] {
		env.Setenv([]string{"GOCACHE", "GOMODCACHE", "GOFLAGS"}[i], value)
	}
	if home := os.Getenv("HOME"); home != "" {
		env.Setenv("npm_config_cache", home+"/.npm")
	}
	return nil
}

var (
	pythonWorks = sync.OnceValue(func() bool {
		return exec.Command("/usr/bin/python3", "-Ic", "import grpc, msgpack, cryptography, google.protobuf").Run() == nil
	})
	nodeWorks = sync.OnceValue(func() bool {
		_, err := os.Stat("/usr/bin/node")
		return err == nil && exec.Command("npm", "view", "@grpc/grpc-js", "version").Run() == nil
	})
)

// haveRuntime answers the conditions of scripts that need more than this program.
func haveRuntime(condition string) (bool, error) {
	switch condition {
	case "python-grpc":
		return pythonWorks(), nil
	case "node-grpc":
		return nodeWorks(), nil
	}
	return false, fmt.Errorf("there is no condition %q", condition)
}
