package safety

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func TestForgotten(t *testing.T) {
	now := time.Date(2026, time.May, 7, 21, 4, 0, 0, time.UTC)
	daily := func(days int) history.Backup {
		return history.Backup{Name: fmt.Sprint("daily", days), Time: now.AddDate(0, 0, -days), Why: history.Daily}
	}
	for _, c := range []struct {
		name       string
		all        []history.Backup
		from, upTo int // days from now
		stay       int
	}{
		{"none", nil, 0, 0, 0},
		{"today's", []history.Backup{daily(0)}, history.KeepDays, history.KeepDays + 7*history.KeepWeeks + 7, 0},
		{"an old one", []history.Backup{daily(40)}, 1, history.KeepDays + 7*history.KeepWeeks + 7, 0},
		{"before a restore", []history.Backup{{Name: "r", Time: now, Why: history.BeforeRestore}}, 0, 0, 1},
		{"both", []history.Backup{daily(0), {Name: "r", Time: now.Add(-time.Hour), Why: history.BeforeImport}}, history.KeepDays, history.KeepDays + 7*history.KeepWeeks + 7, 1},
	} {
		last, stay := Forgotten(c.all, now)
		if days := int(last.Sub(now).Hours() / 24); days < c.from || days > c.upTo || len(stay) != c.stay {
			t.Errorf("%s: after %d days, %d stay", c.name, days, len(stay))
		}
	}
}

func TestStillInNamesEveryPlace(t *testing.T) {
	uitest.App(t, "light", "en")
	now := time.Date(2026, time.May, 7, 21, 4, 0, 0, time.UTC)
	if got := StillIn(nil, 0, now); got != words.T("safety.outOfFile") {
		t.Errorf("nowhere reads %q", got)
	}
	special := history.Backup{Name: "r", Time: now, Why: history.BeforeRestore}
	got := StillIn([]history.Backup{{Name: "d", Time: now, Why: history.Daily}, special}, 2, now)
	for _, want := range []string{words.T("safety.outOfFile"), "15 May", words.N("safety.inSpecial", 1, counted(1)), words.N("safety.inKept", 2, counted(2))} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing: %q", want, got)
		}
	}
	if got := StillIn([]history.Backup{special}, 0, now); strings.Contains(got, "about") {
		t.Errorf("only one that stays reads %q", got)
	}
}
