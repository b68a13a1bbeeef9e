// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"

	"convertd/core/ir"
	"convertd/host/settings"
	"convertd/sdk"
	"convertd/sdk/decoderpb"
	"convertd/sdk/directcall"
	"convertd/sdk/sandbox"
	"convertd/sdk/sharedsource"
	"convertd/sdk/wire"
)

// Bounds on what a decoder says about itself.
const (
	maxFormats    = 64
	maxExtensions = 32
	maxGuards     = 32
	maxTextBytes  = 1024
	maxHeaderList = 16 << 10
)

// exitPatience is how long the host waits for the end of a process whose
// connection broke, to be able to say how it ended.
const exitPatience = 2 * time.Second

// process is one running decoder. It serves one job at a time.
type process struct {
	entry  *entry
	logger *slog.Logger
	client *plugin.Client
	runner *processRunner
	rpc    decoderpb.DecoderClient
	conn   *grpc.ClientConn
	shared *sharedsource.Region // nil where memory cannot be shared
	sends  bool                 // sources are sent, there is no shared memory
	direct *directLine          // nil where calls go over gRPC

	info     sdk.Info
	protocol int // version of the contract that was agreed on
	settings *settings.Schema
	values   []byte // settings that it was given
	guards   []Guard
	jobs     int
	slots    chan struct{} // of which it holds a place, while it is taken
	reading  reading       // lent to the job that has the process
	stopped  sync.Once
}

// clientPlugin hands the connection to the host.
type clientPlugin struct {
	plugin.NetRPCUnsupportedPlugin
}

var errDialsOnly = errors.New("host: this side of the plugin only dials")

// GRPCServer implements plugin.GRPCPlugin; this side never serves.
func (clientPlugin) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error { return errDialsOnly }

// GRPCClient implements plugin.GRPCPlugin.
func (clientPlugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return conn, nil
}

// startProcess starts a decoder and asks what it is. The error is a
// *PluginError, or the reason why ctx ended.
func startProcess(ctx context.Context, config *Config, one *entry) (*process, error) {
	executable, err := one.open()
	if err != nil {
		return nil, &PluginError{Class: ErrPluginUnavailable, Decoder: one.name, Detail: "executable", Cause: err}
	}
	defer executable.Close() //nolint:errcheck // read-only
	limits := sandbox.Limits{Memory: config.Memory, CPUSeconds: config.cpuSeconds()}
	if sandbox.RaceDetector {
		limits.Memory = 0 // the shadow memory of launcher and decoder counts as data
	}
	p := &process{entry: one, logger: config.Logger}
	if p.shared, err = sharedsource.NewRegion(); err != nil {
		config.Logger.Debug("sources are sent", "decoder", one.name, "reason", err)
	}
	line, decoderEnd, err := directcall.NewPair()
	if err != nil {
		config.Logger.Debug("calls go over gRPC", "decoder", one.name, "reason", err)
	} else {
		p.direct = newDirectLine(line)
		defer decoderEnd.Close() //nolint:errcheck // the decoder has its own
	}
	p.client = plugin.NewClient(clientConfig(config, one, func(environment []string, socketDir string) runner.Runner {
		p.runner = newProcessRunner(launch{
			name: one.name, executable: executable, path: one.path, arguments: one.arguments,
			readTrees: one.readTrees, limits: limits, required: !config.AcceptMissingIsolation,
			shared: p.shared, direct: decoderEnd,
		}, append(environment, decoderEnvironment(config)...), socketDir)
		return p.runner
	}))
	if err := p.connect(ctx, config); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

func clientConfig(config *Config, one *entry, start func(environment []string, socketDir string) runner.Runner) *plugin.ClientConfig {
	return &plugin.ClientConfig{
		HandshakeConfig:  sdk.Handshake,
		VersionedPlugins: sdk.VersionedPlugins(clientPlugin{}),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		// A bundled decoder is this very program, on a socket in a folder that only this
		// user may enter: certificates, two new ones for each start, would keep nobody
		// out (docs/adr/0160-bundled-decoders-need-no-certificates.md).
		AutoMTLS:     !one.bundled(),
		SkipHostEnv:  true,
		StartTimeout: config.StartTimeout,
		Logger:       pluginLogger(config.Logger, one.name),
		RunnerFunc: func(_ hclog.Logger, template *exec.Cmd, socketDir string) (runner.Runner, error) {
			return start(template.Env, socketDir), nil
		},
		GRPCDialOptions: []grpc.DialOption{
			grpc.WithInitialWindowSize(wire.WindowSize),
			grpc.WithInitialConnWindowSize(wire.WindowSize),
			grpc.WithMaxHeaderListSize(maxHeaderList),
			grpc.WithDisableServiceConfig(),
			grpc.WithIdleTimeout(0),
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(wire.MaxMessage), grpc.MaxCallSendMsgSize(wire.MaxMessage)),
		},
	}
}

