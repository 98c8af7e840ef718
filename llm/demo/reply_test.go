package demo

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// talkOf makes an inbox of a system prompt and lines that begin with "U:" or "A:".
func talkOf(system string, lines ...string) inbox {
	in := inbox{context: DefaultContext, tokens: 99}
	if system != "" {
		in.messages = append(in.messages, message{"system", system})
	}
	for _, l := range lines {
		role := map[string]string{"U:": "user", "A:": "assistant"}[l[:2]]
		in.messages = append(in.messages, message{role, strings.TrimSpace(l[2:])})
	}
	return in
}

// clockNote is what the program puts behind the newest message.
const clockNote = "\n\n<context>\nCurrent time: Sunday, 2026-05-03 15:04 (UTC+09:00)\n</context>"

const (
	politeEN = "You are Mira. Speak politely."
	casualEN = "You are Mira, a casual friend who loves slang."
	politeJA = "あなたは「桜」です。丁寧な敬語で話します。"
	casualJA = "あなたは「桜」です。タメ口で話します。"
)

// TestReplies names for each kind of sentence what an answer must hold; one of the alternatives between "|" is enough.
func TestReplies(t *testing.T) {
	tests := []struct {
		name   string
		system string
		lines  []string
		want   []string
		not    []string
	}{
		{"greeting", politeEN, []string{"U: Hello!"}, []string{"Hello|Good to see"}, nil},
		{"greeting by name", politeEN, []string{"U: My name is Ann.", "A: Hi", "U: Good morning!"}, []string{"Ann|Where shall"}, nil},
		{"greeting, casual", casualEN, []string{"U: hey"}, []string{"Hey|Hi"}, nil},
		{"greeting ja", politeJA, []string{"U: こんにちは"}, []string{"でしょうか|です|ましょう"}, []string{"どうしたの"}},
		{"greeting ja, casual", casualJA, []string{"U: やっほー"}, []string{"やあ|来てくれたんだ"}, []string{"です"}},

		{"the time", politeEN, []string{"U: What time is it?" + clockNote}, []string{"15:04 on Sunday, 3 May 2026"}, []string{"context"}},
		{"the time ja", politeJA, []string{"U: 今、何時ですか？" + clockNote}, []string{"2026年5月3日（日）の15時04分です"}, nil},
		{"no time", politeEN, []string{"U: What time is it?"}, []string{"no clock"}, []string{"2026"}},
		{"a time of before", politeEN, []string{"U: Hi" + clockNote, "A: Hello", "U: What time is it?"}, []string{"no clock"}, []string{"2026"}},
		{"a broken time", politeEN, []string{"U: What time is it?\n\n<context>\nCurrent time: soon\n</context>"}, []string{"no clock"}, nil},
		{"what is said with a time", politeEN, []string{"U: My name is Ann." + clockNote, "A: Hi", "U: What is my name?" + clockNote}, []string{"Ann"}, []string{"Current", "Sunday"}},
		{"a greeting with a time", politeEN, []string{"U: Hello!" + clockNote}, []string{"Hello|Good to see"}, nil},

		{"thanks", politeEN, []string{"U: thanks a lot"}, []string{"welcome|pleasure|Gladly"}, nil},
		{"thanks ja", politeJA, []string{"U: ありがとうございます"}, []string{"どういたしまして|いえいえ|こちらこそ"}, nil},
		{"goodbye", politeEN, []string{"U: Good night"}, []string{"Goodbye|Take care|Until"}, nil},
		{"goodbye ja", casualJA, []string{"U: おやすみ"}, []string{"またね|また話そう"}, []string{"ください"}},

		{"who", politeEN, []string{"U: Who are you?"}, []string{"Mira", "offline demo", "not a real language model"}, nil},
		{"a real model", "", []string{"U: Are you ChatGPT?"}, []string{"offline demo", "not a real language model"}, nil},
		{"which model", "", []string{"U: which model is this"}, []string{"offline demo"}, nil},
		{"who ja", politeJA, []string{"U: あなたは誰ですか？"}, []string{"桜", "オフラインデモ", "本物の言語モデルではありません"}, nil},
		{"who ja, casual", casualJA, []string{"U: 君はAIなの？"}, []string{"オフラインデモ", "本物の言語モデルじゃない"}, nil},
		{"help", "", []string{"U: What can you do?"}, []string{"what do you see"}, nil},
		{"help ja", "", []string{"U: 何ができるの？"}, []string{"何が見える"}, nil},

		{"tell a name", politeEN, []string{"U: My name is Ann Lee."}, []string{"Ann Lee"}, nil},
		{"tell a name ja", politeJA, []string{"U: 私の名前は花です。"}, []string{"花さん"}, nil},
		{"tell a name ja, casual", casualJA, []string{"U: 花って呼んで"}, []string{"花"}, []string{"花さん"}},
		{"recall a name", politeEN, []string{"U: I'm Ann", "A: Hi", "U: What's my name?"}, []string{"Ann"}, nil},
		{"a name that was cut off", politeEN, []string{"U: What is my name?"}, []string{"do not know your name", "cut off"}, nil},
		{"recall a name ja", politeJA, []string{"U: 名前は花といいます", "A: はい", "U: 私の名前、覚えてる？"}, []string{"花さん"}, nil},
		{"a name that was cut off ja", politeJA, []string{"U: 私の名前は何ですか？"}, []string{"分かりません", "カットオフ"}, nil},
		{"the newest name counts", politeEN, []string{"U: call me Ann", "A: ok", "U: My name is Bea", "A: ok", "U: who am I"}, []string{"Bea"}, []string{"Ann"}},
		{"a refused name", politeEN, []string{"U: my name is not important.", "A: ok", "U: what is my name?"}, []string{"do not know"}, nil},

		{"tell a liking", politeEN, []string{"U: I really love my old bicycle."}, []string{"your old bicycle|Your old bicycle"}, nil},
		{"tell a liking ja", politeJA, []string{"U: 私は抹茶が大好きです"}, []string{"抹茶"}, []string{"私"}},
		{"recall likings", politeEN, []string{"U: I like tea.", "A: ok", "U: I enjoy walking!", "A: ok", "U: What do I like?"}, []string{"tea and walking"}, nil},
		{"recall likings ja", politeJA, []string{"U: 猫が好き", "A: はい", "U: 私の好きなものは何？"}, []string{"猫"}, nil},
		{"denied likings ja", politeJA, []string{"U: 虫は好きじゃない", "A: はい", "U: 私の好きなものは何？"}, []string{"ありません"}, nil},
		{"memory", politeEN, []string{"U: I'm Ann", "A: ok", "U: I love tea.", "A: ok", "U: What do you remember?"}, []string{"Ann", "tea", "6 messages"}, nil},
		{"memory, empty", politeEN, []string{"U: What do you remember about me?"}, []string{"Nothing yet"}, nil},
		{"memory ja", politeJA, []string{"U: 花と呼んでください", "A: ok", "U: 紅茶が好きです", "A: ok", "U: 何を覚えていますか？"}, []string{"花さん", "紅茶"}, nil},

		{"see", politeEN, []string{"A: Welcome back.", "U: hi", "U: What do you see?"}, []string{"4 messages", "99 tokens", "oldest one is mine", "Welcome back."}, nil},
		{"see ja", politeJA, []string{"U: 最初の言葉", "A: はい", "U: 何が見える？"}, []string{"4 件", "99 トークン", "最初の言葉"}, nil},

		{"sum", "", []string{"U: What is 12 * 3 + 4?"}, []string{"40"}, nil},
		{"sum in words", "", []string{"U: how much is 7 divided by 2"}, []string{"3.5"}, nil},
		{"sum ja", casualJA, []string{"U: １２×３は？"}, []string{"36 だよ"}, nil},
		{"sum ja in words", politeJA, []string{"U: 10ひく4はいくつですか"}, []string{"6 ですね"}, nil},
		{"division by zero", "", []string{"U: 1/0"}, []string{"zero"}, nil},
		{"a date is no sum", "", []string{"U: We met on 2024-05-03 at noon."}, nil, []string{"That is 2016"}},

		{"code", "", []string{"U: Show me an example of code"}, []string{"```go"}, nil},
		{"table ja", "", []string{"U: 表の例を見せて"}, []string{"|---|"}, nil},
		{"list", "", []string{"U: Give me a list, please"}, []string{"1. "}, nil},
		{"list ja", "", []string{"U: 箇条書きの例を見せて"}, []string{"1. "}, nil},

		{"sad", politeEN, []string{"U: I'm so lonely today"}, []string{"lonely|hard"}, nil},
		{"happy", politeEN, []string{"U: I am happy"}, []string{"happy|Lovely"}, nil},
		{"sad ja", politeJA, []string{"U: 今日はとても悲しい"}, []string{"つらい|無理に|お話し"}, nil},
		{"tired ja, casual", casualJA, []string{"U: 疲れたよ"}, []string{"おつかれさま|がんばったんだね"}, []string{"ですか"}},

		{"joke", "", []string{"U: tell me a joke"}, []string{"cutoff|context|prompt"}, nil},
		{"story", "", []string{"U: Tell me a story"}, []string{"letter|lighthouse"}, nil},
		{"story ja", "", []string{"U: 物語を聞かせて"}, []string{"手紙|灯台守"}, nil},
		{"laughter", "", []string{"U: haha!"}, []string{"laugh"}, nil},
		{"laughter ja", casualJA, []string{"U: 笑"}, []string{"おかし|笑って"}, []string{"です"}},
		{"time", "", []string{"U: what time is it?"}, []string{"no clock"}, nil},
		{"time ja", "", []string{"U: 今何時？"}, []string{"時計"}, nil},
		{"knowledge", "", []string{"U: What is the capital of France?"}, []string{"no knowledge|real model|Good question"}, []string{"Paris"}},
		{"knowledge ja", "", []string{"U: フランスの首都はどこですか？"}, []string{"分からない|本物のモデル|いい質問"}, nil},

		{"reflection", "", []string{"U: I want to see my sister again"}, []string{"see your sister again|your days|smallest step"}, nil},
		{"reflection, you", "", []string{"U: You are my best friend"}, []string{"I am your best friend"}, nil},
		{"reflection ja", politeJA, []string{"U: 海に行きたい"}, []string{"海に行きたい"}, nil},
		{"answers in the newest language", politeJA, []string{"U: こんにちは", "A: こんにちは", "U: Hello!"}, []string{"Hello|Good to see"}, nil},
		{"without letters the language stays", "", []string{"U: こんにちは", "A: こんにちは", "U: …"}, []string{"か"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := reply(talkOf(tt.system, tt.lines...))
			for _, want := range tt.want {
				if !holdsOne(got, strings.Split(want, "|")) {
					t.Errorf("reply = %q, want %q in it", got, want)
				}
			}
			for _, not := range tt.not {
				if strings.Contains(got, not) {
					t.Errorf("reply = %q, must not hold %q", got, not)
				}
			}
		})
	}
}

