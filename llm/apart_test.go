package llm

import (
	"testing"

	"bonbon/persona"
)

// TestApart: what stands in the open and looks secret is taken out, and together with the rest reaches the server as before.
func TestApart(t *testing.T) {
	type conn = persona.Connection
	for name, tt := range map[string]struct {
		c, want conn
		secret  Secret
	}{
		"nothing":         {conn{BaseURL: "http://h/v1", Query: "a=1&key", Headers: "X-A: 1\nx-api-key: {key}\napi-key:", Proxy: "http://me@p:1"}, conn{}, Secret{}},
		"a query without": {conn{BaseURL: "http://h/v1?a=1"}, conn{}, Secret{}},
		"unreadable":      {conn{BaseURL: "http://h/v1?key=%zz", Query: "token=%zz", Proxy: "http://["}, conn{}, Secret{}},
		"query":           {conn{BaseURL: "http://h/v1", Query: "a=1&api_key=sk%2Fx&b=2"}, conn{BaseURL: "http://h/v1", Query: "a=1&api_key&b=2"}, Secret{Query: "api_key=sk%2Fx"}},
		"address":         {conn{BaseURL: "http://h/v1?a=1&Key=sk%2Fx", Query: "b=2"}, conn{BaseURL: "http://h/v1", Query: "b=2&a=1&Key"}, Secret{Query: "Key=sk%2Fx"}},
		"header":          {conn{BaseURL: "http://h/v1", Headers: "X-A: 1\nX-Api-Key: sk"}, conn{BaseURL: "http://h/v1", Headers: "X-A: 1\nX-Api-Key:"}, Secret{Headers: "X-Api-Key: sk"}},
		"user":            {conn{BaseURL: "https://me:pw@h/v1"}, conn{BaseURL: "https://h/v1", Headers: "Authorization:"}, Secret{Headers: "Authorization: Basic bWU6cHc="}},
		"user, bare":      {conn{BaseURL: "me:pw@h/v1"}, conn{BaseURL: "h/v1", Headers: "Authorization:"}, Secret{Headers: "Authorization: Basic bWU6cHc="}},
		"proxy":           {conn{BaseURL: "http://h/v1", Proxy: "me:pw@p:1"}, conn{BaseURL: "http://h/v1", Proxy: "http://me@p:1"}, Secret{Proxy: "pw"}},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.secret == (Secret{}) {
				tt.want = tt.c
			}
			got, secret := Apart(tt.c)
			if got != tt.want || secret != tt.secret {
				t.Errorf("%+v\n%+v\nwant %+v\n%+v", got, secret, tt.want, tt.secret)
			}
			if again, none := Apart(got); again != got || none != (Secret{}) {
				t.Errorf("not whole: %+v, %+v", again, none)
			}
			if used := secret.For(got); used != secret {
				t.Errorf("of the secret only %+v is used", used)
			}
		})
	}
}
