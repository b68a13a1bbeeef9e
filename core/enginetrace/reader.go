// SPDX-License-Identifier: GPL-3.0-or-later

package enginetrace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits of what is held of a trace.
const (
	maxLine    = 1 << 20
	maxActors  = 1 << 16
	maxTraits  = 1 << 10
	maxMembers = 1 << 8
	maxEffects = 1 << 16
	keptOrders = 4
)

// Error is what is wrong with a line of a trace.
type Error struct {
	Line    int // from 1
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("trace line %d: %s", e.Line, e.Message) }

// Reader reads a trace. It is not safe for concurrent use.
type Reader struct {
	// Mod, Release and Map are those of the game.
	Mod, Release, Map string

	lines   *bufio.Scanner
	line    int
	held    string // the line that begins the next block
	state   State
	awaited *Actor // the actor whose traits are being listed
	left    int    // how many are still to come
	ended   bool
}

// NewReader reads the head of a trace.
func NewReader(from io.Reader) (*Reader, error) {
	r := &Reader{lines: bufio.NewScanner(from), state: State{actors: map[uint32]*Actor{}}}
	r.lines.Buffer(make([]byte, 64<<10), maxLine)
	first, err := r.next()
	if err != nil {
		return nil, err
	}
	head := strings.Fields(first)
	if len(head) != 4 || head[0] != "openra-trace" || head[1] != "1" {
		return nil, r.wrong("not a trace of version 1")
	}
	r.Mod, r.Release = head[2], head[3]
	for {
		line, err := r.next()
		if err != nil {
			return nil, err
		}
		switch kind, rest, _ := strings.Cut(line, " "); kind {
		case "map":
			r.Map, _, _ = strings.Cut(rest, " ")
		case "player":
		case "F":
			r.held = line
			return r, nil
		default:
			return nil, r.wrong("unknown line in the head")
		}
	}
}

// next is the next line; io.ErrUnexpectedEOF where there is none.
func (r *Reader) next() (string, error) {
	if !r.lines.Scan() {
		if err := r.lines.Err(); err != nil {
			return "", &Error{Line: r.line + 1, Message: err.Error()}
		}
		return "", io.ErrUnexpectedEOF
	}
	r.line++
	return r.lines.Text(), nil
}

func (r *Reader) wrong(message string) error { return &Error{Line: r.line, Message: message} }

// Next is the state at the next net frame, io.EOF after the last. It is valid
// until the next call.
func (r *Reader) Next() (*State, error) {
	if r.ended {
		return nil, io.EOF
	}
	r.state.dropGone()
	r.state.Orders = r.state.Orders[:0]
	if err := r.frame(r.held); err != nil {
		return nil, err
	}
	for {
		line, err := r.next()
		if err != nil {
			return nil, err
		}
		kind, rest, _ := strings.Cut(line, " ")
		if kind == "F" || kind == "end" {
			r.held, r.ended = line, kind == "end"
			if r.left > 0 {
				return nil, r.wrong("traits of an actor are missing")
			}
			return &r.state, nil
		}
		if err := r.change(kind, rest); err != nil {
			return nil, err
		}
	}
}

func (r *Reader) frame(line string) error {
	fields := strings.Fields(line)
	if len(fields) != 6 {
		return r.wrong("a frame has five figures")
	}
	frame, err1 := strconv.ParseInt(fields[1], 10, 32)
	tick, err2 := strconv.ParseInt(fields[2], 10, 32)
	hash, err3 := strconv.ParseUint(fields[3], 16, 32)
	last, err4 := strconv.ParseInt(fields[4], 10, 32)
	draws, err5 := strconv.ParseInt(fields[5], 10, 64)
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			return r.wrong(err.Error())
		}
	}
	s := &r.state
	s.Frame, s.Tick, s.Hash, s.Last, s.Draws = int32(frame), int32(tick), uint32(hash), int32(last), draws
	return nil
}

// change applies one line of a block.
func (r *Reader) change(kind, rest string) error {
	switch kind {
	case "o":
		r.order(rest)
		return nil
	case "+", "#", "-", "s", "x", "=", "c":
		return r.actor(kind, rest)
	case "+e", "e", "-e":
		return r.effect(kind, rest)
	case "u":
		return r.unlocked(rest)
	}
	return r.trait(kind, rest)
}

