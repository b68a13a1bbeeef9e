// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"strings"
	"testing"
)

func TestPagesForOthersNeedTokens(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Web)
		fault  string // "": none
	}{
		"as it is":              {func(*Web) {}, ""},
		"loopback by name":      {func(w *Web) { w.Listen = "localhost:0" }, ""},
		"IPv6 loopback":         {func(w *Web) { w.Listen = "[::1]:8480" }, ""},
		"everywhere":            {func(w *Web) { w.Listen = ":8480" }, "web.listen"},
		"everywhere with token": {func(w *Web) { w.Listen, w.ReadTokens = ":8480", []string{"0123456789abcdef"} }, ""},
		"everywhere, disabled":  {func(w *Web) { w.Listen, w.Enabled = ":8480", false }, ""},
		"short token":           {func(w *Web) { w.SubmitTokens = []string{"0123456789abcde"} }, "web.submit_tokens[0]"},
		"no port":               {func(w *Web) { w.Listen = "127.0.0.1" }, "web.listen"},
		"prefix":                {func(w *Web) { w.BasePath = "/a/b" }, ""},
		"prefix with an end":    {func(w *Web) { w.BasePath = "/a/" }, "web.base_path"},
		"prefix without begin":  {func(w *Web) { w.BasePath = "a" }, "web.base_path"},
	} {
		web := defaultWeb([]string{"HOME=/home/somebody"})
		test.change(&web)
		err := web.Validate()
		if (err != nil) != (test.fault != "") || err != nil && !strings.Contains(err.Error(), test.fault+" ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTokensAreNeverShown(t *testing.T) {
	loaded, err := Load(Sources{Environ: []string{"HOME=" + t.TempDir(), "CONVERTD_WEB_READ_TOKENS=0123456789abcdef,fedcba9876543210"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded.Web.ReadTokens) != 2 {
		t.Fatalf("tokens are %q", loaded.Web.ReadTokens)
	}
	for _, setting := range loaded.Settings() {
		if setting.Key == "web.read_tokens" {
			if list, ok := setting.Value.([]string); !ok || len(list) != 2 || list[0] != redacted {
				t.Errorf("shown: %v", setting.Value)
			}
			return
		}
	}
	t.Error("the key is not shown at all")
}
