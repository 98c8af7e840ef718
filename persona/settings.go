package persona

import (
	"encoding/json"

	"bonbon/tokens"
)

// Settings are the app's own settings, one value for the whole program. Keys are never among them.
// Fields that this version does not know are kept in Extra and written back.
type Settings struct {
	UserName    string          `json:"user_name,omitempty"`
	Language    string          `json:"language,omitempty"`     // "en", "ja" or "" (the system's)
	Theme       string          `json:"theme,omitempty"`        // "light", "dark", "contrast" or "" (the system's)
	TextSize    int             `json:"text_size"`              // percent, 80 … 200
	Plain       bool            `json:"plain_messages"`         // messages stand without bubbles, under names
	Column      int             `json:"column_width"`           // widest column of a talk, in pixels; 0: as wide as the window
	CtrlEnter   bool            `json:"ctrl_enter"`             // true: Ctrl+Enter sends and Enter breaks the line
	PictureSide int             `json:"picture_side,omitempty"` // longest side of a picture that is sent, in pixels; 0: as models like it
	Cutoff      tokens.Settings `json:"cutoff"`                 // the defaults that personas inherit
	Connections []Connection    `json:"connections"`
	Connection  string          `json:"connection"` // id of the default connection
	Welcomed    bool            `json:"welcomed"`   // the first-start choice was made
	LastTalk    string          `json:"last_talk,omitempty"`
	// LastTalks holds for each persona the talk that was shown last. The map is replaced, never changed.
	LastTalks map[string]string `json:"last_talks,omitempty"`

	Extra map[string]json.RawMessage `json:"-"`
}

// Limits of Settings.
const (
	MinTextSize = 80  // percent
	MaxTextSize = 200 // percent

	MinColumn     = 400 // pixels, if there is a limit at all
	MaxColumn     = 4000
	DefaultColumn = 720

	MinPictureSide = 256 // pixels, if something else than the usual is asked for
	MaxPictureSide = 4096
)

// DemoConnection is the id of the connection to the embedded offline model. It always exists and cannot be removed.
const DemoConnection = "demo"

// DemoModel is the name of the embedded offline model.
const DemoModel = "offline-demo"

// Find returns the connection with this id, else the default one, else the demo.
func (s Settings) Find(id string) Connection {
	for _, want := range []string{id, s.Connection, DemoConnection} {
		for _, c := range s.Connections {
			if c.ID == want && want != "" {
				return c
			}
		}
	}
	return Connection{ID: DemoConnection}
}

// DefaultSettings returns the settings of a first start.
func DefaultSettings() Settings {
	return Settings{
		TextSize:    100,
		Column:      DefaultColumn,
		Cutoff:      tokens.Defaults(),
		Connections: []Connection{{ID: DemoConnection, Model: DemoModel}},
		Connection:  DemoConnection,
	}
}
