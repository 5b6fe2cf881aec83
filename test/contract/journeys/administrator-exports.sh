#!/usr/bin/env bash
# The journey of an administrator who exports to PostgreSQL by curl alone: a wrong credential is validated, the right one is
# used, a connector runs, and the rows in the database are those of the list query, by a checksum for each column.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service with the sample; PGHOST, PGPORT, PGDATABASE,
# PGUSER and PGPASSWORD of a PostgreSQL database in which the user may create tables. Needs psql.
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
exports=/v1alpha/data/export-connectors
# Calls the service: method, path, and more arguments of curl.
call() {
  local method=$1 path=$2
  shift 2
  curl --fail-with-body -sS -X "$method" "$SERVICE_URL$path" -H "apikey: $API_KEY" \
    -H "cookie: ServiceASIDToken=$token" -H 'accept: application/json' "$@" || fail "$method $path"
}
send() { call "$1" "$2" -H 'content-type: application/json' --data-binary "$3"; }

# Prints the parameters of the database with the given password.
parameters() {
  PASSWORD=$1 node -e 'const { PGHOST: host, PGPORT: port, PGDATABASE: database, PGUSER: user, PASSWORD: password } = process.env;
    console.log(JSON.stringify({ postgresql: { host, port: Number(port), database, user, password } }));'
}
# Waits for the validation of a request and prints whether it succeeded, and its first problem.
validated() {
  local id result
  id=$(send POST "$exports/credentials/validations" "$1" | json it.id)
  for _ in $(seq 300); do
    result=$(call GET "$exports/credentials/validations/$id")
    if [ "$result" != null ]; then
      json '`${it.success} ${it.errors?.[0].message ?? ""}`' <<< "$result"
      return
    fi
    sleep 0.1
  done
  fail "validation $id did not end"
}

step "1. A wrong password is named, and nothing of it comes back"
said=$(validated "{\"parameters\": $(parameters wrong-password)}")
matches "$said" "^false .*password authentication failed for user" "the validation"
! grep -q wrong-password <<< "$said" || fail "the validation has the password"

step "2. The right credential is stored for the connector, and works"
connector=$(call GET "$exports/connectors" | json 'it.connectors.find(({ objectName }) => objectName === "Nightly_People").id')
credential=$(send POST "$exports/credentials" \
  "{\"basicInformation\": {\"displayName\": \"People database\"}, \"parameters\": $(parameters "$PGPASSWORD"), \"connectorIds\": [\"$connector\"]}")
! grep -qF "$PGPASSWORD" <<< "$credential" || fail "the answer has the password"
id=$(json it.id <<< "$credential")
equal "$(validated "{\"id\": \"$id\"}")" "true " "the validation"
equal "$(json it.parameters.postgresql.password <<< "$credential")" "********" "the password"

step "3. The connector runs with both of its credentials"
job=$(call POST "$exports/connectors/$connector/jobs" | json it.id)
for _ in $(seq 600); do
  call GET "$exports/jobs/$job" > job.json
  grep -Eq '^\{"id":"[^"]*","status":"(PENDING|RUNNING)"' job.json || break
  sleep 0.1
done
equal "$(json it.status < job.json)" SUCCEEDED "the job"
equal "$(json 'it.syncJobs.map(({ status }) => status).join()' < job.json)" "SUCCEEDED,SUCCEEDED" "the sync jobs"

step "4. The rows in PostgreSQL are those of the list query, column by column"
names='EmployeeID Full_Name Work_Email Start_Date Age Base_Salary Function Location Pay_Level isManager'
node -e '
  const kinds = { Function: "dimension", Location: "dimension", Pay_Level: "dimension", isManager: "selectionConcept" };
  const columns = process.argv[1].split(" ").map((name) => ({
    columnName: name,
    columnDefinition: { [kinds[name] ?? "property"]: { name, qualifyingPath: "Employee" } },
  }));
  const timeInterval = { dynamicDateFrom: "SOURCE", intervalPeriodType: "DAY", intervalPeriodCount: 1 };
  console.log(JSON.stringify({ source: { analyticObject: "Employee" }, columns, timeInterval }));
' "$names" > query.json
curl --fail-with-body -sS "$SERVICE_URL/v1/data/query/list" -H "apikey: $API_KEY" -H "cookie: ServiceASIDToken=$token" \
  -H 'accept: application/jsonlines' -H 'content-type: application/json' --data-binary @query.json | tail -n +2 > listed.jsonl
psql -X -q -A -t -c 'SELECT json_build_array("EmployeeID", "Full_Name", "Work_Email",
    floor(extract(epoch FROM "Start_Date") * 1000)::bigint::text, "Age"::text, "Base_Salary"::text, "Function", "Location", "Pay_Level",
    "isManager"::text) FROM people' > written.jsonl
# Prints a checksum for each column, in which order counts for nothing.
checksums() {
  node -e '
    const { createHash } = require("crypto");
    const rows = require("fs").readFileSync(process.argv[1], "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    const names = process.argv[2].split(" ");
    console.log(`${rows.length} rows`);
    names.forEach((name, index) => {
      const plain = (value) => (name === "Base_Salary" && value !== null ? Number(value) : value);
      const values = rows.map((row) => JSON.stringify(plain(row[index]))).sort();
      console.log(name, createHash("sha256").update(values.join("\n")).digest("hex"));
    });
  ' "$1" "$names"
}
equal "$(checksums written.jsonl)" "$(checksums listed.jsonl)" "the checksum of a column"

step "5. A credential in use is not deleted; without connectors it is"
status=$(curl -sS -o refused.json -w '%{http_code}' -X DELETE "$SERVICE_URL$exports/credentials/$id" -H "apikey: $API_KEY" \
  -H "cookie: ServiceASIDToken=$token" -H 'accept: application/json')
equal "$status" 409 "the status"
matches "$(json it.message < refused.json)" "A connector uses the credential \(Nightly_People\)" "the message"
send PUT "$exports/credentials/$id" "{\"id\": \"$id\", \"parameters\": $(parameters "$PGPASSWORD"), \"connectorIds\": []}" > /dev/null
call DELETE "$exports/credentials/$id" > /dev/null

echo "Everything is as it should be"
