package personas

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// temperatureField chooses the temperature in hundredths, or leaves it to the server.
type temperatureField struct {
	e      *Editor
	field  *parts.Field
	entry  *parts.NumberEntry
	slider *parts.Slider
	state  *parts.Link
}

// Temperatures in hundredths.
const (
	topTemperature = 200
	noTemperature  = -1
	restingKnob    = 100 // where the slider stands while the server decides
)

var temperatures = parts.Scale{Stops: tenths()}

func tenths() []int {
	stops := make([]int, 0, 21)
	for t := 0; t <= topTemperature; t += 10 {
		stops = append(stops, t)
	}
	return stops
}

// parseTemperature reads hundredths from "0.7", "0,7" or "０．７"; an empty text leaves it to the server.
func parseTemperature(s string) (int, error) {
	s = strings.ReplaceAll(strings.TrimSpace(norm.NFKC.String(s)), ",", ".")
	if s == "" {
		return noTemperature, nil
	}
	t, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil || math.IsNaN(t):
		return 0, parts.ErrNotNumber
	case t < 0 || t > topTemperature/100:
		return 0, parts.ErrRange
	}
	return int(math.Round(t * 100)), nil
}

func formatTemperature(hundredths int) string {
	if hundredths < 0 {
		return ""
	}
	return strconv.FormatFloat(float64(hundredths)/100, 'f', -1, 64)
}

func newTemperatureField(e *Editor) *temperatureField {
	t := &temperatureField{e: e, state: parts.NewLink("", nil)}
	t.entry = parts.NewNumberEntry(parseTemperature, formatTemperature, words.T("panels.editor.temperatureUnset")+" ")
	t.entry.SetPlaceHolder(words.T("panels.editor.temperatureUnset"))
	t.entry.OnChanged = t.set
	t.slider = parts.NewSlider(temperatures, restingKnob, t.set)
	t.field = parts.NewField(words.T("panels.editor.temperature"), t.entry, t.slider, words.T("panels.editor.temperatureNote"))
	t.field.Add(t.state)
	t.entry.OnProblem = func(err error) {
		text := ""
		if err != nil {
			text = words.T("panels.editor.temperatureWrong")
		}
		t.field.SetProblem(text)
	}
	return t
}

// set takes a value from the user, noTemperature to leave it to the server.
func (t *temperatureField) set(hundredths int) {
	var own *float64
	if hundredths != noTemperature {
		v := float64(hundredths) / 100
		own = &v
	}
	t.e.edit(func(p *persona.Persona) { p.Sampling.Temperature = own })
	t.show(own)
}

func (t *temperatureField) show(own *float64) {
	t.slider.SetMuted(own == nil)
	if own == nil {
		t.slider.Set(restingKnob)
		t.entry.Set(noTemperature)
		t.state.Set(words.T("panels.editor.temperatureServer"), nil)
		return
	}
	v := int(math.Round(*own * 100))
	t.slider.Set(v)
	t.entry.Set(v)
	t.state.Set(words.T("panels.editor.temperatureLeave"), func() { t.set(noTemperature) })
}