func holdsOne(s string, any []string) bool {
	for _, a := range any {
		if strings.Contains(s, a) {
			return true
		}
	}
	return false
}

func TestRepliesVaryAndRepeat(t *testing.T) {
	seen := map[string]bool{}
	last := ""
	lines := []string{}
	for range 12 {
		lines = append(lines, "U: The river was high.")
		got := reply(talkOf("", lines...))
		if again := reply(talkOf("", lines...)); again != got {
			t.Fatalf("the same request got %q and %q", got, again)
		}
		if got == last {
			t.Errorf("the reply %q came twice in a row", got)
		}
		seen[got], last = true, got
		lines = append(lines, "A: "+got)
	}
	if len(seen) < 3 {
		t.Errorf("12 turns had only the replies %v", seen)
	}
}

// TestWordings fills every wording of every rule: none may be empty or keep a place that its pattern cannot fill.
func TestWordings(t *testing.T) {
	for _, s := range subjects {
		for _, r := range append(append([]rule{}, s.en...), s.ja...) {
			if (len(r.say) == 0) == (r.tell == nil) {
				t.Errorf("%s: rule %q must either say or tell", s.name, r.when())
			}
			groups := make([]string, r.when().NumSubexp()+1)
			for _, w := range append(append([]string{}, r.say...), r.casual...) {
				got := fill(w, heard{lang: english, me: "M"}, groups)
				if strings.TrimSpace(got) == "" || strings.ContainsAny(got, "{") && !strings.Contains(got, "```") {
					t.Errorf("%s: wording %q becomes %q", s.name, w, got)
				}
			}
		}
	}
}

func FuzzReply(f *testing.F) {
	f.Add("You are Mira.", "Hello", "Hi", "What do you see?")
	f.Add(casualJA, "花って呼んで", "うん", "私の名前は？")
	f.Add("", "", "", "")
	f.Add("\xff\x00{{char}}", "{user}{1}", "{2}", "1/0*9-")
	f.Add("", "I like ", "が好き", "は")
	f.Fuzz(func(t *testing.T, system, first, answer, newest string) {
		in := inbox{messages: []message{{"system", system}, {"user", first}, {"assistant", answer}, {"tool", answer}, {"user", newest}}}
		got := reply(in)
		if strings.TrimSpace(got) == "" {
			t.Error("the reply is empty")
		}
		if !utf8.ValidString(got) || strings.Contains(got, "\x00") {
			t.Errorf("the reply is not clean text: %q", got)
		}
		if joined := strings.Join(split(got), ""); joined != got {
			t.Errorf("the pieces join to %q, want %q", joined, got)
		}
	})
}

func TestNoMessages(t *testing.T) {
	if got := reply(inbox{}); got == "" {
		t.Error("an empty inbox got no reply")
	}
}
