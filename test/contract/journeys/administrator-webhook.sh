#!/usr/bin/env bash
# The journey of an administrator by curl alone: a webhook is made and tested, its target is away while a load fails, and is
# told when it is back; a target in the cloud provider's network is refused. Each message and its signature are checked.
#
# Environment: SERVICE_URL, API_KEY, SERVICE_USER, SERVICE_PASSWORD of a service that may reach this machine only.
set -euo pipefail

folder=$(mktemp -d)
target=
trap '[ -z "$target" ] || kill "$target"; rm -rf "$folder"' EXIT
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
send() { call "$1" "$2" -H 'content-type: application/json' --data "$3"; }

# Receives messages on a port, 0 for a free one, and writes each to a file of its own; prints its port.
cat > target.mjs <<'NODE'
import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const name = `message-${readdirSync(".").filter((file) => /^message-\d+$/.test(file)).length + 1}`;
  writeFileSync("unfinished", JSON.stringify({ headers: request.headers, body: Buffer.concat(pieces).toString() }));
  renameSync("unfinished", name);
  response.writeHead(204).end();
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => {
  writeFileSync("unfinished-port", String(server.address().port));
  renameSync("unfinished-port", "port");
});
NODE
start_target() {
  rm -f port
  node target.mjs "$1" &
  target=$!
  await port
}
# Waits until there is a file.
await() {
  for _ in $(seq 600); do
    [ ! -e "$1" ] || return 0
    sleep 0.05
  done
  fail "$1 did not come"
}
# Checks the signature of a message by hand, as Standard Webhooks says, and prints its event.
verified() {
  SECRET=$secret node -e '
    const { createHmac } = require("crypto");
    const { headers, body } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    const key = Buffer.from(process.env.SECRET.replace("whsec_", ""), "base64");
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    if (headers["webhook-signature"] !== expected) throw new Error("The signature is wrong.");
    console.log(body);
  ' "$1"
}
deliveries() { call GET "/v1/op/webhooks/$webhook"; }

step "1. A webhook is made, and its signing secret told once"
start_target 0
port=$(cat port)
made=$(send POST /v1/op/webhooks "{\"details\": {\"targetUrl\": \"http://127.0.0.1:$port/hook\", \"keyName\": \"jobs\",
  \"displayName\": \"Duty\", \"events\": [{\"eventType\": \"jobResultFailure\"}]}}")
webhook=$(json it.webhookId <<< "$made")
secret=$(json it.signingSecret <<< "$made")
matches "$secret" '^whsec_' "the signing secret"
equal "$(deliveries | json it.signingSecret)" undefined "the signing secret, asked again"

step "2. A test event arrives, signed"
equal "$(send POST "/v1/op/webhooks/$webhook/testEvent" '{"eventType": "jobResultFailure"}' | json it.statusCode)" 204 "the status"
await message-1
equal "$(verified message-1 | json 'it.type + " " + it.data.status')" "jobResultFailure Failed" "the test event"

step "3. The target is away while a load fails"
kill "$target"
wait "$target" 2> /dev/null || true
target=
transaction=$(call POST /v1/data/directloads/prod/transactions | json it.transactionId)
printf 'EmployeeID,Effective_Date\nW-1,yesterday\n' > employee.csv
call PUT "/v1/data/directloads/prod/transactions/$transaction/Employee" -F file=@employee.csv > /dev/null
call POST "/v1/data/directloads/prod/transactions/$transaction" > /dev/null
job=$(call GET "/v1/data/directloads/prod/transactions/$transaction" | json it.jobId)
for _ in $(seq 300); do
  [ "$(deliveries | json it.deliveries.length)" = 2 ] && [ "$(deliveries | json 'it.deliveries[0].attempts')" = 1 ] && break
  sleep 0.1
done
state=$(deliveries)
equal "$(json 'it.deliveries[0].state + " " + it.deliveries[0].attempts' <<< "$state")" "due 1" "the delivery"
equal "$(json 'it.deliveries[0].jobId' <<< "$state")" "$job" "its job"
matches "$(json 'it.deliveries[0].message' <<< "$state")" 'refused the connection' "what is wrong"

step "4. The target is back: it is told once"
start_target "$port"
step "Waiting for the next attempt"
await message-2
event=$(verified message-2)
equal "$(json 'it.type + " " + it.data.jobId + " " + it.data.jobType' <<< "$event")" "jobResultFailure $job Receiving" "the event"
matches "$(json it.data.message <<< "$event")" 'employee.csv line 2, Effective_Date' "its message"
for _ in $(seq 100); do
  [ "$(deliveries | json 'it.deliveries[0].state')" = delivered ] && break
  sleep 0.1
done
equal "$(deliveries | json 'it.deliveries[0].state + " " + it.deliveries[0].attempts')" "delivered 2" "the delivery"
[ ! -e message-3 ] || fail "a message came twice"

step "5. A target in the cloud provider's network is refused, and the setting named"
other=$(send POST /v1/op/webhooks '{"details": {"targetUrl": "http://169.254.169.254/latest/meta-data/",
  "events": [{"eventType": "jobResultFailure"}]}}' | json it.webhookId)
message=$(send POST "/v1/op/webhooks/$other/testEvent" '{"eventType": "jobResultFailure"}' | json it.message)
matches "$message" 'link-local address.*workforce\.localService\.allowedHosts' "the refusal"

step "6. The webhooks are deleted"
call DELETE "/v1/op/webhooks/$webhook" > /dev/null
call DELETE "/v1/op/webhooks/$other" > /dev/null
equal "$(call GET /v1/op/webhooks | json it.webhooks.length)" 0 "the number of webhooks"

echo "Everything is as it should be"
