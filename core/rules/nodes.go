// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Node is one trait of an actor type as a rule file lists it: its key and the
// conditions that switch it on and that pause it.
type Node struct {
	Key      string
	Requires string
	Pause    string
}

// Name is the class of the trait.
func (n *Node) Name() string { return traitName(n.Key) }

// nodeList holds the nodes of a game's actor types. The rule tables leave out
// what is only drawn; the releases hash the conditions of those traits too
// (docs/engine/openra-world.md#hashed-traits), so they are listed here.
//
// A line of the file is "NAME...: NODE...". A node is "<PARENT", which splices
// the parent's nodes in, "-KEY", which takes a node away, or a key. Each may be
// followed by "/FROM-UNTIL", dates of the releases it holds for, and a key by
// "[CONDITION]" and by "{PAUSE}". A key that is there already keeps its place.
//
// A line of "=NAME/FROM-UNTIL...: KEY..." has the hashed traits of a type in the order
// in which the engine constructs them, as its traces show it.
type nodeList map[string][]string

// constructed finds the line that has a type's traits in the engine's order.
func (l nodeList) constructed(name, date string) (tokens []string, ok bool) {
	for _, dates := range l["="+name] {
		from, until, _ := strings.Cut(dates, "-")
		if date >= from && (until == "" || date <= until) {
			tokens, ok = l["="+name+"/"+dates]
			return tokens, ok
		}
	}
	return nil, false
}

// note adds a line; those in the engine's order are found by the type and their dates.
func (l nodeList) note(name string, nodes []string) {
	if key, dates, _ := strings.Cut(name, "/"); strings.HasPrefix(name, "=") {
		l[key] = append(l[key], dates)
		name = key + "/" + dates
	}
	l[name] = nodes
}

func loadNodes(mod string) (nodeList, error) {
	text, err := tables.ReadFile("data/nodes-" + mod + ".txt")
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // a game without the file has no node list
	}
	list := nodeList{}
	for number, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		names, nodes, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("rule nodes of %s: line %d has no colon", mod, number+1)
		}
		for _, name := range strings.Fields(names) {
			list.note(name, strings.Fields(nodes))
		}
	}
	return list, nil
}

// resolve lists the nodes of an actor type for releases of a date.
func (l nodeList) resolve(name, date string, nodes []Node) []Node {
	for _, token := range l[name] {
		switch token[0] {
		case '<':
			parent, valid := parseNode(token[1:], date)
			if !valid {
				continue
			}
			for _, node := range l.resolve(parent.Key, date, nil) {
				nodes = mergeNode(nodes, node)
			}
		case '-':
			gone, valid := parseNode(token[1:], date)
			for i := range nodes {
				if valid && nodes[i].Key == gone.Key {
					nodes = append(nodes[:i:i], nodes[i+1:]...)
					break
				}
			}
		default:
			if node, valid := parseNode(token, date); valid {
				nodes = mergeNode(nodes, node)
			}
		}
	}
	return nodes
}

func mergeNode(nodes []Node, node Node) []Node {
	for i := range nodes {
		if nodes[i].Key != node.Key {
			continue
		}
		if node.Requires != "" {
			nodes[i].Requires = node.Requires
		}
		if node.Pause != "" {
			nodes[i].Pause = node.Pause
		}
		return nodes
	}
	return append(nodes, node)
}

func parseNode(token, date string) (Node, bool) {
	var node Node
	if at := strings.IndexByte(token, '{'); at >= 0 {
		node.Pause = strings.TrimSuffix(token[at+1:], "}")
		token = token[:at]
	}
	if at := strings.IndexByte(token, '['); at >= 0 {
		node.Requires = strings.TrimSuffix(token[at+1:], "]")
		token = token[:at]
	}
	key, dates, limited := strings.Cut(token, "/")
	node.Key = key
	if limited {
		from, until, _ := strings.Cut(dates, "-")
		if date < from || until != "" && date > until {
			return Node{}, false
		}
	}
	return node, true
}

// headNames are the names the tables give to traits the releases call
// otherwise (docs/engine/rules.md#differences).
var headNames = map[string]string{
	"Explodes": "FireWarheadsOnDeath", "EngineerRepairable": "InstantlyRepairable", "SelfHealing": "ChangesHealth",
	"EngineerRepair": "InstantlyRepairs", "ThrowsShrapnel": "FireProjectilesOnDeath",
}

// partOf are the traits that were made a part of another one: buildings of d2k that are
// no more than Building, LaysTerrain and DamagedByTerrain until 20201213, and refineries of
// ts, which until 20231010 are the one that shows an overlay.
var partOf = map[string]string{"D2kBuilding": "Building", "Refinery": "TiberianSunRefinery"}

// HeadKey is the key a node has in the tables.
func (n *Node) HeadKey() string {
	if head, ok := headNames[n.Name()]; ok {
		return head + strings.TrimPrefix(n.Key, n.Name())
	}
	return n.Key
}

