#!/usr/bin/env bash
# The journey of an administrator who replaces the key of encrypted files by curl and GnuPG alone: before the old key is
# deleted, the service names the files that need it; afterwards such a file is refused by name, and the new key's is loaded.
# The last administrator cannot be disabled.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample. Needs gpg.
set -euo pipefail

folder=$(mktemp -d)
trap 'gpgconf --homedir "$folder" --kill all 2> /dev/null || true; rm -rf "$folder"' EXIT
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
post() { call POST "$1" -H 'content-type: application/json' --data "$2"; }
# Prints the id of a new key, whose public half it saves under a name.
generated() {
  call POST /v1/api/pgp-keys -H 'content-type: application/json' --data '{}' > key.json
  json it.publicKey < key.json > "$1"
  json it.keyID < key.json
}
# Encrypts a file for a public key and uploads it: name, file of the key.
upload() {
  gpg --homedir . --batch --yes --quiet --trust-model always --recipient-file "$2" --output "$1.gpg" --encrypt "$1"
  call PUT "/v1/data/upload/files/$1.gpg" -L --upload-file "$1.gpg" > /dev/null
}
waiting() { call GET "/v1/api/pgp-keys/$1" | json 'it.pendingFiles.join()'; }
# Loads an uploaded file and prints how the job ended.
loaded() {
  local job status
  job=$(post /v1/op/data/startload "{\"model\": {\"files\": [\"$1.gpg\"], \"skipDataLoad\": true}}" | json it.jobId)
  for _ in $(seq 300); do
    status=$(call GET "/v1/op/job-status/jobs/$job")
    if ! grep -Eq '"status":"(Pending|Running)"' <<< "$status"; then
      json '`${it[0].status} ${it[0].message ?? ""}`' <<< "$status"
      return
    fi
    sleep 0.2
  done
  fail "job $job did not end"
}

step "1. A file that was encrypted for the old key waits to be loaded"
old=$(generated old.asc)
printf 'EmployeeID,Effective_Date,Full_Name\nK-1,2025-06-01,Kim Old\n' > employee_before.csv
upload employee_before.csv old.asc
equal "$(waiting "$old")" employee_before.csv.gpg "the files that wait for the old key"

step "2. The new key is there beside the old one, and nothing waits for it"
new=$(generated new.asc)
[ "$new" != "$old" ] || fail "the new key has the id of the old one"
equal "$(waiting "$new")" "" "the files that wait for the new key"

step "3. Without the old key, its file is refused by name, and the keys are named that there are"
call DELETE "/v1/api/pgp-keys/$old" > /dev/null
matches "$(loaded employee_before.csv)" "^Failed employee_before\.csv\.gpg .*$old" "the load of the old file"
status=$(curl -sS -o /dev/null -w '%{http_code}' "$SERVICE_URL/v1/api/pgp-keys/$old" -H "apikey: $API_KEY" \
  -H "cookie: ServiceASIDToken=$token" -H 'accept: application/json')
equal "$status" 404 "the status of the deleted key"

step "4. A file for the new key is loaded"
printf 'EmployeeID,Effective_Date,Full_Name\nK-2,2025-06-01,Kim New\n' > employee_after.csv
upload employee_after.csv new.asc
matches "$(loaded employee_after.csv)" '^Succeeded 1 file with 1 row received' "the load of the new file"
equal "$(waiting "$new")" "" "the files that wait for the new key after the load"

step "5. The last administrator cannot be disabled"
status=$(curl -sS -o refused.json -w '%{http_code}' -X PUT "$SERVICE_URL/v3/admin/users/${SERVICE_USER/@/%40}" -H "apikey: $API_KEY" \
  -H "cookie: ServiceASIDToken=$token" -H 'accept: application/json' -H 'content-type: application/json' \
  --data '{"accountEnabled": "false", "profileAssignments": [{"profileId": "Administrator"}]}')
equal "$status" 409 "the status"
matches "$(json it.message < refused.json)" "administrator" "the refusal"

echo "Everything is as it should be"