func (r *Reader) order(rest string) {
	r.state.Orders = append(r.state.Orders, rest)
	for _, field := range strings.Fields(rest) {
		name, value, _ := strings.Cut(field, "=")
		if name == "str" {
			return
		}
		if name != "s" && name != "g" {
			continue
		}
		for _, one := range strings.Split(value, ",") {
			id, err := strconv.ParseUint(strings.TrimLeft(one, "ap"), 10, 32)
			if err != nil {
				continue
			}
			if a := r.state.actors[uint32(id)]; a != nil {
				a.Orders = append(a.Orders, fmt.Sprintf("frame %d: %s", r.state.Frame, rest))
				a.Orders = a.Orders[max(0, len(a.Orders)-keptOrders):]
			}
		}
	}
}

func (r *Reader) id(text string) (uint32, error) {
	id, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, r.wrong(err.Error())
	}
	return uint32(id), nil
}

func (r *Reader) actor(kind, rest string) error {
	first, rest, _ := strings.Cut(rest, " ")
	id, err := r.id(first)
	if err != nil {
		return err
	}
	if len(r.state.ids) >= maxActors {
		return r.wrong("too many actors")
	}
	a := r.state.make(id)
	switch kind {
	case "+", "#":
		name, owner, _ := strings.Cut(rest, " ")
		a.Type, a.InWorld = name, kind == "+"
		return r.owner(a, owner)
	case "-":
		a.InWorld = false
	case "=":
		return r.owner(a, rest)
	case "x":
		a.Hashed, a.Traits = false, nil
	case "c":
		if a.Chain = rest; rest == "-" {
			a.Chain = ""
		}
	case "s":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 || n > maxTraits || r.left > 0 {
			return r.wrong("not a number of traits")
		}
		a.Hashed, a.Traits = true, make([]Trait, n)
		r.awaited, r.left = a, n
	}
	return nil
}

func (r *Reader) owner(a *Actor, text string) (err error) {
	if text == "-" || text == "" {
		a.Owner = 0
		return nil
	}
	a.Owner, err = r.id(text)
	return err
}

// trait is a line of a trait: ID.I CLASS HASH MEMBERS.
func (r *Reader) trait(place, rest string) error {
	first, second, ok := strings.Cut(place, ".")
	if !ok {
		return r.wrong("unknown line")
	}
	id, err := r.id(first)
	if err != nil {
		return err
	}
	at, err := strconv.Atoi(second)
	a := r.state.actors[id]
	if err != nil || a == nil || at < 0 || at >= len(a.Traits) {
		return r.wrong("a trait of nobody")
	}
	if a == r.awaited && r.left > 0 {
		r.left--
	}
	return r.values(&a.Traits[at], rest)
}

// values reads CLASS HASH MEMBERS over what was known.
func (r *Reader) values(t *Trait, rest string) error {
	fields := strings.Fields(rest)
	if len(fields) < 2 {
		return r.wrong("a trait without a hash")
	}
	hash, err := strconv.ParseUint(fields[1], 16, 32)
	if err != nil {
		return r.wrong(err.Error())
	}
	t.Class, t.Hash = fields[0], int32(uint32(hash))
	for _, field := range fields[2:] {
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return r.wrong("a member without a value")
		}
		t.set(name, value)
		if len(t.Members) > maxMembers {
			return r.wrong("too many members")
		}
	}
	return nil
}

func (t *Trait) set(name, value string) {
	for i := range t.Members {
		if t.Members[i].Name == name {
			t.Members[i].Value = value
			return
		}
	}
	t.Members = append(t.Members, Member{Name: name, Value: value})
}

func (r *Reader) effect(kind, rest string) error {
	first, rest, _ := strings.Cut(rest, " ")
	number, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return r.wrong(err.Error())
	}
	list := r.state.Effects
	at := 0
	for at < len(list) && list[at].Number < number {
		at++
	}
	known := at < len(list) && list[at].Number == number
	switch {
	case known == (kind == "+e"):
		return r.wrong("an effect that does not fit those before")
	case kind == "-e":
		r.state.Effects = append(list[:at], list[at+1:]...)
		return nil
	case kind == "+e":
		if len(list) >= maxEffects {
			return r.wrong("too many effects")
		}
		list = append(list, Effect{})
		copy(list[at+1:], list[at:])
		list[at] = Effect{Number: number}
		r.state.Effects = list
	}
	return r.values(&r.state.Effects[at].Trait, rest)
}

func (r *Reader) unlocked(rest string) error {
	r.state.Unlocked = r.state.Unlocked[:0]
	if rest == "-" {
		return nil
	}
	for _, one := range strings.Split(rest, ",") {
		id, err := r.id(one)
		if err != nil {
			return err
		}
		r.state.Unlocked = append(r.state.Unlocked, id)
	}
	return nil
}
