package llm

import (
	"sync"

	"bonbon/persona"
)

// maxClients bounds the kept clients; more servers than these are never in use at once.
const maxClients = 8

// keepClients returns a factory that makes one Client for each server and key and keeps it, so that the next turn finds
// its connection open.
func keepClients() func(persona.Connection, string) (Streamer, error) {
	type server struct{ base, model, key string }
	var mu sync.Mutex
	kept := map[server]*Client{}
	return func(c persona.Connection, key string) (Streamer, error) {
		mu.Lock()
		defer mu.Unlock()
		s := server{c.BaseURL, c.Model, key}
		if client, ok := kept[s]; ok {
			return client, nil
		}
		client, err := NewClient(c, key, ClientOptions{})
		if err != nil {
			return nil, err
		}
		if len(kept) >= maxClients {
			clear(kept)
		}
		kept[s] = client
		return client, nil
	}
}
