import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { fieldsOf } from "../../src/base/guards.ts";
import type { OperationName } from "../../src/contract/contract.ts";
import { contract } from "../../src/contract/contract.ts";
import type { ProcessingJobStatus } from "../../src/contract/jobs.ts";
import type { OperationDefinition } from "../../src/contract/operation.ts";
import type { JsonSchema } from "../../src/service/server/json-schema.ts";
import { buildSmallerVersion } from "../support/built-versions.ts";
import { ExportCaller } from "../support/export-caller.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { withOptionalNulls, withoutOptionals } from "../support/optional-nulls.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";
import { newUser } from "../support/stored-users.ts";
import { WebhookTarget } from "../support/webhook-target.ts";
import { exportWireNames } from "./export-wire-names.ts";
import { sqlWireNames } from "./sql-wire-names.ts";
import {
  answerProblems,
  readWireFixtures,
  sendWireRequest,
  type WireAnswer,
  type WireExchange,
} from "./wire-fixtures.ts";

/** Exchanges that this service cannot have, with the reason. */
const impossible: Readonly<Record<string, string>> = {
  "getAssistantStatus: not to be reached": "a service that answers is there",
  "listExportConnectors: none, with a field that is new": "the sample has connectors",
  "listExportCredentials: a refused key":
    "every user with a password reads data; authorization-matrix.test.ts has refusals",
  "listSources: an inherited source of another tenant, which matches no file names": "every source has a pattern",
  "startIntakeTransaction: on another tenant, refused": "direct intake is enabled in every tenant",
  "startTransferSession: on another tenant, refused": "intake into sources is enabled in every tenant",
  "transferFileBatch: a ZIP file for several sources names none":
    "a fixture is text; source-intake.test.ts sends a ZIP",
  "transferFileBatch: a file that is too large":
    "a file of 3 GB is not sent in a fixture; limits are in service-rules.test.ts",
  "upsertUser: in a project of another tenant, with the username alone, which removes the rest":
    "users are no change of a project here",
};

const tenant = "WFF_demo~north";
const reports = "/v1alpha/reporting/reports";
const projects = "/v1/admin/projects";
const tableSources = "/v1alpha/data/table-sources/tables";

