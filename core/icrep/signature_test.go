// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
)

func TestSignedReplayVerifiesWithItsKey(t *testing.T) {
	r := openBytes(t, icreptest.WriteEverything(t, 700))
	report := r.Verify(icrep.VerifyOptions{Key: icreptest.PublicKey(), States: true})
	if !report.OK() || !report.Signed || !report.Trusted {
		t.Errorf("%+v", report)
	}
	// Without a trusted key the chain hangs together but proves nobody.
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() || report.Trusted {
		t.Errorf("%+v", report)
	}
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	if report := r.Verify(icrep.VerifyOptions{Key: other}); report.OK() || report.Trusted {
		t.Error("a chain made with another key was trusted")
	}
}

func TestTamperingIsLocalisedToItsTick(t *testing.T) {
	sign := func() *icrep.Signature { return icreptest.Game{}.Sign(icreptest.Key(), 300) }
	for name, change := range map[string]func(*icrep.Signature){
		"state hash": func(s *icrep.Signature) { s.Chain[4].StateHash[9] ^= 1 },
		"tick":       func(s *icrep.Signature) { s.Chain[4].Tick++ },
		"skipped":    func(s *icrep.Signature) { s.Chain[4].Skipped++ },
		"signature":  func(s *icrep.Signature) { s.Chain[4].Signature[3] ^= 1 },
	} {
		s := sign()
		change(s)
		faults := s.VerifyChain(icreptest.PublicKey())
		if len(faults) == 0 || faults[0].Index != 4 {
			t.Errorf("%s: %+v", name, faults)
			continue
		}
		// Everything after a changed tuple fails too; a changed signature alone
		// leaves the chain behind it whole.
		want := 6
		if name == "signature" {
			want = 1
		}
		if len(faults) != want {
			t.Errorf("%s: %d faults, want %d", name, len(faults), want)
		}
	}
	s := sign()
	s.Chain = append(s.Chain[:3], s.Chain[4:]...)
	if faults := s.VerifyChain(icreptest.PublicKey()); len(faults) == 0 || faults[0].Index != 3 {
		t.Errorf("an entry left out: %+v", faults)
	}
}

