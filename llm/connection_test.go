package llm

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/persona"
)

func TestCheckConnection(t *testing.T) {
	pem := "-----BEGIN CERTIFICATE-----\n"
	tests := []struct {
		name          string
		c             persona.Connection
		field, reason string
		line, column  int
	}{
		{"nothing", persona.Connection{}, "", "", 0, 0},
		{"all", persona.Connection{Headers: "X-Title: Bonbon\napi-key:", Query: "?a=1&b=%20", Body: ` {"top_k":5} `, Proxy: "10.0.0.1:3128", Certificate: strings.Repeat("AB:", 31) + "ab"}, "", "", 0, 0},
		{"header name", persona.Connection{Headers: "a b: c"}, FieldHeaders, "name", 0, 0},
		{"header without a name", persona.Connection{Headers: ": c"}, FieldHeaders, "name", 0, 0},
		{"header value", persona.Connection{Headers: "a: b\x00c"}, FieldHeaders, "value", 0, 0},
		{"bare CR", persona.Connection{Headers: "a: b\rEvil: c"}, FieldHeaders, "value", 0, 0},
		{"framing", persona.Connection{Headers: "transfer-encoding: chunked"}, FieldHeaders, "ours", 0, 0},
		{"host", persona.Connection{Headers: "HOST: elsewhere"}, FieldHeaders, "ours", 0, 0},
		{"one hop", persona.Connection{Headers: "proxy-authorization: Basic x"}, FieldHeaders, "ours", 0, 0},
		{"query", persona.Connection{Query: "a=%zz"}, FieldQuery, "query", 0, 0},
		{"fragment", persona.Connection{Query: "a=1#b"}, FieldQuery, "query", 0, 0},
		{"body cut", persona.Connection{Body: `{"a":`}, FieldBody, "json", 1, 6},
		{"body broken", persona.Connection{Body: "{\n \"温度\": 1,\n \"é\" 2}"}, FieldBody, "json", 3, 6},
		{"body goes on", persona.Connection{Body: "{}\n {}"}, FieldBody, "more", 2, 2},
		{"body is a list", persona.Connection{Body: `[1]`}, FieldBody, "object", 0, 0},
		{"body is null", persona.Connection{Body: `null`}, FieldBody, "object", 0, 0},
		{"body takes the messages", persona.Connection{Body: `{"messages":[]}`}, FieldBody, "ours", 0, 0},
		{"body stops the stream", persona.Connection{Body: `{"stream":false}`}, FieldBody, "ours", 0, 0},
		{"proxy scheme", persona.Connection{Proxy: "ftp://p"}, FieldProxy, "scheme", 0, 0},
		{"proxy host", persona.Connection{Proxy: "http://:80"}, FieldProxy, "host", 0, 0},
		{"proxy port", persona.Connection{Proxy: "p:70000"}, FieldProxy, "port", 0, 0},
		{"proxy path", persona.Connection{Proxy: "p/v1"}, FieldProxy, "path", 0, 0},
		{"proxy characters", persona.Connection{Proxy: "p q"}, FieldProxy, "characters", 0, 0},
		{"fingerprint", persona.Connection{Certificate: "sha256:abc"}, FieldCertificate, "fingerprint", 0, 0},
		{"no certificate in it", persona.Connection{Certificate: pem + "-----END CERTIFICATE-----"}, FieldCertificate, "pem", 0, 0},
		{"a private key", persona.Connection{Certificate: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"}, FieldCertificate, "private", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			faults := CheckConnection(tt.c)
			if tt.field == "" {
				if len(faults) != 0 {
					t.Fatalf("refused: %v", faults[0].Args())
				}
				return
			}
			if len(faults) != 1 || faults[0].Code() != CodeBadConnection {
				t.Fatalf("%d faults", len(faults))
			}
			a := faults[0].Args()
			line, _ := a["line"].(int)
			column, _ := a["column"].(int)
			if a["field"] != tt.field || a["reason"] != tt.reason || line != tt.line || column != tt.column {
				t.Errorf("fault %v", a)
			}
			tt.c.BaseURL = "http://h/v1"
			if _, err := NewClient(tt.c, "", ClientOptions{}); codeOf(err) != CodeBadConnection {
				t.Errorf("a client is made: %v", err)
			}
		})
	}
}

