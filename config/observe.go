// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
)

// Observe says where a daemon can be watched.
type Observe struct {
	Listen     string  `koanf:"listen"`      // "host:port" for /metrics, /healthz and /readyz, and /debug/pprof on loopback; "" is nowhere
	TracesTo   string  `koanf:"traces_to"`   // OTLP endpoint over gRPC, "http://host:4317"; "" sends none
	TraceShare float64 `koanf:"trace_share"` // of jobs that nobody traces already, 0 to 1
}

func defaultObserve() Observe { return Observe{TraceShare: 1} }

// OnLoopback reports whether only this machine reaches the listener.
func (o *Observe) OnLoopback() bool {
	host, _, err := net.SplitHostPort(o.Listen)
	return err == nil && loopback(host)
}

// Validate reports the faults of the section.
func (o *Observe) Validate() error {
	var faults []error
	if o.Listen != "" && !validAddress(o.Listen) {
		faults = append(faults, fault("observe.listen", "is not host:port", `write "127.0.0.1:8481"`))
	}
	if o.TracesTo != "" {
		if parsed, err := url.Parse(o.TracesTo); err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
			faults = append(faults, fault("observe.traces_to", "is no address", `write "http://127.0.0.1:4317", or https`))
		}
	}
	if o.TraceShare < 0 || o.TraceShare > 1 {
		faults = append(faults, fault("observe.trace_share", fmt.Sprintf("is %v", o.TraceShare), "use 0 to 1"))
	}
	return errors.Join(faults...)
}
