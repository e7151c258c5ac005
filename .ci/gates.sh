# Sourced by `.ci/check` and `.ci/run`: functions that run, count and report gates, and the gates
# that only need the checkout. Requires Node with npm, or Bun; asks nothing. The last line is `N
# passed, N failed`; the exit code is 0 only if none failed.
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

# Repeats the failures at the end, because a record of this run may keep only the end.
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

# name_failure <what>: adds a failure to the end of the output.
name_failure() { say "FAILED  $*" >>"$work_dir/failures"; }

# gate <name> <command...>: prints one line per gate; on failure also the command's output.
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
  # A registry that is configured only on this machine would appear here as full addresses.
  ! grep -nE 'https?://' bun.lock
}

# start: requires the one version of Bun.
start() {
  gate "Bun $bun_version" choose_bun
  [ "$failed" -eq 0 ] || finish
}

# script <name>: runs a script of package.json within the time limit of a gate.
script() { bounded "${bun[@]}" run "$1"; }

# Gates that only need the checkout; no part of the stack is started.
static_gates() {
  gate "lock file" lock_file
  gate "types" script check:types
  gate "lint and format" script check:lint
  gate "dead exports, files and dependencies" script check:dead
  gate "known advisories" script check:advisories
  # If the registry provides none, nothing was checked: that is reported and is not a failure.
  sed -n "s/^note: /      /p" "$work_dir/gate.log"
}
