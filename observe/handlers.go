// SPDX-License-Identifier: GPL-3.0-or-later

package observe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"convertd/daemon"
)

// Handler answers /metrics in the format that was asked for.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, EnableOpenMetrics: true})
}

// Live answers /healthz: this process answers. Whoever restarts processes goes by
// it: a full disk or a lost broker is nothing that a restart would mend.
func Live() http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = response.Write([]byte("ok\n")) // whoever asked may be gone
	})
}

// Ready answers /readyz: 200 if this process can take jobs, else 503, with a
// daemon.Health either way. Without detail it has codes and no messages, which
// name folders.
func Ready(health func() daemon.Health, detail bool) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		report := health()
		if !detail {
			report.Worker = ""
			for i := range report.Problems {
				report.Problems[i].Message = ""
			}
		}
		response.Header().Set("Content-Type", "application/json")
		response.Header().Set("Cache-Control", "no-store")
		if !report.Ready {
			response.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(response).Encode(report) // whoever asked may be gone
	})
}

// Public are the handlers that anybody may have, by their pattern: they tell nothing
// of what is converted.
func Public(health func() daemon.Health) map[string]http.Handler {
	return map[string]http.Handler{"GET /healthz": Live(), "GET /readyz": Ready(health, false)}
}

// Listener is what is behind observe.listen: metrics, health with its details, and
// profiles if only this machine can ask.
func (m *Metrics) Listener(health func() daemon.Health, profiles bool) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	mux.Handle("GET /healthz", Live())
	mux.Handle("GET /readyz", Ready(health, true))
	if profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}

// Limits of connections. Profiles take as long as they are asked to.
const (
	headerTimeout = 5 * time.Second
	idleTimeout   = time.Minute
	drainTimeout  = 2 * time.Second
)

// Serve answers on an address until ctx is done.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	stop := context.AfterFunc(ctx, func() {
		draining, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
		defer cancel()
		if server.Shutdown(draining) != nil {
			_ = server.Close() // a profile may still be on its way
		}
	})
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("metrics and health cannot be served: %w", err)
	}
	return nil
}
