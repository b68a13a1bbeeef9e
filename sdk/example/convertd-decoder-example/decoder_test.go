// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"testing"

	"convertd/sdk/conformance"
)

func TestConformance(t *testing.T) {
	conformance.Test(t, conformance.InProcess(decoder{}), []conformance.Sample{
		{Name: "empty.chatlog", Data: []byte(magic)},
		{Name: "talk.chatlog", Data: []byte(magic + "10 0 hello\n25 1 hi\n25 1 \n4294967295 15 late\n")},
		{Name: "damaged.chatlog", Data: []byte(magic + "10 0 hello\n11 99 nobody\n")},
	})
}
