package ui

import (
	"errors"
	"fmt"

	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/ui/words"
)

// remedy is the one thing that a person can do about an error.
type remedy string

const (
	noRemedy        remedy = ""
	tryAgain        remedy = "action.retry"
	openConnections remedy = "action.connections"
	openCutoff      remedy = "action.cutoff"
	openPersona     remedy = "action.persona"
	withoutPictures remedy = "pictures.without"
)

// advice is an error in words.
type advice struct {
	Code   string
	Title  string
	Text   string
	Remedy remedy
}

// remedies lists every code that has words, with what helps. A test holds it against the codes of the packages.
var remedies = map[string]remedy{
	"llm.bad_url":           openConnections,
	"llm.unreachable":       tryAgain,
	"llm.refused":           tryAgain,
	"llm.dns":               openConnections,
	"llm.tls":               openConnections,
	"llm.tls_changed":       openConnections,
	"llm.proxy":             openConnections,
	"llm.bad_connection":    openConnections,
	"llm.timeout_connect":   tryAgain,
	"llm.timeout_first":     tryAgain,
	"llm.timeout_idle":      tryAgain,
	"llm.bad_key":           openConnections,
	"llm.no_credit":         openPersona,
	"llm.forbidden":         openConnections,
	"llm.no_model":          openPersona,
	"llm.not_found":         openConnections,
	"llm.rate_limit":        tryAgain,
	"llm.over_limit":        openCutoff,
	"llm.bad_request":       tryAgain,
	"llm.roles":             openPersona,
	"llm.no_pictures":       withoutPictures,
	"llm.nothing_more":      tryAgain,
	"llm.server":            tryAgain,
	"llm.not_a_server":      openConnections,
	"llm.empty":             tryAgain,
	"llm.only_reasoning":    tryAgain,
	"llm.cut_off":           tryAgain,
	"llm.refusal":           tryAgain,
	"llm.stopped":           tryAgain,
	"llm.too_large":         tryAgain,
	"llm.history_cut_off":   openCutoff,
	"llm.nothing_said":      noRemedy,
	"llm.nothing_to_answer": noRemedy,
	"llm.only_calls":        tryAgain,
	"keys.not_found":        openConnections,
	"keys.keyring":          openConnections,
	"keys.file":             openConnections,
	"picture.unknown":       noRemedy,
	"picture.too_large":     noRemedy,
	"picture.broken":        noRemedy,
	"history.locked":        noRemedy,
	"history.damaged":       noRemedy,
	"history.missing":       noRemedy,
	"history.backup":        tryAgain,
	"history.read_only":     noRemedy,
	"history.newer":         noRemedy,
	"history.no_folder":     noRemedy,
	"history.not_found":     noRemedy,
	"history.bad_name":      noRemedy,
	"history.too_large":     noRemedy,
	"history.not_trashed":   noRemedy,
	"history.too_far":       noRemedy,
	"history.moved":         noRemedy,
	"history.bad_record":    noRemedy,
	"history.not_export":    noRemedy,
	"history.full":          tryAgain,
	"history.away":          noRemedy,
	"history.unread":        noRemedy,
	"history.closed":        noRemedy,
	"history.io":            tryAgain,
}

// noAnswer lists the codes which say that no model server answers at an address.
var noAnswer = map[string]bool{
	llm.CodeBadURL: true, llm.CodeUnreachable: true, llm.CodeRefused: true, llm.CodeDNS: true, llm.CodeTLS: true,
	llm.CodeTLSChanged: true, llm.CodeProxy: true, llm.CodeBadConnection: true,
	llm.CodeTimeoutConnect: true, llm.CodeTimeoutFirst: true, llm.CodeNotAServer: true,
}

// explain turns any error into words, with the values that the error carries and those that the caller knows (the name of
// the connection, its address, the model). An error without a known code is shown with its own text.
func explain(err error, known map[string]any) advice {
	data := map[string]any{"Detail": "", "Address": "", "Connection": "", "Model": "", "Path": "", "Limit": "", "Proxy": "", "Status": "", "Fault": ""}
	for k, v := range known {
		data[k] = v
	}
	var coded interface {
		error
		Code() string
	}
	code := "unknown"
	if errors.As(err, &coded) {
		if _, ok := remedies[coded.Code()]; ok {
			code = coded.Code()
		}
		if a, ok := coded.(interface{ Args() map[string]any }); ok {
			args := a.Args()
			fill(data, "Detail", args["detail"], args["cause"])
			fill(data, "Path", args["what"])
			fill(data, "Proxy", args["proxy"])
			fill(data, "Status", args["status"])
			if n, ok := args["Limit"].(int); ok {
				data["Limit"] = words.Number(n)
			}
		}
	}
	var e *llm.Error
	if errors.As(err, &e) {
		data["Fault"] = faultWords(e)
	}
	if code == "unknown" {
		data["Detail"] = fmt.Sprint(err)
	}
	return advice{
		Code:   code,
		Title:  words.T("error."+code+".title", data),
		Text:   words.T("error."+code+".text", data),
		Remedy: remedies[code],
	}
}

// stateWords says why a stored reply is not complete; the empty text leaves the words to the transcript.
func stateWords(e talk.Entry) string {
	if e.Code == "" || e.State == talk.Stopped || e.State == talk.Limit {
		return ""
	}
	return explain(codedError{e.Code, e.Detail}, nil).Title
}

// fill sets data[key] to the first value that says something.
func fill(data map[string]any, key string, values ...any) {
	for _, v := range values {
		if v != nil && v != "" {
			data[key] = v
			return
		}
	}
}
