#!/usr/bin/env bash
# The journey of a data engineer whose data comes from a source system, by curl alone: a wrong credential is named, the
# right one is assigned, an extraction is received, processed and published, and the next one reads nothing twice.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample; CONNECTOR, the id of a data
# connector; PROVIDER with RIGHT and WRONG, the JSON of its parameters; WRONG_MESSAGE, a pattern of what is said of the wrong
# ones; TABLES, the setting that names a table or file with three rows of people, S-1 to S-3, who have a column "changed".
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

token=$(curl -fsS "$SERVICE_URL/v1/admin/serviceSecureToken" -H "apikey: $API_KEY" \
  --data-urlencode "username=$SERVICE_USER" --data-urlencode "password=$SERVICE_PASSWORD")
# Calls the service: method, path, and more arguments of curl. Prints the status behind the answer.
call() {
  local method=$1 path=$2
  shift 2
  curl -sS -X "$method" "$SERVICE_URL$path" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$token" \
    -H 'accept: application/json' -w '\n%{http_code}' "$@"
}
# As above, and fails unless the status is 200.
ok() {
  local answer
  answer=$(call "$@")
  [ "$(tail -n 1 <<< "$answer")" = 200 ] || fail "$1 $2: $answer"
  sed '$d' <<< "$answer"
}
send() { ok "$1" "$2" -H 'content-type: application/json' --data-binary "$3"; }
# Waits for a job and prints its status and message.
ended() {
  local status
  for _ in $(seq 300); do
    status=$(ok GET "/v1/op/job-status/jobs/$1")
    if ! grep -Eq '"status":"(Pending|Running)"' <<< "$status"; then
      json '`${it[0].status} ${it[0].message ?? ""}`' <<< "$status"
      return
    fi
    sleep 0.2
  done
  fail "job $1 did not end"
}
# Prints the ids of the jobs that a job started.
children() { ok GET /v1/op/job-status/jobs | json "it.jobStatus.filter((job) => job.parentJobId === '$1').map((job) => job.jobId).join(' ')"; }
people() {
  local text='SELECT employeeCount() AS Heads FROM Employee WHERE Service_Time IN periods(date(\"2026-01-01\"), 1, period(1, Month))'
  curl --fail-with-body -sS "$SERVICE_URL/v1/data/query/sql" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$token" \
    -H 'accept: text/csv' -H 'content-type: application/json' --data "{\"query\": \"$text\"}" | sed -n '2s/,.*//p'
}
credential() {
  send POST /v1/op/data-connector-credentials \
    "{\"dataProviderAuthParams\": {\"provider\": \"$PROVIDER\", \"${PROVIDER}AuthParams\": $1}}"
}
assign() {
  local tenants="[{\"tenantCode\": \"WFF_demo\", \"credentialId\": \"$1\"}]"
  send POST /v1/op/data-connectors/assignCredentials "{\"connectors\": [{\"connectorId\": \"$CONNECTOR\", \"tenants\": $tenants}]}" |
    json 'it.tenants[0].status'
}
extract() { send POST /v1alpha/op/jobs/extraction-jobs "$1" | json it.jobId; }

step "1. A wrong credential is kept, and what is wrong is named"
former=$(people)
matches "$(credential "$WRONG" | json 'it.missingConnectionProperties[0].errorMessage')" "$WRONG_MESSAGE" "the problem"

step "2. The right one reaches its source system, and cannot be deleted once it is assigned"
credential "$RIGHT" > credential.json
equal "$(json 'it.missingConnectionProperties.length' < credential.json)" 0 "the number of problems"
id=$(json it.uuid < credential.json)
equal "$(assign "$id")" Succeeded "the assignment"
equal "$(call DELETE "/v1/op/data-connector-credentials/$id" | tail -n 1)" 409 "the status of a deletion"

step "3. Settings say what is read, and how its changes are found"
settings="[{\"settingKey\": \"tables\", \"value\": \"$TABLES\"}, {\"settingKey\": \"incrementalColumn\", \"value\": \"changed\"}]"
tenants="[{\"tenantCode\": \"WFF_demo\", \"connectorSettings\": $settings}]"
send PUT /v1/op/data-connectors/connector-settings "{\"connectors\": [{\"connectorId\": \"$CONNECTOR\", \"tenants\": $tenants}]}" > changed.json
equal "$(json 'it.tenants[0].connectors[0].settings.map((one) => one.message).join()' < changed.json)" "Updated.,Updated." "the settings"

step "4. A window that is upside down is refused"
upside='{"overrideLastExtractionTimestamp": "2", "extractToTimeOverride": "1"}'
call POST /v1alpha/op/jobs/extraction-jobs -H 'content-type: application/json' --data "$upside" > refused.txt
equal "$(tail -n 1 refused.txt)" 400 "the status of the refusal"

step "5. The extraction is received, processed and published"
job=$(extract '{"runProcessingJob": true}')
matches "$(ended "$job")" '^Succeeded .*: 3 rows for Employee changed before' "the extraction"
receiving=$(children "$job")
matches "$(ended "$receiving")" '^Succeeded 1 file with 3 rows received' "the receiving job"
matches "$(ended "$(children "$receiving")")" '^Succeeded Data version [0-9]+ of Workforce is published' "the processing job"
equal "$(people)" "$((former + 3))" "the headcount"

step "6. The next extraction goes on where that one ended, and reads nothing twice"
job=$(extract '{"runProcessingJob": true}')
matches "$(ended "$job")" '^Succeeded .*: 0 rows for Employee changed from' "the second extraction"
equal "$(children "$job")" "" "the jobs that follow"
equal "$(people)" "$((former + 3))" "the headcount at the end"
step "Everything is as it should be"
