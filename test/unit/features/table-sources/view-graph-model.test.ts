import assert from "node:assert/strict";
import type { TableSource } from "../../../../src/contract/table-sources.ts";
import { buildViewGraph, dependentsOf, tableNamesIn } from "../../../../src/features/table-sources/view-graph-model.ts";

const table = (name: string): TableSource => ({ uuid: `id-${name}`, objectName: name });
const view = (name: string, query: string, upstream: readonly string[], enabled = true): TableSource => ({
  ...table(name),
  materializedView: {
    enabled,
    query,
    dependencies: upstream.map((other) => ({ upstreamTable: `id-${other}`, joinFilter: "input.k = output.k" })),
  },
});
const warnings = (tables: readonly TableSource[], name: string) =>
  buildViewGraph(tables).find((one) => one.name === name)?.warnings;

suite("tables that a query reads", () => {
  const samples: readonly (readonly [query: string, ...names: string[]])[] = [
    ["SELECT a, b FROM Badge", "badge"],
    ["SELECT x FROM a AS one, b two JOIN `c d` USING (k)", "a", "b", "c d"],
    ["SELECT x, y FROM db.badge WHERE x IN (SELECT k FROM person)", "badge", "person"],
    ["WITH w AS (SELECT 1 FROM a) SELECT * FROM w JOIN b ON w.k = b.k", "a", "b"],
    ["SELECT ' FROM x', \"FROM y\" -- FROM z\nFROM a /* FROM u */", "a"],
    ["SELECT extract(YEAR FROM d), count(*) FROM a GROUP BY 1, 2", "d", "a"],
    ["SELECT * FROM a LATERAL VIEW explode(l) t AS e", "a"],
    ["SELECT 1"],
  ];
  for (const [query, ...names] of samples) {
    test(`are ${names.join(", ") || "none"} in ${JSON.stringify(query)}`, () => {
      assert.deepEqual([...tableNamesIn(query)].toSorted(), names.toSorted());
    });
  }
});

suite("the graph of materialized views", () => {
  test("has the views with their tables, sorted, and no warning where all is right", () => {
    const tables = [table("a"), view("z", "SELECT k FROM v", ["v"]), view("v", "SELECT k FROM a", ["a"])];
    const graph = buildViewGraph(tables);
    assert.deepEqual(
      graph.map(({ name, upstream, warnings: found }) => [
        name,
        upstream.map((edge) => [edge.name, edge.isView]),
        found,
      ]),
      [
        ["v", [["a", false]], []],
        ["z", [["v", true]], []],
      ],
    );
    assert.deepEqual(dependentsOf(tables, "id-a"), ["v"]);
    assert.deepEqual(dependentsOf(tables, "id-z"), []);
  });

  test("warns of tables that are read without a dependency, and of dependencies that are not read or not there", () => {
    const tables = [table("a"), table("b"), view("v", "SELECT k FROM A", ["b", "gone"])];
    assert.deepEqual(warnings(tables, "v"), [
      { kind: "notThere", id: "id-gone" },
      { kind: "notNamed", name: "a" },
      { kind: "notRead", name: "b" },
    ]);
  });

  test("warns of a view that is upstream of itself, and shows the way", () => {
    const tables = [view("a", "SELECT k FROM b", ["b"]), view("b", "SELECT k FROM a", ["a"])];
    assert.deepEqual(warnings(tables, "a"), [{ kind: "cycle", names: ["a", "b", "a"] }]);
  });

  test("counts no view that is not enabled among those that depend on a table", () => {
    const tables = [table("a"), view("v", "SELECT k FROM a", ["a"], false)];
    assert.deepEqual(dependentsOf(tables, "id-a"), []);
    assert.equal(buildViewGraph(tables)[0]?.isEnabled, false);
  });
});
