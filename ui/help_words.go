package ui

import (
	"math"
	"strings"

	"bonbon/doctor"
	"bonbon/ui/words"
)

// DoctorText puts a report of the doctor into words: a line for each finding, with what to do below it. It needs no window; the language
// is the one in use.
func DoctorText(r doctor.Report) string {
	var b strings.Builder
	for _, f := range r {
		grade, said, advice := findingWords(f)
		b.WriteString("[" + grade + "] " + said + "\n")
		if advice != "" {
			b.WriteString("    " + advice + "\n")
		}
	}
	verdict := words.T("doctor.verdict.well")
	if !r.Well() {
		verdict = words.T("doctor.verdict.trouble")
	}
	b.WriteString(verdict + "\n")
	return b.String()
}

// grades name the keys of the words for a grade.
var grades = map[doctor.Grade]string{doctor.OK: "ok", doctor.Note: "note", doctor.Trouble: "trouble"}

// findingWords says how a finding is, what it is, and what to do about it, if anything.
func findingWords(f doctor.Finding) (grade, said, advice string) {
	data := map[string]any{}
	for name, v := range f.Args {
		switch v := v.(type) {
		case int:
			data[name] = words.Number(v)
		case int64:
			data[name] = words.Bytes(int(v))
		case uint64:
			data[name] = words.Number(int(min(v, math.MaxInt)))
		default:
			data[name] = v
		}
	}
	if code, ok := f.Args["Code"].(string); ok {
		data["Why"] = explain(codedError{code: code}, nil).Title
	}
	said = words.T("doctor."+f.Code, data)
	if key := "doctor." + f.Code + ".do"; words.Has(key) {
		advice = words.T(key, data)
	}
	return words.T("doctor.grade." + grades[f.Grade]), said, advice
}
