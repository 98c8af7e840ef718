package doctor

import (
	"context"
	"net/url"

	"bonbon/llm"
	"bonbon/persona"
)

// connections names each connection by the host of its address alone: the rest of an address may hold a secret.
func (e *exam) connections(ctx context.Context) {
	if e.settings == nil {
		return
	}
	for i, c := range e.settings.Connections {
		switch {
		case c.ID == persona.DemoConnection:
			continue
		case !e.Connect:
			e.say(OK, "connection", "Number", i+1, "Host", host(c.BaseURL))
			continue
		}
		models, err := e.ask(ctx, c)
		if err != nil {
			e.say(Trouble, "connection.bad", "Number", i+1, "Host", host(c.BaseURL), "Code", code(err))
			continue
		}
		e.say(OK, "connection.answers", "Number", i+1, "Host", host(c.BaseURL), "Models", models)
	}
	if !e.Connect {
		e.say(OK, "connection.unasked")
	}
}

func (e *exam) ask(ctx context.Context, c persona.Connection) (models int, err error) {
	ctx, cancel := context.WithTimeout(ctx, ConnectTime)
	defer cancel()
	client, err := llm.NewClient(c, e.Key(c.ID, c.Name), llm.ClientOptions{})
	if err != nil {
		return 0, err
	}
	found, err := client.Models(ctx)
	return len(found), err
}

func host(address string) string {
	base, err := llm.NormalizeBaseURL(address)
	if err != nil {
		return "?"
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return "?"
	}
	return u.Scheme + "://" + u.Host
}
