#!/usr/bin/env bash
# The journey of an analyst who asks in plain words, by curl alone: a question, two that go on, one that is asked back, and the
# query of an answer, which gives the same numbers.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

step() { echo "$1"; }
fail() { echo "FAILED: $1" >&2; exit 1; }
equal() { [ "$1" = "$2" ] || fail "$3 is \"$1\", not \"$2\""; }
# Evaluates an expression on the JSON of the input, which it knows as "it".
json() { node -e 'const it = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval(process.argv[1]));' "$1"; }

token=$(curl -fsS "$SERVICE_URL/v1/admin/serviceSecureToken" -H "apikey: $API_KEY" \
  --data-urlencode "username=$SERVICE_USER" --data-urlencode "password=$SERVICE_PASSWORD")
post() {
  curl --fail-with-body -sS "$SERVICE_URL$1" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$token" \
    -H "accept: ${3:-application/json}" -H 'content-type: application/json' --data "$2" || fail "POST $1"
}
# Asks a question, going on from the answer in a file if one is named.
ask() {
  local state
  state=$([ -n "${2:-}" ] && json "', \"conversationState\": ' + JSON.stringify(it.conversationState)" < "$2" || true)
  post /v1/assistant/question "{\"question\": \"$1\", \"options\": {\"includeData\": true}$state}"
}

step "1. Headcount by function over the last 12 months"
ask "headcount by function over the last 12 months" > first.json
equal "$(json it.statusCode.statusCode < first.json)" OK "the status"
rows=$(json "JSON.parse(it.data.dataJson).length - 1" < first.json)

step "2. Its query gives the same rows"
body=$(json "JSON.stringify({query: it.data.context})" < first.json)
equal "$(post /v1/data/query/sql "$body" 'application/jsonlines, application/json' | tail -n +2 | wc -l | tr -d ' ')" "$rows" "the number of rows"

step "3. Only EMEA, and by gender"
ask "only EMEA" first.json > second.json
ask "and by gender?" second.json > third.json
equal "$(json "/Location IN .\"EMEA\".*/.test(it.data.context) && /level.Gender/.test(it.data.context)" < third.json)" true "the query with both"

step "4. A name with two meanings is asked back, without a number"
ask "who works in Operations?" > back.json
equal "$(json it.statusCode.statusCode < back.json)" CLARIFICATION_NEEDED "the status"
equal "$(json "it.data === undefined" < back.json)" true "the absence of data"
question=$(json "it.corrections[0].clarifications[0].questions[0]" < back.json)
ask "$question" > chosen.json
equal "$(json it.statusCode.statusCode < chosen.json)" OK "the status of \"$question\""
echo "Everything is as it should be"
