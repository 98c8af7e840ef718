package clip

import (
	"context"
	"encoding/base64"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
)

// Scripts for PowerShell, which must run with one apartment to reach the clipboard.
const (
	readScript = `Add-Type -AssemblyName System.Windows.Forms,System.Drawing
$i = [Windows.Forms.Clipboard]::GetImage()
if ($i) { $m = New-Object IO.MemoryStream; $i.Save($m, [Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($m.ToArray()) }`
	writeScript = `Add-Type -AssemblyName System.Windows.Forms,System.Drawing
$b = [Convert]::FromBase64String([Console]::In.ReadToEnd())
[Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromStream((New-Object IO.MemoryStream(,$b))))`
)

func shell(ctx context.Context, script string) *exec.Cmd {
	c := exec.CommandContext(ctx, "powershell", "-NoProfile", "-NonInteractive", "-Sta", "-Command", script)
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
	return c
}

func read(ctx context.Context) ([]byte, error) {
	out, err := shell(ctx, readScript).Output()
	if err != nil {
		return nil, fmt.Errorf("clip: ask for the clipboard: %w", err)
	}
	return fromShell(string(out))
}

func write(ctx context.Context, png []byte) error {
	c := shell(ctx, writeScript)
	c.Stdin = strings.NewReader(base64.StdEncoding.EncodeToString(png))
	if err := c.Run(); err != nil {
		return fmt.Errorf("clip: fill the clipboard: %w", err)
	}
	return nil
}
