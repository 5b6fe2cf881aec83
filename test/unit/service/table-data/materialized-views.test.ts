import assert from "node:assert/strict";
import fc from "fast-check";
import type { TableSource } from "../../../../src/contract/table-sources.ts";
import type { StoredTableSource } from "../../../../src/service/store/table-source-store.ts";
import { accessibleTableOf } from "../../../../src/service/table-data/accessible-table.ts";
import { MaterializedViews } from "../../../../src/service/table-data/materialized-views.ts";
import type { AccessibleTable } from "../../../../src/service/table-data/table-data.ts";
import { insert, remove, StoredTables, update } from "../../../support/stored-tables.ts";

const proofs = Number(process.env.WORKFORCE_PROOF_COUNT ?? 50);
const seed = Number(process.env.SEED ?? 1);

type Dependency = { readonly upstreamTable: string; readonly joinFilter: string };

function sourceOf(
  objectName: string,
  columns: string,
  query?: string,
  dependencies: readonly Dependency[] = [],
  more: Partial<TableSource> = {},
): StoredTableSource {
  return {
    tenant: "WFF_a",
    definition: {
      uuid: objectName,
      objectName,
      columns: columns.split(", ").map((column) => {
        const [name = "", dataType = ""] = column.split(" ");
        return { name, dataType };
      }),
      ...(query !== undefined && { materializedView: { enabled: true, query, dependencies: [...dependencies] } }),
      ...more,
    },
    metadata: {},
    transactionId: undefined,
    recordsUpdatedAt: undefined,
  };
}

const person = sourceOf("person", "k INTEGER, v STRING");
const rate = sourceOf("rate", "v STRING, x INTEGER");
const dependsOn = (upstreamTable: string, joinFilter: string): Dependency => ({ upstreamTable, joinFilter });
const views = [
  // Before what it depends on, as names are no order.
  sourceOf("a_frequent", "v STRING, n LONG", "SELECT v, n FROM b_total WHERE n > 1", [
    dependsOn("b_total", "input.v <=> output.v"),
  ]),
  sourceOf("b_total", "n LONG, v STRING", "SELECT v, count(*) AS n FROM person GROUP BY v", [
    dependsOn("person", "input.v <=> output.v"),
  ]),
  sourceOf(
    "c_rated",
    "k INTEGER, v STRING, x INTEGER",
    "SELECT p.k, p.v, r.x FROM person p LEFT JOIN rate r ON p.v = r.v",
    [dependsOn("person", "input.k <=> output.k"), dependsOn("rate", "input.v = output.v")],
  ),
  sourceOf("d_whole", "x INTEGER", "SELECT max(x) FROM rate", [dependsOn("rate", "")]),
];

