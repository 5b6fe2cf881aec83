import assert from "node:assert/strict";
import type { CellMembers, RecordsQuery } from "../../src/base/cell-members.ts";
import { systemClock } from "../../src/base/clock.ts";
import type { Session } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { askQuery } from "../../src/features/queries/query-answer.ts";
import { statementsOf } from "../../src/features/queries/query-text-model.ts";
import { type RecordsQueryParams, recordsQueryRequest } from "../../src/languages/core/requests/server-requests.ts";
import type { ResultSummary } from "../../src/protocol/data-worker.ts";
import type { PivotRequest } from "../../src/protocol/pivot.ts";
import { defaultRowView } from "../../src/protocol/row-view.ts";
import { LanguageEditor } from "../support/language-editor.ts";
import { searchService } from "../support/model-service.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { startWorker, type WorkerProcess, withFolder } from "../unit/results/worker-process.ts";

const months = (count: number) => `Service_Time IN periods(date("2025-06-15"), ${count}, period(1, Month))`;
const options = (set: object) => `-- aggregateQueryOptions: ${JSON.stringify(set)}\n`;
/** Cells of a query of which the list is compared; enough to meet empty ones, the first and the last. */
const mostCells = 24;

/** Queries whose numbers count records, by what they show. */
const counted: Readonly<Record<string, string>> = {
  "headcount by two dimensions": `SELECT employeeCount(), level(Function, "Function"), level(Gender, "Gender") FROM Employee WHERE ${months(2)}`,
  "levels of a hierarchy": `SELECT employeeCount(), level(Location, "Location_0"), level(Location, "Location_2") FROM Employee WHERE ${months(1)}`,
  "a parent-child dimension": `SELECT employeeCount(), level(Org_Unit, 2) FROM Employee WHERE ${months(1)}`,
  "the leaves of a dimension": `SELECT employeeCount(), Location, Tenure_Range FROM Employee WHERE ${months(1)}`,
  "a concept with its unknown": `SELECT employeeCount(), isManager, Work_Model FROM Employee WHERE ${months(1)}`,
  "filters and an OR": `SELECT employeeCount() AS "Heads", level(Function, "Function") AS "Job" FROM Employee WHERE (isManager = TRUE OR Age > 50) AND ${months(2)} AND Gender IN ("Female")`,
  "a dimension of another subject": `SELECT employeeCount(), level(Direct_Manager.Location, "Location_1") FROM Employee WHERE ${months(1)}`,
  "the filter of a metric with its parameter": `SELECT employeeCountAbovePay(90000), level(Function, "Function") FROM Employee WHERE ${months(1)}`,
  "several metrics": `SELECT openingCount(), requisitionCount() FROM Requisition WHERE ${months(3)}`,
  "events of a period": `SELECT exitCount(), resignationCount(), Exit_Type FROM Employee_Exit WHERE ${months(6)}`,
  "events by a dimension of the subject": `SELECT exitCount(), level(Employee.Function, "Function") FROM Employee_Exit WHERE ${months(3)}`,
  "events without properties": `SELECT startCount(), Start_Source FROM Employment_Start WHERE ${months(6)}`,
  "events of quarters": `SELECT exitCount() FROM Employee_Exit WHERE Service_Time IN periods(date("2025-05-20"), 3, period(1, Quarter))`,
  "overall positions": `${options({ axesOverallValueMode: "OVERALL" })}SELECT employeeCount(), level(Function, "Function"), isManager FROM Employee WHERE ${months(1)}`,
  "overall positions of the members": `${options({ axesOverallValueMode: "AGGREGATE" })}SELECT employeeCount(), level(Function, "Function"), isManager FROM Employee WHERE ${months(1)}`,
};

