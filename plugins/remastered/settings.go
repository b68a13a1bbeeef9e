// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import "convertd/plugins/remastered/internal/names"

// specialForm is the layout of a build's SpecialClass: one word of flags, then
// whatever else a build keeps there
// (docs/formats/remastered.md#special-and-options).
type specialForm struct {
	bytes int
	used  int // leading bytes that mean something
	flags []string
}

// The flags by bit. Builds without IsFromWChat have the later ones one lower.
var (
	redAlertFlags = []string{
		"IsShadowGrow", "IsSpeedBuild", "IsFromInstall", "IsCaptureTheFlag", "IsInert", "IsThreePoint", "IsTGrowth", "IsTSpread",
		"IsFromWChat", "UseMCVDeploy", "IsMCVDeploy", "IsEarlyWin", "ModernBalance",
	}
	tiberianDawnFlags = []string{
		"IsEasy", "IsDifficult", "IsSpeedBuild", "IsSeparate", "IsDefenderAdvantage", "IsNamed", "IsFromInstall", "IsCaptureTheFlag",
		"IsVisibleTarget", "IsJuvenile", "IsSmartDefense", "IsTreeTarget", "IsMCVDeploy", "IsVisceroids", "IsMonoEnabled", "IsInert",
		"IsShowPath", "IsThreePoint", "IsTGrowth", "IsTSpread", "IsTFast", "IsRoad", "IsScatter", "IsJurassic", "IsVariation", "IsGross",
		"IsScrollMod", "IsFromWChat", "IsEarlyWin",
	}
	tiberianDawn1995Flags = []string{
		"IsHealthBar", "IsEasy", "IsDifficult", "IsSpeedBuild", "IsSeparate", "IsDefenderAdvantage", "IsNamed", "IsFromInstall",
		"IsCaptureTheFlag", "IsVisibleTarget", "IsJuvenile", "IsSmartDefense", "IsTreeTarget", "IsMCVDeploy", "IsMonoEnabled", "IsInert",
		"IsShowPath", "IsBarOn", "IsThreePoint", "IsTGrowth", "IsTSpread", "IsTFast", "IsRoad", "IsScatter", "IsJurassic", "IsVariation",
		"IsGross", "IsScrollMod", "IsFromWChat",
	}

	specialRedAlertRemaster     = specialForm{bytes: 132, used: 4, flags: redAlertFlags}
	specialRedAlert1996         = specialForm{bytes: 4, used: 4, flags: redAlertFlags[:9]}
	specialRedAlertVanilla      = specialForm{bytes: 4, used: 4, flags: without(redAlertFlags, "IsFromWChat")}
	specialTiberianDawnRemaster = specialForm{bytes: 140, used: 16, flags: tiberianDawnFlags}
	specialTiberianDawnVanilla  = specialForm{bytes: 16, used: 16, flags: without(tiberianDawnFlags, "IsFromWChat")}
	specialTiberianDawn1995     = specialForm{bytes: 4, used: 4, flags: tiberianDawn1995Flags}
)

func without(flags []string, left string) []string {
	var kept []string
	for _, flag := range flags {
		if flag != left {
			kept = append(kept, flag)
		}
	}
	return kept
}

// special is a SpecialClass as recorded.
type special struct {
	form *specialForm
	bits uint32
	// Tiberian Dawn with room for them: display modes and a word whose lowest
	// bit is ModernBalance.
	healthBar, resourceBar, balance uint32
}

// flagModernBalance is a flag of its own word in Tiberian Dawn.
const flagModernBalance = "ModernBalance"

// read takes the SpecialClass at the start of data, which holds form.used
// bytes at least.
func (f *specialForm) read(data []byte) special {
	s := special{form: f, bits: le32(data)}
	if f.used >= 16 {
		s.healthBar, s.resourceBar, s.balance = le32(data[4:]), le32(data[8:]), le32(data[12:])
	}
	return s
}

// flag names the i-th bit, "" if it is clear or has no name.
func (s *special) flag(i int) string {
	if i < len(s.form.flags) && s.bits>>i&1 == 1 {
		return s.form.flags[i]
	}
	return ""
}

// eachFlag calls add for every named flag that is set, lowest bit first.
func (s *special) eachFlag(add func(name string)) {
	for i := range s.form.flags {
		if name := s.flag(i); name != "" {
			add(name)
		}
	}
	if s.balance&1 == 1 {
		add(flagModernBalance)
	}
}

// optionsForm is the layout of a build's GameOptionsClass. Only the game speed
// matters to a reader; the flags and volumes are the player's own settings.
type optionsForm struct {
	bytes int
	game  names.Game
	fixed int // bytes of Red Alert's seven fixed-point numbers, each
	bits  int // offset of the flags
	flags []string
}

var (
	redAlertOptionFlags     = []string{"auto_scroll", "score_repeat", "score_shuffle", "palette_scroll"}
	vanillaOptionFlags      = append(redAlertOptionFlags[:4:4], "toggle_sidebar", "counterstrike_enabled", "aftermath_enabled")
	tiberianDawnOptionFlags = []string{"auto_scroll", "score_repeat", "score_shuffle", "death_announce", "free_scroll"}

	optionsRedAlertRemaster = optionsForm{bytes: 280, fixed: 4, bits: 36, flags: redAlertOptionFlags}
	optionsRedAlert1996     = optionsForm{bytes: 168, fixed: 2, bits: 22, flags: redAlertOptionFlags}
	optionsRedAlertLinux    = optionsForm{bytes: 180, fixed: 4, bits: 36, flags: vanillaOptionFlags}
	optionsRedAlertWindows  = optionsForm{bytes: 184, fixed: 4, bits: 36, flags: vanillaOptionFlags}

	optionsTiberianDawn        = optionsForm{bytes: 62, game: names.TiberianDawn, bits: 14, flags: tiberianDawnOptionFlags}
	optionsTiberianDawnLinux   = optionsForm{bytes: 160, game: names.TiberianDawn, bits: 14, flags: tiberianDawnOptionFlags}
	optionsTiberianDawnWindows = optionsForm{bytes: 164, game: names.TiberianDawn, bits: 16, flags: tiberianDawnOptionFlags}
)
