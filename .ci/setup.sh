#!/usr/bin/env bash
# Installs what is missing, and only that. Usage: setup.sh build | display
#   build    a C compiler and the headers of X11, Wayland and OpenGL
#   display  a virtual display, what drives and photographs a window in it, and a Japanese input method
set -euo pipefail

want=${1:?build or display}
missing=()

need_header() { # package, header
  printf '#include <%s>\n' "$2" | cc -E -x c - >/dev/null 2>&1 || missing+=("$1")
}
need_command() { # package, command
  command -v "$2" >/dev/null 2>&1 || missing+=("$1")
}

case $want in
build)
  stamp=build/.setup-build
  [ "$stamp" -nt "$0" ] && command -v cc >/dev/null && exit 0
  if ! command -v go >/dev/null 2>&1; then
    echo "Go is missing: install Go 1.26 or newer from https://go.dev/dl/ and put it on the PATH." >&2
    exit 1
  fi
  if [ "$(uname -s)" = Linux ]; then
    if command -v cc >/dev/null 2>&1; then
      need_header libgl1-mesa-dev GL/gl.h
      need_header libx11-dev X11/Xlib.h
      need_header libxcursor-dev X11/Xcursor/Xcursor.h
      need_header libxrandr-dev X11/extensions/Xrandr.h
      need_header libxinerama-dev X11/extensions/Xinerama.h
      need_header libxi-dev X11/extensions/XInput2.h
      need_header libxxf86vm-dev X11/extensions/xf86vmode.h
      need_header libwayland-dev wayland-client-core.h
      need_header libxkbcommon-dev xkbcommon/xkbcommon.h
      need_command pkg-config pkg-config
    else
      missing=(gcc libc6-dev pkg-config libgl1-mesa-dev libx11-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev
        libxxf86vm-dev libwayland-dev libxkbcommon-dev)
    fi
  elif ! command -v cc >/dev/null 2>&1; then
    case $(uname -s) in
    Darwin) echo "A C compiler is missing. Install it with: xcode-select --install" >&2 ;;
    *) echo "A C compiler is missing. On Windows install MSYS2 with mingw-w64-x86_64-gcc and put it on the PATH." >&2 ;;
    esac
    exit 1
  fi
  ;;
display)
  stamp=build/.setup-display
  [ "$stamp" -nt "$0" ] && command -v Xvfb >/dev/null && exit 0
  need_command xvfb Xvfb
  need_command xdotool xdotool
  need_command imagemagick import
  need_command openbox openbox
  need_command xclip xclip
  need_command x11-utils xwininfo
  need_command uim-xim uim-xim
  need_command uim-anthy anthy-dic-tool
  [ -e /usr/share/i18n/locales/ja_JP ] || missing+=(locales)
  [ -e /usr/lib/x86_64-linux-gnu/dri/swrast_dri.so ] || [ -e /usr/lib/aarch64-linux-gnu/dri/swrast_dri.so ] || missing+=(libgl1-mesa-dri)
  ;;
*)
  echo "setup.sh: build or display" >&2
  exit 2
  ;;
esac

if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "These are missing, and this system has no apt-get to install them: ${missing[*]}" >&2
    echo "Those are Debian's names. Fedora: gcc mesa-libGL-devel libX11-devel libXcursor-devel libXrandr-devel libXinerama-devel libXi-devel libXxf86vm-devel wayland-devel libxkbcommon-devel." >&2
    echo "Arch: gcc mesa libx11 libxcursor libxrandr libxinerama libxi libxxf86vm wayland libxkbcommon. Tests also need Xvfb, xdotool, ImageMagick, openbox and uim with Anthy." >&2
    exit 1
  fi
  echo "Installing: ${missing[*]}"
  root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      echo "Not root, and there is no sudo. As root, run: apt-get install ${missing[*]}" >&2
      exit 1
    fi
    root=(sudo)
  fi
  log=$(mktemp)
  if ! { "${root[@]}" apt-get update -q && "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "The installation failed; the lines above say why." >&2
    exit 1
  fi
  rm -f "$log"
fi
mkdir -p build
touch "$stamp"
