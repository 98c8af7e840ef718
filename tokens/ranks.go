package tokens

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"path"
	"strconv"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// ranks reads the tables that are part of the program: a line for each token, base64, a space, its rank. It implements
// tiktoken.BpeLoader. The library's own reader makes three times the garbage that the table is large.
type ranks struct{}

// LoadTiktokenBpe returns the table whose published address is url; nothing is fetched from there.
func (ranks) LoadTiktokenBpe(url string) (map[string]int, error) {
	data, err := assets.Assets.ReadFile(path.Base(url))
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	table := make(map[string]int, bytes.Count(data, []byte("\n")))
	token := make([]byte, len(data))
	for line := range bytes.Lines(data) {
		code, rank, ok := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		if !ok {
			continue
		}
		n, err := base64.StdEncoding.Decode(token, code)
		if err != nil {
			return nil, fmt.Errorf("tokens: %s: %w", path.Base(url), err)
		}
		if table[string(token[:n])], err = strconv.Atoi(string(rank)); err != nil {
			return nil, fmt.Errorf("tokens: %s: %w", path.Base(url), err)
		}
	}
	return table, nil
}
