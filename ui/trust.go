package ui

import (
	"errors"
	"time"

	"bonbon/llm"
	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// unaccepted returns the certificate that an error is about, nil if it is about none.
func unaccepted(err error) *llm.Certificate {
	var e *llm.Error
	if !errors.As(err, &e) {
		return nil
	}
	return e.Certificate
}

// certificateWords puts a certificate that was not accepted into words.
func certificateWords(c *llm.Certificate) *settings.Certificate {
	if c == nil {
		return nil
	}
	text := words.T("certificate.reason."+c.Reason) + "\n" + words.T("certificate.facts", map[string]any{
		"Subject": c.Subject, "Issuer": c.Issuer, "From": day(c.From), "Until": day(c.Until), "Fingerprint": c.Fingerprint,
	})
	return &settings.Certificate{Text: text, Fingerprint: c.Fingerprint}
}

// day writes a date of a certificate.
func day(t time.Time) string { return t.Local().Format(time.DateOnly) }

// askTrust shows a certificate that ended a turn, and trusts it for that connection if the user says so; then the message
// is sent again.
func (w *Window) askTrust(c persona.Connection, shown *llm.Certificate) {
	content := parts.NewColumn(3*look.Gap,
		parts.NewPara(words.T("certificate.about", map[string]any{"Connection": w.connectionName(c)}), "", ""),
		parts.NewPara(certificateWords(shown).Text, look.SmallText, ""),
		parts.NewPara(words.T("certificate.warning"), look.SmallText, look.Muted))
	parts.NewSheet(w.win.Canvas(), words.T("certificate.title"), content,
		parts.Action{Label: words.T("panels.cancel")},
		parts.Action{Label: words.T("certificate.trust"), Primary: true, Do: func() {
			if w.trust(c, shown.Fingerprint) {
				w.tryAgain()
			}
		}}).Show()
}

// trust keeps a certificate with its connection, unless that leads elsewhere by now.
func (w *Window) trust(c persona.Connection, fingerprint string) bool {
	for i := range w.settings.Connections {
		if now := &w.settings.Connections[i]; now.ID == c.ID && now.BaseURL == c.BaseURL {
			now.Certificate = fingerprint
			w.saveSettings()
			return true
		}
	}
	return false
}