func TestChainOfAnotherGameIsRefused(t *testing.T) {
	for name, final := range map[string]func(*icrep.Final){
		"another state": func(f *icrep.Final) { f.Signature = icreptest.Game{Entities: 9}.Sign(icreptest.Key(), 300) },
		"no closure":    func(f *icrep.Final) { f.Signature = icreptest.Game{}.Sign(icreptest.Key(), 270) },
	} {
		data := icreptest.Game{Ticks: 300, Final: final}.Write(t)
		report := openBytes(t, data).Verify(icrep.VerifyOptions{Key: icreptest.PublicKey()})
		if report.OK() || report.Trusted {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

func TestTickProofStandsAlone(t *testing.T) {
	r := openBytes(t, icreptest.WriteEverything(t, 700))
	for _, c := range []struct{ tick, signed uint64 }{
		{0, 30}, {29, 30}, {30, 30}, {59, 30}, {60, 60}, {699, 690}, {700, 700},
	} {
		proof, err := r.ProveTick(c.tick)
		if err != nil {
			t.Fatal(err)
		}
		if proof.Tick != c.tick || proof.Entry.Tick != c.signed {
			t.Errorf("tick %d: proven by %d, want %d", c.tick, proof.Entry.Tick, c.signed)
		}
		if err := proof.Verify(icreptest.PublicKey()); err != nil {
			t.Errorf("tick %d: %v", c.tick, err)
		}
		proof.Entry.StateHash[0] ^= 1
		if err := proof.Verify(icreptest.PublicKey()); err == nil {
			t.Errorf("tick %d: a changed proof verifies", c.tick)
		}
	}
}

func TestStateProofShowsOneLeafOfASignedState(t *testing.T) {
	r := openBytes(t, icreptest.WriteEverything(t, 700))
	for _, name := range []string{"clock", "random generator", "intern table", "global state", "player 0", "map layer 0, bytes 0 to 4095", "entity slots 0 to 3", "entity slots 0 to 3, motion"} {
		proof, err := r.ProveLeaf(300, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := proof.Verify(icreptest.PublicKey()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	proof, err := r.ProveLeaf(300, "player 1")
	if err != nil {
		t.Fatal(err)
	}
	if err := proof.Verify(icreptest.PublicKey()); err != nil {
		t.Error(err)
	}
	proof.Content[3] ^= 1
	if err := proof.Verify(icreptest.PublicKey()); err == nil {
		t.Error("a changed leaf verifies")
	}
	if _, err := r.ProveLeaf(300, "player 9"); err == nil {
		t.Error("a leaf that is not there was proven")
	}
	if _, err := r.ProveLeaf(301, "clock"); err == nil {
		t.Error("a tick without signature and keyframe was proven")
	}
}

func TestKeysAreReadInBothForms(t *testing.T) {
	private, public := icreptest.Key(), icreptest.PublicKey()
	pkcs, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	pkix, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"pem": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs}),
		"hex": []byte(hex.EncodeToString(private.Seed()) + "\n"),
	} {
		if got, err := icrep.ParsePrivateKey(text); err != nil || !got.Equal(private) {
			t.Errorf("private %s: %v", name, err)
		}
	}
	for name, text := range map[string][]byte{
		"pem": pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pkix}),
		"hex": []byte(hex.EncodeToString(public)),
	} {
		if got, err := icrep.ParsePublicKey(text); err != nil || !got.Equal(public) {
			t.Errorf("public %s: %v", name, err)
		}
	}
	for _, text := range []string{"", "abc", "zz", hex.EncodeToString(public[:31])} {
		if _, err := icrep.ParsePublicKey([]byte(text)); err == nil {
			t.Errorf("%q was read as a public key", text)
		}
	}
}

func TestEachCheckStandsOnItsOwn(t *testing.T) {
	whole := icreptest.WriteEverything(t, 700)
	h := openBytes(t, whole).Header()
	for name, c := range map[string]struct {
		at    uint32
		finds icrep.Checks
	}{
		"a digit of a digest": {h.Metadata.Offset + uint32(bytes.Index(whole[h.Metadata.Offset:], []byte(`"orders": "sha256:`))) + 20, icrep.CheckDigests},
		"an event":            {h.Events.Offset + h.Events.Length - 60, icrep.CheckDigests | icrep.CheckStructure},
		"a signature":         {h.Signature.Offset + 90, icrep.CheckDigests | icrep.CheckSignatures},
		"a keyframe":          {h.Keyframes.Offset + h.Keyframes.Length - 9, icrep.CheckDigests | icrep.CheckStructure | icrep.CheckStates},
	} {
		data := bytes.Clone(whole)
		data[c.at] ^= 1
		for _, check := range []icrep.Checks{icrep.CheckStructure, icrep.CheckDigests, icrep.CheckSignatures, icrep.CheckStates} {
			report := openBytes(t, data).Verify(icrep.VerifyOptions{Checks: check})
			if found := !report.OK(); found != (c.finds&check != 0) {
				t.Errorf("%s: check %d found it: %t, %v", name, check, found, report.Problems)
			}
		}
	}
}

func TestProofsTravelAsJSON(t *testing.T) {
	r := openBytes(t, icreptest.WriteEverything(t, 700))
	tick, err := r.ProveTick(123)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := r.ProveLeaf(600, "player 0")
	if err != nil {
		t.Fatal(err)
	}
	var tick2 icrep.TickProof
	var leaf2 icrep.LeafProof
	for text, into := range map[json.Marshaler]json.Unmarshaler{tick: &tick2, leaf: &leaf2} {
		data, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := into.UnmarshalJSON(data); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(tick, &tick2); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(leaf, &leaf2); diff != "" {
		t.Error(diff)
	}
	if err := leaf2.Verify(icreptest.PublicKey()); err != nil {
		t.Error(err)
	}
	for _, text := range []string{`{}`, `{"state_hash":"00"}`, `[]`, `{"leaf":{"content":"zz"}}`} {
		if err := json.Unmarshal([]byte(text), &leaf2); err == nil {
			t.Errorf("%s was read as a proof", text)
		}
	}
}
