# What .ci/run and .ci/nightly have in common: steps that are counted, and the closing line. Sourced, not run.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true FORCE_COLOR=0 NO_COLOR=1
passed=0
failed=0
broken=()
started=$SECONDS
number=0
total=0
counting=
# How vitest shows what it does: by files, or with `verbose` by tests.
reporter=default
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# finish: what is left to do with what the steps gave, before the closing lines. For whoever sources this to define anew.
finish() { :; }

# run_steps: runs the function `steps`, whose lines are `step` and `tests`: first only to count them, so that each can say how many
# there are.
run_steps() {
  counting=yes
  steps
  total=$number number=0 counting=
  steps
  finish
  close
}

# begin NAME: the heading of a step; false while steps are only counted.
begin() {
  number=$((number + 1))
  [ -z "$counting" ] || return 1
  echo "== [$number of $total] $1, after $((SECONDS - started)) s"
}

# watched NAME COMMAND...: the command, and a line each minute that it still runs: a single test may take many.
watched() {
  local name=$1 from=$SECONDS beat status=0
  shift
  while sleep 60 >/dev/null 2>&1; do echo ".. $name: $((SECONDS - from)) s so far"; done &
  beat=$!
  "$@" || status=$?
  kill "$beat"
  wait "$beat" 2>/dev/null
  return "$status"
}

# ended NAME SECONDS GAVE: the last line of a step, which is also kept in $work/steps.
ended() {
  printf '%s\t%s\t%s\n' "$@" >>"$work/steps"
  echo "-- $1: $3 ($2 s)"
}

# step NAME COMMAND...: one check, passed or failed.
step() {
  local name=$1 from=$SECONDS
  shift
  begin "$name" || return 0
  if watched "$name" "$@"; then
    passed=$((passed + 1))
    ended "$name" $((SECONDS - from)) passed
  else
    failed=$((failed + 1))
    broken+=("$name")
    ended "$name" $((SECONDS - from)) FAILED
  fi
}

# tests NAME COMMAND...: a run of tests, each of which counts: by vitest, or by what takes its --outputFile.
tests() {
  local name=$1 from=$SECONDS report="$work/$1.json" status=0
  shift
  begin "$name" || return 0
  watched "$name" "$@" --reporter="$reporter" --reporter=json --outputFile="$report" || status=$?
  local counts
  counts=$(node -e '
    const { numPassedTests, numFailedTests } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    console.log(numPassedTests, numFailedTests);' "$report" 2>/dev/null) || counts="0 0"
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
  # A run can fail without a failed test: an unhandled error, a file that does not load, no test at all.
  if [ "$status" -ne 0 ] && [ "${counts#* }" -eq 0 ]; then failed=$((failed + 1)); fi
  [ "$status" -eq 0 ] || broken+=("$name")
  ended "$name" $((SECONDS - from)) "${counts% *} passed, ${counts#* } failed"
}

debian() {
  local missing=()
  for each in "$@"; do dpkg -s "$each" >/dev/null 2>&1 || missing+=("$each"); done
  [ ${#missing[@]} -eq 0 ] && return 0
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The closing lines: how long it took, what failed, and the count.
close() {
  echo
  echo "took $((SECONDS - started)) s"
  [ ${#broken[@]} -eq 0 ] || printf 'failed: %s\n' "${broken[@]}"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