// decoderEnvironment tells a decoder its limits.
func decoderEnvironment(config *Config) []string {
	return []string{
		fmt.Sprintf("%s=%d", sdk.EnvMemory, config.Memory),
		fmt.Sprintf("%s=%d", sdk.EnvCPUSeconds, config.cpuSeconds()),
		fmt.Sprintf("%s=%d", sdk.EnvMaxSource, config.Limits.SourceBytes),
		fmt.Sprintf("GOMAXPROCS=%d", config.Processors),
	}
}

// connect waits for the handshake and checks what the decoder says it is.
func (p *process) connect(ctx context.Context, config *Config) error {
	protocol, err := p.client.Client()
	if errors.Is(err, sandbox.ErrLacking) {
		return p.unavailable("isolation is required", err)
	}
	if err != nil {
		return p.unavailable(fmt.Sprintf("start (this host speaks versions %d to %d of the contract)", sdk.MinProtocolVersion, sdk.ProtocolVersion), err)
	}
	for _, guard := range p.runner.process.Guards {
		p.guards = append(p.guards, Guard{Guard: guard})
	}
	dispensed, err := protocol.Dispense(sdk.PluginName)
	if err != nil {
		return p.unavailable("dispense", err)
	}
	conn, ok := dispensed.(*grpc.ClientConn)
	if !ok {
		return p.unavailable("dispense", fmt.Errorf("got %T", dispensed))
	}
	p.conn, p.rpc = conn, decoderpb.NewDecoderClient(conn)
	patience, cancel := context.WithTimeout(ctx, config.StartTimeout)
	defer cancel()
	response, err := p.rpc.Info(patience, &decoderpb.InfoRequest{
		ProtocolMin: sdk.MinProtocolVersion, ProtocolMax: sdk.ProtocolVersion, HostVersion: config.Version,
	})
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return p.unavailable("info", err)
	}
	// Nobody else is to connect, and a host that is killed leaves nothing
	// behind. A connection that is lost is not made again: see clientConfig.
	if err := os.RemoveAll(p.runner.socketDir); err != nil {
		return p.unavailable("socket folder", err)
	}
	if err := p.identify(response); err != nil {
		return err
	}
	return p.configure(patience)
}

func (p *process) unavailable(what string, cause error) error {
	return &PluginError{Class: ErrPluginUnavailable, Decoder: p.entry.name, Detail: what, Cause: cause}
}

// identify checks and keeps what the decoder says it is.
func (p *process) identify(response *decoderpb.InfoResponse) error {
	lied := func(detail string) error {
		return &PluginError{Class: ErrPluginLied, Decoder: p.entry.name, Detail: "info: " + detail}
	}
	switch {
	case response.GetIrVersion() != ir.Version:
		return p.unavailable("info", fmt.Errorf("it writes version %d of the representation, this host reads %d", response.GetIrVersion(), ir.Version))
	case response.GetName() != p.entry.name:
		return lied("it calls itself by another name than its file")
	case p.entry.version != "" && response.GetVersion() != p.entry.version:
		return lied(fmt.Sprintf("it says that it is version %q, and was installed as %q", boundText(response.GetVersion()), p.entry.version))
	case len(response.GetFormats()) == 0 || len(response.GetFormats()) > maxFormats:
		return lied(fmt.Sprintf("%d formats", len(response.GetFormats())))
	case len(response.GetGuards()) > maxGuards:
		return lied(fmt.Sprintf("%d guards", len(response.GetGuards())))
	}
	p.info = sdk.Info{Name: response.GetName(), Version: boundText(response.GetVersion())}
	for _, format := range response.GetFormats() {
		if format.GetId() == "" || len(format.GetExtensions()) > maxExtensions {
			return lied("a format without id or with too many extensions")
		}
		extensions := make([]string, 0, len(format.GetExtensions()))
		for _, extension := range format.GetExtensions() {
			extensions = append(extensions, boundText(extension))
		}
		p.info.Formats = append(p.info.Formats, sdk.Format{
			ID: boundText(format.GetId()), Description: boundText(format.GetDescription()),
			Extensions: extensions, Magic: format.GetMagic(), Unverified: format.GetUnverified(),
		})
	}
	p.protocol = p.client.NegotiatedVersion()
	if p.protocol > 1 { // version 1 knows neither
		p.info.Capabilities = capabilitiesOf(response.GetCapabilities())
		p.info.SettingsSchema = response.GetSettingsSchema()
	}
	for _, guard := range response.GetGuards() {
		p.guards = append(p.guards, Guard{Own: true, Guard: sandbox.Guard{
			Name: boundText(guard.GetName()), Active: guard.GetActive(), Detail: boundText(guard.GetDetail()),
		}})
	}
	p.sends = p.shared == nil || !response.GetSharedSource()
	if p.direct != nil && (p.sends || !response.GetDirect()) {
		p.direct.close()
		p.direct = nil
	}
	p.entry.learn(p.info)
	return nil
}

