package tokens

import (
	"iter"

	"bonbon/history/talk"
)

// Framing and allowances, in tokens.
const (
	Overhead   = 200 // allowance for tools and automatic text, the least that a plan keeps free for them
	PerMessage = 4   // framing of one message
	PerReply   = 3   // framing of the reply that the prompt asks for
	NoResult   = 40  // a short result, framed, that stands for the results of a reply with calls that has none
)

// TrimTalk is the second stage by itself: the longest run of the newest entries that fits under threshold together with the
// system prompt and an allowance of 200 tokens. From the newest entry back, an entry is kept while
//
//	systemTokens + 200 + kept tokens + its tokens <= threshold
//
// and the first entry that does not fit ends the walk: nothing older is read. The result is newest first. Counts below zero
// count as zero. The rule is that of ChocolateLMLite; Plan applies it to whole turns.
func TrimTalk(systemTokens int, newestFirst iter.Seq[talk.Header], threshold int) []talk.Header {
	room := sane(threshold) - sane(systemTokens) - Overhead
	kept := make([]talk.Header, 0, usual/2) // growing step by step would copy it all again
	for h := range newestFirst {
		cost := sane(h.Tokens)
		if cost > room {
			break
		}
		room -= cost
		kept = append(kept, h)
	}
	return kept
}

// most is more tokens than any prompt has. Larger counts come from damage; held to it, sums cannot overflow.
const most = 1 << 28

// sane returns a count of tokens that can be calculated with.
func sane(n int) int { return min(max(n, 0), most) }
