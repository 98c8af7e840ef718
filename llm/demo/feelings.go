package demo

// feelings takes up how the user feels before anything else they say.
var feelings = subject{
	name: "feelings",
	en: []rule{
		{when: on(`\b(?:i'm|i am|i feel|feeling|i've been|makes me)\b.{0,20}\b(sad|unhappy|depressed|down|lonely|miserable|heartbroken)\b`), say: []string{
			"I am sorry that you feel {1}{user}. Do you want to tell me what happened?", "Feeling {1} is heavy. Since when has it been like this?", "That sounds hard. What would make today a little lighter?"},
			casual: []string{"Oh no{user}. What happened?", "Being {1} is rough. I'm listening."}},
		{when: on(`\b(?:i'm|i am|i feel|feeling|i've been)\b.{0,20}\b(tired|exhausted|sleepy|worn out|stressed|overworked|sick|ill)\b`), say: []string{
			"No wonder that you are {1}, if your days are full. Can you rest a little tonight?", "Be gentle with yourself{user}. What made you so {1}?"},
			casual: []string{"Sounds like you need a break{user}.", "{1}, huh? What wore you out?"}},
		{when: on(`\b(?:i'm|i am|i feel|makes me)\b.{0,20}\b(angry|mad|furious|annoyed|upset|frustrated)\b`), say: []string{
			"I can hear that you are {1}. What set it off?", "It is fair to be {1} about things that matter. What matters here?"}},
		{when: on(`\b(?:i'm|i am|i feel)\b.{0,20}\b(afraid|scared|anxious|worried|nervous)\b`), say: []string{
			"What is it that makes you {1}{user}?", "Let us look at it together. What is the worst that you expect, and how likely is it?"}},
		{when: on(`\b(?:i'm|i am|i feel|feeling|makes me)\b.{0,20}\b(happy|glad|great|excited|proud|good|wonderful|fine)\b`), say: []string{
			"How good to hear that you feel {1}{user}! What is behind it?", "Lovely. What was the best moment?"},
			casual: []string{"Nice{user}! Tell me everything.", "Yay! What happened?"}},
	},
	ja: []rule{
		{when: on(`(悲し|かなし|さみし|さびし|寂し|つら|辛い|落ち込|泣き|泣い|しんど|孤独)`), say: []string{
			"{user}それは、おつらいですね。よかったら、何があったのか聞かせてください。", "そうでしたか。無理に元気を出さなくていいですよ。いつごろからですか。", "お話ししてくださってありがとうございます。今いちばん心に引っかかっているのは、どんなことですか。"},
			casual: []string{"{user}そっか、つらいね。何があったの？", "無理に元気出さなくていいよ。ここで聞いてるから。"}},
		{when: on(`(疲れ|つかれ|眠い|ねむい|だるい|くたくた|へとへと|体調|風邪|頭が痛|忙し)`), say: []string{
			"{user}お疲れさまです。今日は少し早めに休めそうですか。", "がんばっていらしたんですね。何がいちばん大変でしたか。"},
			casual: []string{"{user}おつかれさま。今日はもうゆっくりしなよ。", "がんばったんだね。何が大変だった？"}},
		{when: on(`(怒|むかつ|ムカつ|腹が立|腹立|イライラ|いらいら|許せな)`), say: []string{
			"それは腹が立ちますよね。いちばん納得がいかないのは、どこですか。", "お気持ち、もっともだと思います。何があったんですか。"},
			casual: []string{"それは怒るよ。何があったの？", "わかる、イライラするよね。どこがいちばん嫌だった？"}},
		{when: on(`(不安|怖い|こわい|心配|緊張|どきどき|ドキドキ)`), say: []string{
			"{user}心細いですよね。何がいちばん気がかりですか。", "ひとつずつ、一緒に見ていきましょう。まず思い浮かぶのはどんなことですか。"},
			casual: []string{"{user}不安だよね。何がいちばん気になる？", "一緒に考えよう。まず何が浮かぶ？"}},
		{when: on(`(うれし|嬉し|楽し|たのし|幸せ|しあわせ|最高|わくわく|ワクワク|やった)`), say: []string{
			"{user}それはよかったです！どんなことがあったんですか。", "聞いているこちらまでうれしくなります。いちばんよかった瞬間は？"},
			casual: []string{"{user}いいね！何があったの？", "こっちまでうれしくなるよ。もっと聞かせて！"}},
	},
}
