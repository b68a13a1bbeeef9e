// SPDX-License-Identifier: GPL-3.0-or-later

package archive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// kind is what a message of the process that opens an archive says.
type kind byte

const (
	kindWorking kind = iota // bytes were unpacked; nothing else is new
	kindEntry               // a file: name, base name, content
	kindLimit               // a problem by its class: name, what is wrong
	kindUnsafeName
	kindDamaged
	kindRefused // nothing was read; text says why
	kindEnd     // the archive was read as far as it goes
	kindCount
)

// problemClasses are the errors a message of a problem stands for.
var problemClasses = map[kind]error{kindLimit: ErrLimit, kindUnsafeName: ErrUnsafeName, kindDamaged: ErrDamaged}

// message is one thing the process says. Its form on the wire: the kind, the
// lengths of name, text and data (little-endian, 4, 4 and 8 bytes), these.
type message struct {
	kind kind
	name string // below the archive on disk
	text string
	data []byte
}

const messageHeadBytes = 1 + 4 + 4 + 8

// maxTextBytes bounds a name and a text. Longer ones are cut where they are
// sent: no format and no tool makes them.
const maxTextBytes = 1 << 16

// errMessage says that the other side does not speak as it should.
var errMessage = errors.New("its reader said something it cannot say")

func cut(text string) string {
	if len(text) <= maxTextBytes {
		return text
	}
	return strings.ToValidUTF8(text[:maxTextBytes], "")
}

func (m message) send(output io.Writer) error {
	name, text := cut(m.name), cut(m.text)
	head := make([]byte, messageHeadBytes, messageHeadBytes+len(name)+len(text))
	head[0] = byte(m.kind)
	binary.LittleEndian.PutUint32(head[1:], uint32(len(name)))
	binary.LittleEndian.PutUint32(head[5:], uint32(len(text)))
	binary.LittleEndian.PutUint64(head[9:], uint64(len(m.data)))
	head = append(append(head, name...), text...)
	if _, err := output.Write(head); err != nil {
		return err
	}
	if len(m.data) == 0 {
		return nil
	}
	_, err := output.Write(m.data)
	return err
}

// receive reads one message whose data is not longer than limit. Its errors
// are those of the reader, and errMessage.
func receive(input io.Reader, limit uint64) (message, error) {
	var head [messageHeadBytes]byte
	if _, err := io.ReadFull(input, head[:]); err != nil {
		return message{}, err
	}
	m := message{kind: kind(head[0])}
	nameBytes, textBytes := binary.LittleEndian.Uint32(head[1:]), binary.LittleEndian.Uint32(head[5:])
	dataBytes := binary.LittleEndian.Uint64(head[9:])
	if m.kind >= kindCount || nameBytes > maxTextBytes || textBytes > maxTextBytes || dataBytes > limit {
		return message{}, fmt.Errorf("%w: kind %d with %d, %d and %d bytes", errMessage, m.kind, nameBytes, textBytes, dataBytes)
	}
	texts := make([]byte, nameBytes+textBytes)
	if _, err := io.ReadFull(input, texts); err != nil {
		return message{}, err
	}
	m.name, m.text = string(texts[:nameBytes]), string(texts[nameBytes:])
	m.data = make([]byte, dataBytes)
	_, err := io.ReadFull(input, m.data)
	return m, err
}
