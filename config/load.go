// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/parsers/toml/v2"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/providers/posflag"
	"github.com/knadh/koanf/providers/structs"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/pflag"
)

// EnvironmentPrefix starts the name of every variable that configures convertd.
const EnvironmentPrefix = "CONVERTD_"

// FileVariable names the configuration file if no flag does.
const FileVariable = "CONVERTD_CONFIG"

// otherVariables carry the prefix but are not configuration: the file's own
// name, the corpus of the tests, what the host sets for its decoders.
var otherVariables = []string{FileVariable, "CONVERTD_CORPUS", "CONVERTD_DECODER", "CONVERTD_TEST"}

// KeyAnnotation on a flag names the key it sets. Flags without it are not
// configuration.
const KeyAnnotation = "convertd-config-key"

// Sources is where configuration is read from.
type Sources struct {
	File    string         // configuration file; "" looks at FileVariable, then at DefaultFiles
	Environ []string       // as os.Environ returns it
	Flags   *pflag.FlagSet // flags with KeyAnnotation; may be nil
	Set     []string       // "key=value", as the --set flag gives them; later wins
}

// Loaded is a configuration together with where it came from.
type Loaded struct {
	Config
	File   string // the file that was read, "" if none
	values *koanf.Koanf
	origin map[string]string
}

// DefaultFiles lists the places where a configuration file is looked for, in
// order; the first that exists is used alone.
func DefaultFiles(environ []string) []string {
	var files []string
	for _, folder := range []string{UserFolder(environ), "/etc"} {
		if folder == "" {
			continue
		}
		for _, name := range []string{"config.yaml", "config.toml"} {
			files = append(files, filepath.Join(folder, "convertd", name))
		}
	}
	return files
}

// UserFolder is where programs keep the configuration of a user (XDG base
// directories); "" if the user has no home.
func UserFolder(environ []string) string {
	if folder := lookup(environ, "XDG_CONFIG_HOME"); filepath.IsAbs(folder) {
		return folder
	}
	if home := lookup(environ, "HOME"); home != "" {
		return filepath.Join(home, ".config")
	}
	return ""
}

// Load reads all sources, checks every key, decodes and validates. The error
// joins everything that is wrong; Loaded is nil then.
func Load(sources Sources) (*Loaded, error) {
	loaded := &Loaded{values: koanf.New("."), origin: map[string]string{}}
	faults := loaded.loadAll(sources)
	if err := loaded.decode(); err != nil {
		faults = append(faults, err)
	} else {
		faults = append(faults, loaded.Validate())
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return loaded, nil
}

func (l *Loaded) loadAll(sources Sources) []error {
	var faults []error
	add := func(where string, layer *koanf.Koanf, err error) {
		if err == nil {
			err = l.merge(where, layer)
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	defaults := koanf.New(".")
	add("default", defaults, defaults.Load(structs.Provider(Default(sources.Environ), "koanf"), nil))

	path, err := chooseFile(sources)
	if err != nil {
		faults = append(faults, err)
	} else if path != "" {
		l.File = path
		layer, err := readFile(path)
		add("file "+path, layer, err)
	}

	for _, variable := range configVariables(sources.Environ) {
		layer := koanf.New(".")
		add("environment "+variable, layer, layer.Load(env.Provider(".", env.Opt{
			Prefix:        variable,
			EnvironFunc:   func() []string { return sources.Environ },
			TransformFunc: exactVariable(variable),
		}), nil))
	}

	if sources.Flags != nil {
		sources.Flags.VisitAll(func(flag *pflag.Flag) {
			if !flag.Changed || flag.Annotations[KeyAnnotation] == nil {
				return
			}
			layer := koanf.New(".")
			add("flag --"+flag.Name, layer, layer.Load(posflag.ProviderWithFlag(sources.Flags, ".", layer, onlyFlag(sources.Flags, flag)), nil))
		})
	}
	for _, assignment := range sources.Set {
		key, value, ok := strings.Cut(assignment, "=")
		if !ok {
			faults = append(faults, fmt.Errorf("configuration: --set %s: has no value: write --set key=value", assignment))
			continue
		}
		layer := koanf.New(".")
		add("flag --set "+key, layer, layer.Load(confmap.Provider(map[string]any{key: value}, "."), nil))
	}
	return faults
}

// exactVariable keeps one variable and gives it its key.
func exactVariable(variable string) func(name, value string) (string, any) {
	return func(name, value string) (string, any) {
		if name != variable {
			return "", nil
		}
		return knownKeys.environmentKey(name), value
	}
}

// onlyFlag keeps one flag and gives it its key.
func onlyFlag(flags *pflag.FlagSet, want *pflag.Flag) func(flag *pflag.Flag) (string, any) {
	return func(flag *pflag.Flag) (string, any) {
		if flag.Name != want.Name {
			return "", nil
		}
		if flag.Value.Type() == "stringSlice" || flag.Value.Type() == "stringArray" {
			return flag.Annotations[KeyAnnotation][0], posflag.FlagVal(flags, flag)
		}
		return flag.Annotations[KeyAnnotation][0], flag.Value.String()
	}
}

// merge checks the keys of one layer and puts those that exist over what is
// there.
func (l *Loaded) merge(where string, layer *koanf.Koanf) error {
	var faults []error
	for key, value := range layer.All() {
		if value == nil {
			layer.Delete(key) // an empty section of a file
			continue
		}
		if where != "default" {
			if err := knownKeys.check(key, where); err != nil {
				faults = append(faults, err)
				layer.Delete(key)
				continue
			}
		}
		l.origin[key] = where
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(append(faults, l.values.Merge(layer))...)
}

func (l *Loaded) decode() error {
	err := l.values.UnmarshalWithConf("", &l.Config, koanf.UnmarshalConf{
		DecoderConfig: &mapstructure.DecoderConfig{
			DecodeHook:  mapstructure.DecodeHookFuncType(decodeValue),
			ErrorUnused: true,
			TagName:     "koanf",
		},
	})
	if err == nil {
		return nil
	}
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		var faults []error
		for _, fault := range joined.Unwrap() {
			faults = append(faults, fmt.Errorf("configuration: %w", fault))
		}
		return errors.Join(faults...)
	}
	return fmt.Errorf("configuration: %w", err)
}

// chooseFile returns the file to read, "" if there is none.
func chooseFile(sources Sources) (string, error) {
	named := sources.File
	if named == "" {
		named = lookup(sources.Environ, FileVariable)
	}
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", fmt.Errorf("configuration: file %s: %w: name an existing file with --config or %s", named, bare(err), FileVariable)
		}
		return named, nil
	}
	for _, candidate := range DefaultFiles(sources.Environ) {
		if _, err := os.Stat(candidate); err == nil {
			return candidate, nil
		}
	}
	return "", nil
}

func readFile(path string) (*koanf.Koanf, error) {
	var parser koanf.Parser
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		parser = yaml.Parser()
	case ".toml":
		parser = toml.Parser()
	default:
		return nil, fmt.Errorf("configuration: file %s: unknown kind of file: name it .yaml, .yml or .toml", path)
	}
	layer := koanf.New(".")
	if err := layer.Load(file.Provider(path), parser); err != nil {
		return nil, fmt.Errorf("configuration: file %s: %w", path, bare(err))
	}
	return layer, nil
}

// bare strips the path from a file error: the message names it already.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// configVariables lists the variables of the environment that are meant for
// the configuration, sorted.
func configVariables(environ []string) []string {
	var names []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, EnvironmentPrefix) && !isOther(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func isOther(name string) bool {
	for _, other := range otherVariables {
		if name == other || strings.HasPrefix(name, other+"_") {
			return true
		}
	}
	return false
}
