package demo

// showing gives examples of what the transcript can draw.
var showing = subject{
	name: "showing",
	en: []rule{
		{when: on(`(?:example|sample|show|write|some).*\b(?:code|program|function)\b`), say: []string{
			"A small program, as an example:\n\n```go\npackage main\n\nimport \"fmt\"\n\nfunc main() {\n\tfor _, name := range []string{\"Ada\", \"Grace\"} {\n\t\tfmt.Println(\"Hello,\", name)\n\t}\n}\n```\n\nThe loop greets each name `in turn`."}},
		{when: on(`(?:example|sample|show|write|make).*\btable\b`), say: []string{
			"A table, as an example:\n\n| Sweet | Taste |\n|---|---|\n| bonbon | chocolate |\n| macaron | almond |\n| daifuku | red bean |"}},
		{when: on(`(?:example|sample|show|write|make|give).*\b(?:list|markdown|formatting)\b|\bmarkdown\b`), say: []string{
			"A list, as an example:\n\n1. **Warm** the cream\n2. *Melt* the chocolate in it\n3. Wait\n   - an hour is good\n   - a night is better\n\n> Patience is an ingredient."}},
	},
	ja: []rule{
		{when: on(`(?:コード|プログラム|関数).*(?:例|見せ|書い|サンプル|お願い)|(?:例|サンプル).*(?:コード|プログラム)`), say: []string{
			"小さなプログラムの例です。\n\n```go\npackage main\n\nimport \"fmt\"\n\nfunc main() {\n\tfor _, name := range []string{\"花\", \"海\"} {\n\t\tfmt.Println(\"こんにちは、\", name)\n\t}\n}\n```\n\n名前をひとつずつ`順番に`呼びます。"}},
		{when: on(`表.*(?:例|見せ|書い|作っ|お願い)|例.*表`), say: []string{
			"表の例です。\n\n| お菓子 | 味 |\n|---|---|\n| ボンボン | チョコレート |\n| マカロン | アーモンド |\n| 大福 | あんこ |"}},
		{when: on(`(?:リスト|箇条書き|マークダウン|markdown).*(?:例|見せ|書い|作っ|お願い|で)?|例を?(?:見せ|くだ|お願い)`), say: []string{
			"箇条書きの例です。\n\n1. 生クリームを**温める**\n2. チョコレートを*溶かす*\n3. 待つ\n   - 一時間でよし\n   - 一晩ならなおよし\n\n> 待つことも、材料のひとつ。"}},
	},
}