suite("materialized views", function () {
  this.timeout(proofs > 300 ? 3_600_000 : 120_000);
  let tables: StoredTables;
  let failures: unknown[];
  let transactions = 0;
  setup(async () => {
    tables = await StoredTables.open();
    failures = [];
  });
  teardown(async () => {
    await tables.close();
    assert.deepEqual(failures, []);
  });

  function keep(sources: readonly StoredTableSource[], children: readonly string[] = []): void {
    const kept = new MaterializedViews({
      tableData: tables.data,
      listSources: async () => sources,
      childrenOf: () => children,
      onFailure: (error) => failures.push(error),
    });
    tables.data.afterCommit((tenant, changed) => kept.refreshAfter(tenant, changed));
  }

  const reachOf = (source: StoredTableSource): AccessibleTable => accessibleTableOf(source, "WFF_a");
  const write = async (source: StoredTableSource, ...statements: readonly Statement[]) => {
    const transaction = `t${transactions++}`;
    await tables.within(transaction, [reachOf(source)], async (session) => {
      for (const statement of statements) {
        await session.write(statement);
      }
    });
    await tables.commit(transaction);
  };
  const rowsOf = (view: StoredTableSource) => tables.rowsOf(reachOf(view));

  test("hold after every commit what their queries give", async () => {
    keep([person, rate, ...views]);
    const values = fc.option(fc.constantFrom("a", "b", "c"), { freq: 4 });
    const persons = fc.array(fc.record({ k: fc.integer({ min: 0, max: 5 }), v: values }), { maxLength: 3 });
    const rates = fc.array(fc.record({ v: values, x: fc.integer({ min: 0, max: 3 }) }), { maxLength: 2 });
    const step = fc.record({
      persons,
      rates,
      gone: fc.integer({ min: -1, max: 5 }),
      goneRate: values,
      moved: fc.integer({ min: -1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        let people: { k: number; v: string | null }[] = [];
        let rated: { v: string | null; x: number }[] = [];
        await write(person, remove("person"));
        await write(rate, remove("rate"));
        for (const { persons: newPersons, rates: newRates, gone, goneRate, moved } of steps) {
          people = people.filter(({ k }) => k !== gone).map((row) => (row.k === moved ? { ...row, v: "c" } : row));
          people = [...people, ...newPersons];
          await write(
            person,
            remove("person", `"person"."k" = ${gone}`),
            update("person", { v: "'c'" }, `"person"."k" = ${moved}`),
            insert(
              "person",
              valuesOf(
                newPersons.map(({ k, v }) => [k, v]),
                "k::INTEGER, v::VARCHAR",
              ),
            ),
          );
          assertViews(await Promise.all(views.slice(0, 3).map(rowsOf)), people, rated);
          rated = [...rated.filter(({ v }) => goneRate === null || v !== goneRate), ...newRates];
          await write(
            rate,
            remove("rate", `"rate"."v" = ${goneRate === null ? "NULL" : `'${goneRate}'`}`),
            insert(
              "rate",
              valuesOf(
                newRates.map(({ v, x }) => [x, v]),
                "v::VARCHAR, k::INTEGER",
              ),
            ),
          );
          assertViews(await Promise.all(views.slice(0, 3).map(rowsOf)), people, rated);
        }
      }),
      { numRuns: Math.ceil(proofs / 50), seed },
    );
  });

  test("write only the rows that a change concerns, but all of them without a joinFilter", async () => {
    keep([person, rate, ...views]);
    await write(person, insert("person", "SELECT i, 'v' || i % 10 FROM range(100) AS r(i)"));
    await write(rate, insert("rate", "SELECT 'v' || i, i FROM range(10) AS r(i)"));
    await write(rate, update("rate", { x: "77" }, `"rate"."v" = 'v3'`));
    const [last] = await tables.data.listSnapshots(reachOf(viewOf("c_rated")));
    assert.deepEqual(last?.changes, { added: 10, changed: 0, removed: 10 });
    assert.deepEqual(await rowsOf(viewOf("d_whole")), ['{"x":77}']);
  });

  test("stay as they are while a transaction has locked them, and follow with the next commit", async () => {
    keep([person, rate, ...views]);
    await write(person, insert("person", "SELECT 1, 'a'"));
    await tables.data.lock("somebody", [reachOf(viewOf("b_total"))]);
    await write(person, insert("person", "SELECT 2, 'a'"));
    assert.deepEqual(await rowsOf(viewOf("b_total")), ['{"n":1,"v":"a"}']);
    await tables.rollback("somebody");
    await write(person, insert("person", "SELECT 3, 'b'"));
    assert.deepEqual(await rowsOf(viewOf("b_total")), ['{"n":1,"v":"b"}', '{"n":2,"v":"a"}']);
  });

  test("that are defined anew are computed as a whole with the next commit upstream", async () => {
    const defined = (query: string) => [
      person,
      sourceOf("total", "n LONG, v STRING", query, [dependsOn("person", "input.v <=> output.v")]),
    ];
    keep(defined("SELECT v, count(*) AS n FROM person GROUP BY v"));
    await write(person, insert("person", "SELECT 1, 'a' UNION ALL SELECT 2, 'b'"));
    const [, total] = defined("SELECT v, sum(k) AS n FROM person GROUP BY v");
    assert.ok(total);
    keep([person, total]);
    await write(person, insert("person", "SELECT 3, 'b'"));
    assert.deepEqual(await rowsOf(total), ['{"n":1,"v":"a"}', '{"n":5,"v":"b"}']);
    await write(person, insert("person", "SELECT 5, 'a'"));
    assert.deepEqual(await rowsOf(total), ['{"n":5,"v":"b"}', '{"n":6,"v":"a"}']);
  });

  test("of a tenant follow the rows that it inherits", async () => {
    const shared = {
      ...person,
      definition: { ...person.definition, canChildrenInherit: true, canChildrenInheritData: true },
    };
    const own = { ...viewOf("b_total"), tenant: "WFF_a~north" };
    const kept = new MaterializedViews({
      tableData: tables.data,
      listSources: async (tenant) => (tenant === "WFF_a" ? [shared] : [shared, own]),
      childrenOf: () => ["WFF_a~north"],
      onFailure: (error) => failures.push(error),
    });
    tables.data.afterCommit((tenant, changed) => kept.refreshAfter(tenant, changed));
    await write(shared, insert("person", "SELECT 1, 'a'"));
    assert.deepEqual(await tables.rowsOf(accessibleTableOf(own, "WFF_a~north"), "reader", "WFF_a~north"), [
      '{"n":1,"v":"a"}',
    ]);
  });

  test("that cannot be computed leave the commit as it is, and it is told why", async () => {
    keep([person, sourceOf("broken", "v STRING", "SELECT no_column FROM person", [dependsOn("person", "")])]);
    await write(person, insert("person", "SELECT 1, 'a'"));
    assert.match(String(failures.pop()), /no_column/);
    assert.deepEqual(failures, []);
    assert.equal((await rowsOf(person)).length, 1);
  });
});

type Statement = ReturnType<typeof insert> | ReturnType<typeof remove> | ReturnType<typeof update>;

function viewOf(name: string): StoredTableSource {
  const found = views.find(({ definition }) => definition.objectName === name);
  assert.ok(found);
  return found;
}
function valuesOf(rows: readonly (readonly [number, string | null])[], columns: string): string {
  const values = rows.map(([k, v]) => `(${k}, ${v === null ? "NULL" : `'${v}'`})`);
  return rows.length === 0
    ? `SELECT ${columns} FROM (VALUES (0, '')) AS g(k, v) WHERE false`
    : `SELECT ${columns} FROM (VALUES ${values.join(", ")}) AS g(k, v)`;
}

function assertViews(
  stored: readonly (readonly string[])[],
  people: readonly { readonly k: number; readonly v: string | null }[],
  rates: readonly { readonly v: string | null; readonly x: number }[],
): void {
  const totals = [...new Set(people.map(({ v }) => v))].map((v) => ({
    n: people.filter((one) => one.v === v).length,
    v,
  }));
  const frequent = totals.filter(({ n }) => n > 1).map(({ n, v }) => ({ v, n }));
  const rated = people.flatMap(({ k, v }) => {
    const matching: (number | null)[] = rates.flatMap((rate) => (v !== null && rate.v === v ? rate.x : []));
    return (matching.length === 0 ? [null] : matching).map((x) => ({ k, v, x }));
  });
  const expected: readonly (readonly object[])[] = [frequent, totals, rated];
  assert.deepEqual(
    stored,
    expected.map((rows) => rows.map((row) => JSON.stringify(row)).sort()),
  );
}
