// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"

	"convertd/core/icrep"
	"convertd/failure"
	"convertd/printable"
)

// proof is what icrep proves of a tick, or of a part of its state.
type proof interface {
	Verify(key ed25519.PublicKey) error
	json.Marshaler
	json.Unmarshaler
}

// prove prints the proof of one tick: with it and the public key anybody can
// check what the state of the tick was, without the file.
func (v *verification) prove(_ context.Context, path string) error {
	file, err := openRecording(path)
	if err != nil {
		return fileError(path, err)
	}
	defer file.Close() //nolint:errcheck // read only
	var result proof
	key := v.key
	if v.leaf != "" {
		leaf, err := file.ProveLeaf(v.tick, v.leaf)
		if err != nil {
			return fileError(path, err)
		}
		result = leaf
		if key == nil {
			key = leaf.PublicKey[:]
		}
	} else {
		tick, err := file.ProveTick(v.tick)
		if err != nil {
			return fileError(path, err)
		}
		result = tick
		if key == nil {
			key = tick.PublicKey[:]
		}
	}
	if err := result.Verify(key); err != nil {
		return fileError(path, fmt.Errorf("%w: %w: the file or the key is not the right one", failure.ErrVerification, err))
	}
	return v.program.printJSON(result)
}

// checkProof verifies a proof that prove has printed.
func (v *verification) checkProof(_ context.Context, path string) error {
	if v.key == nil {
		return usage("a proof proves nothing without a key that you trust: give --key")
	}
	text, err := readSmall(path)
	if err != nil {
		return fileError(path, err)
	}
	var result proof = &icrep.TickProof{}
	if bytes.Contains(text, []byte(`"leaf"`)) {
		result = &icrep.LeafProof{}
	}
	if err := json.Unmarshal(text, result); err != nil {
		return fileError(path, fmt.Errorf("%w: no proof of a tick: %w: name a file that `convertd verify --tick` has printed", failure.ErrVerification, err))
	}
	if err := result.Verify(v.key); err != nil {
		return fileError(path, fmt.Errorf("%w: %w: the proof or the key is not the right one", failure.ErrVerification, err))
	}
	_, err = printable.Fprintf(v.program.stdout, "%s: ok: the signature holds\n", path)
	return err
}
