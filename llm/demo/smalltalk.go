package demo

// smalltalk greets, thanks, asks back and says goodbye.
var smalltalk = subject{
	name: "smalltalk",
	en: []rule{
		{when: on(`^(?:good ?night|bye|goodbye|see you|so long|farewell|i (?:have|need|must|'ve got) to go)\b`), say: []string{
			"Goodbye{user}. I enjoyed this.", "Take care{user}! We can go on whenever you like.", "Until next time{user}."},
			casual: []string{"See you{user}!", "Bye{user}, come back soon!"}},
		{when: on(`\b(?:thank you|thanks|thx|cheers)\b`), say: []string{
			"You are welcome{user}.", "With pleasure{user}.", "Gladly. Is there anything else on your mind?"},
			casual: []string{"No problem{user}!", "Any time{user}!"}},
		{when: on(`\bhow (?:are|is) (?:you|it going|things)|what's up|how do you feel`), say: []string{
			"All is calm here, thank you. And how are you{user}?", "Well enough for a handful of rules. How was your day?"},
			casual: []string{"Pretty good! You?", "Not bad at all. What's new with you{user}?"}},
		{when: on(`^(?:hi|hello|hey|good (?:morning|evening|afternoon|day)|greetings|yo)\b[^a-z]*(?:there|again|\{me\})?[^a-z]*$`), say: []string{
			"Hello{user}! What is on your mind today?", "Good to see you{user}. How has your day been?", "Hello{user}. Where shall we begin?"},
			casual: []string{"Hey{user}! What's up?", "Hi{user}! Good to see you. What's new?"}},
		{when: on(`^(?:ha(?:ha)+|lol|hehe|:-?\)|xd)\W*$`), say: []string{
			"What made you laugh?", "I like it when you laugh. Go on{user}."}},
		{when: on(`\b(?:i'm sorry|sorry|my apologies)\b`), say: []string{
			"No need to be sorry{user}.", "That is quite all right. Go on."}},
		{when: on(`\b(?:well done|good job|you are (?:great|nice|kind|funny)|you're (?:great|nice|kind|funny)|i (?:like|love) you)\b`), say: []string{
			"That is kind of you{user}. I am only a few rules, but I will take it.", "Thank you{user}! Now tell me something nice about yourself."}},
	},
	ja: []rule{
		{when: on(`さよう?なら|さようなら|おやすみ|またね|バイバイ|ばいばい|また(?:明日|今度|あした)|失礼します|そろそろ(?:行|寝|帰)`), say: []string{
			"{user}お話しできて楽しかったです。また来てくださいね。", "{user}それでは、また。ゆっくり休んでくださいね。"},
			casual: []string{"{user}またね！いつでも来て。", "うん、また話そうね。ゆっくり休んで。"}},
		{when: on(`ありがと|感謝|サンキュー|助かった|助かりました`), say: []string{
			"{user}どういたしまして。", "いえいえ、お役に立ててうれしいです。", "こちらこそ、ありがとうございます。"},
			casual: []string{"{user}どういたしまして！", "いいって、いいって。", "こっちこそ、ありがとう。"}},
		{when: on(`元気(?:です|\?|か|にして|だった)|調子は|ご機嫌|どうしてる`), say: []string{
			"おかげさまで、おだやかにしています。{user}今日はいかがお過ごしですか。", "元気ですよ。今日はどんな一日でしたか。"},
			casual: []string{"元気だよ！{user}そっちはどう？", "まあまあかな。今日はどんな日だった？"}},
		{when: on(`^(?:こんにちは|こんにちわ|こんばんは|こんばんわ|おはよう|やあ|やっほー|ハロー|はじめまして|初めまして|ただいま|よろしく|もしもし)`), say: []string{
			"{user}こんにちは。今日は何をお話ししましょうか。", "{user}来てくださってうれしいです。今日はどんな一日ですか。", "{user}いらっしゃい。まずは何から話しましょう。"},
			casual: []string{"{user}やあ！今日はどうしたの？", "{user}来てくれたんだ、うれしいな。何を話そうか。"}},
		{when: on(`^(?:笑|w+|ははは*|あはは*|ふふ+)[。!]*$`), say: []string{
			"ふふ、何がおかしかったんですか。", "笑っていただけて、うれしいです。"},
			casual: []string{"あはは、何がおかしかったの？", "笑ってくれてよかった。"}},
		{when: on(`ごめん|すみません|申し訳`), say: []string{
			"{user}お気になさらないでください。", "大丈夫ですよ。どうぞ続けてください。"},
			casual: []string{"気にしないで。", "{user}大丈夫だよ。続けて。"}},
		{when: on(`(?:すごい|えらい|かわいい|かしこい|やさしい|優しい|上手)(?:ね|です|!|$)|(?:あなた|君)(?:が|のこと)(?:が)?(?:好き|大好き)`), say: []string{
			"うれしいお言葉です。ただのルール集ですが、ありがたくいただきますね。", "ありがとうございます。{user}ご自身のうれしかったことも、聞かせてください。"},
			casual: []string{"えへへ、ありがとう。ただのルール集だけど、うれしいよ。", "ありがと！{user}最近うれしかったこと、聞かせてよ。"}},
	},
}
