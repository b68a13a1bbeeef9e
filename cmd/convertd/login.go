// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/natscontext"

	"convertd/config"
	"convertd/daemon"
	"convertd/failure"
)

// dialConfigured connects to the configured server outside of this process.
func dialConfigured(loaded *config.Loaded, log *slog.Logger) (*nats.Conn, error) {
	n := &loaded.NATS
	if n.Context != "" {
		conn, settings, err := natscontext.Connect(n.Context, connectionOptions(loaded, log)...)
		if err != nil {
			return nil, notConnected(err, "the context "+n.Context)
		}
		if settings.JSDomain != "" || settings.JSAPIPrefix != "" {
			conn.Close()
			return nil, fmt.Errorf("%w: the context %s has a JetStream domain or prefix, which convertd does not know: log in to the account that has the streams", failure.ErrUsage, n.Context)
		}
		return conn, nil
	}
	login, err := loginOptions(n)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errConfiguration, err)
	}
	return dial(n.URL, login, loaded, log)
}

func dial(servers string, login []nats.Option, loaded *config.Loaded, log *slog.Logger) (*nats.Conn, error) {
	conn, err := nats.Connect(servers, append(connectionOptions(loaded, log), login...)...)
	if err != nil {
		return nil, notConnected(err, hosts(servers))
	}
	return conn, nil
}

func connectionOptions(loaded *config.Loaded, log *slog.Logger) []nats.Option {
	return []nats.Option{
		nats.Name(daemon.ServiceName),
		nats.Timeout(loaded.NATS.ConnectTimeout),
		nats.MaxReconnects(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("connection to the broker lost; trying again", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("connected to the broker again") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("broker", "error", err) }),
	}
}

// loginOptions are how we log in to a configured server. Its files are read, so that
// what is wrong with one of them is said of that one.
func loginOptions(n *config.NATS) ([]nats.Option, error) {
	var options []nats.Option
	switch {
	case n.Credentials != "":
		option := nats.UserCredentials(n.Credentials)
		if err := tryCredentials(option); err != nil {
			return nil, loginFault("nats.credentials", err)
		}
		options = append(options, option)
	case n.NKey != "":
		option, err := nats.NkeyOptionFromSeed(n.NKey)
		if err != nil {
			return nil, loginFault("nats.nkey", err)
		}
		options = append(options, option)
	case n.User != "":
		options = append(options, nats.UserInfo(n.User, string(n.Password)))
	case n.Token != "":
		options = append(options, nats.Token(string(n.Token)))
	}
	if n.TLSCA != "" {
		authorities, err := readNamed(n.TLSCA)
		if err != nil {
			return nil, loginFault("nats.tls_ca", err)
		}
		if !x509.NewCertPool().AppendCertsFromPEM(authorities) {
			return nil, loginFault("nats.tls_ca", errors.New("there is no certificate in it"))
		}
		options = append(options, nats.RootCAs(n.TLSCA))
	}
	if n.TLSCert != "" {
		if _, err := tls.LoadX509KeyPair(n.TLSCert, n.TLSKey); err != nil {
			return nil, loginFault("nats.tls_cert with nats.tls_key", err)
		}
		options = append(options, nats.ClientCert(n.TLSCert, n.TLSKey))
	}
	if n.InboxPrefix != "" {
		options = append(options, nats.CustomInboxPrefix(n.InboxPrefix))
	}
	return options, nil
}

// tryCredentials signs with a file of credentials, as it would be for a server.
func tryCredentials(option nats.Option) error {
	var settings nats.Options
	if err := option(&settings); err != nil {
		return err
	}
	if _, err := settings.UserJWT(); err != nil {
		return err
	}
	_, err := settings.SignatureCB([]byte("a challenge"))
	return err
}

func loginFault(key string, err error) error {
	return fmt.Errorf("configuration: %s: the file cannot be used: %w: name another one", key, bare(err))
}

// notConnected tells apart why nobody is at the other end.
func notConnected(err error, where string) error {
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var network *net.OpError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked), errors.Is(err, nats.ErrAccountAuthExpired):
		return fmt.Errorf("%w: the NATS server at %s refuses the login: %w: check user, password, token, NKey or credentials under nats", failure.ErrUnavailable, where, err)
	case errors.As(err, &certificate), errors.As(err, &record), errors.Is(err, nats.ErrTLS), errors.Is(err, nats.ErrSecureConnRequired), errors.Is(err, nats.ErrSecureConnWanted),
		errors.As(err, &network) && network.Op == alertFromServer:
		return fmt.Errorf("%w: the NATS server at %s and we do not agree on TLS: %w: check nats.tls_ca, nats.tls_cert and nats.tls_key", failure.ErrUnavailable, where, err)
	case errors.Is(err, nats.ErrNoServers), errors.As(err, &network), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("%w: %w: nobody answers at %s: %w: start the server there, or check nats.url", failure.ErrUnavailable, errNobodyAnswers, where, err)
	}
	return fmt.Errorf("%w: no connection to the NATS server at %s: %w: check what stands under nats", failure.ErrUnavailable, where, err)
}

// alertFromServer is the operation of what the server says in TLS.
const alertFromServer = "remote error"

// errNobodyAnswers: there may be a server there later.
var errNobodyAnswers = errors.New("no NATS server")

// notYet reports whether waiting may help: no server is up, or those that are
// have not agreed on a leader.
func notYet(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, errNobodyAnswers) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.As(err, &api) && api.ErrorCode == clusterNotAvailable
}

// clusterNotAvailable is JetStream's code for "no leader".
const clusterNotAvailable jetstream.ErrorCode = 10008

// hosts are the servers without what may stand before them.
func hosts(servers string) string {
	var names []string
	for server := range strings.SplitSeq(servers, ",") {
		if parsed, err := url.Parse(strings.TrimSpace(server)); err == nil {
			names = append(names, parsed.Host)
		}
	}
	return strings.Join(names, ", ")
}
