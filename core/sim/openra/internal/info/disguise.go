// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// disguiseInfo is on what occasions a disguise is dropped.
type disguiseInfo struct{ DropsOn []string }

func newDisguise(trait *rules.Trait) *disguiseInfo {
	text := trait.Text("RevealDisguiseOn")
	if text == "" {
		text = strings.Join(trait.Texts("RevealDisguiseOn"), ",")
	}
	if text == "" {
		text = LoudAttack
	}
	info := &disguiseInfo{}
	for _, occasion := range strings.Split(text, ",") {
		info.DropsOn = append(info.DropsOn, strings.TrimSpace(occasion))
	}
	return info
}
