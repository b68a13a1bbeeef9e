// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"container/list"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// maxCacheBytes bounds what is kept of pages that were asked for.
const maxCacheBytes = 64 << 20

// cache keeps answers that follow from the content of a recording alone, least
// recently used first out. Whoever asks for one that is being made waits for it.
type cache struct {
	mu      sync.Mutex
	entries map[string]*list.Element
	order   *list.List
	bytes   int
	making  map[string]*making
}

type cacheEntry struct {
	key  string
	data []byte
}

type making struct {
	done chan struct{}
	data []byte
	err  error
}

func newCache() *cache {
	return &cache{entries: map[string]*list.Element{}, order: list.New(), making: map[string]*making{}}
}

// get returns the answer of a key, and makes it if it is not there.
func (c *cache) get(key string, make func() (any, error)) ([]byte, error) {
	c.mu.Lock()
	if found := c.entries[key]; found != nil {
		c.order.MoveToBack(found)
		data := found.Value.(*cacheEntry).data //nolint:forcetypeassert // nothing else is in the list
		c.mu.Unlock()
		return data, nil
	}
	if busy := c.making[key]; busy != nil {
		c.mu.Unlock()
		<-busy.done
		return busy.data, busy.err
	}
	mine := &making{done: makeDone()}
	c.making[key] = mine
	c.mu.Unlock()
	finish := func() {
		c.mu.Lock()
		delete(c.making, key)
		if mine.err == nil && mine.data != nil {
			c.put(key, mine.data)
		}
		c.mu.Unlock()
		close(mine.done)
	}
	defer finish()
	mine.err = errMaking // what whoever waits gets if make panics
	value, err := make()
	if err == nil {
		mine.data, err = json.Marshal(value)
	}
	mine.err = err
	return mine.data, err
}

var errMaking = &Error{http.StatusInternalServerError, "internal", "this server is at fault; its log has the cause"}

func makeDone() chan struct{} { return make(chan struct{}) }

func (c *cache) put(key string, data []byte) {
	if len(data) > maxCacheBytes/4 {
		return
	}
	c.entries[key] = c.order.PushBack(&cacheEntry{key, data})
	c.bytes += len(data)
	for c.bytes > maxCacheBytes {
		oldest := c.order.Front()
		entry := oldest.Value.(*cacheEntry) //nolint:forcetypeassert // nothing else is in the list
		c.order.Remove(oldest)
		delete(c.entries, entry.key)
		c.bytes -= len(entry.data)
	}
}

// computeTimeout is how long an answer may take that plays or reads a whole game.
const computeTimeout = 2 * time.Minute

// writeCached answers with what is made once and kept.
func (a *API) writeCached(response http.ResponseWriter, key string, make func() (any, error)) error {
	_ = http.NewResponseController(response).SetWriteDeadline(time.Now().Add(computeTimeout)) // recorders of tests have none
	data, err := a.cache.get(key, make)
	if err != nil {
		return err
	}
	header := response.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", immutable)
	_, _ = response.Write(data) // whoever asked may be gone
	return nil
}
