package demo

import "slices"

// reflections turn a statement round and hand it back, after the manner of Weizenbaum's ELIZA (Communications of the
// ACM 9, 1966); rules and wordings are our own.
var reflections = subject{
	name: "reflections",
	en: []rule{
		{when: on(`\bbecause ([^.!?]+)`), say: []string{
			"Is it only because {1}, or is there more to it?", "And if it were not that {1}, what would you do?"}},
		{when: on(`\bi (?:want|wish|would like|'d like|hope) (?:to )?([^.!?,]+)`), say: []string{
			"What would it give you to {1}?", "How would your days look if you got that?", "What is the smallest step towards it?"},
			casual: []string{"Go for it{user}! What's the first step?", "What's stopping you?"}},
		{when: on(`\bi (?:need|have to|must|should) (?:to )?([^.!?,]+)`), say: []string{
			"What happens if you do not {1}?", "Who says that you must {1}: you, or somebody else?"}},
		{when: on(`\bi (?:can't|cannot|can not|couldn't) ([^.!?,]+)`), say: []string{
			"What would help you to {1}?", "Was there a time when you could {1}?"}},
		{when: on(`\bi (?:think|believe|feel|guess|suppose) (?:that )?([^.!?]+)`), say: []string{
			"What makes you think that {1}?", "So {1}. How sure are you?"}},
		{when: on(`\bi (?:went|was|did|saw|met|made|bought|read|watched|played|ate|cooked|had) ([^.!?]+)`), say: []string{
			"And how was that?", "Tell me more{user}: what stayed with you?", "Would you do it again?"}},
		{when: on(`\bmy (mother|father|mom|dad|sister|brother|wife|husband|partner|son|daughter|friend|boss|cat|dog|family)\b`), say: []string{
			"Tell me more about your {1}.", "What is your {1} like?", "What do you wish your {1} knew?"}},
		{when: on(`\bi(?:'m| am) ([^.!?,]+)`), say: []string{
			"How long have you been {1}?", "What is it like to be {1}?"}},
		{when: on(`\byou(?:'re| are) ([^.!?,]+)`), say: []string{
			"What makes you say that I am {1}?", "Perhaps I am {1}. Would that be good or bad?"}},
		{when: on(`\b(always|never|everybody|nobody|everything|nothing)\b`), say: []string{
			"Really {1}? Can you think of one exception?"}},
		{when: on(`^(?:yes|yeah|yep|sure|of course|right|exactly|ok|okay)\b`), say: []string{
			"Good. And then?", "I see. What follows from that?", "Go on{user}, I am listening."}},
		{when: on(`^(?:no|nope|not really)\b`), say: []string{
			"What is it then?", "Fair enough. What would you say instead?"}},
		{when: on(`^\W*$`), say: []string{
			"I am here whenever you find the words.", "You leave it to me to begin? Then: what made you smile last?"}},
	},
	ja: []rule{
		{when: on(`(?:^|[、。 ])([^、。!?]{2,30}?)(?:だ|た|る|い)?から[、。]?`), say: []string{
			"理由は、それだけでしょうか。ほかにも何かありそうですか。", "もしそうでなかったら、どうされていたと思いますか。"},
			casual: []string{"理由はそれだけ？ほかにもありそう？", "もしそうじゃなかったら、どうしてたと思う？"}},
		{when: on(`(?:^|[、。 ])(?:私|わたし|僕|ぼく|俺|おれ)?[はも]?([^、。!?]{1,30}?たい)(?:です|な|と思|の|んだ|んです|。|!|$)`), say: []string{
			"「{1}」と思っていらっしゃるんですね。かなったら、毎日はどう変わりそうですか。", "{1}んですね。いちばん小さな一歩は何でしょう。"},
			casual: []string{"{1}んだね。まず何から始める？", "「{1}」か、いいね。何が引っかかってるの？"}},
		{when: on(`(?:なければ|なきゃ|ないと(?:いけ|ダメ|だめ)|べき)`), say: []string{
			"そうしなかったら、どうなりそうですか。", "そう決めたのは、ご自身ですか、それともまわりの誰かですか。"},
			casual: []string{"やらなかったら、どうなりそう？", "それ、自分で決めたの？それとも誰かに言われた？"}},
		{when: on(`(?:できない|できません|できなかった|無理)`), say: []string{
			"何があれば、できそうですか。", "前にできたことは、ありましたか。"},
			casual: []string{"何があったらできそう？", "前はできたこと、あった？"}},
		{when: on(`と思(?:う|い|って)`), say: []string{
			"そう思われるのは、どんなところからですか。", "なるほど。どのくらい確かな気持ちですか。"},
			casual: []string{"そう思うのは、どんなところから？", "なるほどね。どのくらい本気？"}},
		{when: on(`(お母さん|お父さん|母|父|姉|兄|妹|弟|妻|夫|彼女|彼氏|息子|娘|友達|友だち|上司|猫|犬|家族)`), say: []string{
			"{1}のこと、もう少し聞かせてください。", "{1}は、あなたにとってどんな存在ですか。"},
			casual: []string{"{1}のこと、もっと聞かせて。", "{1}って、どんな感じ？"}},
		{when: on(`(?:行っ|見|会っ|食べ|買っ|読ん|作っ|聴い|遊ん|走っ|歩い)(?:た|て|だ|ました)`), say: []string{
			"いかがでしたか。", "{user}いちばん心に残ったのは、どんなところですか。", "いいですね。また機会があれば、と思いますか。"},
			casual: []string{"どうだった？", "いちばん心に残ったのは？", "いいなあ。また行きたい？"}},
		{when: on(`(いつも|絶対|みんな|誰も|全部|何も)`), say: []string{
			"{1}、でしょうか。ひとつくらい例外はありませんか。"},
			casual: []string{"ほんとに{1}？ひとつくらい例外ない？"}},
		{when: on(`^(?:はい|うん|そう|ええ|もちろん|了解|わかった|分かった|オーケー|ok)`), say: []string{
			"よかったです。それから、どうなりましたか。", "なるほど。続きを聞かせてください。"},
			casual: []string{"うんうん、それで？", "なるほどね。続き、聞かせて。"}},
		{when: on(`^(?:いいえ|いや|ううん|違う|ちがう|別に|べつに)`), say: []string{
			"では、本当はどんな感じなのでしょう。", "そうですか。言い換えるとしたら、何でしょうね。"},
			casual: []string{"じゃあ、ほんとはどんな感じ？", "そっか。言い換えるとしたら？"}},
	},
}

