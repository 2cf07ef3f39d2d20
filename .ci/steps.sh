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
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run_steps: runs the function `steps`, whose lines are `step` and `tests`: first only to count them, so that each can say how many
# there are.
run_steps() {
  counting=yes
  steps
  total=$number number=0 counting=
  steps
  close
}

# begin NAME: the heading of a step; false while steps are only counted.
begin() {
  number=$((number + 1))
  [ -z "$counting" ] || return 1
  echo "== [$number of $total] $1, after $((SECONDS - started)) s"
}

# step NAME COMMAND...: one check, passed or failed.
step() {
  local name=$1 from=$SECONDS
  shift
  begin "$name" || return 0
  if "$@"; then
    passed=$((passed + 1))
    echo "-- $name: passed ($((SECONDS - from)) s)"
  else
    failed=$((failed + 1))
    broken+=("$name")
    echo "-- $name: FAILED ($((SECONDS - from)) s)"
  fi
}

# tests NAME COMMAND...: a run of tests, each of which counts: by vitest, or by what takes its --outputFile.
tests() {
  local name=$1 from=$SECONDS report="$work/$1.json" status=0
  shift
  begin "$name" || return 0
  "$@" --reporter=default --reporter=json --outputFile="$report" || status=$?
  local counts
  counts=$(node -e '
    const { numPassedTests, numFailedTests } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    console.log(numPassedTests, numFailedTests);' "$report" 2>/dev/null) || counts="0 0"
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
  # A run can fail without a failed test: an unhandled error, a file that does not load, no test at all.
  if [ "$status" -ne 0 ] && [ "${counts#* }" -eq 0 ]; then failed=$((failed + 1)); fi
  [ "$status" -eq 0 ] || broken+=("$name")
  echo "-- $name: ${counts% *} passed, ${counts#* } failed ($((SECONDS - from)) s)"
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
