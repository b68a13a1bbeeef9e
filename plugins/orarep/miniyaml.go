// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "strings"

// yamlNode is one line of a MiniYAML text: a tree written in document order,
// level telling parent from child. Key and value are views of the text, the
// value as written.
type yamlNode struct {
	level int
	key   string
	value string
}

// parseMiniYAML reads a MiniYAML text (docs/formats/orarep.md#metadata): one
// "Key: value" a line, one tab (or four spaces) a level. There are no comments:
// recorders escape '#' or leave it raw, and both are values. whole is false if
// the text passed maxNodes or maxDepth; the nodes up to there are returned.
func parseMiniYAML(text string) (nodes []yamlNode, whole bool) {
	for len(text) > 0 {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = ""
		}
		level, line := yamlLevel(line)
		line = strings.TrimRight(line, " \t\r")
		if line == "" {
			continue
		}
		if len(nodes) == maxNodes || level > maxDepth {
			return nodes, false
		}
		key, value, _ := strings.Cut(line, ":")
		nodes = append(nodes, yamlNode{
			level: level,
			key:   strings.TrimSpace(key),
			value: strings.TrimLeft(value, " \t"),
		})
	}
	return nodes, true
}

// yamlLevel counts and removes the indentation of a line.
func yamlLevel(line string) (level int, rest string) {
	spaces := 0
	for i := range len(line) {
		switch line[i] {
		case '\t':
			level, spaces = level+1, 0
		case ' ':
			if spaces++; spaces == 4 {
				level, spaces = level+1, 0
			}
		default:
			return level, line[i:]
		}
	}
	return level, ""
}

// children returns the nodes below node i.
func children(nodes []yamlNode, i int) []yamlNode {
	end := i + 1
	for end < len(nodes) && nodes[end].level > nodes[i].level {
		end++
	}
	return nodes[i+1 : end]
}

// childValue returns the plain value of the child with the key, "" if there is
// none. Only direct children count.
func childValue(below []yamlNode, key string) string {
	for _, node := range below {
		if node.level == below[0].level && node.key == key {
			return plainValue(node.value)
		}
	}
	return ""
}

// plainValue undoes the escapes of a value: "\#" is '#', and a backslash
// guards a leading or trailing blank (docs/formats/orarep.md#metadata).
func plainValue(value string) string {
	if strings.IndexByte(value, '\\') < 0 {
		return validText(value)
	}
	if len(value) > 1 && value[0] == '\\' && isBlank(value[1]) {
		value = value[1:]
	}
	if n := len(value); n > 1 && value[n-1] == '\\' && isBlank(value[n-2]) {
		value = value[:n-1]
	}
	return strings.ToValidUTF8(strings.ReplaceAll(value, `\#`, "#"), "\uFFFD")
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }
