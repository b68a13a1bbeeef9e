package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"convertd/core/icrep"
	"convertd/daemon"
)

// tickProof is the object of `verify --tick`: with it and the public key
// anybody can check what the state of the tick was, without the file.
type tickProof struct {
	File      string `json:"file"`
	Tick      uint64 `json:"tick"`
	Signed    uint64 `json:"signed_tick"` // the tick the signature is for; frames up to Tick lead on from it
	StateHash string `json:"state_hash"`
	Skipped   uint32 `json:"skipped"`
	Previous  string `json:"previous_chain_hash"`
	Signature string `json:"signature"`
	PublicKey string `json:"public_key"`
	Trusted   bool   `json:"trusted"` // verified with the key that was given, not only with the one in the file
}

// prove prints the proof of one tick.
func (v *verification) prove(_ context.Context, path string) error {
	file, err := icrep.OpenFile(path)
	if err != nil {
		return fileError(path, notOpened(err))
	}
	defer file.Close() //nolint:errcheck // read only
	proof, err := file.ProveTick(v.tick)
	if err != nil {
		return fileError(path, err)
	}
	key := v.key
	if key == nil {
		key = proof.PublicKey[:]
	}
	if err := proof.Verify(key); err != nil {
		return fileError(path, fmt.Errorf("%w: %w: the file or the key is not the right one", daemon.ErrVerification, err))
	}
	result := tickProof{
		File: filepath.Base(path), Tick: proof.Tick, Signed: proof.Entry.Tick,
		StateHash: hex.EncodeToString(proof.Entry.StateHash[:]), Skipped: proof.Entry.Skipped,
		Previous: hex.EncodeToString(proof.Previous[:]), Signature: hex.EncodeToString(proof.Entry.Signature[:]),
		PublicKey: hex.EncodeToString(proof.PublicKey[:]), Trusted: v.key != nil,
	}
	if v.json {
		return v.program.printJSON(&result)
	}
	_, err = fmt.Fprintf(v.program.stdout, "%s: tick %d: the signature of tick %d holds; state hash %s, chain hash before %s, signature %s, public key %s\n",
		path, result.Tick, result.Signed, result.StateHash, result.Previous, result.Signature, result.PublicKey)
	return err
}
