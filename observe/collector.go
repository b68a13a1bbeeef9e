// SPDX-License-Identifier: GPL-3.0-or-later

package observe

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"convertd/daemon"
	"convertd/host"
)

// Sources are who is asked when somebody wants to know. A nil one is left out.
type Sources struct {
	Health   func() daemon.Health
	Usage    func(context.Context) (daemon.Usage, error) // of queue and stores
	Decoders func() []host.ProcessUsage
	StoreDir string // of the server inside, "" if it is somewhere else
}

// Watch adds what is asked for to the metrics. It is called once, before the
// first request.
func (m *Metrics) Watch(sources Sources) {
	m.registry.MustRegister(&collector{sources: sources})
}

var (
	ready        = prometheus.NewDesc("convertd_ready", "1 if this process can take jobs.", nil, nil)
	problem      = prometheus.NewDesc("convertd_problem", "1 for each thing that stands in the way.", []string{"code"}, nil)
	queueJobs    = prometheus.NewDesc("convertd_queue_jobs", "Jobs on the queue, of all processes.", []string{"priority", "state"}, nil)
	queueOldest  = prometheus.NewDesc("convertd_queue_oldest_seconds", "Age of the oldest job on the queue.", []string{"priority"}, nil)
	storeBytes   = prometheus.NewDesc("convertd_store_bytes", "Bytes that a stream, bucket or object store holds.", []string{"store"}, nil)
	storeLimit   = prometheus.NewDesc("convertd_store_limit_bytes", "Bytes that it may hold; absent without limit.", []string{"store"}, nil)
	storeHolds   = prometheus.NewDesc("convertd_store_messages", "Messages that it holds.", []string{"store"}, nil)
	diskFree     = prometheus.NewDesc("convertd_store_free_bytes", "Room left on the disk of the server inside.", nil, nil)
	brokerUp     = prometheus.NewDesc("convertd_broker_up", "1 if the server answers.", nil, nil)
	decodersRun  = prometheus.NewDesc("convertd_decoder_processes", "Processes of a decoder that run.", []string{"decoder"}, nil)
	decodersHold = prometheus.NewDesc("convertd_decoder_memory_bytes", "Memory that they hold.", []string{"decoder"}, nil)
)

// usageAge is how long what the server said is good for: several who ask cost one
// question. usageTimeout bounds it.
const (
	usageAge     = 5 * time.Second
	usageTimeout = 3 * time.Second
)

// collector asks when it is asked.
type collector struct {
	sources Sources

	mu    sync.Mutex
	asked time.Time
	usage daemon.Usage
	err   error
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, description := range []*prometheus.Desc{
		ready, problem, queueJobs, queueOldest, storeBytes, storeLimit, storeHolds, diskFree, brokerUp, decodersRun, decodersHold,
	} {
		to <- description
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	gauge := func(description *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(description, prometheus.GaugeValue, value, labels...)
	}
	if c.sources.Health != nil {
		health := c.sources.Health()
		gauge(ready, truth(health.Ready))
		for _, found := range health.Problems {
			gauge(problem, 1, found.Code)
		}
	}
	if c.sources.StoreDir != "" {
		if free, known := daemon.FreeBytes(c.sources.StoreDir); known {
			gauge(diskFree, float64(free))
		}
	}
	if c.sources.Usage != nil {
		usage, err := c.fresh()
		gauge(brokerUp, truth(err == nil))
		collectUsage(usage, gauge)
	}
	if c.sources.Decoders != nil {
		collectDecoders(c.sources.Decoders(), gauge)
	}
}

func collectUsage(usage daemon.Usage, gauge func(*prometheus.Desc, float64, ...string)) {
	for _, queue := range usage.Queues {
		gauge(queueJobs, float64(queue.Waiting), string(queue.Priority), "waiting")
		gauge(queueJobs, float64(queue.Taken), string(queue.Priority), "taken")
		gauge(queueOldest, queue.Oldest.Seconds(), string(queue.Priority))
	}
	for _, store := range usage.Stores {
		gauge(storeBytes, float64(store.Bytes), store.Name)
		gauge(storeHolds, float64(store.Messages), store.Name)
		if store.MaxBytes > 0 {
			gauge(storeLimit, float64(store.MaxBytes), store.Name)
		}
	}
}

func collectDecoders(processes []host.ProcessUsage, gauge func(*prometheus.Desc, float64, ...string)) {
	counts, memory := map[string]int{}, map[string]uint64{}
	for _, process := range processes {
		counts[process.Decoder]++
		memory[process.Decoder] += process.Memory
	}
	for decoder, count := range counts {
		gauge(decodersRun, float64(count), decoder)
		gauge(decodersHold, float64(memory[decoder]), decoder)
	}
}

// fresh asks the server unless it was asked a moment ago. What it said before an
// outage is not repeated.
func (c *collector) fresh() (daemon.Usage, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.asked) < usageAge {
		return c.usage, c.err
	}
	ctx, cancel := context.WithTimeout(context.Background(), usageTimeout)
	defer cancel()
	c.usage, c.err = c.sources.Usage(ctx)
	c.asked = time.Now()
	if c.err != nil {
		c.usage = daemon.Usage{}
	}
	return c.usage, c.err
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
