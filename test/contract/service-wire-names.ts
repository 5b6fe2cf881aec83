import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ProcessingJobStatus } from "../../src/contract/jobs.ts";
import { buildSmallerVersion } from "../support/built-versions.ts";
import { ExportCaller } from "../support/export-caller.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import type { TestService } from "../support/running-service.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";
import { newUser } from "../support/stored-users.ts";
import { WebhookTarget } from "../support/webhook-target.ts";
import { exportWireNames } from "./export-wire-names.ts";
import { sqlWireNames } from "./sql-wire-names.ts";
import type { WireExchange } from "./wire-fixtures.ts";

const tenant = "WFF_demo~north";
const redirectUri = "https://app.test/back";
const reports = "/v1alpha/reporting/reports";
const projects = "/v1/admin/projects";
const tableSources = "/v1alpha/data/table-sources/tables";

/** What only a running service can know, in place of the names that the fixtures have written: ids, tokens, columns of its model. */
export class ServiceWireNames {
  readonly #test: TestService;
  readonly #webhookTarget: WebhookTarget;
  readonly #sql: SqlJobCaller;
  readonly #known = new Map<string, Record<string, string>>();
  /** The draft of each tenant that is exported, built once. */
  readonly #drafts: Record<string, ReturnType<typeof buildSmallerVersion>> = {};
  #loadedFile: Promise<string> | undefined;

  private constructor(test: TestService, webhookTarget: WebhookTarget) {
    this.#test = test;
    this.#webhookTarget = webhookTarget;
    this.#sql = new SqlJobCaller(test);
  }

  static async start(test: TestService): Promise<ServiceWireNames> {
    const { platform, credentials } = test.service;
    await platform.clients.allowRedirects(credentials.clientId, [redirectUri]);
    return new ServiceWireNames(test, await WebhookTarget.start());
  }

  /** Closes the target of the test events of webhooks. */
  close(): Promise<void> {
    return this.#webhookTarget.close();
  }

