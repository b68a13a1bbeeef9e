// SPDX-License-Identifier: GPL-3.0-or-later

package order

import (
	"fmt"
	"unicode/utf8"
)

// Validate says whether the order can be encoded and read again: known kinds
// and text that is UTF-8. It does not judge whether the order makes sense in
// a game. The encoded size is bounded separately by MaxOrderBytes.
func (o *PlayerOrder) Validate() error {
	if o.Kind >= playerOrderKinds {
		return fmt.Errorf("order: kind %d, only %d are known", o.Kind, playerOrderKinds)
	}
	if o.Target.Kind >= targetKinds {
		return fmt.Errorf("order: target kind %d, only %d are known", o.Target.Kind, targetKinds)
	}
	if o.Channel >= chatChannels {
		return fmt.Errorf("order: chat channel %d, only %d are known", o.Channel, chatChannels)
	}
	if o.Vote.Kind >= voteKinds || o.Vote.Type >= voteTypes {
		return fmt.Errorf("order: vote kind %d type %d, only %d and %d are known", o.Vote.Kind, o.Vote.Type, voteKinds, voteTypes)
	}
	for _, text := range []string{o.Text, o.Vote.Reason, o.Vote.TypeID} {
		if !utf8.ValidString(text) {
			return fmt.Errorf("order: text %q is not UTF-8", text)
		}
	}
	for _, arg := range o.Args {
		if !utf8.ValidString(arg) {
			return fmt.Errorf("order: argument %q is not UTF-8", arg)
		}
	}
	return nil
}
