package llm

import (
	"encoding/base64"
	"slices"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
)

// noPicture stands for the pictures of a message without text when they are not sent. It costs less than tokens.NoPicture.
const noPicture = "[A picture was left out here.]"

// pictureTypes are the formats that servers take.
var pictureTypes = []string{"image/png", "image/jpeg", "image/webp", "image/gif"}

// pictures returns the pictures of an entry as parts of a message: their content as data URLs, since no server can fetch from this
// machine. One that cannot be read is left out and logged: it must not end a talk for ever.
func (t *turn) pictures(log Log, e talk.Entry) []part {
	return picturesOf(log.Picture, e, func(p talk.Picture, err error) {
		t.opt.Logger.Warn("a picture is left out", "entry", e.ID, "type", p.Type, "error", err)
	})
}

// picturesOf is pictures with what reads them, and what is told of those that are left out.
func picturesOf(read func(ref string) ([]byte, error), e talk.Entry, left func(talk.Picture, error)) []part {
	var parts []part
	for _, p := range e.Pictures {
		data, err := read(p.Ref)
		if err != nil || !slices.Contains(pictureTypes, p.Type) {
			left(p, err)
			continue
		}
		url := "data:" + p.Type + ";base64," + base64.StdEncoding.EncodeToString(data)
		parts = append(parts, part{Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: url}})
	}
	return parts
}

// seen puts pictures behind the text of the one message in ms. Without any, the message is its text, byte for byte as with them.
func seen(ms []message, pictures []part) []message {
	text := ms[0].Content
	if len(pictures) == 0 {
		if strings.TrimSpace(text) == "" {
			ms[0].Content = noPicture
		}
		return ms
	}
	ms[0].Content = ""
	if strings.TrimSpace(text) != "" {
		ms[0].MultiContent = append(ms[0].MultiContent, part{Type: openai.ChatMessagePartTypeText, Text: text})
	}
	ms[0].MultiContent = append(ms[0].MultiContent, pictures...)
	return ms
}

// withPost returns ms with a text behind all that the newest user message says: what changes from request to request comes last, so
// that everything before it stays the same for the server. ms is not changed, and nothing of the text is stored.
func withPost(ms []message, post string) []message {
	i := len(ms) - 1
	for i >= 0 && ms[i].Role != openai.ChatMessageRoleUser {
		i--
	}
	if post == "" || i < 0 {
		return ms
	}
	ms = slices.Clone(ms)
	if m := &ms[i]; len(m.MultiContent) > 0 {
		m.MultiContent = append(slices.Clone(m.MultiContent), part{Type: openai.ChatMessagePartTypeText, Text: post})
	} else {
		m.Content += "\n\n" + post
	}
	return ms
}
