package settings

import (
	"strings"

	"fyne.io/fyne/v2/theme"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// connectionMore is what few connections need: the part of the form that is folded away.
type connectionMore struct {
	fold              *parts.Fold
	headers, query    *pairRows
	body, certificate *parts.Editor
	proxy             *parts.Input
	fields            map[string]*parts.Field // by the JSON name of the connection's field
	limits            [3]*parts.NumberEntry   // connect, first byte, silence
	changed           func()
}

// The times that the program allows by itself, in seconds, for showing; see llm.ClientOptions.
var defaultLimits = [3]int{10, 600, 90}

// newConnectionMore shows what c has. changed hears every change of a value, resized that the height is another one.
func newConnectionMore(c persona.Connection, changed, resized func()) *connectionMore {
	m := &connectionMore{
		body: parts.NewEditor(4), proxy: parts.NewInput(), certificate: parts.NewEditor(3),
		changed: changed,
	}
	rows := func() {
		changed()
		resized()
	}
	params, err := c.Query.Params()
	m.headers = newPairRows(headerPairs(c.Headers), words.T("panels.server.headerAdd"), rows)
	m.query = newPairRows(queryPairs(params), words.T("panels.server.queryAdd"), rows)
	if err != nil {
		m.query.add(pair{value: string(c.Query), secret: true}) // to be complained about, and mended
	}
	m.body.SetPlaceHolder(`{"top_k": 40}`)
	m.proxy.SetPlaceHolder("http://10.0.0.1:3128")
	m.certificate.SetPlaceHolder("sha256:…  /  -----BEGIN CERTIFICATE-----")
	m.set(c)
	m.body.OnChanged, m.certificate.OnChanged = changed, changed
	m.proxy.OnChanged = func(string) { changed() }
	m.fields = map[string]*parts.Field{
		"headers":     parts.NewField(words.T("panels.server.headers"), nil, m.headers.box, words.T("panels.server.headersNote")),
		"query":       parts.NewField(words.T("panels.server.query"), nil, m.query.box, words.T("panels.server.queryNote")),
		"body":        parts.NewField(words.T("panels.server.body"), nil, m.body, words.T("panels.server.bodyNote")),
		"proxy":       parts.NewField(words.T("panels.server.proxy"), nil, m.proxy, words.T("panels.server.proxyNote")),
		"certificate": parts.NewField(words.T("panels.server.certificate"), nil, m.certificate, words.T("panels.server.certificateNote")),
	}
	column := parts.NewColumn(parts.FormGap,
		m.fields["headers"], m.fields["query"], m.fields["body"], m.fields["proxy"], m.fields["certificate"], m.waiting(c.Limits))
	m.fold = parts.NewFold(words.T("panels.server.more"), column, resized)
	m.fold.SetOpen(hasMore(c))
	return m
}

// hasMore tells whether a connection has anything that the fold would hide.
func hasMore(c persona.Connection) bool {
	return c.Headers != "" || c.Query != "" || c.Body != "" || c.Proxy != "" || c.Certificate != "" || c.Limits != persona.Limits{}
}

func (m *connectionMore) set(c persona.Connection) {
	m.body.SetText(c.Body)
	m.proxy.SetText(c.Proxy)
	m.certificate.SetText(c.Certificate)
}

// waiting is the field with the limits.
func (m *connectionMore) waiting(l persona.Limits) *parts.Field {
	labels := []string{words.T("panels.server.waitConnect"), words.T("panels.server.waitFirst"), words.T("panels.server.waitSilence")}
	lines := parts.NewColumn(2 * look.Gap)
	problem := parts.NewPara("", look.SmallText, theme.ColorNameError)
	problem.Hide()
	for i, value := range []int{l.Connect, l.FirstByte, l.Silence} {
		n := parts.NewNumberEntry(parseSeconds, formatSeconds, "00,000")
		n.SetPlaceHolder(number(defaultLimits[i]))
		n.Reset(value)
		n.OnChanged = func(int) { m.changed() }
		n.OnProblem = func(err error) {
			problem.SetText("")
			if err != nil {
				problem.SetText(words.T("panels.server.waitWrong"))
			}
			problem.Hidden = err == nil
			lines.Refresh()
		}
		m.limits[i] = n
		lines.Add(parts.NewEnds(parts.NewPara(labels[i], "", ""), n))
	}
	lines.Add(problem)
	return parts.NewField(words.T("panels.server.wait"), nil, lines, words.T("panels.server.waitNote"))
}

func parseSeconds(s string) (int, error) {
	if strings.TrimSpace(s) == "" {
		return 0, nil
	}
	return parts.ParseNumber(s, persona.MaxLimit)
}

func formatSeconds(n int) string {
	if n == 0 {
		return ""
	}
	return number(n)
}

// fill puts what the form says into c, and what of it is secret into s.
func (m *connectionMore) fill(c *persona.Connection, s *Secret) {
	c.Headers, s.Headers = headers(m.headers.pairs())
	c.Query, s.Query = query(m.query.pairs())
	c.Body = strings.TrimSpace(m.body.Text())
	c.Proxy, s.Proxy = persona.SplitProxy(m.proxy.Text)
	c.Certificate = strings.TrimSpace(m.certificate.Text())
	c.Limits = persona.Limits{Connect: m.limits[0].Value(), FirstByte: m.limits[1].Value(), Silence: m.limits[2].Value()}
}

// tell shows what is wrong with the fields, and returns whether nothing is.
func (m *connectionMore) tell(problems map[string]string) bool {
	for name, field := range m.fields {
		field.SetProblem(problems[name])
	}
	return len(problems) == 0
}
