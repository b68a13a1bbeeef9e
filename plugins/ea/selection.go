// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import "slices"

// maxSelection bounds the selection and each control group that the decoder
// follows for a player. A bigger one is not followed until the next selection
// that fits: orders then have no subjects, as after "select all".
const maxSelection = 512

// groupCount is how many control groups a player has.
const groupCount = 10

// selection follows what one player has selected. SAGE orders do not repeat
// who is to act: they go to the sender's selection, which every machine keeps
// from the same commands. Objects that died are still listed: the file does
// not say when they do.
type selection struct {
	objects []uint32
	unknown bool // more than the commands say is selected
	groups  [groupCount]group
}

// group is one control group.
type group struct {
	objects []uint32
	unknown bool
}

// subjects returns who acts, nil if that is not known.
func (s *selection) subjects() []uint32 {
	if s.unknown {
		return nil
	}
	return s.objects
}

// replace makes objects the selection.
func (s *selection) replace(objects []uint32) {
	s.unknown = len(objects) > maxSelection
	s.objects = s.objects[:0]
	if !s.unknown {
		s.objects = append(s.objects, objects...)
	}
}

// extend adds objects to the selection, each once.
func (s *selection) extend(objects []uint32) {
	if s.unknown {
		return
	}
	if len(s.objects)+len(objects) > maxSelection {
		s.forget()
		return
	}
	s.objects = appendNew(s.objects, objects)
}

// drop takes objects out of the selection.
func (s *selection) drop(objects []uint32) {
	if s.unknown {
		return
	}
	if len(objects) > maxSelection {
		s.forget()
		return
	}
	s.objects = slices.DeleteFunc(s.objects, func(id uint32) bool { return slices.Contains(objects, id) })
}

// forget marks the selection as unknown.
func (s *selection) forget() {
	s.unknown = true
	s.objects = s.objects[:0]
}

// clear empties the selection.
func (s *selection) clear() {
	s.unknown = false
	s.objects = s.objects[:0]
}

// assign makes objects a control group.
func (s *selection) assign(number int, objects []uint32) {
	g := &s.groups[number]
	g.unknown = len(objects) > maxSelection
	g.objects = g.objects[:0]
	if !g.unknown {
		g.objects = append(g.objects, objects...)
	}
}

// appendTo adds objects to a control group, each once.
func (s *selection) appendTo(number int, objects []uint32) {
	g := &s.groups[number]
	if g.unknown || len(g.objects)+len(objects) > maxSelection {
		g.unknown = true
		return
	}
	g.objects = appendNew(g.objects, objects)
}

// removeFrom takes objects out of a control group.
func (s *selection) removeFrom(number int, objects []uint32) {
	g := &s.groups[number]
	if g.unknown || len(objects) > maxSelection {
		g.unknown = true
		return
	}
	g.objects = slices.DeleteFunc(g.objects, func(id uint32) bool { return slices.Contains(objects, id) })
}

// recall makes a control group the selection.
func (s *selection) recall(number int) {
	g := &s.groups[number]
	if g.unknown {
		s.forget()
		return
	}
	s.replace(g.objects)
}

// join adds a control group to the selection.
func (s *selection) join(number int) {
	g := &s.groups[number]
	if g.unknown {
		s.forget()
		return
	}
	s.extend(g.objects)
}

// appendNew appends the objects that are not in list yet.
func appendNew(list, objects []uint32) []uint32 {
	for _, id := range objects {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