var (
	anythingEN = []string{
		"Tell me more about that{user}.", "How do you feel about it?", "What does that mean to you?",
		"I see. What happened next?", "What would you like to come of it?", "Let us stay with that for a moment. What stands out?",
	}
	anythingPolite = []string{
		"もう少し、聞かせていただけますか。", "{user}それについて、どう感じていらっしゃいますか。", "なるほど。それから、どうなりましたか。",
		"それは、あなたにとってどんな意味がありますか。", "どうなったらいいな、と思われますか。",
	}
	anythingCasual = []string{
		"もうちょっと聞かせて。", "{user}それって、どんな気持ち？", "へえ、それからどうなったの？", "どうなったらいいなって思う？",
	}
	recallEN     = "Earlier you said that you like {1}. Does this have to do with it?"
	recallPolite = "先ほど、{1}がお好きだとうかがいました。それと関わりのあることですか。"
	recallCasual = "さっき{1}が好きって言ってたよね。それと関係ある？"
)

// fallback answers what no rule knows; one time in four it comes back to something that the user likes, once.
func fallback(h heard, last string) string {
	anything, recall := anythingEN, recallEN
	if h.lang == japanese {
		anything, recall = anythingPolite, recallPolite
		if h.tone == casual {
			anything, recall = anythingCasual, recallCasual
		}
	}
	if n := len(h.facts.likes); n > 0 && h.seed>>32%4 == 0 {
		if text := fill(recall, h, []string{"", h.facts.likes[int(h.seed>>40%uint64(n))]}); !h.alreadySaid(text) { // #nosec G115 -- less than n
			return text
		}
	}
	return choose(anything, h, nil, last)
}

func (in inbox) alreadySaid(text string) bool {
	return slices.Contains(in.messages, message{"assistant", text})
}
