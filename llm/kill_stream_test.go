package llm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bonbon/llm/llmtest"
)

const (
	streamed    = 3 * time.Second       // how long a reply takes that is to be killed in the middle
	between     = 20 * time.Millisecond // two of its words
	mostMissing = time.Second           // of a streamed reply after a kill
	busy        = time.Second           // more, that a machine which does many other things may take for a write
)

// A program that is killed anywhere in a long reply, or in going on with one that broke off, on one processor or several, has all of it
// but the last second, and everything that was stored before. Several are at it side by side, since most of the time they wait.
func TestKilledWhileStreaming(t *testing.T) {
	var asked atomic.Int64
	server := llmtest.Examine(t, func([]byte) llmtest.Reply {
		n, reply := asked.Add(1), llmtest.Stream()
		for i := range int(streamed / between) {
			reply.Writes = append(reply.Writes, llmtest.Write{Data: llmtest.Delta(fmt.Sprintf("w%d.%d. ", n, i)), Wait: between})
		}
		reply.Writes = append(reply.Writes, llmtest.Write{Data: llmtest.Finish("stop")})
		return reply
	})
	const talkers = 6
	for i := range talkers {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rng, dir, worst := rand.New(rand.NewPCG(uint64(i), 7)), t.TempDir(), time.Duration(0)
			id, seen := newTalk(t, dir), acknowledged{}
			for range *kills / talkers {
				wait, processors := time.Duration(rng.Int64N(int64(streamed))), []string{"GOMAXPROCS=1", "GOMAXPROCS=4"}[rng.IntN(2)]
				said := killed(t, dir, id, server.URL, func(n int, kill func()) {
					if n == 1 {
						time.AfterFunc(wait, kill)
					}
				}, processors)
				seen.hear(said)
				missing := lost(said, seen.check(t, dir, id).Text)
				if worst = max(worst, missing); missing > mostMissing+busy {
					t.Errorf("%v of a reply are missing after %v", missing, said[len(said)-1])
				}
			}
			t.Logf("%d kills, at most %v of a reply missing", *kills/talkers, worst.Round(10*time.Millisecond))
		})
	}
}

// lost returns how much time lies between the last piece of a reply that is in the text and the last one that came.
func lost(said []told, text string) (missing time.Duration) {
	last := time.Duration(0)
	for i := len(said) - 1; i >= 0; i-- {
		switch one := said[i]; {
		case one.What != "delta":
			return missing
		case strings.Contains(text, strings.TrimSpace(one.Text)):
			return missing
		default:
			last = max(last, one.At)
			missing = last - one.At
		}
	}
	return missing
}
