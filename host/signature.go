// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"aead.dev/minisign"
)

// Signatures says whether outside decoders must be signed.
type Signatures string

// Policies. The zero value is that signatures are not looked at.
const (
	SignaturesOff      Signatures = "off"
	SignaturesOptional Signatures = "optional" // one that is there must be good
	SignaturesRequired Signatures = "required"
)

// SignatureSuffix ends the name of the file that holds the signature of the
// executable beside it, as minisign writes it.
const SignatureSuffix = ".minisig"

const maxSignatureBytes = 4 << 10

var (
	errNoSignature  = errors.New("has no signature (" + SignatureSuffix + "), and plugins.signatures requires one")
	errBadSignature = errors.New("has a signature that does not fit it, or is of no key in plugins.trusted_keys")
)

// ParseKey reads a public key as minisign prints it: one line of base64.
func ParseKey(text string) (minisign.PublicKey, error) {
	var key minisign.PublicKey
	if err := key.UnmarshalText([]byte(text)); err != nil {
		return key, fmt.Errorf("%q is no public key of minisign: give its line of base64", text)
	}
	return key, nil
}

// signer checks the signature of an executable while it is read.
type signer struct {
	reader    *minisign.Reader
	signature []byte
	keys      []minisign.PublicKey
}

// newSigner opens the check of a file, or says that it lacks its signature. It is
// nil where nothing is to be checked.
func (o *Outside) newSigner(path string, file io.Reader) (*signer, error) {
	if o.Signatures == "" || o.Signatures == SignaturesOff {
		return nil, nil //nolint:nilnil // nothing to check
	}
	signature, err := readSignature(path + SignatureSuffix)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.Signatures == SignaturesRequired:
		return nil, errNoSignature
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil //nolint:nilnil // nothing to check
	case err != nil:
		return nil, err
	}
	one := &signer{reader: minisign.NewReader(file), signature: signature}
	for _, text := range o.TrustedKeys {
		key, err := ParseKey(text)
		if err != nil {
			return nil, err
		}
		one.keys = append(one.keys, key)
	}
	return one, nil
}

func readSignature(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSignatureBytes {
		return nil, errBadSignature
	}
	return os.ReadFile(path)
}

// signedBy returns the id of the trusted key, after the whole file was read.
func (s *signer) signedBy() (string, error) {
	for _, key := range s.keys {
		if s.reader.Verify(key, s.signature) {
			return fmt.Sprintf("%016X", key.ID()), nil
		}
	}
	return "", errBadSignature
}
