// SPDX-License-Identifier: GPL-3.0-or-later

package web

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// pageNames are the addresses that show the application, besides the empty one.
// Each is one segment: so the application reaches everything by relative
// addresses, whatever prefix a proxy puts before them.
var pageNames = []string{
	"library", "game", "watch", "compare", "jobs", "job", "report", "statistics", "player", "decoders", "signin", "help",
}

// contentPolicy lets pages load what this server has and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// contentTypes are told, not guessed: the system's table may say anything.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json", ".map": "application/json",
	".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
}

// pages serves the built application.
type pages struct {
	files fs.FS
}

func (p *pages) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodGet && request.Method != http.MethodHead {
		response.Header().Set("Allow", "GET, HEAD")
		http.Error(response, "only GET", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(request.URL.Path, "/")
	if name == "" || slices.Contains(pageNames, name) {
		name = "index.html"
	}
	data, err := p.read(name)
	if err != nil {
		http.Error(response, "there is no such page", http.StatusNotFound)
		return
	}
	header := response.Header()
	header.Set("Content-Type", contentType(name))
	if strings.HasPrefix(name, "assets/") {
		header.Set("Cache-Control", "public, max-age=31536000, immutable") // their names hold a digest of their content
	} else {
		header.Set("Cache-Control", "no-cache")
	}
	http.ServeContent(response, request, "", time.Time{}, bytes.NewReader(data))
}

func (p *pages) read(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrNotExist
	}
	info, err := fs.Stat(p.files, name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return fs.ReadFile(p.files, name)
}

func contentType(name string) string {
	if known, ok := contentTypes[path.Ext(name)]; ok {
		return known
	}
	return "application/octet-stream"
}
