import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { contract } from "../../../../src/contract/contract.ts";
import { createLogger } from "../../../../src/service/process/logger.ts";
import type { JsonSchema } from "../../../../src/service/server/json-schema.ts";

const secret = "hunter2";

/** Fields of credentials that are no secrets. Any other one counts as a secret, also one that is added later. */
const plainFields = [
  "username",
  "clientId",
  "hostDomainName",
  "host",
  "port",
  "endpoint",
  "database",
  "schema",
  "workspaceUrl",
  "catalog",
  "accountUrl",
  "user",
  "warehouse",
  "role",
  "datasetId",
  "projectId",
  "privateKeyId",
  "clientEmail",
  "basicAuth",
];

/** Secret fields of the credentials in the contract's requests: of sources, destinations and webhooks. */
function fieldsOfCredentials(): readonly string[] {
  const { dataProviderAuthParams } = contract.createConnectorCredential.body.schema.properties;
  const sources = Object.values(schemaOf(dataProviderAuthParams).patternProperties ?? {});
  const destinations = Object.values(
    schemaOf(contract.createExportCredential.body.schema.properties.parameters).properties ?? {},
  );
  const webhooks = [
    schemaOf(contract.updateWebhookCredentials.body.schema),
    schemaOf(contract.updateWebhookCredentials.body.schema.properties.basicAuth),
  ];
  const names = [...sources, ...destinations, ...webhooks].flatMap(({ properties = {} }) => Object.keys(properties));
  assert.ok(names.length > plainFields.length);
  assert.deepEqual(
    plainFields.filter((name) => !names.includes(name)),
    [],
  );
  return names.filter((name) => !plainFields.includes(name));
}

function schemaOf(schema: object): JsonSchema {
  return schema;
}

suite("the log of the service", () => {
  let folder: string;
  let file: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-log-"));
    file = join(folder, "service.log");
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  const lines = () => readFileSync(file, "utf8");

  for (const name of new Set([
    ...fieldsOfCredentials(),
    "headers",
    "authorization",
    "cookie",
    "set-cookie",
    "apikey",
    "apiKey",
    "api_key",
    "password",
    "clientSecret",
    "client_secret",
    "privateKey",
    "private_key",
    "secretKey",
    "secret_key",
    "accessToken",
    "access_token",
    "apiToken",
    "api_token",
    "refreshToken",
    "refresh_token",
    "idToken",
    "id_token",
    "asid_token",
    "assertion",
    "code_verifier",
    "passphrase",
    "pass_phrase",
    "Client-Secret",
    "authCode",
    "auth_code",
    "instance",
    "secret",
    "token",
  ])) {
    test(`has no value of a field ${name}, however deep it lies`, () => {
      const logger = createLogger(file);
      const error = Object.assign(new Error("failed"), { request: { [name]: secret } });
      for (const entry of [
        { [name]: secret },
        { request: { [name]: secret } },
        { request: { body: { credentials: [{ [name]: { value: secret } }] } } },
        { err: error },
        { err: new Error("outer", { cause: error }), other: { error } },
      ]) {
        logger.error(entry, "a slip");
        logger.child({ rci: "1" }).warn(entry, "a slip");
      }
      assert.ok(!lines().includes(secret), lines());
      assert.equal(lines().split('"msg":"a slip"').length, 11);
    });
  }

  test("has none when Fastify logs with it either, and has all other fields", async () => {
    const app = fastify({ loggerInstance: createLogger(file) });
    app.get("/", async (request) => {
      const err = Object.assign(new Error("failed"), { clientSecret: secret, file: "rows.csv" });
      request.log.error({ err, operation: "listJobs", nested: { count: 3, privateKey: secret } }, "failed");
      return "";
    });
    await app.inject({ url: "/", headers: { authorization: secret } });
    await app.close();
    assert.ok(!lines().includes(secret));
    const entry = lines()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .find(({ operation }) => operation === "listJobs");
    assert.equal(entry.nested.count, 3);
    assert.equal(entry.err.message, "failed");
    assert.equal(entry.err.file, "rows.csv");
    assert.match(entry.err.stack, /Error: failed/);
  });

  test("ends where an entry goes in circles or deeper than anything that is logged on purpose", () => {
    const circle: Record<string, unknown> = { operation: "listJobs" };
    circle.self = circle;
    createLogger(file).info(circle, "round");
    assert.match(lines(), /"msg":"round"/);
  });
});
