// SPDX-License-Identifier: GPL-3.0-or-later

package access

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Role is what somebody may do.
type Role uint8

// Roles: each may do what those before it may.
const (
	RoleNone   Role = iota
	RoleRead        // look and watch
	RoleSubmit      // submit, cancel and retry jobs
)

// String is the role's name in the API.
func (r Role) String() string {
	switch r {
	case RoleNone:
		return "none"
	case RoleRead:
		return "read"
	case RoleSubmit:
		return "submit"
	}
	return "unknown"
}

// Options of a Guard.
type Options struct {
	// ReadTokens and SubmitTokens are the secrets that give a role. Without any,
	// everybody who reaches the server may do everything.
	ReadTokens   []string
	SubmitTokens []string
	// Hosts are names, besides those of this machine, that a request may be
	// addressed to. They matter without tokens: a page of a stranger could have its
	// own name lead to this server, and would then be taken for one of ours.
	Hosts []string
}

// Guard checks requests. It is safe for several goroutines.
type Guard struct {
	read, submit [][sha256.Size]byte
	hosts        []string
	crossOrigin  *http.CrossOriginProtection
	now          func() time.Time

	mu       sync.Mutex
	sessions map[string]session
	failures failures
}

type session struct {
	role    Role
	expires time.Time
}

// Limits of sessions.
const (
	sessionCookie = "convertd_session"
	sessionLength = 12 * time.Hour
	maxSessions   = 10_000
)

// New makes a guard.
func New(options Options) *Guard {
	return &Guard{
		read: digests(options.ReadTokens), submit: digests(options.SubmitTokens), hosts: options.Hosts,
		crossOrigin: http.NewCrossOriginProtection(), now: time.Now, sessions: map[string]session{},
	}
}

func digests(tokens []string) [][sha256.Size]byte {
	list := make([][sha256.Size]byte, 0, len(tokens))
	for _, token := range tokens {
		list = append(list, sha256.Sum256([]byte(token)))
	}
	return list
}

// SignIn reports whether tokens are needed.
func (g *Guard) SignIn() bool { return len(g.read)+len(g.submit) > 0 }

// Refusal is why a request is not answered.
type Refusal struct {
	Status  int
	Code    string
	Message string
}

// Check returns the role of a request, or why it is refused.
func (g *Guard) Check(request *http.Request) (Role, *Refusal) {
	if !g.hostAllowed(request) {
		return RoleNone, &Refusal{http.StatusForbidden, "forbidden", "the request is addressed to a name that is not this server's: add it to web.hosts if it is"}
	}
	if err := g.crossOrigin.Check(request); err != nil || !g.originAllowed(request) {
		return RoleNone, &Refusal{http.StatusForbidden, "forbidden", "the request comes from a page of another site"}
	}
	return g.role(request)
}

// role is what tokens and cookies give.
func (g *Guard) role(request *http.Request) (Role, *Refusal) {
	if !g.SignIn() {
		return RoleSubmit, nil
	}
	if header := request.Header.Get("Authorization"); header != "" {
		token, ok := strings.CutPrefix(header, "Bearer ")
		if !ok {
			return RoleNone, &Refusal{http.StatusUnauthorized, "unauthorized", "send the token as `Authorization: Bearer TOKEN`"}
		}
		return g.tokenRole(token)
	}
	if cookie, err := request.Cookie(sessionCookie); err == nil {
		return g.sessionRole(cookie.Value), nil
	}
	return RoleNone, nil
}

func (g *Guard) tokenRole(token string) (Role, *Refusal) {
	digest := sha256.Sum256([]byte(token))
	role := RoleNone
	for _, known := range g.read {
		if subtle.ConstantTimeCompare(known[:], digest[:]) == 1 {
			role = RoleRead
		}
	}
	for _, known := range g.submit {
		if subtle.ConstantTimeCompare(known[:], digest[:]) == 1 {
			role = RoleSubmit
		}
	}
	if role == RoleNone {
		if g.failedTooOften() {
			return RoleNone, &Refusal{http.StatusTooManyRequests, "too_many", "too many wrong tokens: wait a moment"}
		}
		return RoleNone, &Refusal{http.StatusUnauthorized, "unauthorized", "the token is not known here"}
	}
	return role, nil
}

