// SPDX-License-Identifier: GPL-3.0-or-later

package maps

import "strings"

// Limits of a MiniYAML text.
const (
	// MaxTextBytes bounds a text file of a map.
	MaxTextBytes = 16 << 20
	// MaxNodes bounds the nodes of one text: the largest stock map has some
	// thousand.
	MaxNodes = 1 << 20
	// MaxDepth bounds nesting; rules use five levels.
	MaxDepth = 32
)

// Node is one line of MiniYAML: a key, its value and the lines indented below.
type Node struct {
	Key   string
	Value string
	Nodes []*Node
	Line  int
}

// Child returns the first child with that key, nil if there is none.
func (n *Node) Child(key string) *Node {
	if n == nil {
		return nil
	}
	for _, child := range n.Nodes {
		if child.Key == key {
			return child
		}
	}
	return nil
}

// Text returns the value of a child, "" if there is none.
func (n *Node) Text(key string) string {
	if child := n.Child(key); child != nil {
		return child.Value
	}
	return ""
}

// ParseMiniYAML reads the subset of MiniYAML that maps and lobby texts use:
// keys and values divided by the first colon, nesting by tabs (or four
// blanks), comments after '#'. The root node has no key.
func ParseMiniYAML(text string) (*Node, error) {
	if len(text) > MaxTextBytes {
		return nil, &FormatError{File: "map.yaml", Offset: MaxTextBytes, Message: "the text is too long"}
	}
	root := &Node{}
	open := []*Node{root}
	count, number := 0, 0
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		number++
		level, line := indentation(strings.TrimRight(line, "\r"))
		line = strings.TrimSpace(withoutComment(line))
		if line == "" {
			continue
		}
		if count++; count > MaxNodes {
			return nil, &FormatError{File: "map.yaml", Line: number, Message: "too many nodes"}
		}
		if level >= MaxDepth {
			return nil, &FormatError{File: "map.yaml", Line: number, Message: "nested too deep"}
		}
		if level >= len(open) {
			return nil, &FormatError{File: "map.yaml", Line: number, Message: "indented below no parent"}
		}
		key, value, _ := strings.Cut(line, ":")
		node := &Node{Key: strings.TrimSpace(key), Value: strings.TrimSpace(value), Line: number}
		parent := open[level]
		parent.Nodes = append(parent.Nodes, node)
		open = append(open[:level+1], node)
	}
	return root, nil
}

// indentation returns the level of a line: a tab or four blanks each.
func indentation(line string) (level int, rest string) {
	blanks := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\t':
			level++
			blanks = 0
		case ' ':
			if blanks++; blanks == 4 {
				level++
				blanks = 0
			}
		default:
			return level, line[i:]
		}
	}
	return level, ""
}

// withoutComment cuts a comment; "\#" is a literal sign.
func withoutComment(line string) string {
	for i := 0; i < len(line); i++ {
		if line[i] == '#' && (i == 0 || line[i-1] != '\\') {
			return line[:i]
		}
	}
	return line
}
