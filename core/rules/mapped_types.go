// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// isInherits reports whether a line splices in a parent.
func isInherits(key string) bool { return key == "Inherits" || strings.HasPrefix(key, "Inherits@") }

// families are the types that have the nodes of an abstract one, by its name.
func (l nodeList) families() map[string][]string {
	families := map[string][]string{}
	names := make([]string, 0, len(l))
	for name := range l {
		if name[0] != '^' && name[0] != '=' {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, parent := range l.ancestors(name, nil, 0) {
			families[parent] = append(families[parent], name)
		}
	}
	return families
}

func (l nodeList) ancestors(name string, found []string, depth int) []string {
	if depth > MaxMapDepth {
		return found
	}
	for _, token := range l[name] {
		if token[0] != '<' {
			continue
		}
		parent, _, _ := strings.Cut(token[1:], "/")
		if !slices.Contains(found, parent) {
			found = l.ancestors(parent, append(found, parent), depth+1)
		}
	}
	return found
}

// resolve returns the traits of a type with the map's lines, which are applied once.
func (l *mapLayer) resolve(name string, depth int) (map[string]any, error) {
	if done, known := l.resolved[name]; known {
		return done, nil
	}
	if l.open[name] || depth > MaxMapDepth {
		return nil, &MapRulesError{fmt.Sprintf("%q inherits from itself, or from too long a chain", name)}
	}
	l.open[name] = true
	defer delete(l.open, name)
	lines := mergeLines(l.lines[name])
	if strings.HasPrefix(name, "^") {
		if l.nodes[name] == nil && l.extra.Parents[name] == nil && len(lines) == 0 {
			l.notRead("what inherits from " + name)
		}
		traits, err := l.applyLines(l.abstract(name, 0), name, lines, depth)
		if err != nil {
			return nil, err
		}
		l.resolved[name] = traits
		return traits, nil
	}
	actors := object(l.raw.actors["actors"])
	actor, traits := object(actors[name]), map[string]any{}
	if actor != nil {
		traits = object(actor["traits"])
	}
	if actor == nil && len(lines) == 0 {
		return nil, &MapRulesError{fmt.Sprintf("%q is inherited from, and is nowhere", name)}
	}
	if actor == nil {
		actor = map[string]any{"name": name}
		actors[name] = actor
	}
	actor["traits"] = traits
	traits, err := l.applyLines(traits, name, lines, depth)
	if err != nil {
		return nil, err
	}
	l.resolved[name] = traits
	l.fitFacts(name, actor, traits, lines)
	return traits, nil
}

// applyLines applies what a map says of a type to its traits, and to the nodes that are
// hashed.
func (l *mapLayer) applyLines(traits map[string]any, name string, lines []Line, depth int) (map[string]any, error) {
	if traits == nil {
		traits = map[string]any{}
	}
	for i := range lines {
		line := &lines[i]
		switch {
		case isInherits(line.Key):
			parent := line.Value
			if !strings.HasPrefix(parent, "^") {
				parent = strings.ToLower(parent)
			}
			inherited, err := l.resolve(parent, depth+1)
			if err != nil {
				return nil, err
			}
			if l.budget -= len(inherited); l.budget < 0 {
				return nil, &MapRulesError{"its types inherit too much"}
			}
			for key, fields := range inherited {
				traits[key] = mergeValues(traits[key], fields)
			}
			l.note(name, "<"+parent)
			l.inherit(name, parent)
		case strings.HasPrefix(line.Key, "-"):
			delete(traits, l.tableKey(line.Key[1:]))
			l.note(name, line.Key)
		default:
			l.applyTrait(traits, name, line)
		}
	}
	return traits, nil
}

// note adds a token to the nodes of a type.
func (l *mapLayer) note(name, token string) {
	if _, old := l.before[name]; old && l.nodes[name] == nil {
		return // a type whose nodes are not listed stays so
	}
	l.nodes[name] = append(slices.Clip(l.nodes[name]), token)
}

// tableKey is the key that the tables have for a trait of the release.
func (l *mapLayer) tableKey(key string) string {
	node := Node{Key: key}
	return node.HeadKey()
}

// applyTrait merges one trait of the map into those of a type.
func (l *mapLayer) applyTrait(traits map[string]any, name string, line *Line) {
	key := l.tableKey(line.Key)
	trait := traitName(key)
	token := line.Key
	if condition := line.child("RequiresCondition"); condition != "" {
		token += "[" + condition + "]"
	}
	if condition := line.child("PauseOnCondition"); condition != "" {
		token += "{" + condition + "}"
	}
	l.note(name, token)
	if object(l.raw.defaults["traits"])[trait] == nil && !l.values.knows(trait) {
		return // only shown, or nothing of this release
	}
	fields := object(traits[key])
	if fields == nil {
		fields = map[string]any{}
		if trait == "AttackFrontal" && l.date <= "20210321" {
			fields["FacingTolerance"] = frontalTolerance
		}
		traits[key] = fields
	}
	l.budget--
	for i := range line.Lines {
		l.applyField(fields, trait, &line.Lines[i])
	}
}

func (l *mapLayer) applyField(fields map[string]any, trait string, line *Line) {
	name := line.Key
	if strings.HasPrefix(name, "-") {
		delete(fields, l.fieldName(name[1:]))
		return
	}
	name = l.fieldName(name)
	value := l.values.read(fields[name], l.values.sample(trait, name), line)
	if n, ok := value.(float64); ok {
		value = l.scaled(trait, line.Key, n)
		if trait == "Crate" && line.Key == "Lifetime" {
			name, value = "Duration", n*ticksPerSecond
		}
	}
	fields[name] = value
}

// fieldName is today's name of a field of the release.
func (l *mapLayer) fieldName(name string) string {
	for _, field := range renamedFields {
		if field.old == name {
			return field.now
		}
	}
	return name
}

// scaled turns a facing of a release that counts 256 of them into angles.
func (l *mapLayer) scaled(trait, field string, n float64) any {
	if l.date > "20200503" || n <= 0 {
		return n
	}
	one := map[string]any{trait: map[string]any{"/" + field: n}}
	scaleAngles(one)
	return object(one[trait])["/"+field]
}

// mergeValues is what a trait has of its own over what it has from a parent that comes
// later: the engine merges the parent's lines over those before.
func mergeValues(existing, parent any) any {
	from, ok := parent.(map[string]any)
	if !ok {
		return parent
	}
	to, ok := existing.(map[string]any)
	if !ok {
		to = map[string]any{}
	}
	for key, value := range from {
		to[key] = mergeValues(to[key], value)
	}
	return to
}

// fitFacts brings the flat figures of a type in line with its traits.
func (l *mapLayer) fitFacts(name string, actor, traits map[string]any, lines []Line) {
	for i := range lines {
		if isInherits(lines[i].Key) && actor["category"] == nil {
			l.takeFacts(actor, lines[i].Value)
		}
		if image := strings.ToLower(lines[i].child("Image")); lines[i].Key == "RenderSprites" && image != "" {
			l.inherit(name, image)
		}
	}
	if actor["category"] == nil {
		actor["category"] = "misc"
	}
	if cost, ok := object(traits["Valued"])["Cost"].(float64); ok {
		actor["cost"] = cost
	}
	if health, ok := object(traits["Health"])["HP"].(float64); ok {
		actor["hp"] = health
	}
	buildable, ok := traits["Buildable"].(map[string]any)
	if !ok {
		delete(actor, "buildable")
		return
	}
	actor["buildable"] = map[string]any{"queues": buildable["Queue"], "prerequisites": buildable["Prerequisites"]}
}

// takeFacts gives a new type what its parent is: what most types with the nodes of an
// abstract one are.
func (l *mapLayer) takeFacts(actor map[string]any, parent string) {
	actors := object(l.raw.actors["actors"])
	if !strings.HasPrefix(parent, "^") {
		if facts := object(actors[strings.ToLower(parent)]); facts != nil {
			actor["category"], actor["provides"] = facts["category"], facts["provides"]
		}
		return
	}
	for _, name := range append([]string{parent}, l.nodes.ancestors(parent, nil, 0)...) {
		counts := map[string]int{}
		for _, member := range l.family[name] {
			if category, ok := object(actors[member])["category"].(string); ok {
				counts[category]++
			}
		}
		best := ""
		for _, category := range sortedCounts(counts) {
			if counts[category] > counts[best] {
				best = category
			}
		}
		if best != "" {
			actor["category"] = best
			return
		}
	}
}

// inherit gives a new type the pictures of the parent: its figures of them.
func (l *mapLayer) inherit(name, parent string) {
	if _, old := l.before[name]; old || strings.HasPrefix(name, "^") || strings.HasPrefix(parent, "^") {
		return
	}
	l.extra.copyType(parent, name)
}

// abstract makes the traits of an abstract type: the tables have none, but those who
// inherit from it all have what it has. Where there are few of them only traits that
// are listed for it count.
func (l *mapLayer) abstract(name string, depth int) map[string]any {
	traits := map[string]any{}
	if depth > MaxMapDepth {
		return traits
	}
	for _, token := range l.nodes[name] {
		if parent, valid := parseNode(strings.TrimPrefix(token, "<"), l.date); valid && token[0] == '<' {
			for key, fields := range l.abstract(parent.Key, depth+1) {
				traits[key] = mergeValues(traits[key], fields)
			}
		}
	}
	if like := l.before[l.extra.ParentsLike[name]]; like != nil {
		for _, node := range l.nodes.resolve(name, l.date, nil) {
			if fields, has := like[node.HeadKey()]; has {
				traits[node.HeadKey()] = cloneValue(fields)
			}
		}
	} else if own := l.common(name); own != nil {
		traits = own
	}
	for key, fields := range l.extra.Parents[name] {
		traits[key] = mergeValues(traits[key], cloneValue(fields))
	}
	return traits
}

// fewMembers is up to how many members of a family have traits in common by chance.
const fewMembers = 4

// common is what a family has in common, nil if it has no members: traits that all have,
// and listed ones that most have, with the values that most have.
func (l *mapLayer) common(name string) map[string]any {
	var members []map[string]any
	for _, member := range l.family[name] {
		if traits := l.before[member]; traits != nil {
			members = append(members, traits)
		}
	}
	if len(members) == 0 {
		return nil
	}
	listed := map[string]bool{}
	for _, node := range l.nodes.resolve(name, l.date, nil) {
		listed[node.HeadKey()] = true
	}
	shared := map[string]any{}
	for key, fields := range mostCommon(members) {
		count := 0
		for _, traits := range members {
			if _, has := traits[key]; has {
				count++
			}
		}
		if listed[key] || count == len(members) && count > fewMembers {
			shared[key] = fields
		}
	}
	return shared
}

// mostCommon keeps what more than half of the trees have, key by key.
func mostCommon(trees []map[string]any) map[string]any {
	counts := map[string]int{}
	for _, tree := range trees {
		for key := range tree {
			counts[key]++
		}
	}
	common := map[string]any{}
	for _, key := range sortedCounts(counts) {
		if 2*counts[key] <= len(trees) {
			continue
		}
		var below []map[string]any
		values := map[string]int{}
		kept := map[string]any{}
		for _, tree := range trees {
			value, has := tree[key]
			if !has {
				continue
			}
			if fields, isMap := value.(map[string]any); isMap {
				below = append(below, fields)
				continue
			}
			text := fmt.Sprintf("%T %v", value, value)
			values[text]++
			kept[text] = value
		}
		if len(below) > 0 {
			common[key] = mostCommon(below)
			continue
		}
		for _, text := range sortedCounts(values) {
			if 2*values[text] > len(trees) {
				common[key] = cloneValue(kept[text])
			}
		}
	}
	return common
}

func cloneValue(value any) any {
	switch v := value.(type) {
	case map[string]any:
		clone := make(map[string]any, len(v))
		for key, one := range v {
			clone[key] = cloneValue(one)
		}
		return clone
	case []any:
		return slices.Clone(v)
	}
	return value
}

// sameValue compares two values of decoded JSON.
func sameValue(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		other, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, other, sameValue)
	case []any:
		other, ok := b.([]any)
		return ok && slices.EqualFunc(a, other, sameValue)
	}
	switch b.(type) {
	case map[string]any, []any:
		return false // not comparable with ==
	}
	return a == b
}

