package llm

import (
	"cmp"
	"context"
	"errors"
	"net"
	"strconv"
	"sync"
	"time"

	"bonbon/llm/wire"
	"bonbon/persona"
)

// Found is a model server on this machine.
type Found struct {
	Name     string // of the program: as its answer tells, else as its port does
	BaseURL  string
	Models   []Model // empty: it has none, or shows none without a key
	NeedsKey bool
}

// localServer is a program that serves models on a port of its own.
type localServer struct {
	name string
	port int
}

var localServers = []localServer{
	{"Ollama", 11434}, {"LM Studio", 1234}, {"llama.cpp", 8080}, {"KoboldCpp", 5001}, {"vLLM", 8000},
	{"text-generation-webui", 5000}, {"Jan", 1337},
}

// owners are the programs by the owner that they name for their models.
var owners = map[string]string{
	"library": "Ollama", "llamacpp": "llama.cpp", "koboldcpp": "KoboldCpp", "vllm": "vLLM", "organization_owner": "LM Studio",
}

// localWait is how long a server on this machine may take to list its models.
const localWait = 300 * time.Millisecond

// FindLocal looks for model servers on 127.0.0.1, on the ports of Ollama, LM Studio, llama.cpp, KoboldCpp, vLLM,
// text-generation-webui and Jan, all at once and for at most 300 ms. It is meant for a user's click, never for start-up.
func FindLocal(ctx context.Context) []Found { return findLocal(ctx, localServers, localWait) }

func findLocal(ctx context.Context, servers []localServer, wait time.Duration) []Found {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	results := make([]*Found, len(servers))
	var all sync.WaitGroup
	for i, s := range servers {
		all.Go(func() { results[i] = probe(ctx, s) })
	}
	all.Wait()
	var found []Found
	for _, r := range results {
		if r != nil {
			found = append(found, *r)
		}
	}
	return found
}

// probe returns what listens at one port, nil unless it is a model server.
func probe(ctx context.Context, s localServer) *Found {
	f := &Found{Name: s.name, BaseURL: "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) + "/v1"}
	c, err := NewClient(persona.Connection{BaseURL: f.BaseURL}, "", ClientOptions{MaxBytes: 1 << 20})
	if err != nil {
		return nil
	}
	body, err := c.get(ctx, "/models")
	var e *Error
	if errors.As(err, &e) && e.Code() == CodeBadKey {
		f.NeedsKey = true
		return f
	}
	found, ok := wire.ParseModels(body)
	if err != nil || !ok {
		return nil
	}
	for _, m := range found {
		f.Models = append(f.Models, Model{m.ID, m.ContextLength})
	}
	if len(found) > 0 {
		f.Name = cmp.Or(owners[found[0].Owner], f.Name)
	}
	return f
}
