#!/usr/bin/env bash
# The journey of an analyst who may not see pay, by curl alone: names about pay are unknown to queries, search and questions, the
# published pay report is refused by name, and everything else has everybody in it.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample, and its DATA_FOLDER.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

step() { echo "$1"; }
fail() { echo "FAILED: $1" >&2; exit 1; }
equal() { [ "$1" = "$2" ] || fail "$3 is \"$1\", not \"$2\""; }
matches() { grep -Eq "$2" <<< "$1" || fail "$3 is \"$1\", which does not match $2"; }
# Evaluates an expression on the JSON of the input, which it knows as "it".
json() { node -e 'const it = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval(process.argv[1]));' "$1"; }

sign_in() {
  curl -fsS "$SERVICE_URL/v1/admin/serviceSecureToken" -H "apikey: $API_KEY" \
    --data-urlencode "username=$1" --data-urlencode "password=$2"
}
# Calls the service, writes the body to body.json and prints the status: token, method, path, and JSON unless it is a GET.
ask() {
  curl -sS -o body.json -w '%{http_code}' -X "$2" "$SERVICE_URL$3" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$1" \
    -H 'accept: application/json, text/csv' ${4:+-H 'content-type: application/json' --data-binary "$4"}
}
own=$(sign_in "$SERVICE_USER" "$SERVICE_PASSWORD")
month='Service_Time IN periods(date(\"2026-01-01\"), 1, period(1, Month))'
reports=/v1alpha/reporting/reports

step "1. An analyst without pay is added, and a report about pay is published"
equal "$(ask "$own" PUT /v3/admin/users/ewa.pay%40demo.example '{"accountEnabled": "true", "permissionIds": ["WithoutPay"],
  "profileAssignments": [{"profileId": "Analyst"}]}')" 200 "the status of the upsert"
page=$(json 'it.find(({ username }) => username === "ewa.pay@demo.example").page' < "$DATA_FOLDER/invitations.json")
equal "$(curl -sS -o page.html -w '%{http_code}' "$SERVICE_URL$page" -d 'password=a long password' -d 'again=a long password')" 200 \
  "the status of the invitation"
ewa=$(sign_in ewa.pay@demo.example 'a long password')
pay="SELECT level(Function, \\\"Function\\\") AS Job, averageSalary() AS Pay FROM Employee WHERE $month"
equal "$(ask "$own" POST $reports "{\"title\": \"Pay\", \"query\": \"$pay\", \"isPublishedReport\": true}")" 200 "the status of the report"
report=$(json it.id < body.json)
equal "$(ask "$own" GET "/v1alpha/reporting/report-data/$report")" 200 "the status of its data for who may see pay"

step "2. Names about pay are unknown to queries, search and questions"
equal "$(ask "$ewa" POST /v1/data/query/sql '{"query": "SELECT Base_Salary FROM Employee"}')" 400 "the status of a list of pay"
matches "$(json it.message < body.json)" 'has no `Base_Salary`' "the refusal"
equal "$(ask "$ewa" POST /v1/data/query/sql "{\"query\": \"$pay\"}")" 400 "the status of the average of pay"
matches "$(json it.message < body.json)" 'averageSalary' "the refusal"
for type in PROPERTY METRIC DIMENSION; do
  equal "$(ask "$ewa" POST /v1alpha/search/service-objects "{\"query\": [\"salary\", \"pay\"], \"objectType\": \"$type\"}")" 200 "the search"
  ! grep -Eq 'Base_Salary|averageSalary|Pay_Level' body.json || fail "the search of $type knows pay"
done
equal "$(ask "$ewa" POST /v1/assistant/question '{"question": "average salary by function", "options": {"includeData": true}}')" 200 "the question"
! grep -Eq 'Base_Salary|averageSalary' body.json || fail "the answer knows pay"

step "3. The report is refused by name"
equal "$(ask "$ewa" GET "/v1alpha/reporting/report-data/$report")" 403 "the status of its data"
matches "$(json it.message < body.json)" "The report \"$report\" uses parts of the model that you may not see" "the refusal"

step "4. The head count is everybody's"
heads="{\"query\": \"SELECT employeeCount() AS n FROM Employee WHERE $month\"}"
equal "$(ask "$own" POST /v1/data/query/sql "$heads")" 200 "the status of the head count"
all=$(json 'it.rows[0][0]' < body.json)
equal "$(ask "$ewa" POST /v1/data/query/sql "$heads")" 200 "the status of the head count without pay"
equal "$(json 'it.rows[0][0]' < body.json)" "$all" "the head count"

echo "Everything is as it should be"
