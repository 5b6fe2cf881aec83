import assert from "node:assert/strict";
import type { TableSource } from "../../../../src/contract/table-sources.ts";
import { HttpError } from "../../../../src/service/call/call.ts";
import { readTableSourceDefinition } from "../../../../src/service/operations/table-source-definition.ts";
import { tableColumnsOf } from "../../../../src/service/table-data/accessible-table.ts";

type Column = NonNullable<TableSource["columns"]>[number];

const sourceWith = (fields: Partial<TableSource>): TableSource => ({
  objectName: "badge",
  columns: [{ name: "person_key", dataType: "STRING" }],
  ...fields,
});

function problemOf(fields: Partial<TableSource>): string {
  try {
    readTableSourceDefinition(sourceWith(fields));
  } catch (error) {
    assert.ok(error instanceof HttpError);
    assert.equal(error.status, 400);
    assert.equal(error.code, "TABLE_SOURCE_INVALID");
    return error.message;
  }
  return "";
}

const withColumns = (...columns: Column[]) => problemOf({ columns });

suite("the definition of a table source", () => {
  test("is filled with what may be left out", () => {
    assert.deepEqual(readTableSourceDefinition({ objectName: "badge", columns: [{ name: "a" }], uuid: "u-1" }), {
      objectName: "badge",
      columns: [{ name: "a", dataType: "UNSPECIFIED", isPrimaryTimestamp: false }],
      canChildrenInherit: false,
      canChildrenInheritData: false,
      excludeFromAutoProcessing: false,
      snapshotRetentionDays: 7,
    });
  });

  test("keeps all that is said, also what nobody knows", () => {
    const source = sourceWith({
      basicInformation: { displayName: "Ausweis", synonymList: { synonyms: ["pass"] } },
      columns: [{ name: "at", dataType: "DATE_TIME", isPrimaryTimestamp: true }],
      canChildrenInherit: true,
      canChildrenInheritData: true,
      excludeFromAutoProcessing: true,
      snapshotRetentionDays: 180,
      materializedView: { enabled: false, query: "SELECT 1" },
      filterInheritedDataByTenant: false,
    });
    const told = { ...source, laterField: 1 };
    assert.deepEqual(readTableSourceDefinition(told), told);
  });

  test("is not changed in the caller's hands", () => {
    const source = sourceWith({});
    readTableSourceDefinition(source);
    assert.deepEqual(source, sourceWith({}));
  });

  test("has an SQL name", () => {
    assert.match(problemOf({ objectName: "" }), /objectName is missing/);
    for (const objectName of ["1badge", "site badge", "site-badge", 'a"b', "a.b", "Ausweis_Köln", "a;DROP TABLE b"]) {
      assert.match(problemOf({ objectName }), /objectName is not an SQL name/, objectName);
    }
    assert.match(problemOf({ objectName: "a".repeat(256) }), /more than 255 characters/);
    for (const objectName of ["_a", "A1", "select", "a".repeat(255)]) {
      assert.equal(problemOf({ objectName }), "");
    }
  });

  test("has columns with names of their own", () => {
    assert.match(withColumns(), /columns is missing or empty/);
    assert.match(withColumns({ dataType: "STRING" }), /columns.0.name is missing/);
    assert.match(withColumns({ name: "a b" }), /columns.0.name is not an SQL name/);
    assert.match(withColumns({ name: "a" }, { name: "b" }, { name: "A" }), /columns.2.name is used by another column/);
  });

  test("has columns of the types that there are", () => {
    assert.match(
      withColumns({ name: "a", dataType: "VARCHAR" }),
      /columns.0.dataType must be one of STRING, TENANT_ID/,
    );
    const definition = readTableSourceDefinition(
      sourceWith({
        columns: [
          { name: "a", dataType: "LONG" },
          { name: "b", dataType: "CUSTOMER_ID" },
        ],
      }),
    );
    assert.deepEqual(tableColumnsOf(definition), [
      { name: "a", type: "LONG" },
      { name: "b", type: "STRING" },
    ]);
  });

  test("has one primary timestamp at most, which is a time", () => {
    const primary = (name: string, dataType: string) => ({ name, dataType, isPrimaryTimestamp: true });
    assert.match(withColumns(primary("a", "DATE"), primary("b", "DATE_TIME")), /more than one primary timestamp/);
    assert.match(withColumns(primary("a", "STRING")), /columns.0 is the primary timestamp, but/);
    assert.equal(withColumns(primary("a", "DATE")), "");
  });

  test("has one tenant column at most", () => {
    const both = withColumns({ name: "a", dataType: "TENANT_ID" }, { name: "b", dataType: "CUSTOMER_ID" });
    assert.match(both, /more than one of type TENANT_ID or CUSTOMER_ID/);
  });

  test("filters inherited data only where data is inherited and has a tenant", () => {
    const filter = { filterInheritedDataByTenant: true };
    const columns = [{ name: "tenant", dataType: "CUSTOMER_ID" }];
    assert.match(problemOf({ ...filter, columns }), /needs canChildrenInheritData true/);
    assert.match(problemOf({ ...filter, canChildrenInheritData: true }), /needs a column of type/);
    assert.equal(problemOf({ ...filter, columns, canChildrenInheritData: true }), "");
  });

  test("is a view only with a query", () => {
    const view = (fields: NonNullable<TableSource["materializedView"]>) => problemOf({ materializedView: fields });
    assert.match(view({ enabled: true }), /materializedView.query is missing/);
    assert.match(view({ enabled: true, query: " \n" }), /materializedView.query is missing/);
    const withoutTable = view({ enabled: true, query: "SELECT 1", dependencies: [{ joinFilter: "true" }] });
    assert.match(withoutTable, /dependencies.0.upstreamTable is missing/);
    assert.equal(view({ enabled: false, dependencies: [{}] }), "");
    assert.equal(view({ query: "" }), "");
  });

  test("is refused with all of its problems at once", () => {
    const message = problemOf({ objectName: "1", columns: [], filterInheritedDataByTenant: true });
    assert.equal(message.split("; ").length, 4);
  });
});
