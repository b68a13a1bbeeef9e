// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"convertd/failure"
)

func inFolder(t *testing.T, folder, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// newKey is an NKey with its public part and its seed.
func newKey(t *testing.T, create func() (nkeys.KeyPair, error)) (key nkeys.KeyPair, public string, seed []byte) {
	t.Helper()
	key, err := create()
	if err != nil {
		t.Fatal(err)
	}
	if public, err = key.PublicKey(); err != nil {
		t.Fatal(err)
	}
	if seed, err = key.Seed(); err != nil {
		t.Fatal(err)
	}
	return key, public, seed
}

// credentialsServer lets in by credentials that an account has signed.
func credentialsServer(t *testing.T, folder string) (options *server.Options, credentials string) {
	t.Helper()
	operator, operatorID, _ := newKey(t, nkeys.CreateOperator)
	account, accountID, _ := newKey(t, nkeys.CreateAccount)
	_, userID, userSeed := newKey(t, nkeys.CreateUser)
	_, systemID, _ := newKey(t, nkeys.CreateAccount)
	encode := func(claims jwt.Claims, by nkeys.KeyPair) string {
		text, err := claims.Encode(by)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	operatorClaims := jwt.NewOperatorClaims(operatorID)
	operatorClaims.SystemAccount = systemID
	ofOperator, err := jwt.DecodeOperatorClaims(encode(operatorClaims, operator))
	if err != nil {
		t.Fatal(err)
	}
	claims := jwt.NewAccountClaims(accountID)
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: -1, MemoryStorage: -1, Streams: -1, Consumer: -1}
	resolver := &server.MemAccResolver{}
	for id, text := range map[string]string{accountID: encode(claims, operator), systemID: encode(jwt.NewAccountClaims(systemID), operator)} {
		if err := resolver.Store(id, text); err != nil {
			t.Fatal(err)
		}
	}
	content, err := jwt.FormatUserConfig(encode(jwt.NewUserClaims(userID), account), userSeed)
	if err != nil {
		t.Fatal(err)
	}
	return &server.Options{
		JetStream: true, StoreDir: t.TempDir(), TrustedOperators: []*jwt.OperatorClaims{ofOperator}, AccountResolver: resolver, SystemAccount: systemID,
	}, inFolder(t, folder, "user.creds", content)
}

// certificate is one that signs for itself, for server and client.
func certificate(t *testing.T, folder, name string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	certDER, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return inFolder(t, folder, name+".pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certDER})),
		inFolder(t, folder, name+".key", pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER}))
}

// tlsServer asks its clients for a certificate.
func tlsServer(t *testing.T, certFile, keyFile string) *server.Options {
	t.Helper()
	config, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: certFile, KeyFile: keyFile, CaFile: certFile, Verify: true, Timeout: 2})
	if err != nil {
		t.Fatal(err)
	}
	config.MinVersion = tls.VersionTLS13
	return &server.Options{JetStream: true, StoreDir: t.TempDir(), TLSConfig: config, TLSVerify: true, TLSTimeout: 2}
}

func TestEveryWayToLogInLetsUsIn(t *testing.T) {
	folder := t.TempDir()
	withUser := func() *server.Options {
		return &server.Options{JetStream: true, StoreDir: t.TempDir(), Username: "ann", Password: "right"}
	}
	_, public, seed := newKey(t, nkeys.CreateUser)
	nkeyFile := inFolder(t, folder, "user.nk", seed)
	byCredentials, credentials := credentialsServer(t, folder)
	certFile, keyFile := certificate(t, folder, "ours")
	table := []struct {
		name    string
		options *server.Options
		login   []string
	}{
		{"user and password", withUser(), []string{"nats.user=ann", "nats.password=right"}},
		{"token", &server.Options{JetStream: true, StoreDir: t.TempDir(), Authorization: "secret"}, []string{"nats.token=secret"}},
		{"NKey", &server.Options{JetStream: true, StoreDir: t.TempDir(), Nkeys: []*server.NkeyUser{{Nkey: public}}}, []string{"nats.nkey=" + nkeyFile}},
		{"credentials", byCredentials, []string{"nats.credentials=" + credentials}},
		{"certificate", tlsServer(t, certFile, keyFile), []string{"nats.tls_ca=" + certFile, "nats.tls_cert=" + certFile, "nats.tls_key=" + keyFile}},
	}
	for _, row := range table {
		t.Run(row.name, func(t *testing.T) {
			url := startServer(t, row.options)
			arguments := []string{"setup", "--nats-url", url}
			for _, key := range row.login {
				arguments = append(arguments, "--set", key)
			}
			if code, _, errors := call(t, arguments...); code != failure.ExitDone {
				t.Errorf("setup ends with %d: %s", code, errors)
			}
			if code, _, errors := call(t, "setup", "--nats-url", url); code != failure.ExitUnavailable {
				t.Errorf("without a login setup ends with %d: %s", code, errors)
			}
		})
	}
	t.Run("context", func(t *testing.T) {
		context := fmt.Sprintf(`{"url": %q, "user": "ann", "password": "right"}`, startServer(t, withUser()))
		path := inFolder(t, folder, "mine.json", []byte(context))
		if code, _, errors := call(t, "setup", "--set", "nats.context="+path); code != failure.ExitDone {
			t.Errorf("setup ends with %d: %s", code, errors)
		}
	})
}

