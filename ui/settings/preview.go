package settings

import "bonbon/tokens"

// Go runs work on a worker goroutine and then the function that it returns on the UI goroutine.
type Go func(work func() (done func()))

// previewer computes previews one after the other: while one runs, only the newest wish is kept. Its methods and show
// run on the UI goroutine.
type previewer struct {
	run  Go
	show func(tokens.Report, error)

	running bool
	next    func() (tokens.Report, error) // the newest wish that waits; nil if none
	talk    int                           // rises when results that are under way mean another talk
}

// ask wishes for a preview. An earlier wish that has not begun is forgotten.
func (p *previewer) ask(compute func() (tokens.Report, error)) {
	p.next = compute
	if !p.running {
		p.begin()
	}
}

// forget drops what is under way or waiting: it belongs to something that is no longer shown.
func (p *previewer) forget() {
	p.talk++
	p.next = nil
}

func (p *previewer) begin() {
	compute, talk := p.next, p.talk
	p.next, p.running = nil, true
	p.run(func() func() {
		report, err := compute()
		return func() {
			p.running = false
			if talk == p.talk {
				p.show(report, err)
			}
			if p.next != nil {
				p.begin()
			}
		}
	})
}
