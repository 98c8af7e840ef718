package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var binary string

// TestMain builds the program if the caller did not.
func TestMain(m *testing.M) {
	if os.Getenv("E2E_ISOLATED") != "" {
		fmt.Fprintln(os.Stderr, becomeIsolated())
		os.Exit(1)
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if binary = os.Getenv("BONBON_BINARY"); binary != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "bonbon-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "bonbon")
	build := exec.Command("go", "build", "-tags", "x11", "-o", binary, "bonbon")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return 1
	}
	return m.Run()
}