func TestVerbsSayWhyTheyAreNotLetIn(t *testing.T) {
	folder := t.TempDir()
	closed := startServer(t, &server.Options{JetStream: true, StoreDir: t.TempDir(), Username: "ann", Password: "right"})
	certFile, keyFile := certificate(t, folder, "theirs")
	secret := startServer(t, tlsServer(t, certFile, keyFile))
	noSeed := inFolder(t, folder, "empty.nk", nil)
	nobody := fmt.Sprintf("nats://ann:right@127.0.0.1:%d", freePort(t))
	table := []struct {
		name      string
		code      int
		arguments []string
		says      string
	}{
		{"wrong password", failure.ExitUnavailable, []string{"--nats-url", closed, "--set", "nats.user=ann", "--set", "nats.password=wrong"}, "refuses the login"},
		{"no password", failure.ExitUnavailable, []string{"--nats-url", closed}, "refuses the login"},
		{"no server", failure.ExitUnavailable, []string{"--nats-url", nobody}, "nobody answers at 127.0.0.1:"},
		{"no JetStream", failure.ExitUnavailable, []string{"--nats-url", startServer(t, &server.Options{})}, "no JetStream"},
		{"unknown authority", failure.ExitUnavailable, []string{"--nats-url", secret}, "do not agree on TLS"},
		{"no certificate of ours", failure.ExitUnavailable, []string{"--nats-url", secret, "--set", "nats.tls_ca=" + certFile}, "do not agree on TLS"},
		{"no credentials", failure.ExitUsage, []string{"--nats-url", closed, "--set", "nats.credentials=" + filepath.Join(folder, "absent")}, "nats.credentials"},
		{"absent authority", failure.ExitUsage, []string{"--nats-url", closed, "--set", "nats.tls_ca=" + filepath.Join(folder, "absent")}, "nats.tls_ca"},
		{"empty seed", failure.ExitUsage, []string{"--nats-url", closed, "--set", "nats.nkey=" + noSeed}, "nats.nkey"},
		{"no authority", failure.ExitUsage, []string{"--nats-url", closed, "--set", "nats.tls_ca=" + noSeed}, "no certificate in it"},
	}
	for _, row := range table {
		t.Run(row.name, func(t *testing.T) {
			code, _, errors := call(t, append([]string{"jobs", "ls"}, row.arguments...)...)
			if code != row.code || !strings.Contains(errors, row.says) || strings.Contains(errors, "right") {
				t.Errorf("jobs ls ends with %d: %s", code, errors)
			}
		})
	}
}

func TestServeWaitsForItsServer(t *testing.T) {
	port := freePort(t)
	s := &served{t: t, ready: make(chan struct{}), ended: make(chan struct{})}
	s.command = exec.Command(os.Args[0], "serve", "--nats-url", fmt.Sprintf("nats://127.0.0.1:%d", port))
	s.command.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), serverVariable + "=1"}
	s.start()
	waitFor(t, "the daemon to say that it waits", func() bool { return strings.Contains(s.output(), "waiting for the server") })
	options := &server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true}
	late, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	late.Start()
	t.Cleanup(func() {
		late.Shutdown()
		late.WaitForShutdown()
	})
	s.awaitReady()
	if code := s.interrupt(); code != failure.ExitDone {
		t.Errorf("the daemon ends with %d: %s", code, s.output())
	}
}

func TestServeStopsWhileItWaits(t *testing.T) {
	s := &served{t: t, ready: make(chan struct{}), ended: make(chan struct{})}
	s.command = exec.Command(os.Args[0], "serve", "--nats-url", fmt.Sprintf("nats://127.0.0.1:%d", freePort(t)))
	s.command.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), serverVariable + "=1"}
	s.start()
	waitFor(t, "the daemon to say that it waits", func() bool { return strings.Contains(s.output(), "waiting for the server") })
	if code := s.interrupt(); code != failure.ExitDone {
		t.Errorf("the daemon ends with %d: %s", code, s.output())
	}
}
