package tokens

// photos returns the place before which entries are sent without their pictures: those of the newest PhotoCutoff entries are
// sent, and the newest user entry's in any case. Which ones that are changes with every message, and so would the prompt's
// beginning; in steps it is therefore stored with the anchor and changes only when that moves. Before the first anchor all are sent.
func (in Input) photos(h History, a hold, newest int) int {
	switch stored := min(in.Anchor.Pictures, uint64(newest)); {
	case !in.Settings.Steps:
		return in.newestPhotos(h, newest)
	case !a.on || a.free:
		return 0
	case in.Anchor.Factor > 0:
		return int(stored)
	}
	return in.newestPhotos(h, newest) // the anchor was chosen just now
}

// unseen returns the place before which entries are sent without pictures, by a model that takes none all of them.
func (in Input) unseen(h History, photos int) int {
	if in.Blind {
		return h.Len()
	}
	return photos
}

// newestPhotos is photos for exact cuts, and after a jump.
func (in Input) newestPhotos(h History, newest int) int {
	if in.Settings.PhotoCutoff <= 0 {
		return 0
	}
	return min(max(h.Len()-in.Settings.PhotoCutoff, 0), newest)
}
