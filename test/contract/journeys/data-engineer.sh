#!/usr/bin/env bash
# The journey of a data engineer by curl alone: an encrypted file is sent, fails, is mended, becomes a draft, is published
# and is taken out again, and a SQL job changes people. Each number is checked.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample, whose inbox is empty.
# Encrypts with gpg where that is installed; otherwise the files are sent as they are.
set -euo pipefail

folder=$(mktemp -d)
trap 'if command -v gpgconf > /dev/null; then gpgconf --homedir "$folder" --kill all; fi; rm -rf "$folder"' EXIT
cd "$folder"
chmod 700 .

step() { echo "$1"; }
fail() { echo "FAILED: $1" >&2; exit 1; }
equal() { [ "$1" = "$2" ] || fail "$3 is \"$1\", not \"$2\""; }
matches() { grep -Eq "$2" <<< "$1" || fail "$3 is \"$1\", which does not match $2"; }
# Evaluates an expression on the JSON of the input, which it knows as "it".
json() { node -e 'const it = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval(process.argv[1]));' "$1"; }

token=$(curl -fsS "$SERVICE_URL/v1/admin/serviceSecureToken" -H "apikey: $API_KEY" \
  --data-urlencode "username=$SERVICE_USER" --data-urlencode "password=$SERVICE_PASSWORD")
# Calls the service: method, path, and more arguments of curl.
call() {
  local method=$1 path=$2
  shift 2
  curl --fail-with-body -sS -X "$method" "$SERVICE_URL$path" -H "apikey: $API_KEY" \
    -H "cookie: ServiceASIDToken=$token" -H 'accept: application/json' "$@" || fail "$method $path"
}
post() { call "${3:-POST}" "$1" -H 'content-type: application/json' --data "$2"; }

