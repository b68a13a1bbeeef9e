// SPDX-License-Identifier: GPL-3.0-or-later

package web

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"convertd/web/access"
)

const (
	readToken   = "read-read-read-read"
	submitToken = "submit-submit-submit"
)

// start runs a server on loopback whose API answers with the role it sees.
func start(t *testing.T, guard access.Options, base string) *httptest.Server {
	t.Helper()
	role := http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/api/v1/panic" {
			panic("on purpose")
		}
		_, _ = io.WriteString(response, access.RoleOf(request.Context()).String()+" "+request.Method+" "+request.URL.Path)
	})
	server := httptest.NewServer(New(Options{
		Guard: access.New(guard), BasePath: base, API: role, Events: role, Playback: role, Log: slog.New(slog.DiscardHandler),
		Pages: fstest.MapFS{
			"index.html": {Data: []byte("<title>pages</title>")}, "assets/app-1.js": {Data: []byte("1")}, "favicon.svg": {Data: []byte("<svg/>")},
		},
		Extra: map[string]http.Handler{"GET /healthz": role},
	}))
	t.Cleanup(server.Close)
	return server
}

type answer struct {
	status int
	header http.Header
	body   string
}

func ask(t *testing.T, client *http.Client, method, url string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(`{"token": "`+readToken+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			request.Host = headers[i+1]
		} else {
			request.Header.Set(headers[i], headers[i+1])
		}
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // read only
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

// Without tokens, everybody who reaches the server may do everything; so nobody
// may reach it by way of a stranger's page.
func TestStrangersPagesReachNothing(t *testing.T) {
	server := start(t, access.Options{Hosts: []string{"replays.example"}}, "")
	url := server.URL + "/api/v1/jobs"
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	for name, test := range map[string]struct {
		method  string
		headers []string
		status  int
	}{
		"a program":                 {"GET", nil, 200},
		"a program that changes":    {"POST", nil, 200},
		"by name":                   {"GET", []string{"Host", "localhost:" + port}, 200},
		"by IPv6":                   {"GET", []string{"Host", "[::1]:" + port}, 200},
		"by a configured name":      {"GET", []string{"Host", "replays.example"}, 200},
		"by a stranger's name":      {"GET", []string{"Host", "rebinding.example:" + port}, 403},
		"by a name that looks like": {"GET", []string{"Host", "localhost.example"}, 403},
		"by an address elsewhere":   {"GET", []string{"Host", "192.0.2.1"}, 403},
		"our own page":              {"POST", []string{"Origin", server.URL, "Sec-Fetch-Site", "same-origin"}, 200},
		"our own page, old browser": {"POST", []string{"Origin", server.URL}, 200},
		"a stranger's page":         {"POST", []string{"Origin", "https://stranger.example", "Sec-Fetch-Site", "cross-site"}, 403},
		"a stranger's old browser":  {"POST", []string{"Origin", "https://stranger.example"}, 403},
		"another port":              {"POST", []string{"Origin", "http://127.0.0.1:1"}, 403},
		"a sandboxed page":          {"POST", []string{"Origin", "null"}, 403},
		"a neighbour's page":        {"DELETE", []string{"Sec-Fetch-Site", "same-site"}, 403},
		"a stranger's link":         {"GET", []string{"Sec-Fetch-Site", "cross-site"}, 200},
	} {
		if got := ask(t, http.DefaultClient, test.method, url, test.headers...); got.status != test.status {
			t.Errorf("%s: %d %s, want %d", name, got.status, got.body, test.status)
		}
	}
}

func TestWebSocketsOfStrangersAreRefused(t *testing.T) {
	for name, guard := range map[string]access.Options{"without tokens": {}, "with tokens": {ReadTokens: []string{readToken}}} {
		server := start(t, guard, "")
		upgrade := []string{"Upgrade", "websocket", "Connection", "Upgrade", "Authorization", "Bearer " + readToken}
		for origin, status := range map[string]int{server.URL: 200, "https://stranger.example": 403, "null": 403, "http://127.0.0.1:1": 403} {
			if got := ask(t, http.DefaultClient, "GET", server.URL+"/ws", append(upgrade, "Origin", origin)...); got.status != status {
				t.Errorf("%s, origin %s: %d", name, origin, got.status)
			}
		}
		if got := ask(t, http.DefaultClient, "GET", server.URL+"/ws", upgrade...); got.status != 200 {
			t.Errorf("%s, a program: %d", name, got.status)
		}
	}
}

func TestTokensGiveRoles(t *testing.T) {
	server := start(t, access.Options{ReadTokens: []string{readToken}, SubmitTokens: []string{submitToken}}, "")
	for name, test := range map[string]struct {
		path   string
		header string
		status int
		body   string
	}{
		"nothing":            {"/api/v1/games", "", 401, ""},
		"read":               {"/api/v1/games", "Bearer " + readToken, 200, "read"},
		"submit":             {"/api/v1/games", "Bearer " + submitToken, 200, "submit"},
		"wrong":              {"/api/v1/games", "Bearer wrong-wrong-wrong-wrong", 401, ""},
		"empty":              {"/api/v1/games", "Bearer ", 401, ""},
		"another scheme":     {"/api/v1/games", "Basic " + readToken, 401, ""},
		"events":             {"/api/v1/events", "", 401, ""},
		"playback":           {"/ws", "", 401, ""},
		"what the server is": {"/api/v1/server", "", 200, "none"},
		"pages":              {"/", "", 200, "<title>"},
		"health":             {"/healthz", "", 200, "none"},
	} {
		headers := []string{}
		if test.header != "" {
			headers = append(headers, "Authorization", test.header)
		}
		got := ask(t, http.DefaultClient, "GET", server.URL+test.path, headers...)
		if got.status != test.status || !strings.HasPrefix(got.body, test.body) || strings.Contains(got.body, readToken) {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}

func TestGuessersAreSlowedAndKeepNobodyOut(t *testing.T) {
	server := start(t, access.Options{ReadTokens: []string{readToken}}, "")
	last := 0
	for range 100 {
		last = ask(t, http.DefaultClient, "GET", server.URL+"/api/v1/games", "Authorization", "Bearer wrong-wrong-wrong-wrong").status
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the hundredth guess is answered with %d", last)
	}
	if got := ask(t, http.DefaultClient, "GET", server.URL+"/api/v1/games", "Authorization", "Bearer "+readToken); got.status != 200 {
		t.Errorf("a right token then: %d", got.status)
	}
}

// A browser signs in once; its cookie goes where the pages are, whatever
// prefix a proxy has put before them.
func TestBrowsersSignIn(t *testing.T) {
	for _, base := range []string{"", "/replays/convertd"} {
		server := start(t, access.Options{ReadTokens: []string{readToken}}, base)
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		client := &http.Client{Jar: jar}
		if got := ask(t, client, "GET", server.URL+base+"/api/v1/games"); got.status != 401 {
			t.Fatalf("before: %d", got.status)
		}
		got := ask(t, client, "POST", server.URL+base+"/session")
		cookie := got.header.Get("Set-Cookie")
		if got.status != 200 || !strings.Contains(got.body, "read") || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
			t.Fatalf("signing in: %d %s %s", got.status, got.body, cookie)
		}
		if got := ask(t, client, "GET", server.URL+base+"/api/v1/games"); got.status != 200 || !strings.HasPrefix(got.body, "read") {
			t.Errorf("afterwards: %d %s", got.status, got.body)
		}
		if base != "" {
			if got := ask(t, client, "GET", server.URL+"/api/v1/games"); got.status != 404 {
				t.Errorf("without the prefix: %d", got.status)
			}
			if got := ask(t, client, "GET", server.URL+base); got.status != 200 || !strings.Contains(got.body, "<title>") {
				t.Errorf("the prefix itself: %d", got.status)
			}
		}
		if got := ask(t, client, "POST", server.URL+base+"/session", "Origin", "https://stranger.example"); got.status != 403 {
			t.Errorf("a stranger's page signs in: %d", got.status)
		}
		if got := ask(t, client, "DELETE", server.URL+base+"/session"); got.status != 204 {
			t.Errorf("signing out: %d", got.status)
		}
		if got := ask(t, client, "GET", server.URL+base+"/api/v1/games"); got.status != 401 {
			t.Errorf("after signing out: %d", got.status)
		}
	}
}

func TestPagesAreServedWithWhatTheyMayDo(t *testing.T) {
	server := start(t, access.Options{}, "")
	for path, want := range map[string]struct {
		status int
		cache  string
	}{
		"/": {200, "no-cache"}, "/game?id=1&t=12:34": {200, "no-cache"}, "/jobs": {200, "no-cache"}, "/favicon.svg": {200, "no-cache"},
		"/assets/app-1.js": {200, "public, max-age=31536000, immutable"}, "/assets/": {404, ""}, "/assets": {404, ""}, "/absent": {404, ""},
		"/..%2f..%2fetc/passwd": {404, ""}, "/assets/../../server.go": {404, ""}, "/a/b": {404, ""}, "/index.html%00": {404, ""},
	} {
		got := ask(t, http.DefaultClient, "GET", server.URL+path)
		policy := got.header.Get("Content-Security-Policy")
		if got.status != want.status || want.cache != "" && got.header.Get("Cache-Control") != want.cache ||
			!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") ||
			got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", path, got.status, got.header)
		}
	}
	if got := ask(t, http.DefaultClient, "POST", server.URL+"/jobs"); got.status != 405 {
		t.Errorf("POST to a page: %d", got.status)
	}
}

func TestAHandlerThatPanicsIsOneAnswer(t *testing.T) {
	server := start(t, access.Options{}, "")
	if got := ask(t, http.DefaultClient, "GET", server.URL+"/api/v1/panic"); got.status != 500 || strings.Contains(got.body, "purpose") {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := ask(t, http.DefaultClient, "GET", server.URL+"/"); got.status != 200 {
		t.Errorf("afterwards: %d", got.status)
	}
}

// Slow and endless requests end by themselves, and so does the server.
func TestServerEndsWithItsContext(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{})
	streams := http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		response.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(response).Flush()
		close(begun)
		<-request.Context().Done()
	})
	server := New(Options{Guard: access.New(access.Options{}), API: streams, Events: streams, Pages: fstest.MapFS{}, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	go func() {
		if response, err := http.Get("http://" + listener.Addr().String() + "/api/v1/events"); err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
	}()
	<-begun
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(15 * time.Second):
		t.Fatal("the server goes on")
	}
}
