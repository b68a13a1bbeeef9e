// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// goSum gives the SHA-256 of a module's tree as go.sum has it, in hexadecimal.
func goSum(sum string) (string, error) {
	if sum == "" {
		return "", nil
	}
	text, ok := strings.CutPrefix(sum, "h1:")
	if !ok {
		return "", fmt.Errorf("sum %q is of a kind that is not known", sum)
	}
	digest, err := base64.StdEncoding.DecodeString(text)
	return hex.EncodeToString(digest), err
}
