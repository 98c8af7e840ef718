package demo

import "fmt"

// blindTo answers a message that came with pictures: there are no eyes here, and saying so is better than guessing.
func blindTo(h heard) string {
	switch {
	case h.lang == japanese && h.pictures == 1:
		return "画像を受け取りました。ただ、わたしはこのパソコンの中だけで動く練習用の相手なので、**画像を見ることができません**。何が写っているか、言葉で教えてもらえますか？\n\n画像を見られるモデルにつなげば、この続きをそのまま話せます。"
	case h.lang == japanese:
		return fmt.Sprintf("画像を %d 枚受け取りました。ただ、わたしはこのパソコンの中だけで動く練習用の相手なので、**画像を見ることができません**。何が写っているか、言葉で教えてもらえますか？\n\n画像を見られるモデルにつなげば、この続きをそのまま話せます。", h.pictures)
	case h.pictures == 1:
		return "A picture reached me, but I am the small practice partner inside this program and **cannot see pictures**. Will you tell me in words what it shows?\n\nConnect a model that can see, and this talk goes on from here."
	}
	return fmt.Sprintf("%d pictures reached me, but I am the small practice partner inside this program and **cannot see pictures**. Will you tell me in words what they show?\n\nConnect a model that can see, and this talk goes on from here.", h.pictures)
}
