// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"net/http"

	"convertd/web/access"
	"convertd/web/library"
)

// RoomPrefix begins the name of the room in which a game is watched.
const RoomPrefix = "__replay_artifact__:"

// serverFacts is what a page needs to know first.
type serverFacts struct {
	Name       string   `json:"name"`
	Version    string   `json:"version"`
	Mode       string   `json:"mode"`
	Role       string   `json:"role"`
	SignIn     bool     `json:"sign_in"` // tokens are in use
	CanSubmit  bool     `json:"can_submit"`
	Limits     limits   `json:"limits"`
	Formats    []Format `json:"formats"`
	RoomPrefix string   `json:"room_prefix"`
}

type limits struct {
	PageMax     int   `json:"page_max"`
	UploadBytes int64 `json:"upload_bytes"`
	UploadFiles int   `json:"upload_files"`
}

func (a *API) server(response http.ResponseWriter, request *http.Request) error {
	role, formats := access.RoleOf(request.Context()), []Format{}
	if role > access.RoleNone {
		formats = a.Decoders.Formats()
	}
	return writeJSON(response, serverFacts{
		Name: "convertd", Version: a.Version, Mode: a.Mode, Role: role.String(), SignIn: a.SignIn,
		CanSubmit: a.Jobs != nil && role >= access.RoleSubmit, Formats: formats,
		Limits: limits{PageMax: library.MaxPage, UploadBytes: a.UploadBytes, UploadFiles: maxUploadFiles}, RoomPrefix: RoomPrefix,
	})
}
