package openra

import (
	"slices"

	"convertd/core/order"
)

// worldRecord is the part of the world's state that changes little, as it was
// last encoded: encoding it anew in every tick cost a fifth of a tick.
type worldRecord struct {
	setup   []byte
	rows    [][]byte // who stands where, by row of the map
	bins    [][]byte // who is in which bin
	frozen  []byte
	players []playerRecord
	// known is what frozen holds, without cells: an actor's do not change.
	known []frozenActor
	// words is what codedWords writes of the generator, after so many twists.
	words  []byte
	twists int64
}

// appendRandom appends what twister.coded writes.
func (r *worldRecord) appendRandom(dst []byte, m *Module) []byte {
	random := &m.world.random
	if r.words == nil || r.twists != random.twists {
		r.words, r.twists = m.encoded(r.words[:0], random.codedWords), random.twists
	}
	c := m.writer(append(dst, r.words...))
	random.codedDraws(c)
	return c.data
}

// appendOccupied appends what codedOccupied writes; only rows in which somebody
// came or went are encoded.
func (r *worldRecord) appendOccupied(dst []byte, m *Module) []byte {
	stale := m.world.occupied.stale
	if r.rows == nil {
		r.rows = make([][]byte, len(stale))
		for row := range stale {
			stale[row] = true
		}
	}
	for row := range stale {
		if stale[row] {
			stale[row] = false
			r.rows[row] = m.encoded(r.rows[row][:0], func(c *coder) { m.world.codedOccupiedRow(c, int32(row)) })
		}
		dst = append(dst, r.rows[row]...)
	}
	return dst
}

// appendBins appends what codedBins writes; only bins in which somebody came or
// went are encoded.
func (r *worldRecord) appendBins(dst []byte, m *Module) []byte {
	bins := &m.world.bins
	anew := r.bins == nil
	if anew {
		r.bins = make([][]byte, len(bins.bins))
	}
	for i := range bins.bins {
		if anew || bins.stale[i] {
			bins.stale[i] = false
			r.bins[i] = m.encoded(r.bins[i][:0], func(c *coder) { c.ids(&bins.bins[i]) })
		}
		dst = append(dst, r.bins[i]...)
	}
	return m.encoded(dst, func(c *coder) {
		c.ids(&bins.add)
		c.ids(&bins.remove)
	})
}

// player is the record of one player.
func (r *worldRecord) player(id order.PlayerID) *playerRecord {
	for len(r.players) <= int(id) {
		r.players = append(r.players, playerRecord{})
	}
	return &r.players[id]
}

// encodedFrozen is what codedFrozen writes, encoded anew if anything changed.
func (r *worldRecord) encodedFrozen(m *Module) []byte {
	same := r.frozen != nil && len(r.known) == len(m.world.frozen)
	for i := 0; same && i < len(r.known); i++ {
		same = r.known[i].sameAs(&m.world.frozen[i])
	}
	if !same {
		r.known = append(r.known[:0], m.world.frozen...)
		r.frozen = m.encoded(r.frozen[:0], m.world.codedFrozen)
	}
	return r.frozen
}

// sameAs reports whether two are of the same actor and remembered alike.
func (f *frozenActor) sameAs(other *frozenActor) bool {
	return f.id == other.id && f.known == other.known && f.shown == other.shown && f.seen == other.seen && f.pending == other.pending &&
		f.owner == other.owner && f.tag == other.tag && f.revealed == other.revealed && slices.Equal(f.believed, other.believed)
}

// encoded appends what fields writes.
func (m *Module) encoded(dst []byte, fields func(*coder)) []byte {
	c := m.writer(dst)
	fields(c)
	return c.data
}
