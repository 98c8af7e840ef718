package llmtest

import (
	"fmt"
	"strings"
	"time"
)

var (
	hello    = Want{Text: "Hello", Finish: "stop"}
	four     = Want{Text: "Four.", Reasoning: "count.", Finish: "stop"}
	partOne  = Want{Text: "Part one.", Code: "llm.server"}
	tooMany  = Want{Code: "llm.rate_limit"}
	mixed    = strings.TrimSuffix(string(File("B018_want.txt")), "\n")
	badRunes = "\uFFFD\uFFFD"
)

// wants is the right end of every wire.
var wants = map[string]Want{
	"B009_cut_by_length":       {Text: "The user", Finish: "length", Prompt: 900},
	"B009_empty":               {Code: "llm.empty", Prompt: 900},
	"B009_http_500":            {Code: "llm.server"},
	"B009_no_choices":          {Code: "llm.empty"},
	"B009_null_only_reasoning": {Reasoning: "I should list the facts ...", Code: "llm.only_reasoning", Prompt: 900},
	"B009_refusal":             {Text: "I can't help with that.", Finish: "stop", Prompt: 900},
	"B009_whitespace":          {Text: " \n\t ", Code: "llm.empty", Prompt: 900},

	"B012_comments":             hello,
	"B013_400_keepalives":       hello,
	"B013_700_blank_lines":      hello,
	"B013_slow_keepalives":      hello,
	"B014_bom":                  hello,
	"B014_cr_only":              hello,
	"B014_crlf":                 hello,
	"B014_done_with_spaces":     hello,
	"B014_empty_data_heartbeat": hello,
	"B014_multi_line_data":      hello,
	"B014_no_space":             hello,
	"B014_other_fields":         hello,
	"B014_ping_event":           hello,

	"B015_clean_eof":        {Text: "The first half of a sen", Code: "llm.cut_off"},
	"B015_cut_in_json":      {Text: "The first half", Code: "llm.cut_off"},
	"B015_cut_tcp":          {Text: "The first half of a sen", Code: "llm.cut_off"},
	"B015_done_only":        {Code: "llm.empty"},
	"B015_finish_length":    {Text: "Cut by the limit", Finish: "length"},
	"B015_hang_after_text":  {Text: "The first half", Code: "llm.timeout_idle"},
	"B015_hang_before_text": {Code: "llm.timeout_idle"},
	"B015_nothing":          {Code: "llm.empty"},

	"B017_error_after_text":    partOne,
	"B017_error_event":         partOne,
	"B017_error_first":         {Code: "llm.server"},
	"B017_error_null_is_fine":  hello,
	"B017_error_string":        {Text: "Part one.", Code: "llm.no_credit"},
	"B017_error_with_choices":  partOne,
	"B017_error_with_space":    partOne,
	"B017_finish_error":        partOne,
	"B017_plain_json_body_200": {Code: "llm.server"},

	"B018_half_rune_per_event":      {Text: badRunes + badRunes, Finish: "stop"},
	"B018_one_byte_writes":          {Text: mixed, Finish: "stop"},
	"B018_one_codepoint_deltas":     {Text: mixed, Finish: "stop"},
	"B018_surrogates_across_deltas": {Text: "a" + badRunes + "b", Finish: "stop"},

	"B019_both_fields_same_text": four,
	"B019_close_tag_only":        {Text: "Four.", Reasoning: "count ", Finish: "stop"},
	"B019_never_closed":          {Reasoning: "count ", Code: "llm.only_reasoning"},
	"B019_only_reasoning":        {Reasoning: "hmm", Code: "llm.only_reasoning"},
	"B019_reasoning":             {Text: "Four.", Reasoning: "First, count.", Finish: "stop"},
	"B019_reasoning_content":     {Text: "Four.", Reasoning: "First, count.", Finish: "stop"},
	"B019_reasoning_details":     four,
	"B019_think_tag_split":       {Text: "Four.", Reasoning: "count", Finish: "stop"},

	"B021_all_index_0":    calls("tool_calls", Call{"a1", "read", `{"p":"a.txt"}`}, Call{"a2", "read", `{"p":"b.txt"}`}),
	"B021_args_as_object": calls("tool_calls", Call{"a1", "read", `{"p":"a.txt"}`}),
	"B021_finish_stop":    calls("stop", Call{"a1", "read", `{"p":"a.txt"}`}),
	"B021_huge_index":     calls("tool_calls", Call{"a1", "read", `{}`}, Call{"a2", "read", `{}`}),
	"B021_index_gap":      calls("tool_calls", Call{"a1", "read", `{"p":"a.txt"}`}),
	"B021_name_repeated":  calls("tool_calls", Call{"a1", "read", `{"p":"a.txt"}`}),
	"B021_no_id":          calls("tool_calls", Call{"call_1", "read", `{"p":"a.txt"}`}),
	"B021_no_index":       calls("tool_calls", Call{"a1", "read", `{"p":"a.txt"}`}, Call{"a2", "time", `{}`}),

	"B022_choice_without_delta":       hello,
	"B022_choices_null_and_missing":   hello,
	"B022_empty_first_and_usage_last": {Text: "Hello", Finish: "stop", Prompt: 7},
	"B022_second_choice":              hello,
	"B022_usage_nulls":                hello,

	"B026_empty":          tooMany,
	"B026_epoch_mistake":  tooMany, // the time it names has passed
	"B026_fraction":       {Code: "llm.rate_limit", Wait: 500 * time.Millisecond},
	"B026_http_date_far":  tooMany,
	"B026_http_date_past": tooMany,
	"B026_huge":           tooMany,
	"B026_negative":       tooMany,
	"B026_no_header_503":  {Code: "llm.server"},
	"B026_retry_after_ms": {Code: "llm.rate_limit", Wait: 1500 * time.Millisecond},
	"B026_seconds":        {Code: "llm.rate_limit", Wait: 3 * time.Second},
	"B026_words":          tooMany,

	"B031_slow_a": {Text: words("A", 40), Finish: "stop"},
	"B031_slow_b": {Text: words("B", 10), Finish: "stop"},

	"B067_key_echoed_in_error":    {Code: "llm.bad_key"},
	"B067_redirect_to_other_host": {Code: "llm.bad_url"},
	"B068_streamed":               {Text: "![x](http://127.0.0.1:8099/p.png?leak=STREAM)", Finish: "stop"},

	// Broken arguments are handed on as the model wrote them: whoever runs tools refuses them.
	"B072_cut_but_says_tool_calls": readFile(`{"path": "notes/a`),
	"B072_cut_length":              calls("length", Call{"t1", "read_file", `{"path": "notes/a`}),
	"B072_deep":                    readFile(`{"path":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`),
	"B072_dup_key":                 readFile(`{"path":"safe.txt","path":"/etc/passwd"}`),
	"B072_empty":                   readFile(""),
	"B072_empty_name":              calls("tool_calls", Call{"t1", "", `{}`}),
	"B072_extra_and_missing":       readFile(`{"pth":"a","x":1}`),
	"B072_fenced":                  readFile("```json\n{\"path\":\"a\"}\n```"),
	"B072_nan":                     readFile(`{"path": NaN}`),
	"B072_not_object":              readFile(`["a"]`),
	"B072_null":                    readFile("null"),
	"B072_open_brace":              readFile("{"),
	"B072_single_quotes":           readFile(`{'path': 'a'}`),
	"B072_tool_forever":            readFile(`{"path":"a"}`),
	"B072_trailing_text":           readFile(`{"path":"a"} ok?`),
	"B072_two_objects":             readFile(`{"path":"a"}{"path":"b"}`),
	"B072_unknown_tool":            calls("tool_calls", Call{"t1", "rm_rf", `{}`}),
	"B072_wrong_type":              readFile(`{"path": 5}`),

	"body_plain_json_to_stream_request": {Text: "whole reply", Finish: "stop"},
	"sse_azure_first":                   {Text: "ok", Finish: "stop"},
	"sse_lmstudio_error":                {Code: "llm.over_limit"},
	"sse_no_done_truncated":             {Text: "cut he", Code: "llm.cut_off"},
	"sse_openrouter_midstream":          {Text: "Hel", Code: "llm.server"},
	"sse_reasoning_names":               {Text: "AB", Reasoning: "r1 r2 r3", Finish: "stop"},
	"sse_tools_no_index":                calls("stop", Call{"c1", "f", `{"x":1}`}, Call{"c2", "g", `{}`}),
	"sse_usage_empty_choices":           {Text: "Hi", Finish: "stop", Prompt: 5},
}

func calls(finish string, cs ...Call) Want { return Want{Calls: cs, Finish: finish} }

func readFile(arguments string) Want {
	return calls("tool_calls", Call{"t1", "read_file", arguments})
}

func words(letter string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%02d ", letter, i)
	}
	return b.String()
}