# Waits for a job and prints its status and message.
ended() {
  local status
  for _ in $(seq 300); do
    status=$(call GET "/v1/op/job-status/jobs/$1")
    if ! grep -Eq '"status":"(Pending|Running)"' <<< "$status"; then
      json '`${it[0].status} ${it[0].message ?? ""}`' <<< "$status"
      return
    fi
    sleep 0.2
  done
  fail "job $1 did not end"
}
# Starts a processing job and prints its end; the argument says whether it publishes.
process() { ended "$(post /v1alpha/op/jobs/processing-jobs "{\"publishToProduction\": $1}" | json it.jobId)"; }

# Prints the headcount of January 2026 and the data versions that it was read from; arguments are more headers.
heads() {
  local text='SELECT employeeCount() AS Heads FROM Employee WHERE Service_Time IN periods(date(\"2026-01-01\"), 1, period(1, Month))'
  curl --fail-with-body -sS "$SERVICE_URL/v1/data/query/sql" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$token" \
    -H 'accept: text/csv' -H 'content-type: application/json' --data "{\"query\": \"$text\"}" -D headers.txt "$@" > heads.csv
  echo "$(sed -n '2s/,.*//p' heads.csv) $(sed -n 's/^data-version: *\([0-9]*\).*/\1/Ip' headers.txt)"
}
versions() { call GET '/v1/op/data-versions?tenantCode=WFF_demo&numberOfVersions=5'; }

step "1. A key is generated, and a file is encrypted, uploaded and loaded"
former=$(heads)
people=${former% *}
call POST /v1/api/pgp-keys -H 'content-type: application/json' --data '{}' > key.json
key=$(json it.keyID < key.json)
json it.publicKey < key.json > key.asc
matches "$(cat key.asc)" 'BEGIN PGP PUBLIC KEY' "the public key"
# Uploads a CSV file, encrypted where that is possible, and starts its load; the second argument says whether to process.
load() {
  local sent=$1
  if command -v gpg > /dev/null; then
    sent=$1.gpg
    gpg --homedir . --batch --yes --quiet --trust-model always --recipient-file key.asc --output "$sent" --encrypt "$1"
    # The tenant's key knows what waits for it.
    call PUT "/v1/data/upload/files/$sent" -L --upload-file "$sent" > upload.txt
    equal "$(call GET "/v1/api/pgp-keys/$key" | json 'it.pendingFiles.join()')" "$sent" "the files that wait for the key"
  else
    call PUT "/v1/data/upload/files/$sent" -L --upload-file "$sent" > upload.txt
  fi
  ended "$(post /v1/op/data/startload "{\"model\": {\"files\": [\"$sent\"], \"skipDataLoad\": true}}" | json it.jobId)"
}
printf 'EmployeeID,Effective_Date,Full_Name\nC-1,2025-06-01,Ada First\nC-2,2025-06-31,Ben Second\n' > employee.csv
failed=$(load employee.csv)

step "2. The load fails on a line, and the numbers are the former ones"
matches "$failed" '^Failed employee\.csv line 3, Effective_Date is no date' "the failed load"
equal "$(heads)" "$former" "the headcount after a failed load"
call GET '/v1alpha/op/data/uploaded-files?limit=1' > files.json
equal "$(json 'it.files[0].kind' < files.json)" problems "the newest file"
call GET "/v1alpha/op/data/source-files/$(json 'it.files[0].identifier' < files.json)" -H 'accept: application/zip' > problems.zip
equal "$(head -c 2 problems.zip)" PK "the download of the problems"

step "3. The mended file is received, and becomes a draft"
sed -i.bak 's/06-31/06-30/' employee.csv
matches "$(load employee.csv)" '^Succeeded 1 file with 2 rows received' "the mended load"
equal "$(heads)" "$former" "the headcount before processing"
matches "$(process false)" '^Succeeded' "the processing of a draft"
draft=$(versions | json 'it.tenants[0].dataVersions[0].dataVersion')
equal "$(versions | json 'it.tenants[0].dataVersions[0].isPublished')" false "the newest version"

step "4. The draft has two people more; published, everybody sees them"
size='it.tenants[0].dataVersions.slice(0, 2).map((one) => one.objects.find((o) => o.objectName === "Employee").members)'
equal "$(versions | json "(([now, before]) => now - before)($size)")" 2 "the members that were added"
project=$(post /v1/admin/projects '{"name": "Night load"}' | json it.id)
equal "$(heads -H "ProjectID: $project")" "$((people + 2)) $draft" "the headcount of the draft"
equal "$(heads)" "$former" "the headcount of production"
matches "$(process true)" '^Succeeded' "the publication"
equal "$(heads)" "$((people + 2)) $draft" "the headcount after the publication"

step "5. Without the file the numbers are the former ones, and with it nothing is rebuilt"
time=$(call GET '/v1/op/data/uploads?tenantCode=WFF_demo' | json 'it.tenants[0].uploads[0].uploadTime')
selector="{\"uploads\": [{\"tenantCode\": \"WFF_demo\", \"uploadTimes\": [\"$time\"]}]}"
equal "$(post /v1/op/data/uploads/exclude "$selector" PUT | json it.totalSuccess)" 1 "the excluded uploads"
matches "$(process true)" '^Succeeded' "the processing without the file"
without=$(heads)
equal "${without% *}" "$people" "the headcount without the file"
equal "$(post /v1/op/data/uploads/include "$selector" PUT | json it.totalSuccess)" 1 "the included uploads"
matches "$(process true)" '^Succeeded' "the processing with the file"
equal "$(heads)" "$((people + 2)) $draft" "the headcount with the file"

step "7. A SQL job commits and processes, and the headcount moves by its rows; an unknown category is named"
table=hr_employee_change
uuid=$(call GET /v1alpha/data/table-sources/tables | json "it.tables.find((one) => one.objectName === '$table').uuid")
transactions=/v1alpha/data/table-sources/transactions
printf 'EmployeeID,Effective_Date,Full_Name\nC-3,2025-06-01,Cem Third\nC-4,2025-06-01,Dee Fourth\nC-5,2025-06-01,Eve Fifth\n' > changes.csv
# Upserts the file, commits and processes the data category; prints the end of the SQL job and of its processing job.
upsert() {
  local transaction inputs actions job
  transaction=$(post $transactions "{\"tablesToModify\": [\"$table\"]}" | json it.transactionId)
  call PUT "$transactions/$transaction/inputs/changes.csv" -F 'file=@changes.csv;type=text/csv' > input.txt
  inputs='[{"id": "new", "filename": "changes.csv", "format": {"csv": {"header": true}}}]'
  actions="[{\"upsert\": {\"source\": \"new\", \"target\": \"$table\", \"keys\": [\"EmployeeID\"]}}, {\"commit\": {}}"
  actions="$actions, {\"process\": {\"dataCategoryIds\": [\"$1\"]}}]"
  job=$(post "$transactions/$transaction/jobs" "{\"inputs\": $inputs, \"actions\": $actions}" | json it.jobId)
  for _ in $(seq 300); do
    call GET "$transactions/$transaction/jobs/$job" > sql.json
    if json '`${it.status} ${it.processingSummary.pending + it.processingSummary.running}`' < sql.json | grep -Eq '(SUCCEEDED|FAILED) 0$'; then
      break
    fi
    sleep 0.2
  done
  echo "$(json it.status < sql.json) $(ended "$(json 'it.tenants[0].processingJobIds[0]' < sql.json)")"
}
matches "$(upsert Workforce)" '^SUCCEEDED Succeeded' "the SQL job"
equal "$(call GET "/v1alpha/data/table-sources/tables/$uuid/metadata" | json it.recordCount)" 3 "the rows of the table"
moved=$(heads)
equal "${moved% *}" "$((people + 5))" "the headcount after the SQL job"
[ "${moved#* }" -gt "$draft" ] || fail "the SQL job has made no data version"
matches "$(upsert Nonsense)" '^FAILED Failed.*Nonsense.*Workforce' "the SQL job with an unknown category"
equal "$(heads)" "$moved" "the headcount at the end"
step "Everything is as it should be"