// TestKeyInTheBody: a key among the members of a request is not stored, while one that is stored already goes on being sent.
func TestKeyInTheBody(t *testing.T) {
	for body, want := range map[string]string{
		`{"top_k":5,"provider":{"API_Key":"sk-1"}}`:                      "API_Key",
		`{"authorization":"Bearer sk-1"}`:                                "authorization",
		`{"prompt_cache_key":"a","max_tokens":5,"token":7,"api_key":""}`: "",
	} {
		faults := CheckConnection(persona.Connection{Body: body})
		switch {
		case want == "" && len(faults) > 0:
			t.Errorf("%s: refused: %v", body, faults[0].Args())
		case want != "" && (len(faults) != 1 || faults[0].Args()["reason"] != "secret" || faults[0].Args()["what"] != want):
			t.Errorf("%s: %v", body, faults)
		}
		if _, err := NewClient(persona.Connection{BaseURL: "http://h/v1", Body: body}, "", ClientOptions{}); err != nil {
			t.Errorf("%s: no client: %v", body, err)
		}
	}
}

// TestRequestsHoldTheConnectionsOwn: headers, query and body fields reach every request that has a use for them.
func TestRequestsHoldTheConnectionsOwn(t *testing.T) {
	s := llmtest.Serve(t, nil)
	c, err := NewClient(persona.Connection{
		BaseURL: s.URL + "?tag=a", Query: "api-version=1",
		Headers: "X-Title: Bonbon\napi-key:\nUser-Agent: mine\nUnset:",
		Body:    `{"temperature":2,"provider":{"sort":"price"},"max_tokens":7}`,
	}, Secret{Key: "sk-key", Headers: "API-Key: hush\nOther: dropped"}.Pack(), ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	half := 0.5
	request := hi
	request.Sampling.Temperature = &half
	if h := listen(t.Context(), c, request); h.err != nil {
		t.Fatal(h.err)
	}
	if _, err := c.Models(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Requests() {
		h := r.Header
		if h.Get("X-Title") != "Bonbon" || h.Get("Api-Key") != "hush" || h.Get("User-Agent") != "mine" || h.Get("Authorization") != "Bearer sk-key" {
			t.Errorf("%s: headers %v", r.Path, h)
		}
		if len(h.Values("Other")) != 0 || len(h.Values("Unset")) != 0 {
			t.Errorf("%s: headers that nobody named: %v", r.Path, h)
		}
		if !strings.HasSuffix(r.Path, "?tag=a&api-version=1") {
			t.Errorf("asked %s", r.Path)
		}
	}
	var body map[string]any
	if err := json.Unmarshal(s.Chats()[0].Body, &body); err != nil {
		t.Fatal(err)
	}
	provider, _ := body["provider"].(map[string]any)
	if provider["sort"] != "price" || body["max_tokens"] != 7.0 || body["temperature"] != 0.5 || body["model"] != "test-model" {
		t.Errorf("sent %v", body)
	}
}

// TestSecretsOfTheQuery: what is secret in the query comes from the secret, reaches every request, and stays out of errors.
func TestSecretsOfTheQuery(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Wrong(400, "", "what is hush+hush& or hush%2Bhush%26, and old-secret?")})
	c, err := NewClient(persona.Connection{BaseURL: s.URL + "?sig=old-secret", Query: "a=1&key&unset&flag="},
		Secret{Query: "key=hush%2Bhush%26&other=dropped"}.Pack(), ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	h := listen(t.Context(), c, hi)
	if _, err := c.Models(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Requests() {
		if !strings.HasSuffix(r.Path, "?sig=old-secret&a=1&key=hush%2Bhush%26&unset=&flag=") {
			t.Errorf("asked %s", r.Path)
		}
	}
	if said := causes(h.err); strings.Contains(said, "hush+") || strings.Contains(said, "hush%2B") || strings.Contains(said, "old-secret") {
		t.Errorf("the error shows it: %s", said)
	}
}

// TestKeyInAHeaderOfItsOwn: a header can carry the key, and is left out where there is none.
func TestKeyInAHeaderOfItsOwn(t *testing.T) {
	for key, want := range map[string][]string{"sk-key": {"sk-key"}, "": nil} {
		s := llmtest.Serve(t, nil)
		c, err := NewClient(persona.Connection{BaseURL: s.URL, Headers: "x-api-key: {key}\nx-token:"}, Secret{Key: key, Headers: "x-token: Token {key}"}.Pack(), ClientOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Models(t.Context()); err != nil {
			t.Fatal(err)
		}
		h := s.Requests()[0].Header
		if got := h.Values("X-Api-Key"); !slices.Equal(got, want) {
			t.Errorf("sent %q", got)
		}
		if got := h.Get("X-Token"); key != "" && got != "Token "+key || key == "" && got != "" {
			t.Errorf("sent %q", got)
		}
	}
}

// TestAuthorizationOfItsOwn: a secret header may take the place of the key's.
func TestAuthorizationOfItsOwn(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Wrong(400, "", "no Basic dXNlcjpwYXNzd29yZA== here")})
	c, err := NewClient(persona.Connection{BaseURL: s.URL, Headers: "Authorization:"},
		Secret{Headers: "Authorization: Basic dXNlcjpwYXNzd29yZA=="}.Pack(), ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	h := listen(t.Context(), c, hi)
	if got := s.Chats()[0].Header["Authorization"]; len(got) != 1 || got[0] != "Basic dXNlcjpwYXNzd29yZA==" {
		t.Errorf("sent %q", got)
	}
	if strings.Contains(causes(h.err), "dXNlcjpwYXNzd29yZA") {
		t.Errorf("the error shows it: %s", causes(h.err))
	}
}

// TestSecretsStayAtTheirHost: a redirect elsewhere is not followed, neither for a reply nor for models, so nothing secret
// gets there; one within the server is, with all of it.
func TestSecretsStayAtTheirHost(t *testing.T) {
	other := llmtest.Serve(t, nil)
	var seen []string
	to := ""
	transport := roundTripper(func(r *http.Request) (*http.Response, error) {
		h := r.Header
		seen = append(seen, r.URL.Host+r.URL.RequestURI()+" "+h.Get("Api-Key")+" "+h.Get("Authorization")+" "+h.Get("X-Copy"))
		if strings.Contains(r.URL.Path, "/moved/") {
			return respond(200, `{"data":[]}`), nil
		}
		res := respond(307, "")
		res.Header.Set("Location", to)
		return res, nil
	})
	c, err := NewClient(persona.Connection{BaseURL: "http://h/v1", Headers: "api-key:\nx-copy: {key}", Query: "token"},
		Secret{Key: "sk-key", Headers: "api-key: hush", Query: "token=mum"}.Pack(), ClientOptions{Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	const secrets = "?token=mum hush Bearer sk-key sk-key"
	for _, away := range []string{other.URL + "/chat/completions", "https://h/v1/models", "http://h:81/v1/models", "//elsewhere.invalid/v1"} {
		to, seen = away, nil
		h := listen(t.Context(), c, hi)
		_, err = c.Models(t.Context())
		if codeOf(h.err) != CodeBadURL || codeOf(err) != CodeBadURL || len(other.Requests()) != 0 {
			t.Errorf("%s: %v, %v, %d requests elsewhere", away, h.err, err, len(other.Requests()))
		}
		if !slices.Equal(seen, []string{"h/v1/chat/completions" + secrets, "h/v1/models" + secrets}) {
			t.Errorf("%s: seen %q", away, seen)
		}
	}
	to, seen = "/moved/models", nil
	if _, err := c.Models(t.Context()); err != nil || !slices.Equal(seen, []string{"h/v1/models" + secrets, "h/moved/models" + secrets}) {
		t.Errorf("within the server: %v, seen %q", err, seen)
	}
}

// TestEchoedSecretIsHidden: a server that answers a question with what it was asked shows no secret in the error.
func TestEchoedSecretIsHidden(t *testing.T) {
	s := llmtest.Serve(t, nil)
	s.SetModels(`<html>you sent sk-plain-secret and hush-hush-hush`)
	c, err := NewClient(persona.Connection{BaseURL: s.URL, Headers: "api-key:"},
		Secret{Key: "sk-plain-secret", Headers: "api-key: hush-hush-hush"}.Pack(), ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Models(t.Context())
	if codeOf(err) != CodeNotAServer || strings.Contains(causes(err), "sk-plain") || strings.Contains(causes(err), "hush-") {
		t.Errorf("%v", causes(err))
	}
}

func TestSecret(t *testing.T) {
	for _, s := range []Secret{
		{Query: "key=a%26b&x=1"}, {Key: "k", Headers: "a: 1", Query: "key=a", Proxy: "p"}, {}, {Key: "sk-a"}, {Key: "sk-a", Headers: "api-key: b\nX: c: d"}, {Headers: "api-key: b"}, {Key: "k", Proxy: "p w"},
	} {
		if got := UnpackSecret(s.Pack()); got != s {
			t.Errorf("%+v comes back as %+v", s, got)
		}
	}
	if got := (Secret{Key: " sk\r\nEvil: x "}).Pack(); got != "skEvil: x" {
		t.Errorf("packed as %q", got)
	}
	stored := Secret{Key: "old", Headers: "a: 1\nb: 2", Proxy: "p"}
	if got := (Secret{Headers: "A: 3"}).Over(stored); got != (Secret{Key: "old", Headers: "A: 3\nb: 2", Proxy: "p"}) {
		t.Errorf("over it: %+v", got)
	}
	c := persona.Connection{Headers: "b:\nc: open"}
	if got := stored.For(c); got != (Secret{Key: "old", Headers: "b: 2"}) {
		t.Errorf("for the connection: %+v", got)
	}
	stored = Secret{Query: "a=1&b=2"}
	if got := (Secret{Query: "b=3"}).Over(stored); got != (Secret{Query: "b=3&a=1"}) {
		t.Errorf("over it: %+v", got)
	}
	if got := stored.For(persona.Connection{Query: "a=open&b&c"}); got != (Secret{Query: "b=2"}) {
		t.Errorf("for the connection: %+v", got)
	}
}

func FuzzCheckConnection(f *testing.F) {
	f.Add("api-key: x", "a=1", `{"a":1}`, "http://u:p@h:1", "sha256:00")
	f.Add(":\r\n a", "%", "{\n", "socks5://[::1]", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----")
	f.Fuzz(func(t *testing.T, headers, query, body, proxy, certificate string) {
		c := persona.Connection{BaseURL: "http://h", Headers: persona.Headers(headers), Query: persona.Query(query), Body: body, Proxy: proxy, Certificate: certificate}
		faults := CheckConnection(c)
		for _, e := range faults {
			if field, _ := e.Args()["field"].(string); field == "" {
				t.Errorf("a fault without a field: %v", e)
			}
		}
		var wrote strings.Builder
		a, _ := readAccess(c, Secret{})
		if err := a.header.Write(&wrote); err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, values := range a.header {
			lines += len(values)
		}
		if strings.Count(wrote.String(), "\n") != lines {
			t.Errorf("%d headers are written as %q", lines, wrote.String())
		}
	})
}
