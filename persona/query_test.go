package persona

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestQuery(t *testing.T) {
	q := Query(" ?a=1&&b=%20x+y&key&b=2&flag= ")
	want := []Param{{Name: "a", Value: "1"}, {Name: "b", Value: " x y"}, {Name: "key", Secret: true}, {Name: "b", Value: "2"}, {Name: "flag"}}
	if got, err := q.Params(); err != nil || !slices.Equal(got, want) {
		t.Errorf("read %+v, %v", got, err)
	}
	if q.Value("b") != " x y" || q.Value("key") != "" || q.Value("other") != "" || Query("%zz").Value("%zz") != "" {
		t.Error("a value is not found by its name")
	}
	for _, bad := range []Query{"a=%zz", "%zz=a", "=a", "a=1#b", "a;b=1"} {
		if got, err := bad.Params(); err == nil {
			t.Errorf("%q reads %+v", bad, got)
		}
	}
}

// TestQueryKeepsParameters: whatever is added comes back in its order.
func TestQueryKeepsParameters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q Query
		var want []Param
		for range rapid.IntRange(0, 5).Draw(t, "parameters") {
			p := Param{Name: rapid.StringN(1, 8, -1).Draw(t, "name"), Secret: rapid.Bool().Draw(t, "secret")}
			if !p.Secret {
				p.Value = rapid.String().Draw(t, "value")
			}
			q, want = q.With(p), append(want, p)
		}
		if got, err := q.Params(); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q reads %+v, %v; want %+v", q, got, err, want)
		}
	})
}

func TestCutQuery(t *testing.T) {
	for typed, want := range map[string][2]string{
		"http://h/v1":           {"http://h/v1", ""},
		"http://h/v1?key=a&b=1": {"http://h/v1", "key=a&b=1"},
		"http://h/v1?key=a#x":   {"http://h/v1", "key=a"},
		"h?":                    {"h", ""},
	} {
		if address, q := CutQuery(typed); address != want[0] || string(q) != want[1] {
			t.Errorf("%q gives %q, %q", typed, address, q)
		}
	}
}