suite("The list behind a cell, against the service", function () {
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

  /** The result of a query in the data worker, and the query for the list behind one of its cells. */
  async function open(text: string) {
    const [statement] = statementsOf(text);
    assert.ok(statement);
    const asked = { rowLimit: 0, timeoutMs: 60_000 };
    const { answer } = await askQuery(statement, session, asked, Promise.resolve({}), systemClock, signal);
    const summary = await worker.load("cells", answer.body, answer.kinds, answer.format, { isAggregate: true });
    await worker.channel.request("columnTypes", { resultId: "cells" });
    const queryOf = async (cell: CellMembers): Promise<RecordsQuery> => {
      const params: RecordsQueryParams = {
        text: statement.text,
        options: statement.options.aggregateQueryOptions ?? {},
        cell,
      };
      return await editor.connection.sendRequest(recordsQueryRequest, params);
    };
    return { summary, queryOf };
  }

  async function membersOf(resultId: string, row: number, column: number): Promise<CellMembers> {
    return await worker.channel.request("cellMembers", { resultId, row, column, view: defaultRowView });
  }

  async function tableOf({ resultId, columns, rowCount }: Pick<ResultSummary, "resultId" | "columns" | "rowCount">) {
    const positions = columns.map((_, position) => position);
    const range = { resultId, first: 0, count: Math.min(rowCount, 500), columns: positions, view: defaultRowView };
    const { rows } = await worker.channel.request("window", range);
    return rows;
  }

  async function listed(text: string): Promise<number> {
    const body = { query: statementsOf(text)[0]?.text ?? "" };
    const { rows } = await session.client.querySqlLike({ body });
    return rows?.length ?? 0;
  }

  function textOf(query: RecordsQuery): string {
    assert.equal(query.kind, "query", JSON.stringify(query));
    return query.kind === "query" ? query.text : "";
  }

  function reasonOf(query: RecordsQuery): string {
    assert.equal(query.kind, "refused", JSON.stringify(query));
    return query.kind === "refused" ? query.reason : "";
  }

  for (const [name, text] of Object.entries(counted)) {
    test(`has as many rows as the cell says: ${name}`, async () => {
      const { summary, queryOf } = await open(text);
      const rows = await tableOf(summary);
      const metrics = [...text.matchAll(/\w+Count\w*\(/g)].map((_, column) => column);
      const step = Math.max(1, Math.floor((rows.length * metrics.length) / mostCells));
      let compared = 0;
      let people = 0;
      for (const [place, column] of rows
        .flatMap((_, row) => metrics.map((column) => [row, column] as const))
        .entries()) {
        if (place % step === 0 || place === rows.length * metrics.length - 1) {
          const [row, metric] = column;
          const number = Number(rows[row]?.[metric] ?? 0);
          const query = textOf(await queryOf(await membersOf("cells", row, metric)));
          assert.equal(await listed(query), number, `${JSON.stringify(rows[row])}\n${query}`);
          compared++;
          people += number;
        }
      }
      assert.ok(compared > 0 && people > 0);
    });
  }

  test("lists the people behind totals of a pivot, each of them once", async () => {
    const text = `SELECT employeeCount() AS Heads, level(Function, "Function") AS Job, level(Gender, "Gender") AS Gender FROM Employee WHERE ${months(2)}`;
    const { queryOf } = await open(text);
    const request: PivotRequest = {
      rows: [1],
      columns: [3],
      values: [{ column: 0, function: "sum", show: "value" }],
      hasTotals: true,
      hasSubtotals: false,
      memberOrder: "result",
    };
    const labels = { total: "Total", missing: "missing", values: ["Heads"] };
    await worker.channel.request("finish", {
      resultId: "cells",
      additivity: { isAggregate: true, columns: { Heads: "withinPeriod" } },
    });
    const table = await worker.channel.request("pivot", { resultId: "cells", request, labels, filter: [] });
    const rows = await tableOf(table);
    for (const [row, cells] of rows.entries()) {
      const query = textOf(await queryOf(await membersOf(table.resultId, row, 2)));
      assert.equal(await listed(query), Number(cells[2]), query);
    }
    assert.deepEqual(rows.at(-1)?.[0], "Total");
    const overTime = reasonOf(await queryOf(await membersOf(table.resultId, 0, 3)));
    assert.match(overTime, /several points in time/);
  });

  test("says why there is no list", async () => {
    const rate = await open(`SELECT resignationRate(), Exit_Type FROM Employee_Exit WHERE ${months(2)}`);
    assert.match(
      reasonOf(await rate.queryOf(await membersOf("cells", 0, 0))),
      /computed from other metrics: resignationCount divide employeeCount/,
    );
    await assert.rejects(membersOf("cells", 0, 1), /no value of a metric/);
    const shown = await open(
      `${options({ memberDisplayMode: "DISPLAY" })}SELECT employeeCount(), Gender FROM Employee WHERE ${months(1)}`,
    );
    assert.match(reasonOf(await shown.queryOf(await membersOf("cells", 0, 0))), /memberDisplayMode DISPLAY/);
  });

  test("is refused for a small group that is hidden, and for no other cell beside it", async () => {
    const cell = (members: string, support: number) => ({
      value: String(support),
      support: String(support),
      coordinates: [0, members === "Law" ? 0 : 1],
    });
    const body = JSON.stringify({
      cellSet: {
        axes: [
          { positions: [{ path: ["2025-06-01T00:00:00.000Z"] }] },
          { positions: [{ path: ["Law"] }, { path: ["Sales"] }] },
        ],
        cells: [cell("Law", 3), cell("Sales", 9)],
      },
    });
    const smallGroups = { mode: "hide", threshold: 5 } as const;
    await worker.load("guarded", body, {}, "json", { smallGroups, isAggregate: true });
    const summary = await worker.channel.request("finish", { resultId: "guarded" });
    const value = summary.columns.findIndex(({ name }) => name === "Value");
    await assert.rejects(membersOf("guarded", 0, value), /Fewer than 5 people/);
    assert.equal((await membersOf("guarded", 1, value)).metric, "Value");
  });
});
