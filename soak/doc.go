// Package soak holds one long test: years of use in minutes. It has no code of the program.
package soak
