import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { contract, type OperationName } from "../../src/contract/contract.ts";
import type { OperationDefinition } from "../../src/contract/operation.ts";
import { Dice } from "../support/query-generator/dice.ts";
import { type KnownIds, type MadeRequest, makeRequest } from "../support/request-generator/make-request.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const seed = Number(process.env.SEED ?? 1);
/** Requests of each operation. */
const count = Number(process.env.WORKFORCE_REQUEST_COUNT ?? 4);

/** How a validator or a library speaks. */
const rawWording =
  /must match|equal to constant|anyOf|oneOf|"then"|Unexpected token|FST_|ERR_|at Object\.|\bundefined\b/;

suite(`any request, whatever is in it (seed ${seed}, ${count} of each operation)`, function () {
  // Each request has a time of its own.
  this.timeout(3_600_000);
  let test_: TestService;
  let ids: KnownIds;
  let apikey: string;
  let userId: string;
  suiteSetup(async () => {
    test_ = await startTestService();
    apikey = test_.service.ready.apiKey;
    userId = test_.service.platform.users.byName("WFF_demo", test_.service.ready.username)?.userId ?? "";
    ids = await knownIds();
  });
  suiteTeardown(() => test_.dispose());

  async function knownIds(): Promise<KnownIds> {
    const get = async (path: string) =>
      (await test_.call("GET", path)).json<Record<string, Record<string, string>[]>>();
    const transaction = await test_.call("POST", "/v1alpha/data/table-sources/transactions", { json: {} });
    const { reports = [] } = await get("/v1alpha/reporting/reports");
    const { tables = [] } = await get("/v1alpha/data/table-sources/tables");
    const { openProjects = [] } = await get("/v1/admin/projects");
    const { publishedVersions = [] } = await get("/v1/admin/production-versions");
    const { jobStatus = [] } = await get("/v1/op/job-status/jobs");
    const pick = (rows: readonly Record<string, string>[], name: string) =>
      rows.slice(0, 5).flatMap((row) => row[name] ?? []);
    return {
      transactionId: [transaction.json<{ transactionId: string }>().transactionId],
      reportId: pick(reports, "id"),
      tableId: pick(tables, "uuid"),
      projectId: pick(openProjects, "id"),
      productionVersionId: pick(publishedVersions, "id"),
      jobId: pick(jobStatus, "jobId"),
      filename: ["people.csv"],
      partIndex: ["0"],
      objectName: ["Employee"],
      words: ["Employee", "employeeCount", "Function", "MONTH", "SELECT 1 AS one", ...pick(tables, "objectName")],
    };
  }

  /** Rejects when no answer came in 60 seconds. */
  async function send(made: MadeRequest): Promise<{ readonly status: number; readonly body: string }> {
    const token = await test_.service.platform.tokens.issue({ kind: "asid", userId, scope: "read" }, 600_000);
    const { port } = new URL(test_.service.ready.url);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...{ host: "127.0.0.1", port, method: made.method, path: made.path, agent: false },
          headers: {
            ...made.headers,
            apikey,
            cookie: `ServiceASIDToken=${token}`,
            ...(made.body !== undefined && { "content-length": Buffer.byteLength(made.body) }),
          },
          signal: AbortSignal.timeout(60_000),
        },
        (response) => {
          text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
        },
      );
      outgoing.on("error", reject);
      outgoing.end(made.body);
    });
  }

  for (const [name, row] of Object.entries<OperationDefinition>(contract) as [OperationName, OperationDefinition][]) {
    test(`of ${name} is answered, with words and never with a 500`, async () => {
      for (let index = 0; index < count; index++) {
        const made = makeRequest(row, ids, new Dice(seed * 1_000_003 + index));
        const told = `request ${index} of ${name}, seed ${seed}: ${JSON.stringify(made).slice(0, 2000)}`;
        const { status, body } = await send(made).catch((cause: unknown) => {
          throw new Error(`No answer to ${told}`, { cause });
        });
        assert.ok(status >= 200 && (status < 500 || status === 501), `${status} ${body.slice(0, 500)} to ${told}`);
        if (status >= 400) {
          checkFailure(status, body, told);
        }
      }
    });
  }

  function checkFailure(status: number, body: string, told: string): void {
    const { localizedMessage, message, code, errorCode, rci, userError, ...more } = JSON.parse(body);
    assert.deepEqual(more, {}, told);
    assert.equal(userError, status < 500, told);
    for (const value of [localizedMessage, message, code ?? errorCode, rci]) {
      assert.ok(typeof value === "string" && value !== "", `${body.slice(0, 500)} to ${told}`);
    }
    assert.doesNotMatch(message, rawWording, told);
  }

  test("leaves the service as it was: it answers, and no prototype has new properties", async () => {
    assert.equal((await test_.call("GET", "/v1/admin/projects")).status, 200);
    assert.equal(Reflect.get({}, "isAdmin"), undefined);
  });
});