/** The requests of the fixtures as sent, with what only this service can know in place of the written names. */
suite("the embedded service on the wire", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  let webhookTarget: WebhookTarget;
  suiteSetup(async () => {
    test_ = await startTestService();
    webhookTarget = await WebhookTarget.start();
    const { platform, credentials } = test_.service;
    await platform.clients.allowRedirects(credentials.clientId, ["https://app.test/back"]);
    sql = new SqlJobCaller(test_);
  });
  suiteTeardown(async () => {
    await test_.dispose();
    await webhookTarget.close();
  });

  test("every operation is sent at least once", () => {
    const sent = readWireFixtures().filter(({ exchanges }) => exchanges.length > 0);
    assert.deepEqual(sent.map(({ operation }) => operation).sort(), Object.keys(contract).sort());
  });

  test("every exchange that is impossible here is one of the fixtures", () => {
    const names = readWireFixtures().flatMap(({ operation, exchanges }) =>
      exchanges.map(({ name }) => `${operation}: ${name}`),
    );
    assert.deepEqual(
      Object.keys(impossible).filter((name) => !names.includes(name)),
      [],
    );
  });

  const known = new Map<string, Record<string, string>>();

  /** Ids of a tenant, the login tenant's unless named, that stand for the written ones. */
  async function idsOf(headers: Record<string, string>): Promise<Record<string, string>> {
    const get = async <Value>(path: string) => (await test_.call("GET", path, { headers })).json<Value>();
    const { reports: found } = await get<{ reports: { id: string; allowedActions: string[] }[] }>(reports);
    const full = found.find(({ allowedActions }) => allowedActions.includes("download"));
    const { openProjects } = await get<{ openProjects: { id: string }[] }>(projects);
    const { publishedVersions } = await get<{ publishedVersions: { id: string }[] }>("/v1/admin/production-versions");
    const oldest = publishedVersions.at(-1);
    const { tables } = await get<{ tables: { uuid: string; objectName: string }[] }>(tableSources);
    const { jobStatus } = await get<{ jobStatus: ProcessingJobStatus[] }>("/v1/op/job-status/jobs");
    const job = jobStatus.find(({ jobType, parentJobId }) => jobType === "Extraction" && parentJobId !== undefined);
    const view = tables.find(({ objectName }) => objectName === "monthly_cost_view");
    assert.ok(full && openProjects[0] && oldest && tables[0] && view && job?.jobId && job.parentJobId);
    return {
      "r-1": full.id,
      "t-1": tables[0].uuid,
      "t-3": view.uuid,
      "7d0f6a52-3c1e-4f0b-9a55-0c5b8d1e2f34": openProjects[0].id,
      "2b7a4c10-9f3d-4a61-8d0e-5e6f7a8b9c0d": oldest.id,
      "5b1f0c6e-0000-4000-8000-0c5b8d1e2f01": job.jobId,
      "5b1f0c6e-0000-4000-8000-0c5b8d1e2f02": job.parentJobId,
    };
  }

  async function idsFor(operation: string, exchange: WireExchange): Promise<Record<string, string>> {
    const { options } = exchange;
    const headers: Record<string, string> = options?.tenant ? { TargetTenantID: tenant } : {};
    const ids = known.get(options?.tenant ?? "") ?? (await idsOf(headers));
    known.set(options?.tenant ?? "", ids);
    switch (operation) {
      case "requestJwt":
        return signInNames();
      case "requestAuthorizationCode":
        return { "client_id=app": `client_id=${test_.service.credentials.clientId}` };
      case "requestImpersonationToken":
        return { grace: "north@demo.example" };
      case "listDataCategories":
        return exchange.answer.status === 401 ? { "ServiceASIDToken=TOKEN": "ServiceASIDToken=expired" } : ids;
      case "listLatestDataVersions":
        return { ...ids, "Primary%20data": "Workforce" };
      case "runProcessingJob":
        return { ...ids, "cat-0": "Workforce", "WFF_acme~south": tenant, [`${tenant}~south`]: tenant };
      case "runConsolidatedJob":
        return { ...ids, "WFF_acme~all": "WFF_demo~group" };
      case "askQuestion":
      case "submitFeedback":
        return {
          '"s1","s2"': `"${await conversationState(headers)}"`,
          '"s1"': `"${await conversationState(headers)}"`,
          Köln: "Madrid",
        };
      case "getQuestionCategory":
        return { "c-1": "Employee" };
      case "deleteReport": {
        // Of the caller's own, which alone may be deleted.
        const own = await test_.call("POST", reports, { headers, json: { title: "Own" } });
        return { ...ids, "r-1": own.json<{ id: string }>().id };
      }
      case "deleteProject": {
        // What the sample has is for the other exchanges.
        const own = await test_.call("POST", projects, { headers, json: { name: "Own" } });
        return { ...ids, "7d0f6a52-3c1e-4f0b-9a55-0c5b8d1e2f34": own.json<{ id: string }>().id };
      }
      case "getLoadSchema":
        return { "Employee--Skill%20Set": "Employee", ...ids };
      case "downloadSourceFile":
      case "downloadSourceFiles": {
        loadedFile ??= loadFile();
        return { "f-17": await loadedFile, ...ids };
      }
      case "uploadIntakeFile":
      case "loadIntakeSampleData":
      case "commitIntakeTransaction":
      case "rollBackIntakeTransaction":
      case "getIntakeTransactionStatus":
        return { ...(await intakeNames(operation, exchange, headers)), ...ids };
      case "transferJsonBatch":
      case "transferFileBatch":
      case "cancelTransferSession":
      case "completeTransferSession":
        return { ...(await sessionNames(exchange, headers)), ...ids };
      case "generatePgpKey":
        // Every year that the law allows is allowed here.
        return exchange.answer.status === 400 ? { "2033-06-01": "2037-06-01" } : {};
      case "getPgpKey":
      case "deletePgpKey": {
        const made = await test_.call("POST", "/v1/api/pgp-keys", { headers, json: {} });
        const { keyID } = made.json<{ keyID: string }>();
        return { "00A1B2C3D4E5F607": keyID, "00a1b2c3d4e5f607": keyID.toLowerCase() };
      }
      case "listDataVersionExports":
      case "getDataVersionExport":
      case "getDataVersionExportJob":
      case "downloadDataVersionExportFile":
      case "scheduleDataVersionExport":
        return exportNames(operation, exchange);
      case "assignConnectorCredentials": {
        const named = { "con-3": "hris-files", "cred-7": await addCredential(headers) };
        // Who reads everything may change nothing.
        return exchange.answer.status === 403
          ? { ...named, "ServiceASIDToken=TOKEN": `ServiceASIDToken=${await tokenOf("viewer@demo.example")}` }
          : named;
      }
      case "deleteConnectorCredential":
        return { "cred-7": await addCredential(headers) };
      case "updateConnectorSettings":
        return { "con-3": "hris-files" };
      case "triggerExtractionJobs":
      case "runExtractionJob":
        return {
          "con-3": "hris-files",
          "cat-8": "Workforce",
          "WFF_acme~south": tenant,
          [`${tenant}~south`]: tenant,
          "WFF_acme~north": tenant,
        };
      case "startDataLoad":
        for (const name of ["employee.csv", "pay change.zip"]) {
          await test_.service.platform.inbox.put(
            headers.TargetTenantID ?? "WFF_demo",
            name,
            Readable.from([]),
            new AbortController().signal,
          );
        }
        return {};
      case "getWebhook":
      case "updateWebhook":
      case "updateWebhookCredentials":
      case "deleteWebhook":
      case "deleteWebhookCredentials":
      case "listWebhooks":
      case "sendWebhookTestEvent":
        return { "w-1": await webhookFor(exchange) };
      case "upsertUser":
      case "addUsers":
      case "updateUsers":
      case "deleteUsers":
        return userNames(operation, exchange);
      case "deleteTableSource":
      case "updateTableSource": {
        // What the sample has is for the other exchanges.
        const json = { objectName: `own_${randomUUID().replaceAll("-", "")}`, columns: [{ name: "note" }] };
        const own = await test_.call("POST", tableSources, { headers, json });
        return { ...ids, "t-1": own.json<{ uuid: string }>().uuid };
      }
      default:
        return { ...ids, ...(await exportWireNames(operation, exchange, test_.service)) };
    }
  }

  let loadedFile: Promise<string> | undefined;

  /** Loads a file for the written one and returns its id. */
  async function loadFile(): Promise<string> {
    const { jobId } = await new IntakeCaller(test_).load({ Employee: "EmployeeID,Effective_Date\nW-1,2025-05-01\n" });
    const [loaded] = await test_.service.platform.uploads.files("WFF_demo", { job: String(jobId) });
    return loaded?.file.id ?? "";
  }

  /** The state of a conversation of a question, for the written one. */
  async function conversationState(headers: Record<string, string>): Promise<string> {
    const asked = await test_.call("POST", "/v1/assistant/question", { headers, json: { question: "headcount" } });
    const { conversationState: state } = asked.json<{ conversationState: { questionState: string[] } }>();
    return state.questionState[0] ?? "";
  }

  /** Adds a connector credential and returns its id. */
  async function addCredential(headers: Record<string, string>): Promise<string> {
    const json = { dataProviderAuthParams: { provider: "folder", folderAuthParams: { path: "/nowhere" } } };
    const added = await test_.call("POST", "/v1/op/data-connector-credentials", { headers, json });
    return added.json<{ uuid: string }>().uuid;
  }

  /** The written user where the exchange presumes one, and names of the sample's catalogue. */
  async function userNames(operation: string, { answer, request }: WireExchange): Promise<Record<string, string>> {
    const { users } = test_.service.platform;
    const name = "ada@example.test";
    const code = /TargetTenantID|tenantCode=/.test(JSON.stringify(request)) ? tenant : "WFF_demo";
    await users.change(code, [], () => ({ remove: [users.record(code, name)?.userId ?? ""] }));
    if (operation !== "addUsers") {
      await users.create(newUser(name, { tenant: code, password: "a password" }));
    }
    return {
      "g-1": "HR_Business_Partners",
      "p-1": "EMEA",
      "u-1": users.record(code, name)?.userId ?? "",
      ...(answer.status === 403 && {
        "ServiceASIDToken=TOKEN": `ServiceASIDToken=${await tokenOf("viewer@demo.example")}`,
      }),
    };
  }

  function tokenOf(username: string): Promise<string> {
    const { tokens, users } = test_.service.platform;
    return tokens.issue(
      { kind: "asid", userId: users.byName("WFF_demo", username)?.userId ?? "", scope: "read" },
      60_000,
    );
  }

  /**
   * A transaction of direct intake for the written one, ended where the exchange presumes it; columns of the model for
   * those of the written files.
   */
  async function intakeNames(
    operation: string,
    { name, answer }: WireExchange,
    headers: Record<string, string>,
  ): Promise<Record<string, string>> {
    const path = "/v1/data/directloads/prod/transactions";
    const { transactionId } = (await test_.call("POST", path, { headers })).json<{ transactionId: string }>();
    if (name === "processed") {
      await new IntakeCaller(test_).commit(transactionId);
    } else if (answer.status >= 400) {
      const method = operation === "rollBackIntakeTransaction" ? "POST" : "DELETE";
      assert.equal((await test_.call(method, `${path}/${transactionId}`, { headers })).status, 200);
    }
    return {
      "dt-1": transactionId,
      "dt%2F2": transactionId,
      "Employee--Skill": "Employee",
      "EmployeeID,Name": "EmployeeID,Effective_Date,Full_Name",
      "1,Zoë": "1,2025-05-01,Zoë",
    };
  }

  /** The draft of each tenant that is exported, built once. */
  const drafts: Record<string, ReturnType<typeof buildSmallerVersion>> = {};

  /** A draft and an export of its differences for the written ones; a job and a used-up day where the exchange presumes them. */
  async function exportNames(operation: string, { name, options }: WireExchange): Promise<Record<string, string>> {
    const code = options?.tenant === undefined ? "WFF_demo" : tenant;
    const { platform } = test_.service;
    const { dataVersions, database, jobRunner } = platform;
    // Each exchange has a day of its own.
    await database.transaction((connection) => connection.run("DELETE FROM version_exports"));
    drafts[code] ??= buildSmallerVersion(platform, { tenant: code, people: 3, isPublished: false });
    const version = await drafts[code];
    const base = (await dataVersions.kept(code)).find(
      ({ category, isBaseline }) => isBaseline && category === version.category,
    );
    const names = { '"42"': `"${version.number}"`, '"41"': `"${base?.number}"` };
    const caller = new ExportCaller(test_, options?.tenant && tenant);
    if (operation === "scheduleDataVersionExport") {
      for (let count = 0; name === "the eleventh of a day" && count < 10; count++) {
        await caller.schedule(version.number);
      }
      return names;
    }
    const exported = await caller.export(version.number, base?.number);
    const { jobUuid } = (await caller.schedule(version.number)).json<{ jobUuid: string }>();
    if (name === "one that failed") {
      await jobRunner.cancel([code], [jobUuid]);
    } else if (name.startsWith("one that is complete")) {
      await jobRunner.ended(jobUuid, AbortSignal.timeout(20_000));
    }
    return { "ej-1": jobUuid, "e-1": exported.uuid };
  }

  /** A transfer session for the written one, cancelled where a refusal is written; names of the model for those of the written rows. */
  async function sessionNames(
    { answer }: WireExchange,
    headers: Record<string, string>,
  ): Promise<Record<string, string>> {
    const path = "/v1/op/data-transfer-sessions";
    const { transferSessionId } = (await test_.call("POST", path, { headers })).json<{ transferSessionId: string }>();
    if (answer.status === 409) {
      await test_.call("PUT", `${path}/${transferSessionId}/cancel`, { headers });
    }
    return {
      "ts-1": answer.status === 404 ? "nothing" : transferSessionId,
      "ts-2": transferSessionId,
      "ts%201": transferSessionId,
      "src-1": "Employee",
      '["EMPLOYEE_ID","START_DATE","FTE"]': '["EmployeeID","Effective_Date","Base_Salary"]',
      '[["EMPLOYEE_ID"]]': '[["EmployeeID","Effective_Date"]]',
      '[["A"],[true]]': '[["EmployeeID","Effective_Date"]]',
      '["0002",null,0.5]': '["0002","2024-05-01",0.5]',
      "EMPLOYEE_ID\n0001": "EmployeeID,Effective_Date\n0001,2025-05-01",
    };
  }

  /** A webhook for the written one, whose target answers a test event as the written one did. */
  async function webhookFor({ answer }: WireExchange): Promise<string> {
    const { statusCode = 204 } = answer.body.startsWith("{") ? JSON.parse(answer.body) : {};
    webhookTarget.answer = statusCode;
    const events = [{ eventType: "jobResultSuccess" }, { eventType: "jobResultFailure" }];
    const details = { targetUrl: webhookTarget.url, keyName: "jobs", displayName: "Jobs", events };
    const made = await test_.call("POST", "/v1/op/webhooks", { json: { details } });
    return made.json<{ webhookId: string }>().webhookId;
  }

  /** A code and a refresh token of the running service for the written ones. */
  async function signInNames(): Promise<Record<string, string>> {
    const { platform, credentials } = test_.service;
    const userId = platform.users.byName("WFF_demo", credentials.username)?.userId ?? "";
    const detail = { clientId: credentials.clientId, redirectUri: "https://app.test/back" };
    const grant = { userId, scope: "read", detail };
    return {
      "code=written-code": `code=${await platform.tokens.issue({ kind: "code", ...grant }, 60_000)}`,
      "refresh_token=written": `refresh_token=${await platform.tokens.issue({ kind: "refresh", ...grant }, 60_000)}`,
    };
  }

  async function send(operation: string, exchange: WireExchange): Promise<WireAnswer> {
    const { apiKey, username, password } = test_.service.ready;
    const { clientId, clientSecret } = test_.service.credentials;
    const form = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
    const { options } = exchange;
    const replacements = {
      ...(await sqlWireNames(operation, exchange, sql, test_.clock, options?.tenant && tenant)),
      ...(await idsFor(operation, exchange)),
      "WFF_acme~north": tenant,
      WFF_acme: tenant,
      "username=ada%40example.test&password=p%26ss+word": `username=${form(username)}&password=${form(password)}`,
      "client_id=app&client_secret=s%2Bcret&": `client_id=${form(clientId)}&client_secret=${form(clientSecret)}&`,
      "username=ada&password=p&": `username=${form(username)}&password=${form(password)}&`,
      KEY: apiKey,
      TOKEN: await test_.signIn(),
    };
    const answer = await sendWireRequest(exchange, test_.service.ready.url, replacements);
    return answer.status === 307 ? sendWireRequest(toAddress(exchange, answer), test_.service.ready.url) : answer;
  }

  for (const { operation, exchanges } of readWireFixtures()) {
    for (const exchange of exchanges) {
      if (impossible[`${operation}: ${exchange.name}`] !== undefined) {
        continue;
      }
      test(`${operation} answers: ${exchange.name}`, async () => {
        const answer = await send(operation, isFailureOf200(exchange) ? withUnknownMetric(exchange) : exchange);
        const written = isFailureOf200(exchange) ? refusal : exchange;
        assert.deepEqual(answerProblems(written, answer), [], answer.body.slice(0, 500));
        assert.deepEqual(missingFields(written, answer), []);
        if (operation.startsWith("query")) {
          assert.deepEqual(columnNames(answer), columnNames(written.answer));
        }
      });
    }
    const schema = jsonSchemaOf(operation);
    const [accepted] = exchanges.filter(({ answer }) => answer.status < 300);
    if (!schema || !accepted) {
      continue;
    }
    test(`${operation} takes null for a field that may be left out`, async () => {
      const nulled = withBody(accepted, "again", (body) => withOptionalNulls(schema, body));
      if (!nulled.request.body.includes("null")) {
        return;
      }
      const answer = await send(operation, nulled);
      assert.deepEqual(answerProblems(accepted, answer), [], `${answer.body.slice(0, 500)} to ${nulled.request.body}`);
      assert.deepEqual(missingFields(accepted, answer), []);
      if (operation.startsWith("query")) {
        assert.deepEqual(columnNames(answer), columnNames(accepted.answer));
      }
    });
    test(`${operation} answers null in every optional field as if all were left out`, async () => {
      const minimal = (body: unknown) => withoutOptionals(schema, body);
      const [plain, nulled] = [
        await send(operation, withBody(accepted, "plain", minimal)),
        await send(
          operation,
          withBody(accepted, "nulls", (body) => withOptionalNulls(schema, minimal(body))),
        ),
      ];
      assert.equal(nulled.status, plain.status, `${nulled.body.slice(0, 500)}, and ${plain.body.slice(0, 500)}`);
      assert.deepEqual(answerProblems({ ...accepted, answer: plain }, nulled), []);
    });
  }
});

