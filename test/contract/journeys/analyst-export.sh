#!/usr/bin/env bash
# The journey of an analyst by curl alone: a version is exported whole, a load changes 40 people and adds 12, and what changed
# is exported and read. Each number is checked.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample, of which nothing was exported today.
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
# Calls the service: method, path, and more arguments of curl.
call() {
  local method=$1 path=$2
  shift 2
  curl --fail-with-body -sS -X "$method" "$SERVICE_URL$path" -H "apikey: $API_KEY" \
    -H "cookie: ServiceASIDToken=$token" -H 'accept: application/gzip, application/json' "$@" || fail "$method $path"
}
post() { call POST "$1" -H 'content-type: application/json' --data "$2"; }

exports=/v1alpha/data/data-version-exports
# Exports a version, or its changes since a base, and prints the export.
export_version() {
  local job status
  job=$(post $exports/jobs "$1" | json it.jobUuid)
  for _ in $(seq 300); do
    status=$(call GET "$exports/jobs/$job")
    if [ "$(json it.completed <<< "$status")" = true ]; then
      equal "$(json it.failed <<< "$status")" false "the failure of $status"
      call GET "$exports/exports/$(json it.exportUuid <<< "$status")"
      return
    fi
    sleep 0.2
  done
  fail "export $job did not end"
}
# Downloads a file of an export by its name, and prints its rows.
rows_of() {
  local file
  file=$(json "it.tables.flatMap((t) => t.commonColumns.files).find((f) => f.filename === '$2').fileId" < "$1")
  call GET "$exports/exports/$(json it.uuid < "$1")/files/$file" | gzip -dc
}

step "1. The version that production answers with is exported whole"
base=$(call GET $exports/data-versions | json "it.dataVersions.filter((v) => v.dataCategory === 'Workforce' && v.isPublished)[0].dataVersion")
export_version "{\"dataVersionNumber\": \"$base\"}" > whole.json
rows_of whole.json Employee.common.1.csv.gz > whole.csv
equal "$(head -c 34 whole.csv)" "EmployeeID,Effective_Date,End_Date" "the first columns"
# What is without an end is where a person is now.
grep -E '^[^,]+,[^,]+,,' whole.csv | head -n 40 > now.csv
equal "$(wc -l < now.csv | tr -d ' ')" 40 "the people that will change"

step "2. A load gives 40 people another salary and adds 12"
{
  echo 'EmployeeID,Effective_Date,Base_Salary'
  sed -E 's/^([^,]+),([^,]+),.*/\1,\2,77777.25/' now.csv
  for number in $(seq 12); do echo "X-$number,2025-06-01,50000"; done
} > employee.csv
loads=/v1/data/directloads/prod/transactions
load=$(call POST $loads | json it.transactionId)
call PUT "$loads/$load/Employee" -F 'file=@employee.csv;type=text/csv' > upload.txt
call POST "$loads/$load" > commit.txt
for _ in $(seq 300); do
  call GET "$loads/$load" > status.json
  [ "$(json it.status < status.json)" = COMMITTED ] || break
  sleep 0.2
done
equal "$(json it.status < status.json)" PROCESSED "the load"
version=$(call GET $exports/data-versions | json "it.dataVersions.filter((v) => v.dataCategory === 'Workforce')[0].dataVersion")

step "3. What changed is 12 new rows, 40 changed ones and none that is gone"
export_version "{\"dataVersionNumber\": \"$version\", \"baseDataVersionNumber\": \"$base\"}" > delta.json
rows_of delta.json Employee.common.1.csv.gz > delta.csv
equal "$(head -c 18 delta.csv)" '$change,EmployeeID' "the first columns"
for change in I:12 U:40 D:0; do
  equal "$(grep -c "^${change%:*}," delta.csv || true)" "${change#*:}" "the rows ${change%:*}"
done
equal "$(grep '^U,' delta.csv | grep -c ',77777.25,')" 40 "the salaries that changed"
equal "$(json 'it.tables.filter((t) => t.commonColumns.files.length > 0).map((t) => t.name).join()' < delta.json)" Employee "the tables that changed"
equal "$(call GET $exports/data-versions | json '`${it.exportsToday}/${it.exportsPerDay}`')" 2/10 "the exports of the day"
step "Everything is as it should be"
