package llm

import (
	"errors"
	"slices"
	"strings"

	"bonbon/llm/wire"
)

// blindWords are how servers say that a model takes no pictures: gateways, hosted APIs and local servers each in their own way, with
// any status from 400 to 500. Each is said of pictures alone; a complaint about one picture ("could not decode image") is none of them.
var blindWords = []string{
	"support image input", "support image", "support vision", "support multimodal", "supports image input", "images are not supported",
	"image input is not", "image inputs are not", "image content is not", "image_url is not supported", "image_url is only supported",
	"'image_url' is not supported", "not a multimodal model", "not a vision model", "no vision", "mmproj", "required for image input",
	"unknown variant `image_url`", "invalid content type. image_url", "content type 'image_url'", "cannot process image", "does not accept image",
	"only supports text", "only text content", "text-only model", "multimodal data provided",
}

// blindDenials make a mention of support a refusal: "supports image input" alone may stand in a list of what a model can do.
var blindDenials = []string{
	" not ", "n't", "cannot", " no ", "only", "mmproj", "unknown variant", "invalid", "unsupported", "missing",
}

// flatWords are how servers complain that a message is not a mere text. They say nothing of pictures, and mean them only if some
// were sent.
var flatWords = []string{
	"content must be a string", "content` must be a string", "content' must be a string", "expected a string", "expected string", "be a valid string",
	"content should be a string", "type array", "list object",
}

// blamed returns an error of a call as one about pictures, if the request had some and the server took offence at their form.
func blamed(err error, r ChatRequest) error {
	var e *Error
	if !errors.As(err, &e) || e.Code() != CodeBadRequest && e.Code() != CodeServer || e.Status < 400 {
		return err
	}
	pictured := slices.ContainsFunc(r.Messages, func(m message) bool {
		return slices.ContainsFunc(m.MultiContent, func(p part) bool { return p.ImageURL != nil })
	})
	if pictured && containsAny(strings.ToLower(e.Detail), flatWords) {
		blind := *e
		blind.code = CodeNoPictures
		return &blind
	}
	return err
}

// refusesPictures reports whether a server says that its model takes no pictures.
func refusesPictures(f *wire.ServerError) bool {
	if f.Status != 0 && (f.Status < 400 || f.Status > 500 || statusIs(401, 402, 403, 429)(f)) {
		return false
	}
	said := " " + strings.ToLower(f.Message) + " "
	return containsAny(said, blindWords) && containsAny(said, blindDenials)
}
