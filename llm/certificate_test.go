package llm

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bonbon/persona"
)

// tlsServer answers lists of models over TLS with a certificate of its own, and counts the requests that reached it.
type tlsServer struct {
	*httptest.Server
	requests atomic.Int32
	pem      string
}

func serveTLS(t *testing.T, change func(*x509.Certificate)) *tlsServer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "shelf"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true, IsCA: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if change != nil {
		change(template)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	s := &tlsServer{pem: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.requests.Add(1)
		if _, err := w.Write([]byte(`{"data":[{"id":"a"}]}`)); err != nil {
			t.Error(err)
		}
	}))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func ask(t *testing.T, s *tlsServer, certificate string) error {
	t.Helper()
	c, err := NewClient(persona.Connection{BaseURL: s.URL, Certificate: certificate}, "sk-key", ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Models(t.Context())
	return err
}

// TestOwnCertificate: refused with its particulars, trusted by fingerprint or by itself as a root, for that connection
// alone; another certificate asks again. No request is sent before.
func TestOwnCertificate(t *testing.T) {
	s, other := serveTLS(t, nil), serveTLS(t, nil)
	err := ask(t, s, "")
	if codeOf(err) != CodeTLS {
		t.Fatal(err)
	}
	shown := err.(*Error).Certificate
	if shown == nil || shown.Subject != "CN=shelf" || shown.Issuer != "CN=shelf" || shown.Reason != CertAuthority || shown.Until.Before(time.Now()) {
		t.Fatalf("shown: %+v", shown)
	}
	if n := s.requests.Load(); n != 0 {
		t.Fatalf("%d requests were sent before trust", n)
	}
	for name, own := range map[string]string{
		"fingerprint": shown.Fingerprint, "typed by hand": strings.ToUpper(strings.TrimPrefix(shown.Fingerprint, "sha256:")), "PEM": s.pem,
	} {
		before := s.requests.Load()
		if err := ask(t, s, own); err != nil || s.requests.Load() != before+1 {
			t.Errorf("%s: %v", name, err)
		}
		err := ask(t, other, own)
		if codeOf(err) != CodeTLSChanged || other.requests.Load() != 0 {
			t.Errorf("%s on another certificate: %v, %d requests", name, err, other.requests.Load())
			continue
		}
		if new := err.(*Error).Certificate; new == nil || new.Fingerprint == shown.Fingerprint {
			t.Errorf("%s: shown %+v", name, new)
		}
	}
	if err := ask(t, s, ""); codeOf(err) != CodeTLS {
		t.Errorf("another connection trusts it too: %v", err)
	}
}

func TestWhyACertificateIsNotAccepted(t *testing.T) {
	for reason, change := range map[string]func(*x509.Certificate){
		CertHost:    func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"elsewhere.example"} },
		CertExpired: func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) },
	} {
		s := serveTLS(t, change)
		err := ask(t, s, s.pem) // its signer is trusted
		if codeOf(err) != CodeTLSChanged || err.(*Error).Certificate.Reason != reason {
			t.Errorf("%s: %v", reason, err)
			continue
		}
		if err := ask(t, s, err.(*Error).Certificate.Fingerprint); err != nil {
			t.Errorf("%s, trusted as it is: %v", reason, err)
		}
	}
}

// TestNoCertificateAtAll: a server that speaks no TLS offers nothing to trust.
func TestNoCertificateAtAll(t *testing.T) {
	plain := httptest.NewServer(nil)
	defer plain.Close()
	c := newTestClient(t, strings.Replace(plain.URL, "http", "https", 1), "", ClientOptions{})
	_, err := c.Models(t.Context())
	if codeOf(err) != CodeTLS || err.(*Error).Certificate != nil {
		t.Errorf("%v", err)
	}
}
