// Package personas shows who one talks with: the list at the left and, in the inspector, the editor of a persona, its
// memories and the facts of its talk. Values go in through Set methods and what the user does comes out through
// callbacks. It must not know the store, the network or the other panels. Everything here belongs to the UI goroutine.
package personas
