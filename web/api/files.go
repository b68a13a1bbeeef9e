// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"convertd/web/library"
)

// downloadTimeout is how long a file may take: slow lines are no fault.
const downloadTimeout = time.Hour

// immutable: what is addressed by content never changes.
const immutable = "private, max-age=86400, immutable"

// attachment announces a file.
func attachment(response http.ResponseWriter, contentType, name string) {
	header := response.Header()
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	_ = http.NewResponseController(response).SetWriteDeadline(time.Now().Add(downloadTimeout)) // recorders of tests have none
}

// stem is the name of a game's files without extension.
func stem(game *library.Game) string {
	name := strings.TrimSuffix(game.Filename, path.Ext(game.Filename))
	if name == "" {
		return game.ID[:16]
	}
	return name
}

// open finds the game of a request and opens its file.
func (a *API) open(request *http.Request) (*library.Game, *library.Recording, error) {
	game, err := a.game(request)
	if err != nil {
		return nil, nil, err
	}
	recording, err := a.Recordings.OpenGame(request.Context(), game.ID)
	return game, recording, err
}

func (a *API) game(request *http.Request) (*library.Game, error) {
	id, err := pathID(request, gameID)
	if err != nil {
		return nil, err
	}
	return a.Index.Game(request.Context(), id)
}

func (a *API) file(response http.ResponseWriter, request *http.Request) error {
	game, recording, err := a.open(request)
	if err != nil {
		return err
	}
	defer recording.Close() //nolint:errcheck // read only
	attachment(response, "application/octet-stream", stem(game)+".icrep")
	response.Header().Set("Cache-Control", immutable)
	response.Header().Set("ETag", strconv.Quote(game.ID))
	http.ServeContent(response, request, "", time.Time{}, io.NewSectionReader(recording.Bytes, 0, recording.File.Size()))
	return nil
}

func (a *API) readReport(request *http.Request) (*library.Game, json.RawMessage, error) {
	game, err := a.game(request)
	if err != nil {
		return nil, nil, err
	}
	report, err := a.Recordings.Report(request.Context(), game.ID)
	return game, report, err
}

func (a *API) report(response http.ResponseWriter, request *http.Request) error {
	_, report, err := a.readReport(request)
	if err != nil {
		return err
	}
	response.Header().Set("Cache-Control", immutable)
	return writeJSON(response, report)
}

func (a *API) reportFile(response http.ResponseWriter, request *http.Request) error {
	game, report, err := a.readReport(request)
	if err != nil {
		return err
	}
	attachment(response, "application/json", stem(game)+".report.json")
	_, _ = response.Write(report) //nolint:gosec // JSON of a type of its own, as a download
	return nil
}