/** Schema of an operation's JSON body; undefined if it has none. */
function jsonSchemaOf(operation: string): JsonSchema | undefined {
  const { body }: OperationDefinition = contract[operation as OperationName];
  return body?.type === "application/json" && typeof body.schema !== "symbol" ? (body.schema as JsonSchema) : undefined;
}

/** An exchange with another JSON body, whose own name for a table source is not taken yet. */
function withBody(exchange: WireExchange, suffix: string, change: (body: unknown) => unknown): WireExchange {
  const { request } = exchange;
  const text = JSON.stringify(change(JSON.parse(request.body || "{}")));
  const body = text.replace(/^(\{(?:"uuid":"[^"]*",)?"objectName":"\w+)"/, `$1_${suffix}"`);
  return { ...exchange, request: { ...request, body } };
}

/** The request that a redirected upload goes on with, without credentials. */
function toAddress(exchange: WireExchange, { headers }: WireAnswer): WireExchange {
  const { request } = exchange;
  return { ...exchange, request: { ...request, line: `PUT ${headers.location} HTTP/1.1`, headers: {} } };
}

/** A service may say in the body of a 200 that an aggregate query failed; this one says so by its status. */
function isFailureOf200({ failure }: WireExchange): boolean {
  return failure?.status === 200;
}

function withUnknownMetric(exchange: WireExchange): WireExchange {
  const body = exchange.request.body.replaceAll("employeeCount", "noSuchCount");
  assert.notEqual(body, exchange.request.body);
  return { ...exchange, request: { ...exchange.request, body } };
}

/** sql-like-language 11.1: a bad name is a 400 with the common error body. */
const refusal: WireExchange = {
  name: "a bad name",
  arguments: {},
  request: { line: "", headers: {}, body: "" },
  answer: {
    status: 400,
    headers: { "content-type": "application/json" },
    body: '{"localizedMessage":"","code":"","message":"","rci":"","userError":true}',
  },
};

function isJson({ headers }: WireAnswer): boolean {
  return headers["content-type"]?.split(";", 1)[0] === "application/json";
}

/** Fields of the written JSON body that the answer's lacks. */
function missingFields({ answer: written }: WireExchange, answer: WireAnswer): string[] {
  if (!isJson(written)) {
    return [];
  }
  const [expected, actual]: readonly unknown[] = [JSON.parse(written.body), JSON.parse(answer.body)];
  // A body may also be null, or a text.
  return Object.keys(fieldsOf(expected)).filter((name) => !(name in fieldsOf(actual)));
}

/** What names the columns of a table, in any of its forms; nothing where there is no table. */
function columnNames(answer: WireAnswer): unknown {
  if (isJson(answer)) {
    return JSON.parse(answer.body).header;
  }
  return answer.body.split(/\r?\n/, 1)[0];
}
