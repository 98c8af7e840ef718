package look

import "testing"

func TestPortraits(t *testing.T) {
	all := Portraits()
	if len(all) < 3 {
		t.Fatalf("bundled pictures: %v", all)
	}
	for _, name := range all {
		if Portrait(name) == nil {
			t.Errorf("%s is listed and not there", name)
		}
	}
	for _, name := range []string{"", "asset:", "asset:nobody", "asset:../icons/plus", "sha256:00", "mint"} {
		if got := Portrait(name); got != nil {
			t.Errorf("%q gives %s, want nothing", name, got.Name())
		}
	}
}
