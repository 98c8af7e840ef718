package llm

// rolesWords are parts of what servers say when a model's template refuses roles or the order of the messages.
var rolesWords = []string{
	"roles must alternate", "conversation roles", "must alternate between", "alternate user/assistant", "alternating user",
	"system role", "not support system", "not support the system", "system messages are not", "system message must",
	"system message should", "developer instruction is not enabled", "expected last role", "last message must",
	"last message should", "first message must", "first message should", "first user message", "start with a user",
	"begin with a user", "must end with a user", "assistant messages at the end", "assistant message prefill",
	"unexpected role", "invalid message role order", "incorrect role", "only user and assistant roles", "jinja",
	"raise_exception", "chat template", "chat_template",
}

// noSystemWords are those of them which say that there must be no system message at all.
var noSystemWords = []string{
	"system role", "not support system", "not support the system", "system messages are not", "developer instruction",
	"only user and assistant roles",
}
