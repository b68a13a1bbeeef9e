// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"

	"convertd/core/order"
	"convertd/core/translate"
)

// Named is what a foreign id was found to name.
type Named struct {
	Kind  string
	Owner order.PlayerID
	First order.Tick // when it was first told to act
}

// listening notes what subjects are found to be.
type listening struct {
	*resolver
	named map[uint32]Named
}

func (l *listening) Find(mention translate.Mention) (order.UnitTag, bool) {
	tag, ok := l.resolver.Find(mention)
	if mention.Role != translate.RoleSubject || interfaceOnly(mention.Order.Kind) {
		return tag, ok
	}
	if e, alive := l.view.Entity(tag); ok && alive {
		named, again := l.named[mention.Native]
		if !again {
			named.First = l.view.Tick()
		}
		named.Kind, named.Owner = l.view.KindName(e.Kind), e.Owner
		l.named[mention.Native] = named
	}
	return tag, ok
}

// NamedSubjects plays a replay and says what its subjects were found to be, when
// they were last told to act.
func NamedSubjects(ctx context.Context, job *Job, source Source) (map[uint32]Named, error) {
	f, err := openFeed(ctx, source)
	if err != nil {
		return nil, err
	}
	game, err := buildGame(ctx, f, &job.Materials)
	if err != nil {
		return nil, err
	}
	c, err := newConversion(job, f, game, unrecorded)
	if err != nil {
		return nil, err
	}
	listening := &listening{resolver: c.identity, named: make(map[uint32]Named)}
	c.translate = translate.New(translate.NewScale(f.header, 0), listening)
	defer c.frames.stop()
	return listening.named, c.play(ctx)
}