  /** What to send in place of each written text of an exchange; makes what the exchange presumes. */
  async of(operation: string, exchange: WireExchange): Promise<Record<string, string>> {
    const { apiKey, username, password } = this.#test.service.ready;
    const { clientId, clientSecret } = this.#test.service.credentials;
    const form = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
    const { options } = exchange;
    return {
      ...(await sqlWireNames(operation, exchange, this.#sql, this.#test.clock, options?.tenant && tenant)),
      ...(await this.#idsFor(operation, exchange)),
      "WFF_acme~north": tenant,
      WFF_acme: tenant,
      "username=ada%40example.test&password=p%26ss+word": `username=${form(username)}&password=${form(password)}`,
      "client_id=app&client_secret=s%2Bcret&": `client_id=${form(clientId)}&client_secret=${form(clientSecret)}&`,
      "username=ada&password=p&": `username=${form(username)}&password=${form(password)}&`,
      KEY: apiKey,
      TOKEN: await this.#test.signIn(),
    };
  }

  /** Ids of a tenant, the login tenant's unless named, that stand for the written ones. */
  async #idsOf(headers: Record<string, string>): Promise<Record<string, string>> {
    const get = async <Value>(path: string) => (await this.#test.call("GET", path, { headers })).json<Value>();
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

  async #idsFor(operation: string, exchange: WireExchange): Promise<Record<string, string>> {
    const { options } = exchange;
    const headers: Record<string, string> = options?.tenant ? { TargetTenantID: tenant } : {};
    const ids = this.#known.get(options?.tenant ?? "") ?? (await this.#idsOf(headers));
    this.#known.set(options?.tenant ?? "", ids);
    switch (operation) {
      case "requestJwt":
        return this.#signInNames();
      case "requestAuthorizationCode":
        return { "client_id=app": `client_id=${this.#test.service.credentials.clientId}` };
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
          '"s1","s2"': `"${await this.#conversationState(headers)}"`,
          '"s1"': `"${await this.#conversationState(headers)}"`,
          Köln: "Madrid",
        };
      case "getQuestionCategory":
        return { "c-1": "Employee" };
      case "deleteReport": {
        // Of the caller's own, which alone may be deleted.
        const own = await this.#test.call("POST", reports, { headers, json: { title: "Own" } });
        return { ...ids, "r-1": own.json<{ id: string }>().id };
      }
      case "deleteProject": {
        // What the sample has is for the other exchanges.
        const own = await this.#test.call("POST", projects, { headers, json: { name: "Own" } });
        return { ...ids, "7d0f6a52-3c1e-4f0b-9a55-0c5b8d1e2f34": own.json<{ id: string }>().id };
      }
      case "getLoadSchema":
        return { "Employee--Skill%20Set": "Employee", ...ids };
      case "downloadSourceFile":
      case "downloadSourceFiles": {
        this.#loadedFile ??= this.#loadFile();
        return { "f-17": await this.#loadedFile, ...ids };
      }
      case "uploadIntakeFile":
      case "loadIntakeSampleData":
      case "commitIntakeTransaction":
      case "rollBackIntakeTransaction":
      case "getIntakeTransactionStatus":
        return { ...(await this.#intakeNames(operation, exchange, headers)), ...ids };
      case "transferJsonBatch":
      case "transferFileBatch":
      case "cancelTransferSession":
      case "completeTransferSession":
        return { ...(await this.#sessionNames(exchange, headers)), ...ids };
      case "generatePgpKey":
        // Every year that the law allows is allowed here.
        return exchange.answer.status === 400 ? { "2033-06-01": "2037-06-01" } : {};
      case "getPgpKey":
      case "deletePgpKey": {
        const made = await this.#test.call("POST", "/v1/api/pgp-keys", { headers, json: {} });
        const { keyID } = made.json<{ keyID: string }>();
        return { "00A1B2C3D4E5F607": keyID, "00a1b2c3d4e5f607": keyID.toLowerCase() };
      }
      case "listDataVersionExports":
      case "getDataVersionExport":
      case "getDataVersionExportJob":
      case "downloadDataVersionExportFile":
      case "scheduleDataVersionExport":
        return this.#exportNames(operation, exchange);
      case "assignConnectorCredentials": {
        const named = { "con-3": "hris-files", "cred-7": await this.#addCredential(headers) };
        // Who reads everything may change nothing.
        return exchange.answer.status === 403
          ? { ...named, "ServiceASIDToken=TOKEN": `ServiceASIDToken=${await this.#tokenOf("viewer@demo.example")}` }
          : named;
      }
      case "deleteConnectorCredential":
        return { "cred-7": await this.#addCredential(headers) };
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
          await this.#test.service.platform.inbox.put(
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
        return { "w-1": await this.#webhookFor(exchange) };
      case "upsertUser":
      case "addUsers":
      case "updateUsers":
      case "deleteUsers":
        return this.#userNames(operation, exchange);
      case "deleteTableSource":
      case "updateTableSource": {
        // What the sample has is for the other exchanges.
        const json = { objectName: `own_${randomUUID().replaceAll("-", "")}`, columns: [{ name: "note" }] };
        const own = await this.#test.call("POST", tableSources, { headers, json });
        return { ...ids, "t-1": own.json<{ uuid: string }>().uuid };
      }
      default:
        return { ...ids, ...(await exportWireNames(operation, exchange, this.#test.service)) };
    }
  }

  /** Loads a file for the written one and returns its id. */
  async #loadFile(): Promise<string> {
    const { jobId } = await new IntakeCaller(this.#test).load({
      Employee: "EmployeeID,Effective_Date\nW-1,2025-05-01\n",
    });
    const [loaded] = await this.#test.service.platform.uploads.files("WFF_demo", { job: String(jobId) });
    return loaded?.file.id ?? "";
  }

  /** The state of a conversation of a question, for the written one. */
  async #conversationState(headers: Record<string, string>): Promise<string> {
    const asked = await this.#test.call("POST", "/v1/assistant/question", { headers, json: { question: "headcount" } });
    const { conversationState: state } = asked.json<{ conversationState: { questionState: string[] } }>();
    return state.questionState[0] ?? "";
  }

  /** Adds a connector credential and returns its id. */
  async #addCredential(headers: Record<string, string>): Promise<string> {
    const json = { dataProviderAuthParams: { provider: "folder", folderAuthParams: { path: "/nowhere" } } };
    const added = await this.#test.call("POST", "/v1/op/data-connector-credentials", { headers, json });
    return added.json<{ uuid: string }>().uuid;
  }

  /** The written user where the exchange presumes one, and names of the sample's catalogue. */
  async #userNames(operation: string, { answer, request }: WireExchange): Promise<Record<string, string>> {
    const { users } = this.#test.service.platform;
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
        "ServiceASIDToken=TOKEN": `ServiceASIDToken=${await this.#tokenOf("viewer@demo.example")}`,
      }),
    };
  }

  #tokenOf(username: string): Promise<string> {
    const { tokens, users } = this.#test.service.platform;
    return tokens.issue(
      { kind: "asid", userId: users.byName("WFF_demo", username)?.userId ?? "", scope: "read" },
      60_000,
    );
  }

  /**
   * A transaction of direct intake for the written one, ended where the exchange presumes it; columns of the model for
   * those of the written files.
   */
  async #intakeNames(
    operation: string,
    { name, answer }: WireExchange,
    headers: Record<string, string>,
  ): Promise<Record<string, string>> {
    const path = "/v1/data/directloads/prod/transactions";
    const { transactionId } = (await this.#test.call("POST", path, { headers })).json<{ transactionId: string }>();
    if (name === "processed") {
      await new IntakeCaller(this.#test).commit(transactionId);
    } else if (answer.status >= 400) {
      const method = operation === "rollBackIntakeTransaction" ? "POST" : "DELETE";
      assert.equal((await this.#test.call(method, `${path}/${transactionId}`, { headers })).status, 200);
    }
    return {
      "dt-1": transactionId,
      "dt%2F2": transactionId,
      "Employee--Skill": "Employee",
      "EmployeeID,Name": "EmployeeID,Effective_Date,Full_Name",
      "1,Zoë": "1,2025-05-01,Zoë",
    };
  }

  /** A draft and an export of its differences for the written ones; a job and a used-up day where the exchange presumes them. */
  async #exportNames(operation: string, { name, options }: WireExchange): Promise<Record<string, string>> {
    const code = options?.tenant === undefined ? "WFF_demo" : tenant;
    const { platform } = this.#test.service;
    const { dataVersions, database, jobRunner } = platform;
    // Each exchange has a day of its own.
    await database.transaction((connection) => connection.run("DELETE FROM version_exports"));
    this.#drafts[code] ??= buildSmallerVersion(platform, { tenant: code, people: 3, isPublished: false });
    const version = await this.#drafts[code];
    const base = (await dataVersions.kept(code)).find(
      ({ category, isBaseline }) => isBaseline && category === version.category,
    );
    const names = { '"42"': `"${version.number}"`, '"41"': `"${base?.number}"` };
    const caller = new ExportCaller(this.#test, options?.tenant && tenant);
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
  async #sessionNames({ answer }: WireExchange, headers: Record<string, string>): Promise<Record<string, string>> {
    const path = "/v1/op/data-transfer-sessions";
    const { transferSessionId } = (await this.#test.call("POST", path, { headers })).json<{
      transferSessionId: string;
    }>();
    if (answer.status === 409) {
      await this.#test.call("PUT", `${path}/${transferSessionId}/cancel`, { headers });
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
  async #webhookFor({ answer }: WireExchange): Promise<string> {
    const { statusCode = 204 } = answer.body.startsWith("{") ? JSON.parse(answer.body) : {};
    this.#webhookTarget.answer = statusCode;
    const events = [{ eventType: "jobResultSuccess" }, { eventType: "jobResultFailure" }];
    const details = { targetUrl: this.#webhookTarget.url, keyName: "jobs", displayName: "Jobs", events };
    const made = await this.#test.call("POST", "/v1/op/webhooks", { json: { details } });
    return made.json<{ webhookId: string }>().webhookId;
  }

  /** A code and a refresh token of the running service for the written ones. */
  async #signInNames(): Promise<Record<string, string>> {
    const { platform, credentials } = this.#test.service;
    const userId = platform.users.byName("WFF_demo", credentials.username)?.userId ?? "";
    const detail = { clientId: credentials.clientId, redirectUri };
    const grant = { userId, scope: "read", detail };
    return {
      "code=written-code": `code=${await platform.tokens.issue({ kind: "code", ...grant }, 60_000)}`,
      "refresh_token=written": `refresh_token=${await platform.tokens.issue({ kind: "refresh", ...grant }, 60_000)}`,
    };
  }
}
