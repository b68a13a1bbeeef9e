// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"convertd/failure"
)

// Reloaded is the answer of convert.reload, of each daemon that runs
// (docs/schemas/reloaded.schema.json).
type Reloaded struct {
	Worker   string   `json:"worker"`
	Decoders []string `json:"decoders"`        // that it knows now
	Error    string   `json:"error,omitempty"` // why nothing has changed
}

// Reload finds the decoders that are not bundled anew.
type Reload func() (decoders []string, err error)

// serveReload answers for this process: unlike other requests this one goes to
// all.
func (d *Daemon) serveReload(context.Context, []byte) (any, error) {
	answer := Reloaded{Worker: d.settings.Worker, Decoders: []string{}}
	if d.settings.Reload == nil {
		answer.Error = "this daemon cannot do that"
		return answer, nil
	}
	decoders, err := d.settings.Reload()
	if err != nil {
		answer.Error = err.Error()
		return answer, nil
	}
	answer.Decoders = decoders
	return answer, nil
}

// Patience with the answers to a request that all daemons get: for the first, and
// for another after one came.
const (
	firstAnswer = 10 * time.Second
	nextAnswer  = time.Second
)

// AskToReload lets all daemons find their decoders anew and returns what each
// answered.
func (c *Client) AskToReload(ctx context.Context) ([]Reloaded, error) {
	inbox := c.conn.NewRespInbox()
	subscription, err := c.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", SubjectReload, unavailable(err))
	}
	defer subscription.Unsubscribe() //nolint:errcheck // the connection may be gone
	if err := c.conn.PublishMsg(traced(ctx, &nats.Msg{Subject: SubjectReload, Reply: inbox})); err != nil {
		return nil, fmt.Errorf("%s: %w", SubjectReload, unavailable(err))
	}
	var answers []Reloaded
	for patience := firstAnswer; ; patience = nextAnswer {
		waiting, cancel := context.WithTimeout(ctx, patience)
		message, err := subscription.NextMsgWithContext(waiting)
		cancel()
		switch {
		case ctx.Err() != nil:
			return answers, context.Cause(ctx)
		case errors.Is(err, context.DeadlineExceeded) && len(answers) > 0:
			return answers, nil
		case err != nil || message.Header.Get("Status") == noResponders:
			return nil, fmt.Errorf("%w: no `convertd serve` answers on this server: start one, or look for it elsewhere with nats.url", failure.ErrUnavailable)
		}
		var answer Reloaded
		if err := json.Unmarshal(message.Data, &answer); err != nil {
			return nil, fmt.Errorf("%w: an answer of %s is not JSON: %w", failure.ErrUnavailable, SubjectReload, err)
		}
		answers = append(answers, answer)
	}
}

// noResponders is the status of NATS for a request that nobody takes.
const noResponders = "503"
