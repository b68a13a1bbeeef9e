// SPDX-License-Identifier: GPL-3.0-or-later

// Package natscluster runs a NATS cluster inside a test, and takes servers of it away.
//
// In: how many servers. Out: their addresses. May import: the NATS server; it is
// for tests only.
package natscluster

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// patience is how long servers may take to find each other on a busy machine.
const patience = 60 * time.Second

// Cluster is servers with JetStream that know each other.
type Cluster struct {
	t       *testing.T
	options []*server.Options
	servers []*server.Server // nil while one is stopped
}

// Start runs a cluster until the test ends, and waits until it has a leader and all its
// peers.
func Start(t *testing.T, size int) *Cluster {
	t.Helper()
	c := &Cluster{t: t, servers: make([]*server.Server, size)}
	routes := make([]*url.URL, size)
	ports := make([]int, 2*size)
	for i := range ports {
		ports[i] = freePort(t)
	}
	for i := range size {
		routes[i] = &url.URL{Scheme: "nats-route", Host: fmt.Sprintf("127.0.0.1:%d", ports[i])}
	}
	for i := range size {
		// A server that comes again has the address that it had.
		c.options = append(c.options, &server.Options{
			ServerName: fmt.Sprintf("server-%d", i), Host: "127.0.0.1", Port: ports[size+i],
			JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[i]}, Routes: routes,
		})
	}
	for i := range size {
		c.run(i)
	}
	t.Cleanup(func() {
		for i := range size {
			c.Stop(i)
		}
	})
	c.await(size)
	return c
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // it was only asked for its port
	return listener.Addr().(*net.TCPAddr).Port
}

func (c *Cluster) run(i int) {
	c.t.Helper()
	options := *c.options[i] // the server writes into them
	s, err := server.NewServer(&options)
	if err != nil {
		c.t.Fatal(err)
	}
	c.servers[i] = s
	s.Start()
}

func (c *Cluster) await(size int) {
	c.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		ready := 0
		for _, s := range c.servers {
			if s != nil && s.ReadyForConnections(time.Millisecond) && s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == size {
				ready++
			}
		}
		if ready == 1 {
			return
		}
	}
	c.t.Fatalf("the cluster of %d does not come together", size)
}

// URLs are the addresses of all servers, as nats.url has them.
func (c *Cluster) URLs() string {
	urls := make([]string, len(c.options))
	for i, options := range c.options {
		urls[i] = fmt.Sprintf("nats://127.0.0.1:%d", options.Port)
	}
	return strings.Join(urls, ",")
}

// Number is the number of the server of that name, -1 if there is none.
func (c *Cluster) Number(name string) int {
	for i, options := range c.options {
		if options.ServerName == name {
			return i
		}
	}
	return -1
}

// Stop ends a server; its store stays.
func (c *Cluster) Stop(i int) {
	if s := c.servers[i]; s != nil {
		c.servers[i] = nil
		s.Shutdown()
		s.WaitForShutdown()
	}
}

// Restart runs a server that was stopped again, with the store it had.
func (c *Cluster) Restart(i int) {
	c.t.Helper()
	c.run(i)
}
