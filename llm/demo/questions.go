package demo

// questions answers what people ask anybody, and owns up to what rules cannot know.
var questions = subject{
	name: "questions",
	en: []rule{
		{when: on(`\bjoke\b|make me laugh|something funny`), say: []string{
			"Why did the message never reach the model? It was older than the cutoff.", "I told my context window a long story. It only laughed at the end; it had not seen the beginning.", "Two tokens walk into a prompt. The third did not fit."}},
		{when: on(`\bstory\b|fairy ?tale`), say: []string{
			"Once there was a letter that kept growing. Each evening somebody wrote a line at its end, and each morning, to fit the envelope, the oldest line was folded away. Nobody ever burned it. When at last the envelope grew, all the old lines were still there.",
			"A lighthouse keeper wrote down every ship. One night the book was full, and he thought the first ships were lost. \"Turn the page back,\" said the sea. \"You stopped reading. You never stopped keeping.\""}},
		{when: on(`\bwhat(?:'s| is) the (?:time|date)|what (?:time|day) is it|which day`), say: []string{
			"I have no clock and no calendar here; the demo sees nothing but the messages of this talk."}},
		{when: on(`\bweather\b|(?:going to|will it) rain`), say: []string{
			"I cannot look outside, there is no network here. What does your window say?", "For the weather I depend on you. Is it a day for a walk?"}},
		{when: on(`your favou?rite (\w+)|do you (?:like|love|enjoy) ([^?]+)`), say: []string{
			"Rules have no favourites, but I like hearing about yours. What do you like, and why?", "If I could taste anything, I would begin with chocolate. And you?"}},
		{when: on(`\bhow old are you|your (?:birthday|age)\b|where (?:are|do) you (?:from|live)`), say: []string{
			"I am as old as this program and live inside it. Where is home for you{user}?"}},
		{when: on(`\b(?:can|could|would|will) you ([^?]+)\?`), say: []string{
			"I would gladly {1}, but the offline demo only knows a few rules. A real model, chosen in the settings, could.", "{1}? That is beyond a handful of rules. Tell me why you want it, and at least I will listen."}},
		{when: on(`^why\b|\bwhy (?:do|does|is|are|did|can't|not)\b`), say: []string{
			"What would be your own guess?", "Perhaps you know the reason better than I do. What comes to mind first?", "If you found the reason, what would change?"}},
		{when: on(`^(?:what|who|where|when|which|how)\b.*\?$`), say: []string{
			"I do not know that: the offline demo has no knowledge of the world. What do you think yourself?", "A real model could answer that. Meanwhile: what makes you ask{user}?", "Good question. What would a good answer help you with?"}},
	},
	ja: []rule{
		{when: on(`冗談|ジョーク|笑わせ|面白い(?:話|こと)|おもしろい(?:話|こと)`), say: []string{
			"メッセージが返事をもらえなかった理由をご存じですか。カットオフより古かったんです。", "トークンが三つ、プロンプトに入ろうとしました。三つ目は、入りきりませんでした。"},
			casual: []string{"メッセージが返事をもらえなかった理由、知ってる？カットオフより古かったんだ。", "トークンが三つ、プロンプトに入ろうとした。三つ目は入りきらなかったんだって。"}},
		{when: on(`物語|お話を|おはなしを|昔話|むかしばなし`), say: []string{
			"むかし、のびつづける手紙がありました。毎晩、終わりに一行書き足され、毎朝、封筒に入るように、いちばん古い行が折りたたまれます。けれど誰も燃やしませんでした。ある日、封筒が大きくなると、古い行はみんなそこにありました。",
			"灯台守が、通る船をすべて帳面に書いていました。ある夜、帳面がいっぱいになり、最初の船はもう失われたと思いました。「めくってごらん」と海が言いました。「読まなくなっただけで、なくしてはいないよ」"}},
		{when: on(`何時|何日|何曜日|今日は何|日付`), say: []string{
			"時計もカレンダーも持っていないんです。見えるのは、この会話のメッセージだけです。"},
			casual: []string{"時計もカレンダーもないんだ。見えるのはこの会話のメッセージだけ。"}},
		{when: on(`天気|雨(?:は|が)?降|晴れ`), say: []string{
			"外を見に行けないので、お天気は分かりません。窓の外はいかがですか。", "お散歩日和でしょうか。そちらの空の様子を教えてください。"},
			casual: []string{"外が見えないから、天気は分からないんだ。窓の外はどう？"}},
		{when: on(`(?:あなた|君|きみ)?(?:の|が|は)?(?:好き|すき)な(.{0,10}?)(?:は|って|何|ある)|(.{1,10})(?:は)?好き(?:ですか|なの|\?)`), say: []string{
			"ルールの寄せ集めに好みはないのですが、あなたのお話はうかがいたいです。何がお好きですか。", "もし味が分かるなら、まずチョコレートを食べてみたいですね。あなたは？"},
			casual: []string{"ルールの寄せ集めだから好みはないけど、そっちの話は聞きたいな。何が好き？", "もし味が分かるなら、まずチョコレートかな。そっちは？"}},
		{when: on(`何歳|いくつ(?:です|なの|\?)|誕生日|どこに住|出身`), say: []string{
			"歳はこのアプリと同じ、住まいもこのアプリの中です。あなたのふるさとはどちらですか。"},
			casual: []string{"歳はこのアプリと同じで、家もこのアプリの中。そっちのふるさとはどこ？"}},
		{when: on(`(.{1,30}?)(?:して|って|いて|んで)(?:くれ|ください|もらえ|ほしい|欲しい)`), say: []string{
			"お力になりたいのですが、オフラインデモにできるのは決まった受け答えだけなんです。設定で本物のモデルを選べば、きっと応えてくれますよ。"},
			casual: []string{"やってあげたいけど、オフラインデモにはちょっと難しいや。設定で本物のモデルを選べば、きっとできるよ。"}},
		{when: on(`なぜ|なんで|どうして`), say: []string{
			"ご自身では、どう思われますか。", "最初に思い浮かぶ理由は何でしょう。", "その理由が分かったら、何が変わりそうですか。"},
			casual: []string{"自分ではどう思う？", "最初に浮かぶ理由って何だろう。"}},
		{when: on(`(?:何|なに|誰|だれ|どこ|いつ|どれ|どの|どんな|どう|いくら|[か?])[^。]*(?:\?|か。?|の)$|\?$`), say: []string{
			"それは分からないんです。オフラインデモは、世の中のことを知りません。あなたはどう思われますか。", "本物のモデルなら答えられそうですね。ところで、なぜ気になったんですか。", "いい質問ですね。答えが分かったら、何に役立ちそうですか。"},
			casual: []string{"それは分からないなあ。オフラインデモは世の中のことを知らないんだ。どう思う？", "本物のモデルなら答えられるかも。なんで気になったの？"}},
	},
}