// tableConditions gives a node the conditions that the rule table of the
// release has for it; the list's own hold for what the table leaves out.
func (r *Ruleset) tableConditions(name string, node *Node) {
	actor := r.Actor(name)
	if actor == nil {
		return
	}
	key := node.HeadKey()
	for i := range actor.Traits {
		if trait := &actor.Traits[i]; trait.Key == key {
			node.Requires, node.Pause = trait.Text("RequiresCondition"), trait.Text("PauseOnCondition")
		}
	}
}

// lastDate is later than that of any release: the node lists end with what the
// last one has.
const lastDate = "99999999"

// Nodes returns the traits of an actor type of a release in the order the
// engine constructs them, those that are only drawn among them; nil where the
// type is not listed. "player" and "world" are types too. The answer is shared
// and must not be changed.
func (r *Ruleset) Nodes(name string) []Node {
	return r.listed.answer(name, func() []Node { return r.list(name) })
}

func (r *Ruleset) list(name string) []Node {
	date := versionDate(r.Release.Name)
	if r.Release.Name == Head && !hasReleases(r.Mod) {
		date = lastDate
	}
	if tokens, ok := r.nodes.constructed(name, date); ok && date != "" {
		return r.inOrder(name, tokens)
	}
	if date == "" || r.nodes[name] == nil {
		return nil
	}
	all := r.nodes.resolve(name, date, nil)
	byKey := make(map[string]Node, len(all))
	keys := make([]string, 0, len(all))
	for _, node := range all {
		if r.Classes.Class(node.Name()) != nil {
			r.tableConditions(name, &node)
			byKey[node.Key] = node
			keys = append(keys, node.Key)
		}
	}
	ordered := make([]Node, 0, len(keys))
	for _, key := range r.Classes.Order(keys) {
		ordered = append(ordered, byKey[key])
	}
	return ordered
}

// shownWithout reports whether the engine's own list of a type shows that the release
// has not the trait that a later table gives it: buildings of ts that were not
// remembered yet, for one.
func (r *Ruleset) shownWithout(name string, trait *Trait) bool {
	tokens, ok := r.nodes.constructed(name, versionDate(r.Release.Name))
	class := r.Classes.Class(trait.Name)
	if !ok || class == nil || !class.Sync {
		return false
	}
	return !slices.ContainsFunc(tokens, func(token string) bool {
		node, _ := parseNode(token, "")
		return node.Name() == trait.Name || traitName(node.HeadKey()) == trait.Name || node.Name() == partOf[trait.Name]
	})
}

// dropLaterPlayerTraits takes the hashed traits away that a borrowed table gives to players
// and that the engine's own list of a release does not have.
func (raw *rawTables) dropLaterPlayerTraits(nodes nodeList, classes *Classes, release Release) {
	tokens, ok := nodes.constructed("player", versionDate(release.Name))
	if !ok {
		return
	}
	had := map[string]bool{}
	for _, token := range tokens {
		node, _ := parseNode(token, "")
		had[node.HeadKey()] = true
	}
	traits := object(raw.world["player_traits"])
	for key := range traits {
		if class := classes.Class(traitName(key)); class != nil && class.Sync && !had[key] {
			delete(traits, key)
		}
	}
}

// inOrder lists nodes that are in the engine's order already.
func (r *Ruleset) inOrder(name string, tokens []string) []Node {
	nodes := make([]Node, 0, len(tokens))
	for _, token := range tokens {
		node, _ := parseNode(token, "")
		if r.Classes.Class(node.Name()) != nil {
			r.tableConditions(name, &node)
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// bodyNames are the names of the trait that knows a body's directions; the
// tables have one for all.
var bodyNames = map[string]string{"ClassicFacingBodyOrientation": "BodyOrientation"}

// NewestOrder returns the traits of an actor type of a build that is newer than
// the releases in the order the engine constructs them, by the node list of the
// newest release with the names and dependencies of the build; nil where the
// type is not listed. What the list does not have is left out, and so is a body
// of which it knows nothing. The answer is shared and must not be changed.
func (r *Ruleset) NewestOrder(actor *Actor) []Trait {
	return r.newest.answer(actor.Name, func() []Trait { return r.orderNewest(actor) })
}

func (r *Ruleset) orderNewest(actor *Actor) []Trait {
	nodes := r.NewestNodes(actor.Name)
	if nodes == nil {
		return nil
	}
	var keys []string
	for _, node := range nodes {
		key := node.HeadKey()
		if body, ok := bodyNames[key]; ok {
			key = body
		}
		if r.Classes.Class(traitName(key)) != nil {
			keys = append(keys, key)
		}
	}
	traits := r.Constructed(actor)
	ordered := []Trait{}
	for _, key := range r.Classes.Order(keys) {
		for i := range traits {
			if traits[i].Key == key {
				ordered = append(ordered, traits[i])
			}
		}
	}
	return ordered
}

// NewestNodes returns the nodes of an actor type of such a build, in the order
// of the list; nil where the type is not listed. The answer is shared and must
// not be changed.
func (r *Ruleset) NewestNodes(name string) []Node {
	if versionDate(r.Release.Name) != "" || r.nodes[name] == nil {
		return nil
	}
	return r.newestNodes.answer(name, func() []Node { return r.nodes.resolve(name, lastDate, nil) })
}
