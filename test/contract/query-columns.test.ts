import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";

const property = { columnDefinition: { property: { name: "Employee.EmployeeID", qualifyingPath: "Employee" } } };
const lists = (count: number) => ({
  source: { analyticObject: "Employee" },
  columns: Array.from({ length: count }, (_, index) => ({ columnName: `c${index}`, ...property })),
});
const sqlLike = (count: number) => ({
  query: `SELECT ${Array.from({ length: count }, (_, index) => `EmployeeID AS c${index}`).join(", ")} FROM Employee`,
});
const aggregates = (count: number) => ({
  query: {
    source: {
      metrics: {
        columns: Array.from({ length: count }, (_, index) => ({ id: "employeeCount", columnName: `c${index}` })),
      },
    },
    timeIntervals: { fromDateTime: "2026-01-01" },
  },
});

suite("queries of many columns", function () {
  this.timeout(120_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  const ask = (path: string, json: object) =>
    test_.call("POST", `/v1/data/query/${path}`, {
      json,
      headers: { accept: "application/jsonlines, application/json" },
    });

  for (const [path, body] of Object.entries({
    sql: sqlLike,
    list: lists,
    snapshot: lists,
    aggregate: aggregates,
  })) {
    test(`${path} refuses more than 4,096 columns with their number, before it computes anything`, async () => {
      const { status, text } = await ask(path, body(50_000));
      assert.equal(status, 400, text);
      const { code, message }: { readonly code: string; readonly message: string } = JSON.parse(text);
      assert.equal(code, "QUERY_INVALID");
      assert.match(message, /The query has 50000 columns, but at most 4096 are allowed; split it/);
    });
  }

  test("4,096 columns are answered", async () => {
    const { status, text } = await ask("sql", sqlLike(4_096));
    assert.equal(status, 200, text.slice(0, 500));
    assert.equal(Object.keys(JSON.parse(text.split("\n")[0] ?? "{}")).length, 4_096);
  });

  test("a query that needs more memory than the service may use is a 400 with the way out", async () => {
    const options = { memoryLimit: "64MB" };
    const small = await startTestService(options);
    try {
      await small.restart(async () => {
        options.memoryLimit = "8MB";
      });
      const headers = { accept: "application/jsonlines, application/json" };
      const { status, text } = await small.call("POST", "/v1/data/query/sql", { json: sqlLike(4_096), headers });
      assert.equal(status, 400);
      assert.match(text, /"code":"MEMORY_EXCEEDED"/);
      assert.match(text, /Ask for fewer columns or rows at once/);
    } finally {
      await small.dispose();
    }
  });
});
