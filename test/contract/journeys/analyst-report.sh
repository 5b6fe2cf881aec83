#!/usr/bin/env bash
# The journey of an analyst who saves a query as a report by curl alone: a draft that nobody else sees, a published report that
# another user runs with that user's own rights, a copy, a download, and the end of both.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample; OTHER_USER and
# OTHER_PASSWORD of another user of the tenant who may query and changes nothing.
set -euo pipefail

step() { echo "$1"; }
fail() { echo "FAILED: $1" >&2; exit 1; }
equal() { [ "$1" = "$2" ] || fail "$3 is \"$1\", not \"$2\""; }
# Evaluates an expression on the JSON of the input, which it knows as "it".
json() { node -e 'const it = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval(process.argv[1]));' "$1"; }

sign_in() {
  curl -fsS "$SERVICE_URL/v1/admin/serviceSecureToken" -H "apikey: $API_KEY" \
    --data-urlencode "username=$1" --data-urlencode "password=$2"
}
own=$(sign_in "$SERVICE_USER" "$SERVICE_PASSWORD")
other=$(sign_in "$OTHER_USER" "$OTHER_PASSWORD")
reports=/v1alpha/reporting/reports
# Calls the service with a token: token, method, path, and more arguments of curl.
call() {
  local token=$1 method=$2 path=$3
  shift 3
  curl --fail-with-body -sS -X "$method" "$SERVICE_URL$path" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$token" "$@" ||
    fail "$method $path"
}
# Prints the status that the service answers.
status() {
  curl -sS -o /dev/null -w '%{http_code}' -X "$2" "$SERVICE_URL$3" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$1"
}
save() { call "$own" POST "$reports" -H 'content-type: application/json' --data-binary "$1" | json it.id; }

query='SELECT level(Function, \"Function\") AS Job, employeeCount() AS Heads FROM Employee WHERE Service_Time IN periods(date(\"2026-01-01\"), 1, period(1, Month))'

step "1. A draft is its owner's alone"
draft=$(save "{\"title\": \"Heads, draft\", \"query\": \"$query\"}")
equal "$(status "$own" GET "$reports/$draft")" 200 "the draft for its owner"
equal "$(status "$other" GET "$reports/$draft")" 404 "the draft for somebody else"
equal "$(status "$other" GET "/v1alpha/reporting/report-data/$draft")" 404 "its data for somebody else"

step "2. A published report gives another user the numbers that the query gives"
report=$(save "{\"title\": \"Heads\", \"query\": \"$query\", \"isPublishedReport\": true}")
wanted=$(call "$other" POST /v1/data/query/sql -H 'accept: text/csv, application/json' -H 'content-type: application/json' \
  --data-binary "{\"query\": \"$query\"}")
equal "$(call "$other" GET "/v1alpha/reporting/report-data/$report")" "$wanted" "the report"
equal "$(call "$other" GET "$reports?limit=1000" | json "it.reports.some(({ id }) => id === '$report')")" true "the list with the report"

step "3. A copy is a draft of whoever made it, and deleting ends a report for everybody"
copy=$(call "$own" POST "$reports/$report" | json it.id)
equal "$(status "$other" GET "$reports/$copy")" 404 "the copy for somebody else"
for id in "$draft" "$report" "$copy"; do
  equal "$(call "$own" DELETE "$reports/$id" | json it.id)" "$id" "the deleted report"
done
equal "$(status "$other" GET "/v1alpha/reporting/report-data/$report")" 404 "the report that was deleted"

echo "Everything is as it should be"