// failures counts wrong tokens of the last minute.
type failures struct {
	since time.Time
	count int
}

// maxFailures is how many wrong tokens a minute are answered as such. Whoever has
// a right one is let in all the same: nobody can keep others out by guessing, and
// tokens are too long to be guessed.
const maxFailures = 60

func (g *Guard) failedTooOften() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now := g.now(); now.Sub(g.failures.since) >= time.Minute {
		g.failures = failures{since: now}
	}
	g.failures.count++
	return g.failures.count > maxFailures
}

func sessionKey(secret string) string {
	digest := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(digest[:])
}

func (g *Guard) sessionRole(secret string) Role {
	g.mu.Lock()
	defer g.mu.Unlock()
	found, ok := g.sessions[sessionKey(secret)]
	if !ok || g.now().After(found.expires) {
		return RoleNone
	}
	return found.role
}

// Begin starts the session of a browser for a token and sets its cookie. The
// cookie has no path of its own, so that it is sent below the folder of the
// address that began the session, whatever prefix a proxy gave that.
func (g *Guard) Begin(response http.ResponseWriter, request *http.Request, token string) (Role, *Refusal) {
	if !g.SignIn() {
		return RoleSubmit, nil
	}
	role, refusal := g.tokenRole(token)
	if refusal != nil {
		return RoleNone, refusal
	}
	secret := rand.Text()
	now := g.now()
	g.mu.Lock()
	for key, old := range g.sessions {
		if now.After(old.expires) {
			delete(g.sessions, key)
		}
	}
	full := len(g.sessions) >= maxSessions
	if !full {
		g.sessions[sessionKey(secret)] = session{role: role, expires: now.Add(sessionLength)}
	}
	g.mu.Unlock()
	if full {
		return RoleNone, &Refusal{http.StatusTooManyRequests, "too_many", "too many sessions: sign in again later"}
	}
	http.SetCookie(response, g.cookie(request, secret, int(sessionLength/time.Second)))
	return role, nil
}

// End ends the session of a request.
func (g *Guard) End(response http.ResponseWriter, request *http.Request) {
	if cookie, err := request.Cookie(sessionCookie); err == nil {
		g.mu.Lock()
		delete(g.sessions, sessionKey(cookie.Value))
		g.mu.Unlock()
	}
	http.SetCookie(response, g.cookie(request, "", -1))
}

func (g *Guard) cookie(request *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure is set where the browser came by TLS: on loopback it does not
		Name: sessionCookie, Value: value, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		// A browser that came by TLS, to us or to the proxy, keeps it for TLS.
		Secure: request.TLS != nil || request.Header.Get("X-Forwarded-Proto") == "https",
	}
}

// hostAllowed: without tokens only names of this machine, and those that are
// configured. With tokens the name does not matter.
func (g *Guard) hostAllowed(request *http.Request) bool {
	return g.SignIn() || g.knownHost(request.Host)
}

func (g *Guard) knownHost(host string) bool {
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || slices.ContainsFunc(g.hosts, func(known string) bool { return strings.EqualFold(known, name) || strings.EqualFold(known, host) }) {
		return true
	}
	address := net.ParseIP(name)
	return address != nil && address.IsLoopback()
}

// originAllowed looks at requests that open a WebSocket: they change nothing
// by their method, and browsers send them for pages of any site.
func (g *Guard) originAllowed(request *http.Request) bool {
	origin := request.Header.Get("Origin")
	if origin == "" || !strings.EqualFold(request.Header.Get("Upgrade"), "websocket") {
		return true
	}
	if site := request.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "same-origin"
	}
	from, err := url.Parse(origin)
	return err == nil && from.Host != "" && strings.EqualFold(from.Host, request.Host)
}

type roleKey struct{}

// With puts a role into the context of a request.
func With(ctx context.Context, role Role) context.Context {
	return context.WithValue(ctx, roleKey{}, role)
}

// RoleOf is the role of a request that the guard let through.
func RoleOf(ctx context.Context) Role {
	role, _ := ctx.Value(roleKey{}).(Role)
	return role
}
