#!/usr/bin/env bash
# The journey of an administrator who adds users by curl alone: one with an unknown profile fails, another signs in by the
# one-time link, sees EMEA without pay, nothing without the permission, and is out when disabled. Then one's own last rights.
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

# Signs in and prints the token: user name, password.
sign_in() {
  curl -fsS "$SERVICE_URL/v1/admin/serviceSecureToken" -H "apikey: $API_KEY" \
    --data-urlencode "username=$1" --data-urlencode "password=$2"
}
administrator=$(sign_in "$SERVICE_USER" "$SERVICE_PASSWORD")
# Calls the service, writes the body to body.json and prints the status: token, method, path, JSON.
ask() {
  curl -sS -o body.json -w '%{http_code}' -X "$2" "$SERVICE_URL$3" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$1" \
    -H 'accept: application/json' -H 'content-type: application/json' -H 'NonVersioned: true' --data-binary "$4"
}
# Calls one of the operations on several users: method, JSON.
users() {
  curl --fail-with-body -sS -X "$1" "$SERVICE_URL/v2/admin/users" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$administrator" \
    -H 'accept: application/json' -H 'content-type: application/json' --data-binary "$2" || fail "$1 users"
}
# Prints the headcount of a user, or the status of the refusal: token.
headcount() {
  local status
  status=$(curl -sS -o body.json -w '%{http_code}' "$SERVICE_URL/v1/data/query/sql" -H "apikey: $API_KEY" \
    -H "cookie: ServiceASIDToken=$1" -H 'accept: application/jsonlines, application/json' -H 'content-type: application/json' --data-binary \
    '{"query": "SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date(\"2026-01-01\"), 1, period(1, Month))"}')
  if [ "$status" = 200 ]; then tail -n 1 body.json | json 'it[0]'; else echo "$status"; fi
}

step "1. Two of three users are added; the third has an unknown profile"
users POST '{"users": [
  {"username": "ewa@demo.example", "accountEnabled": "true", "permissionIds": ["EMEA"], "profileAssignments": [{"profileId": "Analyst"}]},
  {"username": "tom@demo.example", "accountEnabled": "true", "userGroupIds": ["HR_Business_Partners"]},
  {"username": "kim@demo.example", "profileAssignments": [{"profileId": "Anlyst"}]}]}' > added.json
equal "$(json it.successes.length < added.json)" 2 "the number of users that were added"
matches "$(json 'it.failures[0].error.message' < added.json)" 'no profile "Anlyst".*Did you mean `Analyst`' "the failure"

step "2. The new user signs in by the one-time link, and sees EMEA without pay"
page=$(json 'it.find(({ username }) => username === "ewa@demo.example").page' < "$DATA_FOLDER/invitations.json")
choose() { curl -sS -o page.html -w '%{http_code}' "$SERVICE_URL$page" -d "password=$1" -d "again=$1"; }
equal "$(choose 'a long password')" 200 "the status of the page"
equal "$(choose 'another password')" 410 "the status of the page that was used"
ewa=$(sign_in EWA@demo.example 'a long password')
all=$(headcount "$administrator")
emea=$(headcount "$ewa")
[ "$emea" -gt 0 ] && [ "$emea" -lt "$all" ] || fail "$emea of $all people are visible"
equal "$(ask "$ewa" POST /v1/data/query/sql '{"query": "SELECT Base_Salary FROM Employee"}')" 400 "the status of a query about pay"
matches "$(cat body.json)" 'has no `Base_Salary`' "the refusal"
equal "$(ask "$ewa" POST /v1alpha/search/service-objects '{"query": ["salary"], "objectType": "PROPERTY"}')" 200 "the status of the search"
! grep -q Base_Salary body.json || fail "the search knows Base_Salary"

step "3. Without the permission there is nobody; disabled there is no call; enabled again it is as before"
user='"displayName": "Ewa", "profileAssignments": [{"profileId": "Analyst"}]'
put() { equal "$(ask "$administrator" PUT /v3/admin/users/ewa%40demo.example "$1")" 200 "the status of the change"; }
put "{\"accountEnabled\": \"true\", $user}"
equal "$(headcount "$ewa")" 0 "the headcount without a permission"
put "{\"accountEnabled\": \"false\", \"permissionIds\": [\"EMEA\"], $user}"
equal "$(headcount "$ewa")" 401 "the status of a disabled user"
put "{\"accountEnabled\": \"true\", \"permissionIds\": [\"EMEA\"], $user}"
equal "$(headcount "$ewa")" "$emea" "the headcount of the enabled user"

step "4. The last administrator stays"
users DELETE "{\"users\": [{\"username\": \"$SERVICE_USER\"}, {\"username\": \"ewa@demo.example\"}, {\"username\": \"tom@demo.example\"}]}" > removed.json
equal "$(json it.successes.length < removed.json)" 2 "the number of users that were removed"
matches "$(json 'it.failures[0].error.rci' < removed.json)" 'OWN_ACCOUNT' "the failure"

echo "Everything is as it should be"
