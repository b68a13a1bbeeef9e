// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	_ "embed" // the description of the API
	"net/http"
)

//go:embed openapi.yaml
var description []byte

func (a *API) openapi(response http.ResponseWriter, _ *http.Request) error {
	response.Header().Set("Content-Type", "application/yaml")
	response.Header().Set("Cache-Control", "no-cache")
	_, _ = response.Write(description) // whoever asked may be gone
	return nil
}
