package chat

import (
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/words"
)

// Names of the actions that the transcript knows itself.
const (
	ActionCopy       = "copy"     // the text as it is read; done by the transcript
	ActionSource     = "source"   // copy the Markdown as it was written; done by the transcript
	ActionMore       = "more"     // show the menu of all actions; done by the transcript
	ActionRetry      = "retry"    // make a reply again
	ActionReply      = "reply"    // answer the last message, which has no reply
	ActionContinue   = "continue" // go on with the last reply, which breaks off
	ActionEdit       = "edit"     // change a message's text
	ActionTakeBack   = "takeback" // take the last message back into the input
	ActionPrevious   = "previous" // show the version before this one
	ActionNext       = "next"     // show the version after this one
	ActionVersions   = "versions" // show all versions
	ActionBranch     = "branch"   // begin a new talk with what was said up to here
	ActionPin        = "pin"      // mark the message
	ActionUnpin      = "unpin"    // take the mark away
	ActionStart      = "start"    // send nothing from before this entry
	ActionSent       = "sent"     // show what was sent for a reply, and what came back
	ActionPicture    = "picture"  // show the first picture of the message
	ActionDetails    = "details"  // show time, model and counts
	ActionDelete     = "delete"   // take the message out of the talk
	ActionDeleteFrom = "deletefrom"
)

// Spot is where an entry stands, as far as that decides what can be done with it.
type Spot struct {
	Last    bool         // no entry follows
	Busy    bool         // a reply is under way: the talk's path must stay
	Pinned  bool         // the message is marked
	Styled  bool         // it reads otherwise than it was written
	Version talk.Version // zero: not known
}

// Action is something to do with an entry.
type Action struct {
	Name   string // what OnAction is told
	Label  string // what is shown
	Group  int    // those of one group stand together in the menu
	Quick  bool   // offered under the entry too, and not only in the menu
	Danger bool   // it takes something away
	Icon   look.IconName
	Keys   string // that do the same for the message that the keys are at; "" if none do
}

// marks are the icon and the keys of the actions.
var marks = map[string]struct {
	icon look.IconName
	keys string
}{
	ActionCopy: {look.IconCopy, "Ctrl+C"}, ActionSource: {look.IconDocument, ""}, ActionRetry: {look.IconRetry, ""},
	ActionContinue: {look.IconForward, ""}, ActionEdit: {look.IconEdit, "F2"}, ActionTakeBack: {look.IconUndo, ""},
	ActionVersions: {look.IconLayers, ""}, ActionPin: {look.IconBookmark, ""}, ActionUnpin: {look.IconBookmark, ""},
	ActionPicture: {look.IconPicture, ""}, ActionBranch: {look.IconBranch, ""}, ActionStart: {look.IconScissors, ""},
	ActionSent: {look.IconSend, ""}, ActionDetails: {look.IconInfo, ""}, ActionDelete: {look.IconTrash, "Del"},
	ActionDeleteFrom: {look.IconTrash, ""},
}

// DefaultActions lists what can be done with an entry, in the order of the menu.
func DefaultActions(e talk.Entry, at Spot) []Action {
	if e.State == talk.Writing {
		return nil
	}
	var out []Action
	group := 0
	add := func(when bool, name, key string) {
		if when {
			m := marks[name]
			out = append(out, Action{Name: name, Label: words.T(key), Group: group, Icon: m.icon, Keys: m.keys})
		}
	}
	quick := func(when bool, name, key string) {
		if add(when, name, key); when {
			out[len(out)-1].Quick = true
		}
	}
	danger := func(when bool, name, key string) {
		if add(when, name, key); when {
			out[len(out)-1].Danger = true
		}
	}
	free, reply, tool := !at.Busy, e.Role == talk.Assistant, e.Role == talk.Tool
	quick(e.Text != "", ActionCopy, "chat.copy")
	add(e.Text != "" && at.Styled, ActionSource, "chat.source")
	group++
	quick(free && reply && !e.Greeting && at.Last, ActionRetry, "chat.retry")
	add(free && reply && !e.Greeting && !at.Last, ActionRetry, "chat.anew")
	add(free && at.Last && BreaksOff(e), ActionContinue, "chat.continue")
	quick(free && !tool && len(e.Calls) == 0, ActionEdit, "chat.edit")
	add(free && at.Last && e.Role == talk.User, ActionTakeBack, "chat.takeback")
	add(free && at.Version.All > 1, ActionVersions, "chat.versions")
	group++
	add(!at.Pinned && !tool, ActionPin, "chat.pin")
	add(at.Pinned, ActionUnpin, "chat.unpin")
	add(len(e.Pictures) > 0, ActionPicture, "pictures.open")
	add(free && !tool, ActionBranch, "chat.branch")
	add(free && e.Parent != 0 && !tool, ActionStart, "chat.start")
	group++
	add(e.Sent != nil, ActionSent, "exchange.action")
	add(!tool, ActionDetails, "chat.details")
	group++
	danger(free, ActionDelete, "chat.delete")
	danger(free && !at.Last, ActionDeleteFrom, "chat.deletefrom")
	return out
}

// spot says where entry i stands. Whether it is styled is worked out only if that is asked for.
func (t *Transcript) spot(i int, m *message, styled bool) Spot {
	return Spot{
		Last: i == t.n-1, Busy: t.busy, Pinned: t.pins[m.entry.ID], Version: m.version,
		Styled: styled && plainText(m) != m.entry.Text,
	}
}

// SetPins says which entries are marked.
func (t *Transcript) SetPins(ids []talk.EntryID) {
	if len(ids) == 0 && len(t.pins) == 0 {
		return
	}
	t.pins = make(map[talk.EntryID]bool, len(ids))
	for _, id := range ids {
		t.pins[id] = true
	}
	t.list.Changed(0, t.n)
}
