# Sourced by `.ci/check` and `.ci/run`: how a gate is run, counted and told, and those that need nothing
# but the checkout. Needs Node with npm, or Bun; nothing is asked. The last line is
# `N passed, N failed`; the exit code is 0 only if none failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
exec </dev/null
export CI=true

readonly bun_version=1.4.5
readonly gate_seconds_max=120
readonly failures_shown_max=40
passed=0
failed=0
work_dir=$(mktemp -d)
trap 'rm -rf "$work_dir"' EXIT

say() { printf '%s\n' "$*"; }

# Names what failed once more, since a record of this run may keep its end alone.
finish() {
  say
  local count=0
  [ ! -e "$work_dir/failures" ] || count=$(wc -l <"$work_dir/failures")
  [ "$count" -eq 0 ] || head -n "$failures_shown_max" "$work_dir/failures" | cut -c "1-300"
  [ "$count" -le "$failures_shown_max" ] || say "FAILED  and $((count - failures_shown_max)) more"
  say "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
  exit
}

# name_failure <what>: for the end of the output.
name_failure() { say "FAILED  $*" >>"$work_dir/failures"; }

# gate <name> <command...>: one line a gate; what the command wrote is shown when it fails.
gate() {
  local name=$1 started=$SECONDS
  shift
  if "$@" >"$work_dir/gate.log" 2>&1; then
    passed=$((passed + 1))
    say "gate  pass  $name ($((SECONDS - started)) s)"
    return
  fi
  failed=$((failed + 1))
  name_failure "gate > $name"
  say "gate  FAIL  $name ($((SECONDS - started)) s)"
  sed 's/^/    /' "$work_dir/gate.log"
}

bounded() { timeout --kill-after=10 "$gate_seconds_max" "$@"; }

choose_bun() {
  if [ "$(bun --version 2>/dev/null)" = "$bun_version" ]; then
    bun=(bun)
  else
    bun=(npx -y "bun@$bun_version")
  fi
  "${bun[@]}" --version
}

lock_file() {
  bounded "${bun[@]}" install --frozen-lockfile || return
  # A registry that is set for this machine alone would show up here as full addresses.
  ! grep -nE 'https?://' bun.lock
}

# start: nothing goes on without the one version of Bun.
start() {
  gate "Bun $bun_version" choose_bun
  [ "$failed" -eq 0 ] || finish
}

# script <name>: one of package.json's, within the time of a gate.
script() { bounded "${bun[@]}" run "$1"; }

# The gates of the checkout alone: no part of the stack is started.
static_gates() {
  gate "lock file" lock_file
  gate "types" script check:types
  gate "lint and format" script check:lint
  gate "dead exports, files and dependencies" script check:dead
  gate "known advisories" script check:advisories
  # Where the registry has none to give, nothing was checked: that is said, and no failure.
  sed -n "s/^note: /      /p" "$work_dir/gate.log"
}
