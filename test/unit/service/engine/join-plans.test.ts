import assert from "node:assert/strict";
import type { ListQueryRequest, SnapshotQueryRequest } from "../../../../src/contract/queries.ts";
import { planAggregateQuery } from "../../../../src/service/engine/aggregate-plan.ts";
import { planListQuery, planSnapshotQuery } from "../../../../src/service/engine/list-plan.ts";
import { buildListStatements } from "../../../../src/service/engine/list-sql.ts";
import { buildScanStatement, type ScanStatement } from "../../../../src/service/engine/scan-sql.ts";
import { StoredModel } from "../../../../src/service/engine/stored-model.ts";
import { insertRecords } from "../../../../src/service/model/object-table.ts";
import { requestOf, type TinyTenant, tinyModel, withTenant } from "./tiny-tenant.ts";

const timeColumn = "Service_Time";
const model = new StoredModel(tinyModel);
const halfYear = { fromDateTime: "2024-07-01", intervalPeriodCount: 6 };
/** Intervals that end where a month does, and some that do not: states are looked up in different columns for them. */
const months = { fromDateTime: "2024-07-01", intervalCount: 12, intervalPeriodType: "MONTH" };
const days = { fromDateTime: "2024-06-20", intervalCount: 40, intervalPeriodType: "DAY" };

const personColumns = ["Name", "Boss.Name", "Boss.Boss.Pay", "Boss.Place", "Skills.Title", "Boss.Skills.Title"];
const leaveColumns = ["Cost", "Who.Name", "Who.Boss.Name", "Who.Boss.isLead", "Who.Skills.Title"];

/** Joins that look at every pair of rows. */
const pairwise = /BLOCKWISE_NL_JOIN|NESTED_LOOP_JOIN|CROSS_PRODUCT/g;

suite("join plans", () => {
  const columnsOf = (paths: readonly string[]) => paths.map((formula) => ({ columnDefinition: { formula } }));
  const list = (object: string, paths: readonly string[], more: Partial<ListQueryRequest> = {}) =>
    buildListStatements(
      planListQuery(
        { source: { analyticObject: object }, columns: columnsOf(paths), timeInterval: halfYear, ...more },
        timeColumn,
        model,
      ),
      "jsonlines",
      model,
    );
  const snapshot = (object: string, paths: readonly string[], more: Partial<SnapshotQueryRequest> = {}) =>
    buildListStatements(
      planSnapshotQuery(
        { source: { analyticObject: object }, columns: columnsOf(paths), timeIntervals: months, ...more },
        timeColumn,
        model,
      ),
      "jsonlines",
      model,
    );
  const conditions = [{ formula: "Boss.Pay > 10 AND Boss.Place IN ('North', 'South.Rome')" }];

  for (const recordMode of ["NORMAL", "CHANGES"] as const) {
    test(`lists of subjects with references never pair every row with every other, ${recordMode}`, async () => {
      await assertNoPairwiseJoins([
        ...list("Person", personColumns, { options: { recordMode } }),
        ...list("Person", personColumns, { options: { recordMode, limit: 100 }, filters: conditions }),
      ]);
    });
  }

  test("nor do lists of events", async () => {
    await assertNoPairwiseJoins([
      ...list("Leave", leaveColumns),
      ...list("Leave", leaveColumns, { filters: [{ formula: "Who.Boss.Pay > 10" }] }),
    ]);
  });

  test("nor do snapshots", async () => {
    await assertNoPairwiseJoins([
      ...snapshot("Person", personColumns, { filters: conditions }),
      ...snapshot("Leave", leaveColumns),
    ]);
  });

  for (const [name, timeIntervals] of Object.entries({ months, days })) {
    test(`nor do metrics over ${name} whose axes and filters lead through references`, async () => {
      const place = (path: string) => ({
        dimensionLevelSelection: { dimension: { name: "Place", qualifyingPath: path }, levelIds: ["City"] },
      });
      await withPeople(async (tenant) => {
        const scans = async (metric: string, path: string, filter: string) => {
          const request = requestOf(metric, {
            timeIntervals,
            axes: [place(path)],
            filters: [{ formula: filter }],
          });
          const { signal } = new AbortController();
          const plan = await planAggregateQuery(request, model, tenant.database, signal);
          return plan.scans.map((scan) => buildScanStatement(scan, model));
        };
        await assertNoPairwiseJoins(
          [
            ...(await scans("averagePay", "Person.Boss", "Boss.Pay > 1")),
            ...(await scans("heads", "Person.Boss.Boss", "Boss.Boss.Place IN ('North')")),
            ...(await scans("leaveCost", "Leave.Who", "Who.Boss.Pay > 1")),
            ...(await scans("leaveRate", "Leave.Who", "Who.Pay > 1")),
          ],
          tenant,
        );
      });
    });
  }
});

async function assertNoPairwiseJoins(statements: readonly ScanStatement[], tenant?: TinyTenant): Promise<void> {
  if (!tenant) {
    return await withPeople((filled) => assertNoPairwiseJoins(statements, filled));
  }
  assert.ok(statements.length > 0);
  await tenant.database.use(async (connection) => {
    for (const { sql, values } of statements) {
      const plan = (await connection.rows(`EXPLAIN (FORMAT json) ${sql}`, values))
        .map((row) => row.explain_value)
        .join("\n");
      assert.match(plan, /HASH_JOIN/);
      assert.deepEqual(plan.match(pairwise) ?? [], [], sql);
    }
  });
}

/** So many people that DuckDB's planner sees tables of some size. */
function withPeople<Value>(work: (tenant: TinyTenant) => Promise<Value>): Promise<Value> {
  return withTenant({ skills: ["Sewing"] }, async (tenant) => {
    await tenant.database.use(async (connection) => {
      const states = `SELECT i // 4 AS "$key", TIMESTAMP '2023-01-01' + INTERVAL (i % 4 * 200) DAY AS "$valid_from",
         CASE WHEN i % 4 < 3 THEN TIMESTAMP '2023-01-01' + INTERVAL ((i % 4 + 1) * 200) DAY END AS "$valid_to",
         'n' || i AS "Name", i::DOUBLE AS "Pay", i % 5 AS "Place", i // 40 AS "Boss", [0] AS "Skills"
         FROM range(20000) AS t(i)`;
      await insertRecords(connection, model.object("Person"), states);
      const events = `SELECT i AS "$key", TIMESTAMP '2024-01-01' + INTERVAL (i % 300) DAY AS "$event_time",
         i::DOUBLE AS "Cost", i AS "Who" FROM range(5000) AS t(i)`;
      await insertRecords(connection, model.object("Leave"), events);
    });
    return await work(tenant);
  });
}
