import assert from "node:assert/strict";
import { systemClock } from "../../src/base/clock.ts";
import type { SmallGroupGuard } from "../../src/base/small-group.ts";
import type { Session } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { askQuery, askWithSmallGroupGuard } from "../../src/features/queries/query-answer.ts";
import { type Statement, statementsOf } from "../../src/features/queries/query-text-model.ts";
import {
  type LowerStatementParams,
  type LowerStatementResult,
  lowerStatementRequest,
} from "../../src/languages/core/requests/server-requests.ts";
import type { Cell, ResultSummary } from "../../src/protocol/data-worker.ts";
import { defaultRowView } from "../../src/protocol/row-view.ts";
import { buildSmallerVersion } from "../support/built-versions.ts";
import { LanguageEditor } from "../support/language-editor.ts";
import { searchService } from "../support/model-service.ts";
import { exampleQueries } from "../support/query-generator/example-queries.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { startWorker, type WorkerProcess, withFolder } from "../unit/results/worker-process.ts";

const time = `Service_Time IN periods(date("2024-01-01"), 3, period(1, Month))`;
const byFunction = `SELECT employeeCount() AS Heads, level(Function, "Function") AS Job FROM Employee WHERE ${time}`;
const options = (set: object) => `-- aggregateQueryOptions: ${JSON.stringify(set)}\n`;

/** The aggregates among the examples of the language document, and options that change rows and texts. */
const queries: Readonly<Record<string, string>> = {
  ...exampleQueries,
  "without empty rows": `${options({ zeroVisibility: "HIDE", nullVisibility: "HIDE" })}
SELECT employeeCount() AS Heads, averageSalary() AS Pay, level(Location, "Location_2") AS City FROM Employee WHERE ${time}`,
  "sparse, of one metric": `${options({ enableSparseResults: true })}${byFunction}`,
  "sparse by force, of two metrics": `${options({ internal: { sparseHandlingMode: "FORCE" } })}
SELECT employeeCount() AS Heads, averageSalary() AS Pay, level(Location, "Location_2") AS City FROM Employee WHERE ${time}`,
  "never sparse, of two metrics": `${options({ enableSparseResults: true, internal: { sparseHandlingMode: "DISALLOW" } })}
SELECT employeeCount() AS Heads, averageSalary() AS Pay, level(Location, "Location_2") AS City FROM Employee WHERE ${time}`,
  "with members as they are": `${options({ memberDisplayMode: "UNCHANGED" })}${byFunction}`,
  "with names for display": `${options({ memberDisplayMode: "COMPACT_DISPLAY" })}${byFunction}`,
  "with the times of events": `${options({ memberDisplayMode: "DEFAULT" })}SELECT exitCount(), Exit_Type FROM Employee_Exit WHERE ${time}`,
};

