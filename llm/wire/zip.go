package wire

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
)

// plain returns an answer's body without compression. None is asked for, since a compressor holds a stream back, but some
// gateways compress all the same. Bounds count what comes out of it, so a small body cannot unpack without end.
func plain(res *http.Response) io.ReadCloser {
	switch strings.ToLower(strings.TrimSpace(res.Header.Get("Content-Encoding"))) {
	case "gzip", "x-gzip":
	default:
		return res.Body
	}
	res.Header.Del("Content-Encoding")
	res.Header.Del("Content-Length")
	res.ContentLength, res.Uncompressed = -1, true
	return &unzipped{packed: res.Body}
}

// unzipped reads its head with the first Read, since the bytes of an answer may come much later than its header.
type unzipped struct {
	packed io.ReadCloser
	out    *gzip.Reader
}

func (u *unzipped) Read(p []byte) (int, error) {
	if u.out == nil {
		out, err := gzip.NewReader(u.packed)
		if err != nil {
			return 0, err
		}
		u.out = out
	}
	return u.out.Read(p)
}

func (u *unzipped) Close() error { return u.packed.Close() }
