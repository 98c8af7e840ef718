package llmtest

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

//go:embed testdata
var files embed.FS

// waitScale shortens the waits of wire files.
const waitScale = 100

// Call is a tool call that a wire asks for.
type Call struct{ ID, Name, Arguments string }

// Want is the right end of one wire, whoever plays it.
type Want struct {
	Text      string // of the reply, also of one that ends in an error
	Reasoning string
	Calls     []Call
	Finish    string        // the finish reason of a good end
	Code      string        // the error's code, "" for a good end
	Prompt    int           // prompt tokens of the usage, 0 if none is told
	Wait      time.Duration // what the server asks to wait before a retry
}

// Wire is one recorded answer with its right end.
type Wire struct {
	Name  string // of the file, without its extensions
	Reply Reply
	Want  Want
}

// Wires returns all recorded answers: those of public bug reports and those of known servers, with waits shortened a
// hundredfold. A file without a Want, or a Want without its file, panics.
func Wires() []Wire {
	var all []Wire
	for _, name := range list("testdata/wire") {
		all = append(all, wire(strings.TrimSuffix(name, ".wire.json"), decode(read("testdata/wire/"+name))))
	}
	for _, name := range list("testdata/fixtures") {
		r := Reply{Header: eventStream, Writes: []Write{{Data: read("testdata/fixtures/" + name)}}}
		if strings.HasPrefix(name, "body_") {
			r.Header = jsonBody
		}
		all = append(all, wire(strings.TrimSuffix(name, ".txt"), r))
	}
	if len(all) != len(wants) {
		panic(fmt.Sprintf("llmtest: %d wires, %d wanted ends", len(all), len(wants)))
	}
	return all
}

// WireNamed returns one recorded answer. An unknown name panics.
func WireNamed(name string) Wire {
	all := Wires()
	i := slices.IndexFunc(all, func(w Wire) bool { return w.Name == name })
	return all[i]
}

// File returns an input file of this package, such as "B024_base_urls.json". An unknown name panics.
func File(name string) []byte { return read("testdata/" + name) }

func wire(name string, r Reply) Wire {
	want, ok := wants[name]
	if !ok {
		panic("llmtest: no wanted end for " + name)
	}
	return Wire{Name: name, Reply: r, Want: want}
}

// decode reads a wire file.
func decode(data []byte) Reply {
	var f struct {
		Status  int
		Headers [][2]string
		Chunks  []struct {
			B64    []byte
			WaitMS int `json:"wait_ms"`
		}
		End End
	}
	if err := json.Unmarshal(data, &f); err != nil {
		panic(err)
	}
	r := Reply{Status: f.Status, Header: f.Headers, End: f.End}
	for _, c := range f.Chunks {
		r.Writes = append(r.Writes, Write{Data: c.B64, Wait: time.Duration(c.WaitMS) * time.Millisecond / waitScale})
	}
	return r
}

func list(dir string) []string {
	entries, err := files.ReadDir(dir)
	if err != nil {
		panic(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func read(name string) []byte {
	data, err := files.ReadFile(path.Clean(name))
	if err != nil {
		panic(err)
	}
	return data
}
