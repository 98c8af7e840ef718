package llm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"bonbon/llm/wire"
)

// explain turns what the transport and go-openai return into an *Error.
func explain(ctx context.Context, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if ctx.Err() != nil {
		return newError(CodeStopped, context.Cause(ctx))
	}
	var located *url.Error
	if errors.As(err, &located) { // its text would show the address, which may hold a key
		err = located.Err
	}
	if e := explainWire(err); e != nil {
		return e
	}
	return explainNetwork(err)
}

// explainWire explains the errors of package wire, nil for others.
func explainWire(err error) *Error {
	var server *wire.ServerError
	var foreign *wire.NotServerError
	var cut *wire.CutOffError
	switch {
	case errors.As(err, &server):
		e := newError(classify(server), err)
		e.Status, e.Detail = server.Status, short(server.Message)
		e.RetryAfter = retryAfter(server.Header, time.Now())
		if e.RetryAfter == 0 && server.RetryDelay <= maxWait {
			e.RetryAfter = server.RetryDelay
		}
		if e.code == CodeOverLimit {
			e.setTokens(server)
		}
		return e
	case errors.As(err, &foreign):
		e := newError(CodeNotAServer, err)
		e.Status, e.Detail = foreign.Status, short(foreign.Said)
		return e
	case errors.Is(err, wire.ErrFirstByte):
		return newError(CodeTimeoutFirst, err)
	case errors.Is(err, wire.ErrIdle):
		return newError(CodeTimeoutIdle, err)
	case errors.Is(err, wire.ErrTooLarge):
		return newError(CodeTooLarge, err)
	case errors.As(err, &cut):
		e := newError(CodeCutOff, err)
		e.Detail = short(cut.Said)
		return e
	}
	return nil
}

// wsaConnRefused is Windows' number for a refused connection; no other system uses it.
const wsaConnRefused = syscall.Errno(10061)

// explainNetwork explains an error between this machine and the server.
func explainNetwork(err error) *Error {
	var (
		redirect *redirectError
		dns      *net.DNSError
		proxy    *proxyError
		changed  *changedError
		timeout  net.Error
	)
	switch {
	case errors.As(err, &proxy):
		e := newError(CodeProxy, err).with("proxy", proxy.host)
		e.Status = proxy.status
		return e
	case errors.As(err, &redirect):
		to := *redirect.to
		to.User, to.Fragment, to.RawQuery = nil, "", "" // a query may repeat the key
		setPath(&to)
		return badURL("redirect", &to)
	case errors.As(err, &dns) && !dns.IsTimeout:
		return newError(CodeDNS, err).with("host", dns.Name)
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, wsaConnRefused):
		return newError(CodeRefused, err)
	case isTLS(err):
		e := newError(CodeTLS, err)
		if e.Certificate = unaccepted(err); e.Certificate != nil && errors.As(err, &changed) {
			e.code = CodeTLSChanged
		}
		return e
	case strings.Contains(err.Error(), "malformed HTTP"): // net/http has no type for it
		return newError(CodeNotAServer, err)
	case errors.As(err, &timeout) && timeout.Timeout():
		return newError(CodeTimeoutConnect, err)
	}
	return newError(CodeUnreachable, err)
}

func isTLS(err error) bool {
	var (
		verify    *tls.CertificateVerificationError
		record    tls.RecordHeaderError
		alert     tls.AlertError
		authority x509.UnknownAuthorityError
		host      x509.HostnameError
		invalid   x509.CertificateInvalidError
	)
	return errors.As(err, &verify) || errors.As(err, &record) || errors.As(err, &alert) ||
		errors.As(err, &authority) || errors.As(err, &host) || errors.As(err, &invalid) ||
		errors.Is(err, http.ErrSchemeMismatch)
}

// verdict is one row of the table by which a server's words are understood.
type verdict struct {
	code  string
	when  func(f *wire.ServerError) bool // nil: always
	words []string                       // one of them is in the code, type or message, in lower case
}

