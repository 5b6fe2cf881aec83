import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { Type } from "typebox";
import { contract } from "../../../../src/contract/contract.ts";
import { FileUploadForm } from "../../../../src/contract/file-part.ts";
import { defineOperation, type OperationDefinition } from "../../../../src/contract/operation.ts";
import { curlOf } from "../../../../src/features/operations/curl-model.ts";
import { formOf } from "../../../../src/features/operations/form-model.ts";
import type { CallValues } from "../../../../src/protocol/operation-form.ts";

const nowhere = { tenant: undefined, project: undefined };

function curl(
  name: string,
  row: OperationDefinition,
  values: CallValues,
  place = nowhere as Parameters<typeof curlOf>[3],
  bodyType?: string,
) {
  const accept = Object.keys(row.answers)[0] ?? "";
  return curlOf(formOf(name, row), row, { values, accept, ...(bodyType !== undefined && { bodyType }) }, place);
}

/** The words that a shell makes of the line, with the variables filled in. */
function wordsOf(line: string): string[] {
  const script = `set -- ${line.replace(/^curl /, "")}; printf '%s\\0' "$@"`;
  const env = { BASE_URL: "https://h", APIKEY: "key", TOKEN: "tok", PASSWORD: "p w'x", CLIENT_SECRET: "cs" };
  return execFileSync("/bin/sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("a call as curl", () => {
  it("has placeholders for what only the connection knows", () => {
    const line = curl(
      "listReports",
      contract.listReports,
      { query: { limit: 5 } },
      { tenant: "WFF_demo", project: undefined },
    );
    assert.deepEqual(wordsOf(line), [
      "-X",
      "GET",
      "https://h/v1alpha/reporting/reports?limit=5",
      "-H",
      "Accept: application/json",
      "-H",
      "apikey: key",
      "-H",
      "Cookie: ServiceASIDToken=tok",
      "-H",
      "TargetTenantID: WFF_demo",
    ]);
  });

  it("never holds a secret of the arguments", () => {
    const body = { grant_type: "password", client_id: "app", client_secret: "hush", username: "u", password: "hush" };
    const line = curl("requestJwt", contract.requestJwt, { body });
    assert.doesNotMatch(line, /hush/);
    const words = wordsOf(line);
    assert.ok(words.includes("client_secret=cs"));
    assert.ok(words.includes("password=p w'x"));
  });

  it("survives every character that a shell takes for its own", () => {
    const query = "SELECT 'a' || \"b\" \\ $HOME `id` !x\nFROM Employee";
    const line = curl("querySqlLike", contract.querySqlLike, { body: { query } });
    const words = wordsOf(line);
    assert.deepEqual(JSON.parse(words[words.indexOf("--data-raw") + 1] ?? ""), { query });
  });

  it("encodes what stands in paths and queries", () => {
    const line = curl("getReport", contract.getReport, { path: { reportId: "a/b ü?" } });
    assert.equal(wordsOf(line)[2], "https://h/v1alpha/reporting/reports/a%2Fb%20%C3%BC%3F");
  });

  it("names files and not their place on this machine", () => {
    const row = defineOperation({
      route: "POST /v1/upload",
      title: "Upload",
      kind: "load",
      idempotent: false,
      body: { type: "multipart/form-data", schema: FileUploadForm },
      answers: { "application/json": Type.Null() },
    });
    const line = curl("upload", row, { body: { file: { $file: "1", name: "people.csv", size: 3 } } });
    assert.ok(wordsOf(line).includes("file=@people.csv"));
  });

  it("has the JSON in its form field where it is sent so", () => {
    const values = { body: { dataProviderAuthParams: { hrisAuthParams: { password: "hush" } } } };
    const form = "application/x-www-form-urlencoded";
    const line = curl("createConnectorCredential", contract.createConnectorCredential, values, nowhere, form);
    assert.doesNotMatch(line, /hush/);
    assert.deepEqual(wordsOf(line).slice(-2), [
      "--data-urlencode",
      `model={"dataProviderAuthParams":{"hrisAuthParams":{"password":"p w'x"}}}`,
    ]);
    assert.doesNotMatch(line, /Content-Type/);
  });
});
