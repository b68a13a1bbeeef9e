// SPDX-License-Identifier: GPL-3.0-or-later

package observe

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"convertd/daemon"
	"convertd/host"
)

// Metrics count what a daemon and its decoders do. It is a daemon.Observer, and
// Decoder is for host.Config.Observe. All its metrics begin with "convertd_";
// their labels have few values, whatever strangers send.
type Metrics struct {
	registry *prometheus.Registry

	jobs        *prometheus.CounterVec
	handedBack  *prometheus.CounterVec
	stages      *prometheus.HistogramVec
	running     prometheus.Gauge
	sourceBytes prometheus.Counter
	resultBytes prometheus.Counter
	decoders    *prometheus.CounterVec
}

var _ daemon.Observer = (*Metrics)(nil)

// stageBuckets reach from what a small file costs to the longest deadline.
var stageBuckets = []float64{.001, .005, .02, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 900}

// NewMetrics makes metrics that say which version this is.
func NewMetrics(version string, workers int) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "convertd_jobs_total", Help: "Jobs that came to their end in this process.",
		}, []string{"state", "format", "verdict", "reason", "cached"}),
		handedBack: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "convertd_jobs_handed_back_total", Help: "Deliveries that were handed back, to be tried again.",
		}, []string{"reason"}),
		stages: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "convertd_job_stage_seconds", Help: "Time that a stage of a job took.", Buckets: stageBuckets,
		}, []string{"stage"}),
		running:     prometheus.NewGauge(prometheus.GaugeOpts{Name: "convertd_jobs_running", Help: "Jobs at work in this process."}),
		sourceBytes: prometheus.NewCounter(prometheus.CounterOpts{Name: "convertd_source_bytes_total", Help: "Bytes of sources of ended jobs."}),
		resultBytes: prometheus.NewCounter(prometheus.CounterOpts{Name: "convertd_result_bytes_total", Help: "Bytes of files that were made."}),
		decoders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "convertd_decoder_changes_total", Help: "Processes of decoders that started, did not start, or ended, and why.",
		}, []string{"decoder", "change"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "convertd_build_info", Help: "1, with the version.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	slots := prometheus.NewGauge(prometheus.GaugeOpts{Name: "convertd_workers", Help: "Jobs that this process does at once."})
	slots.Set(float64(workers))
	for _, stage := range daemon.Stages() {
		m.stages.WithLabelValues(string(stage)) // there from the start
	}
	m.registry.MustRegister(
		m.jobs, m.handedBack, m.stages, m.running, m.sourceBytes, m.resultBytes, m.decoders, build, slots,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// Ended implements daemon.Observer.
func (m *Metrics) Ended(ending daemon.Ending) {
	cached := "false"
	if ending.Cached {
		cached = "true"
	}
	m.jobs.WithLabelValues(string(ending.State), ending.Format, ending.Verdict, ending.Reason, cached).Inc()
	m.sourceBytes.Add(float64(ending.SourceBytes))
	m.resultBytes.Add(float64(ending.FileBytes))
}

// HandedBack implements daemon.Observer.
func (m *Metrics) HandedBack(reason string) { m.handedBack.WithLabelValues(reason).Inc() }

// Took implements daemon.Observer.
func (m *Metrics) Took(stage daemon.Stage, took time.Duration) {
	m.stages.WithLabelValues(string(stage)).Observe(took.Seconds())
}

// Running implements daemon.Observer.
func (m *Metrics) Running(change int) { m.running.Add(float64(change)) }

// Decoder is for host.Config.Observe.
func (m *Metrics) Decoder(decoder string, change host.Change) {
	m.decoders.WithLabelValues(decoder, string(change)).Inc()
}