// verdicts are tried in order. Words go before the status: gateways send wrong keys as 400 and full contexts as 500.
var verdicts = []verdict{
	{code: CodeOverLimit, when: isOverLimit},
	{code: CodeBadKey, when: statusIs(401)},
	{code: CodeBadKey, words: []string{
		"invalid_api_key", "incorrect api key", "invalid api key", "api key not valid", "api key is invalid",
		"api_key_invalid", "no api key", "missing api key", "authentication_error", "invalid x-api-key",
	}},
	{code: CodeNoCredit, when: statusIs(402)},
	{code: CodeRateLimit, words: []string{"retry in", "try again in", "resource_exhausted"}, when: statusIs(429)},
	{code: CodeNoCredit, words: []string{
		"insufficient_quota", "insufficient balance", "insufficient credit", "insufficient funds", "credit balance",
		"exceeded your current quota", "quota used up", "quota exceeded", "out of credit", "billing_not_active",
	}},
	{code: CodeRateLimit, when: statusIs(429)},
	{code: CodeRateLimit, words: []string{"rate_limit", "rate limit", "too many requests"}},
	{code: CodeRefusal, words: []string{
		"content_filter", "content_policy", "content management policy", "responsibleaipolicy", "data_inspection_failed",
	}},
	{code: CodeRoles, words: rolesWords, when: func(f *wire.ServerError) bool { return f.Status >= 400 && f.Status != 403 && f.Status != 404 }},
	{code: CodeNoPictures, when: refusesPictures},
	{code: CodeNoModel, words: []string{
		"model_not_found", "model not found", "unknown model", "invalid model", "no models loaded", "no model loaded",
		"not a valid model", "model_not_available", "no endpoints found",
	}},
	{code: CodeNoModel, when: isMissingModel},
	{code: CodeForbidden, when: statusIs(403, 451)},
	{code: CodeNotAServer, when: func(f *wire.ServerError) bool { return f.HTML && statusIs(404, 405)(f) }},
	{code: CodeNotFound, when: statusIs(404, 405)},
	{code: CodeServer, when: statusIs(408, 409, 425)},
	{code: CodeServer, when: func(f *wire.ServerError) bool { return f.Status >= 500 }},
	{code: CodeServer, words: []string{"server_error", "overloaded", "unavailable", "timeout"}},
	{code: CodeBadRequest, when: func(f *wire.ServerError) bool { return f.Status >= 400 }},
	{code: CodeBadRequest, words: []string{"invalid_request", "bad_request", "invalid_argument"}},
	{code: CodeServer},
}

// classify returns the code for what a server said.
func classify(f *wire.ServerError) string {
	said := strings.ToLower(f.Code + "\n" + f.Type + "\n" + f.Message)
	for _, v := range verdicts {
		if (v.when == nil || v.when(f)) && (v.words == nil || containsAny(said, v.words)) {
			return v.code
		}
	}
	return CodeServer
}

func statusIs(statuses ...int) func(*wire.ServerError) bool {
	return func(f *wire.ServerError) bool { return slices.Contains(statuses, f.Status) }
}

// isMissingModel reports whether the words say of a model that it is not there.
func isMissingModel(f *wire.ServerError) bool {
	said := strings.ToLower(f.Message)
	if containsAny(said, []string{"parameter", "unsupported value", "with this model"}) {
		return false
	}
	return strings.Contains(said, "model") && containsAny(said, []string{
		"not found", "does not exist", "not exist", "not available", "not supported", "no such", "try pulling",
	}) && (f.Status == 400 || f.Status == 404 || f.Param == "model")
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// maxDetail is the length of an Error's Detail, in characters.
const maxDetail = 300

// short cuts a server's words to the length of a Detail.
func short(s string) string {
	s = strings.ToValidUTF8(strings.TrimSpace(s), "\uFFFD")
	n := 0
	for i := range s {
		if n == maxDetail-1 && len(s) > i+1 {
			if rest := []rune(s[i:]); len(rest) > 1 {
				return s[:i] + "…"
			}
		}
		n++
	}
	return s
}
