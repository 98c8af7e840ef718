package safety

import (
	"time"

	"bonbon/history"
)

// far is how far ahead Forgotten looks, in days: longer than backups are kept.
const far = 7*history.KeepWeeks + history.KeepDays + 60

// Forgotten says when the last of the backups that exist now will have given way, if from now on one is made each day: until then they
// hold what is deleted today. stay are those that no daily backup takes the place of, since they were made before something changed
// much; nil if there are none.
func Forgotten(all []history.Backup, now time.Time) (last time.Time, stay []history.Backup) {
	old := map[string]bool{}
	kept := make([]history.Backup, 0, len(all)+far)
	for _, b := range all {
		old[b.Name] = true
		kept = append(kept, b)
	}
	last = now
	for day := 1; day <= far; day++ {
		at := now.AddDate(0, 0, day)
		var drop []history.Backup
		kept, drop = history.Keep(append(kept, history.Backup{Name: at.Format(time.RFC3339), Time: at, Why: history.Daily}))
		for _, b := range drop {
			if old[b.Name] {
				last = at
			}
		}
	}
	for _, b := range kept {
		if old[b.Name] {
			stay = append(stay, b)
		}
	}
	return last, stay
}
