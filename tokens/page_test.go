package tokens

import (
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The pages that explain the settings name each as exports do, with the value of a first start.
func TestPagesTellTheDefaults(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile("(?m)^\\| [^|]+ \\| `(\\w+)` \\| (on|off|[0-9 ]*[0-9])")
	for _, page := range []string{"../docs/CONTEXT.md", "../docs/CONTEXT.ja.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]string{}
		for _, m := range row.FindAllStringSubmatch(string(text), -1) {
			told[m[1]] = strings.ReplaceAll(m[2], " ", "")
		}
		defaults := reflect.ValueOf(Defaults())
		for i := range defaults.NumField() {
			name := defaults.Type().Field(i).Tag.Get("json")
			want := "off"
			switch v := defaults.Field(i); {
			case v.Kind() == reflect.Int:
				want = strconv.FormatInt(v.Int(), 10)
			case v.Bool():
				want = "on"
			}
			if told[name] != want {
				t.Errorf("%s: %s is %q at first, not %q", page, name, want, told[name])
			}
			delete(told, name)
		}
		if len(told) > 0 {
			t.Errorf("%s: no setting has the names %v", page, told)
		}
	}
}
