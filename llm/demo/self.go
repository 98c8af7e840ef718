package demo

// self says plainly what answers here. Whatever the persona, it never poses as a real model.
var self = subject{
	name: "self",
	en: []rule{
		{
			when: on(`\bare you (?:a |an )?(?:real|human|person|robot|bot|ai|machine|chatgpt|gpt|claude|gemini|llama|language model)|(?:which|what) (?:language )?model|what are you\b|who (?:are you|made you)|your name`),
			tell: func(h heard, _ []string) string {
				return whoEN(h.me) + " I am Bonbon's offline demo: a small set of rules inside the program, not a real language model. I need no network and no key. For real answers, choose a model server in the settings."
			},
		},
		{
			when: on(`what can you do|how do you work|^help[.!?]?$|what (?:can|should) (?:i|we) (?:ask|talk|do)`),
			say:  []string{"I am only the offline demo, but a few things work. Tell me your name or what you like and ask me later; ask **what do you see?** to watch the cutoff; give me a sum; ask for an example of a list, a table or code; or just tell me about your day."},
		},
	},
	ja: []rule{
		{
			when: on(`(?:あなた|君|きみ|お前)(?:は|って)?、?(?:誰|だれ|何者|何(?:です|なの|\?|$)|人間|本物|ロボット|ボット|ai)|(?:どんな|何の|どの)(?:言語)?モデル|ai(?:です|なの|\?)|(?:人間|本物)(?:です|なの|\?)|自己紹介|(?:あなた|君|きみ)の(?:お)?名前|^(?:お)?名前(?:は|を).*(?:\?|教えて)|誰ですか`),
			tell: func(h heard, _ []string) string {
				if h.tone == casual {
					return whoJA(h) + "中身は Bonbon のオフラインデモ。アプリの中にある小さなルール集で、本物の言語モデルじゃないんだ。ネットもキーもいらないよ。ちゃんとした返事がほしくなったら、設定でモデルのサーバーを選んでね。"
				}
				return whoJA(h) + "中身は Bonbon のオフラインデモ、アプリの中の小さなルール集です。本物の言語モデルではありません。ネットもキーも要りません。本格的に話すときは、設定でモデルのサーバーを選んでくださいね。"
			},
		},
		{
			when:   on(`何ができ|なにができ|使い方|どう(?:やって|すれば).*(?:使|話)|^(?:ヘルプ|助けて)|help`),
			say:    []string{"オフラインデモなので、できることは少しだけです。お名前や好きなものを教えて、あとで聞いてみてください。「何が見える？」と聞くと、カットオフの様子が分かります。計算や、リスト・表・コードの例もお見せできますし、今日の出来事を話してくださるだけでもうれしいです。"},
			casual: []string{"オフラインデモだから、できることは少しだけ。名前や好きなものを教えて、あとで聞いてみて。「何が見える？」って聞くとカットオフの様子が分かるよ。計算とか、リスト・表・コードの例もいけるし、今日あったことを話してくれるだけでもうれしいな。"},
		},
	},
}

func whoEN(me string) string {
	if me == "" {
		return "Honestly?"
	}
	return "I speak as " + me + " here."
}

func whoJA(h heard) string {
	switch {
	case h.me == "":
		return ""
	case h.tone == casual:
		return "ここでは" + h.me + "として話してるよ。"
	default:
		return "ここでは" + h.me + "としてお話ししています。"
	}
}
