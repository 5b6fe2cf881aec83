#!/usr/bin/env bash
# The journey of an analyst by curl alone: a project leaves people who work remotely out of the head count, is published, and
# production goes back to what it was. Each number is checked.
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
# Calls the service: method, path, and more arguments of curl.
call() {
  local method=$1 path=$2
  shift 2
  curl --fail-with-body -sS -X "$method" "$SERVICE_URL$path" -H "apikey: $API_KEY" \
    -H "cookie: ServiceASIDToken=$token" -H 'accept: application/json' "$@" || fail "$method $path"
}
post() {
  local path=$1 body=$2
  shift 2
  call POST "$path" -H 'content-type: application/json' --data "$body" "$@"
}

projects=/v1/admin/projects
versions=/v1/admin/production-versions
# The head count in November 2025: a condition, and the project to ask in.
headcount() {
  local query="SELECT employeeCount() AS n FROM Employee WHERE $1 Service_Time IN periods(date(\\\"2025-11-01\\\"), 1, period(1, Month))"
  post /v1/data/query/sql "{\"query\": \"$query\"}" ${2:+-H "ProjectID: $2"} | json 'it.rows[0][0]'
}
# Writes a ZIP with one file, changes.json, of the JSON of the input.
zip_changes() {
  node -e '
    const bytes = require("fs").readFileSync(0), name = Buffer.from("changes.json");
    const crc = ~[...bytes].reduce((sum, byte) => {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
      return sum;
    }, -1) >>> 0;
    const head = (signature, ...more) => {
      const fields = [[4, signature], ...more, [2, 20], [2, 0], [2, 0], [2, 0], [2, 33], [4, crc], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
      return Buffer.concat(fields.map(([size, value]) => { const field = Buffer.alloc(size); field.writeUIntLE(value, 0, size); return field; }));
    };
    const file = Buffer.concat([head(0x04034b50), name, bytes]);
    const entry = Buffer.concat([head(0x02014b50, [2, 20]), Buffer.alloc(14), name]);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0); end.writeUInt16LE(1, 8); end.writeUInt16LE(1, 10);
    end.writeUInt32LE(entry.length, 12); end.writeUInt32LE(file.length, 16);
    process.stdout.write(Buffer.concat([file, entry, end]));' > "$1"
}

step "1. A new project leaves those who work remotely out of the head count"
before=$(headcount "")
wanted=$(headcount "Work_Model NOT IN ('Remote') AND")
[ "$wanted" -lt "$before" ] || fail "nobody works remotely"
project=$(post $projects '{"name": "Without remote work"}' | json it.id)
echo '{"versions": [{"changes": [{"id": "remote-out", "name": "Head count", "description": "Without remote work", "document":
  {"kind": "metric", "id": "employeeCount", "after": {"displayName": "Employee count", "object": "Employee", "kind": "base",
  "aggregate": "count", "filter": "Work_Model NOT IN ('"'Remote'"')"}}}]}]}' | zip_changes changes.zip
call PUT "$projects/$project/commits" -H 'content-type: application/zip' --data-binary @changes.zip > imported.json
equal "$(json 'it.commits[0].document.before.filter' < imported.json)" undefined "the filter that the change was made from"

step "2. The query in the project has fewer people, and without the project as many as before"
equal "$(headcount "" "$project")" "$wanted" "the head count in the project"
equal "$(headcount "")" "$before" "the head count of production"

step "3. Publishing makes it production"
former=$(call GET "$versions?limit=1" | json 'it.publishedVersions[0].id')
post "$projects/$project" '{"operation": "commitAndPublish"}' > published.json
equal "$(headcount "")" "$wanted" "the head count after publishing"

step "4. A roll back takes it back when it is published"
back=$(post "$versions/$former" '{"operation": "rollBackTo"}' | json it.rollBackTo.id)
equal "$(headcount "")" "$wanted" "the head count before the roll back is published"
equal "$(headcount "" "$back")" "$before" "the head count in the project of the roll back"
post "$projects/$back" '{"operation": "commitAndPublish"}' > rolled-back.json
equal "$(headcount "")" "$before" "the head count after the roll back"
step "Everything is as it should be"