// applyAbstract changes an abstract type, and with it all that inherit from it, unless
// they say something else themselves.
func (l *mapLayer) applyAbstract(name string, lines []Line) error {
	before := l.abstract(name, 0)
	after, err := l.resolve(name, 0)
	if err != nil {
		return err
	}
	if len(l.family[name]) == 0 && len(before) == 0 && l.nodes[name] == nil {
		return nil
	}
	for _, member := range l.family[name] {
		traits := l.before[member]
		for i := range lines {
			key := l.tableKey(strings.TrimPrefix(lines[i].Key, "-"))
			l.followAbstract(traits, key, object(before[key]), object(after[key]))
		}
	}
	return nil
}

// followAbstract gives one trait of a member the fields that the change of its parent
// gave the parent, where the member has what the parent had.
func (l *mapLayer) followAbstract(traits map[string]any, key string, before, after map[string]any) {
	if traits == nil {
		return
	}
	own := object(traits[key])
	switch {
	case after == nil && own != nil && before != nil && sameValue(own, before):
		delete(traits, key)
		return
	case after == nil:
		return
	case own == nil && before == nil:
		own = map[string]any{}
		traits[key] = own
	case own == nil:
		return // the member has taken the trait away
	}
	for _, field := range sortedKeys(after) {
		if sameValue(after[field], before[field]) || !sameValue(own[field], before[field]) {
			continue
		}
		own[field] = cloneValue(after[field])
	}
}
