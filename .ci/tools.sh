# Sourced by the scripts in .ci: the tools that the tests need beside Rust. What is missing is installed where that is
# possible (root on Debian); else the test fails and says what to install. Nothing is left out in silence:
# REGENCE_SKIP=browser,python,wasm says that a part is meant to be left out.
REGENCE_SKIP=${REGENCE_SKIP:-}

step() { printf '\n== %s\n' "$*"; "$@"; }

fail() {
    printf '\n%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# `is_skipped PART`: REGENCE_SKIP names it. A word that means nothing is an error, not a part that is tested after all.
is_skipped() {
    local part found=1
    for part in ${REGENCE_SKIP//,/ }; do
        case $part in
            "$1") found=0 ;;
            browser | python | wasm) ;;
            *) fail "REGENCE_SKIP=$REGENCE_SKIP: the parts that can be left out are browser, python and wasm, not '$part'." ;;
        esac
    done
    return $found
}

say_skipped() { printf '\nNOT TESTED: %s, because REGENCE_SKIP=%s.\n' "$1" "$REGENCE_SKIP" >&2; }

# `try_install PACKAGE...`: by apt, as root on Debian. Whether it worked is for the caller to see.
try_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
    printf '\n== apt-get install %s\n' "$*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 || {
        apt-get update -qq >/dev/null 2>&1 || true
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 || true
    }
}

has_node() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}

need_node() {
    has_node || try_install nodejs npm
    has_node && return
    local skip="or leave the page out with REGENCE_SKIP=browser."
    command -v node >/dev/null ||
        fail "Node.js is not installed. Install version 20.19 or newer (https://nodejs.org; Debian: apt-get install nodejs npm), $skip"
    command -v npm >/dev/null ||
        fail "npm is not installed. It comes with Node.js (https://nodejs.org; Debian: apt-get install npm), $skip"
    fail "Node.js $(node --version) is too old. Install version 20.19 or newer (https://nodejs.org), $skip"
}

# Where Chrome lives on systems that keep it out of PATH.
chrome_elsewhere=("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" "/c/Program Files/Google/Chrome/Application/chrome.exe")

find_chromium() {
    local name
    for name in chromium chromium-browser google-chrome chrome "${chrome_elsewhere[@]}"; do
        if command -v "$name"; then return 0; fi
    done
    return 1
}

# Sets and exports CHROMIUM.
need_chromium() {
    if [ -n "${CHROMIUM:-}" ]; then
        command -v "$CHROMIUM" >/dev/null || fail "CHROMIUM=$CHROMIUM is not a program. Name Chromium or Chrome there, or unset it."
        return
    fi
    find_chromium >/dev/null || try_install chromium
    CHROMIUM=$(find_chromium) ||
        fail "Chromium is not installed. Install Chromium or Chrome (Debian: apt-get install chromium), name it in CHROMIUM, or leave the page out with REGENCE_SKIP=browser."
    export CHROMIUM
}

has_wasm() {
    local library
    library=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) && ls "$library"/libstd-*.rlib >/dev/null 2>&1
}

# Whether the engine can be built for the browser: Rust's standard library for it is there or can be had from rustup.
can_have_wasm() {
    has_wasm && return
    command -v rustup >/dev/null || return 1
    printf '\n== rustup target add wasm32-unknown-unknown\n'
    rustup target add wasm32-unknown-unknown && has_wasm
}

need_wasm() {
    can_have_wasm ||
        fail "Rust's standard library for WebAssembly is not installed. Install it (rustup target add wasm32-unknown-unknown), or leave the engine in the browser out with REGENCE_SKIP=wasm."
}

find_python() {
    local name
    for name in python3 python; do
        if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

# Sets PYTHON.
need_python() {
    find_python >/dev/null || try_install python3 python3-venv
    PYTHON=$(find_python) ||
        fail "Python with its module venv is not installed. Install version 3.8 or newer (https://www.python.org; Debian: apt-get install python3 python3-venv), or leave it out with REGENCE_SKIP=python."
}
