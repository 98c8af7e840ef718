package llm

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"strings"
	"time"
)

// Why a Certificate was not accepted.
const (
	CertAuthority = "authority" // nobody that this system trusts has signed it
	CertHost      = "host"      // it is made for another host
	CertExpired   = "expired"   // its time is over or has not begun
	CertOther     = "other"
)

// Certificate is what a server showed and what was not accepted. The server chose its words: they are bounded, and no
// more than a claim.
type Certificate struct {
	Subject, Issuer string
	From, Until     time.Time
	Fingerprint     string // "sha256:" and 64 hexadecimal digits, as persona.Connection.Certificate takes it
	Reason          string // one of the Cert constants
}

// unaccepted returns the certificate that a failed handshake was about, nil if it was about none.
func unaccepted(err error) *Certificate {
	var verify *tls.CertificateVerificationError
	if !errors.As(err, &verify) || len(verify.UnverifiedCertificates) == 0 {
		return nil
	}
	c := describe(verify.UnverifiedCertificates[0])
	c.Reason = whyUnaccepted(verify.Err)
	return c
}

func describe(leaf *x509.Certificate) *Certificate {
	return &Certificate{
		Subject: short(leaf.Subject.String()), Issuer: short(leaf.Issuer.String()),
		From: leaf.NotBefore, Until: leaf.NotAfter, Fingerprint: fingerprint(leaf),
	}
}

func whyUnaccepted(err error) string {
	var (
		authority x509.UnknownAuthorityError
		host      x509.HostnameError
		invalid   x509.CertificateInvalidError
	)
	switch {
	case errors.As(err, &authority):
		return CertAuthority
	case errors.As(err, &host):
		return CertHost
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return CertExpired
	}
	return CertOther
}

const fingerprintHead = "sha256:"

func fingerprint(leaf *x509.Certificate) string {
	sum := sha256.Sum256(leaf.Raw)
	return fingerprintHead + hex.EncodeToString(sum[:])
}

// trust is what a connection accepts beside what the system does: one certificate, or those that some roots have signed.
type trust struct {
	pin   string // a fingerprint
	roots *x509.CertPool
}

// readTrust reads a fingerprint, with or without its head, colons and blanks, or certificates as PEM.
func readTrust(typed string) (*trust, *Error) {
	typed = strings.TrimSpace(typed)
	switch {
	case typed == "":
		return nil, nil
	case strings.Contains(typed, "-----BEGIN"):
		return readPEM([]byte(typed))
	}
	digits := strings.NewReplacer(":", "", " ", "", "\n", "").Replace(strings.TrimPrefix(strings.ToLower(typed), fingerprintHead))
	if sum, err := hex.DecodeString(digits); err != nil || len(sum) != sha256.Size {
		return nil, badField(FieldCertificate, "fingerprint")
	}
	return &trust{pin: fingerprintHead + digits}, nil
}

func readPEM(data []byte) (*trust, *Error) {
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool() // then the connection's own are all that there are
	}
	n := 0
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		if strings.Contains(block.Type, "PRIVATE") {
			return nil, badField(FieldCertificate, "private")
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if block.Type != "CERTIFICATE" || err != nil {
			return nil, badField(FieldCertificate, "pem")
		}
		roots.AddCert(certificate)
		n++
	}
	if n == 0 || !bytes.Contains(data, []byte("-----END")) {
		return nil, badField(FieldCertificate, "pem")
	}
	return &trust{roots: roots}, nil
}

var errOtherCertificate = errors.New("llm: another certificate than the trusted one")

// config returns how a connection checks its server. Nothing of a request is sent before the check is done.
func (t *trust) config() *tls.Config {
	switch {
	case t == nil:
		return &tls.Config{MinVersion: tls.VersionTLS12}
	case t.roots != nil:
		return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: t.roots}
	}
	return &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // #nosec G402 -- the check below is stricter: one certificate, and no other
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) > 0 && fingerprint(s.PeerCertificates[0]) == t.pin {
				return nil
			}
			return &tls.CertificateVerificationError{UnverifiedCertificates: s.PeerCertificates, Err: errOtherCertificate}
		},
	}
}

// toProxy returns how a proxy of https on the way to the server is checked: a fingerprint is the server's alone, while whom
// the connection trusts to sign may have signed for both.
func (t *trust) toProxy() *tls.Config {
	if t == nil || t.roots == nil {
		return &tls.Config{MinVersion: tls.VersionTLS12}
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: t.roots}
}

// changedError says that a connection with a trust of its own met a certificate that this does not cover.
type changedError struct{ cause error }

func (e *changedError) Error() string { return e.cause.Error() }
func (e *changedError) Unwrap() error { return e.cause }
