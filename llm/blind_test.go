package llm

import (
	"fmt"
	"testing"

	"bonbon/history/talk"
	"bonbon/llm/wire"
)

// How servers say that a model takes no pictures, and what sounds like it and is something else.
func TestServersThatTakeNoPictures(t *testing.T) {
	for _, c := range []struct {
		status  int
		message string
		want    string
	}{
		{404, "No endpoints found that support image input", CodeNoPictures},
		{400, "This model does not support image inputs.", CodeNoPictures},
		{500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", CodeNoPictures},
		{400, "llama-3 is not a multimodal model", CodeNoPictures},
		{422, "Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text`", CodeNoPictures},
		{400, "Invalid content type. image_url is only supported by certain models.", CodeNoPictures},
		{400, "This model is missing data required for image input", CodeNoPictures},
		{400, "Model does not support images. Please use a model that does.", CodeNoPictures},
		{400, "Could not decode image", CodeBadRequest},
		{401, "This model does not support image input", CodeBadKey},
		{404, "The model `vision-1` does not exist.", CodeNoModel},
		{400, "image exceeds 5 MB maximum", CodeBadRequest},
	} {
		if got := classify(&wire.ServerError{Status: c.status, Message: c.message}); got != c.want {
			t.Errorf("%d %q: %s, want %s", c.status, c.message, got, c.want)
		}
	}
}

// A complaint that a message is no mere text means its pictures, if there were any.
func TestBlamed(t *testing.T) {
	plain := ChatRequest{Messages: []message{user("hello")}}
	seeing := ChatRequest{Messages: []message{{Role: "user", MultiContent: picturesOf(
		func(string) ([]byte, error) { return []byte("x"), nil },
		talk.Entry{Pictures: []talk.Picture{{Ref: "a", Type: "image/png"}}}, func(talk.Picture, error) { t.Error("left out") },
	)}}}
	said := explain(t.Context(), fmt.Errorf("x: %w", &wire.ServerError{Status: 400, Message: "'messages.1' : content must be a string"}))
	for _, c := range []struct {
		r    ChatRequest
		err  error
		want string
	}{
		{plain, said, CodeBadRequest}, {seeing, said, CodeNoPictures},
		{seeing, explain(t.Context(), &wire.ServerError{Status: 401}), CodeBadKey},
		{seeing, explain(t.Context(), &wire.ServerError{Status: 400, Message: "top_k must be 1"}), CodeBadRequest},
	} {
		e, ok := blamed(c.err, c.r).(*Error)
		if !ok || e.Code() != c.want {
			t.Errorf("%v is %v, want %s", c.err, e, c.want)
		}
	}
	if blamed(nil, seeing) != nil {
		t.Error("an error out of nothing")
	}
}

// A model without eyes gets the words alone, whatever the steps; which pictures others would get stays as it was.
func TestBlind(t *testing.T) {
	log := newLog()
	d, m := drive(says("Well."))
	p, _ := photo(t, log, 4)
	req := request("What is this?")
	req.Pictures, req.Blind = []talk.Picture{p}, true
	for _, steps := range []bool{true, false} {
		req.Cutoff.Steps = steps
		if _, err := play(t, d, log, req); err != nil {
			t.Fatal(err)
		}
		for _, sent := range m.requests[len(m.requests)-1].Messages {
			if len(sent.MultiContent) > 0 {
				t.Errorf("steps %v: parts %v", steps, parts(sent))
			}
		}
	}
	r, err := d.Plan(log, req.said())
	if err != nil || r.Pictures != 0 || r.PicturesLeft != 2 || r.PhotosFrom != r.Total {
		t.Errorf("%+v, %v", r, err)
	}
	req.Blind = false
	if r, err = d.Plan(log, req.said()); err != nil || r.Pictures != 2 || r.PhotosFrom != 0 {
		t.Errorf("with eyes again: %+v, %v", r, err)
	}
}