suite("A query with small groups guarded, against the service", function () {
  this.timeout(120_000);
  let service: TestService;
  let editor: LanguageEditor;
  let worker: WorkerProcess;
  let session: Session;
  let release = () => {};
  let over: Promise<void> = Promise.resolve();

  suiteSetup(async () => {
    service = await startTestService();
    editor = await LanguageEditor.open({ search: searchService(service) });
    const { url, apiKey, username, password } = service.service.ready;
    const client = createServiceClient({
      connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    const place = { connectionId: "one", connectionLabel: "One", role: "test", tenant: undefined } as const;
    session = { ...place, project: undefined, client };
    await new Promise<void>((ready, fail) => {
      over = withFolder(async (folder) => {
        worker = await startWorker(folder);
        ready();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await worker.stop();
      });
      over.catch(fail);
    });
  });
  suiteTeardown(async () => {
    session.client.dispose();
    editor.dispose();
    release();
    await over;
    await service.dispose();
  });

  const signal = new AbortController().signal;
  const asked = { rowLimit: 0, timeoutMs: 60_000 };
  const lower = (statement: Statement): Promise<LowerStatementResult> =>
    editor.connection.sendRequest(lowerStatementRequest, { text: statement.sent } satisfies LowerStatementParams);

  async function tableOf({ resultId, columns, rowCount }: ResultSummary) {
    const positions = columns.map((_, position) => position);
    const range = { resultId, first: 0, count: Math.min(rowCount, 500), columns: positions, view: defaultRowView };
    const { rows } = await worker.channel.request("window", range);
    return { names: columns.map(({ name }) => name), rows };
  }

  async function flat(statement: Statement) {
    const { answer } = await askQuery(statement, session, asked, Promise.resolve({}), systemClock, signal);
    return await tableOf(await worker.load("flat", answer.body, answer.kinds, answer.format));
  }

  async function guarded(statement: Statement, guard: SmallGroupGuard) {
    const lowered = await lower(statement);
    assert.equal(lowered.kind, "aggregate", JSON.stringify(lowered));
    assert.ok(lowered.kind === "aggregate");
    const { answer } = await askWithSmallGroupGuard(lowered, statement, session, guard, asked, {}, signal);
    const { smallGroups, cellSets } = answer;
    const more = { smallGroups, cellSets };
    const summary = await worker.load("guarded", answer.body, answer.kinds, answer.format, more);
    assert.deepEqual([summary.state, summary.message], ["done", undefined]);
    return { ...(await tableOf(summary)), columns: summary.columns };
  }

  for (const [name, text] of Object.entries(queries)) {
    test(`has the rows of the same query without a guard: ${name}`, async () => {
      const [statement] = statementsOf(text);
      assert.ok(statement);
      if ((await lower(statement)).kind === "list") {
        assert.doesNotMatch(text, /\w+(Count|Rate|Salary|Total)\w*\(/);
        return;
      }
      const plain = await flat(statement);
      const shown = await guarded(statement, { mode: "mark", threshold: 1 });
      const width = plain.names.length;
      assert.ok(plain.rows.length > 0);
      assert.deepEqual(shown.names.slice(0, width), plain.names);
      assert.deepEqual(
        shown.rows.map((row) => row.slice(0, width)),
        plain.rows,
      );
      assert.ok(shown.rows.every((row) => row.slice(width).every((cell) => cell === null)));

      const hidden = await guarded(statement, { mode: "hide", threshold: 5 });
      const metrics = hidden.columns.flatMap(({ kind }, position) => (kind === "number" ? [position] : []));
      const withoutSecretsAndFiles = (rows: readonly (readonly Cell[])[]) =>
        rows.map((row, index) =>
          row
            .slice(0, width)
            .map((cell, column) => (hidden.rows[index]?.[width + metrics.indexOf(column)] === "< 5" ? null : cell)),
        );
      assert.equal(hidden.rows.length, plain.rows.length);
      assert.deepEqual(
        hidden.rows.map((row) => row.slice(0, width)),
        withoutSecretsAndFiles(plain.rows),
      );
    });
  }

  test("hides the headcounts from 1 to 4 and no others", async () => {
    const [statement] = statementsOf(byFunction);
    assert.ok(statement);
    const counts = (await flat(statement)).rows.map(([count]) => Number(count));
    const hidden = await guarded(statement, { mode: "hide", threshold: 5 });
    assert.ok(counts.some((count) => count > 0 && count < 5));
    assert.deepEqual(
      hidden.rows.map(([count]) => count),
      counts.map((count) => (count > 0 && count < 5 ? null : String(count))),
    );
  });

  test("goes as it is when it lists people, and is not sent when it cannot be read", async () => {
    const [list] = statementsOf(
      `SELECT Gender FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")`,
    );
    const [unknown] = statementsOf(`SELECT noSuchMetric() FROM Employee WHERE ${time}`);
    assert.ok(list && unknown);
    assert.deepEqual(await lower(list), { kind: "list" });
    const problem = await lower(unknown);
    assert.match(problem.kind === "problem" ? problem.message : "", /^line 1, column 8: .*noSuchMetric/);
  });

  test("reads one data version, which it names, and fails where another one is published between its requests", async () => {
    const [statement] = statementsOf(`SELECT employeeCount(), averageSalary() FROM Employee WHERE ${time}`);
    assert.ok(statement);
    const lowered = await lower(statement);
    assert.ok(lowered.kind === "aggregate");
    const ask = () =>
      askWithSmallGroupGuard(lowered, statement, session, { mode: "mark", threshold: 1 }, asked, {}, signal);
    const read = async (body: AsyncIterable<Uint8Array>, onFirst: () => Promise<unknown>) => {
      let isFirst = true;
      for await (const _ of body) {
        await (isFirst ? onFirst() : undefined);
        isFirst = false;
      }
    };
    const { answer } = await ask();
    assert.equal(answer.dataVersion, "5000130, 5000131");
    await read(answer.body, async () => undefined);
    const publish = () => buildSmallerVersion(service.service.platform, { people: 5 });
    await assert.rejects(
      read((await ask()).answer.body, publish),
      /The data changed from version 5000130, 5000131 to 5000132, 5000131 while the query ran\. Run it again\./,
    );
  });

  test("is refused with totals from which hidden values could be computed", async () => {
    const [statement] = statementsOf(`${options({ axesOverallValueMode: "AGGREGATE" })}${byFunction}`);
    assert.ok(statement);
    await assert.rejects(guarded(statement, { mode: "hide", threshold: 5 }), /axesOverallValueMode adds totals/);
  });
});