func capabilitiesOf(message *decoderpb.Capabilities) *sdk.Capabilities {
	if message == nil {
		return nil
	}
	return &sdk.Capabilities{
		Sync: message.GetSync(), Camera: message.GetCamera(),
		NativeLines: message.GetNativeLines(), Positions: message.GetPositions(),
	}
}

// configure checks the settings against what the decoder declares and hands them
// over. No job begins with settings that do not fit.
func (p *process) configure(ctx context.Context) error {
	if p.info.SettingsSchema == "" {
		if len(p.entry.settings) > 0 {
			return p.unavailable("settings", errNoSettings)
		}
		return nil
	}
	var err error
	if p.settings, err = settings.Parse([]byte(p.info.SettingsSchema)); err != nil {
		return &PluginError{Class: ErrPluginLied, Decoder: p.entry.name, Detail: "info", Cause: err}
	}
	if p.values, err = p.settings.Apply(p.entry.settings); err != nil {
		return p.unavailable("configuration plugins.config."+p.entry.name, err)
	}
	response, err := p.rpc.Configure(ctx, &decoderpb.ConfigureRequest{Settings: p.values})
	switch {
	case err != nil && ctx.Err() != nil:
		return p.unavailable("settings", context.Cause(ctx))
	case err != nil:
		return p.unavailable("settings", err)
	case response.GetFault() != "":
		return p.unavailable("settings", errors.New(boundText(response.GetFault())))
	}
	return nil
}

var errNoSettings = errors.New("it takes none, and the configuration has some for it: remove them")

// may reports whether the decoder can send something, as far as it said.
func (p *process) may(has func(*sdk.Capabilities) bool) bool {
	return p.info.Capabilities == nil || has(p.info.Capabilities)
}

// boundText keeps foreign text short and printable on one line.
func boundText(text string) string {
	text = strings.Clone(text[:min(len(text), maxTextBytes)]) // what was cut is not kept
	text = strings.ToValidUTF8(text, "")
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// isolated reports whether the decoder tried to break out and could not.
func (p *process) isolated() bool {
	return slices.ContainsFunc(p.guards, func(g Guard) bool { return g.Own && g.Active && g.Name == sandbox.Isolation })
}

// alive reports whether the process still runs.
func (p *process) alive() bool {
	select {
	case <-p.runner.exited:
		return false
	default:
		return true
	}
}

// waitExit waits a little for the process to end and says how it ended.
func (p *process) waitExit() (status string, exited bool) {
	if !within(exitPatience, p.runner.exited) {
		return "", false
	}
	return p.runner.status, true
}

// spent is the processor time of the process so far.
func (p *process) spent() time.Duration { return processorTime(p.runner.process.Pid()) }

// stopPatience bounds each step of ending a process. What the kernel does not
// let go of by then is left to it.
const stopPatience = 2 * time.Second

// stop kills the process and cleans up after it. It returns when all is gone,
// and in any case soon: a process that the kernel cannot end costs nobody else
// anything. It may be called at any time and more than once.
func (p *process) stop() {
	p.stopped.Do(func() {
		if p.shared != nil {
			defer p.shared.Close() //nolint:errcheck // nothing to lose
		}
		if p.direct != nil {
			defer p.direct.close()
		}
		if p.runner != nil && p.runner.process != nil {
			_ = p.runner.Kill(context.Background())
			if !within(stopPatience, p.runner.exited) {
				p.logger.Warn("decoder does not end", "decoder", p.entry.name)
				p.runner.closePipes()
			}
			defer os.RemoveAll(p.runner.socketDir) //nolint:errcheck // nothing to lose
		}
		released := make(chan struct{})
		go func() {
			p.client.Kill() // closes the connection, removes the socket folder
			close(released)
		}()
		if !within(2*stopPatience, released) {
			p.logger.Warn("connection of a decoder does not end", "decoder", p.entry.name)
		}
	})
}

// within waits for a channel to be closed, but not for longer than patience.
func within(patience time.Duration, done <-chan struct{}) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}
