// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"strings"
)

// errKey says what a key file may hold.
var errKey = errors.New("icrep: not an Ed25519 key: give PEM (PKIX or PKCS #8) or hex digits")

// ParsePublicKey reads the content of a key file: PEM "PUBLIC KEY", or 64 hex
// digits.
func ParsePublicKey(text []byte) (ed25519.PublicKey, error) {
	if block, _ := pem.Decode(text); block != nil {
		key, err := x509.ParsePKIXPublicKey(block.Bytes)
		if public, ok := key.(ed25519.PublicKey); err == nil && ok {
			return public, nil
		}
		return nil, errKey
	}
	raw, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return nil, errKey
	}
	return raw, nil
}

// ParsePrivateKey reads the content of a key file: PEM "PRIVATE KEY", or 64
// hex digits of the seed.
func ParsePrivateKey(text []byte) (ed25519.PrivateKey, error) {
	if block, _ := pem.Decode(text); block != nil {
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if private, ok := key.(ed25519.PrivateKey); err == nil && ok {
			return private, nil
		}
		return nil, errKey
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, errKey
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
