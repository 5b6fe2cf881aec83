import assert from "node:assert/strict";
import type { TableSource } from "../../../../src/contract/table-sources.ts";
import {
  compareDefinitions,
  isSameDefinition,
} from "../../../../src/features/table-sources/definition-changes-model.ts";

const badge: TableSource = {
  uuid: "1f0c",
  objectName: "site_badge",
  basicInformation: { displayName: "Badges" },
  columns: [
    { name: "person_key", dataType: "STRING" },
    { name: "badge_no", dataType: "INTEGER" },
    { name: "closed", dataType: "BOOLEAN" },
  ],
  snapshotRetentionDays: 30,
};

suite("changes of a definition", () => {
  test("are none for the same in another order, with defaults written out and letter case of columns changed", () => {
    const after: TableSource = {
      snapshotRetentionDays: 30,
      canChildrenInherit: false,
      objectName: "site_badge",
      basicInformation: { displayName: "Badges" },
      columns: badge.columns ?? [],
    };
    assert.deepEqual(compareDefinitions(badge, after).changes, []);
    assert.ok(isSameDefinition(badge, after));
  });

  test("tell lost, new and retyped columns, and those that may be meant as renamed", () => {
    const { changes, kept, likelyRenames } = compareDefinitions(badge, {
      ...badge,
      columns: [
        { name: "PERSON_KEY", dataType: "STRING" },
        { name: "number", dataType: "INTEGER" },
        { name: "closed", dataType: "STRING" },
      ],
    });
    assert.deepEqual(changes, [
      { kind: "columnLost", name: "badge_no", dataType: "INTEGER" },
      { kind: "columnAdded", name: "number", dataType: "INTEGER" },
      { kind: "columnRetyped", name: "closed", from: "BOOLEAN", to: "STRING" },
    ]);
    assert.deepEqual(kept, ["PERSON_KEY", "closed"]);
    assert.deepEqual(likelyRenames, [{ from: "badge_no", to: "number" }]);
  });

  test("tell another name, another primary timestamp, and fields with their defaults", () => {
    const { snapshotRetentionDays: _, ...rest } = badge;
    const columns = [{ name: "seen", dataType: "DATE" }];
    const { changes } = compareDefinitions(
      { ...badge, columns },
      { ...rest, objectName: "badge", columns: [{ name: "seen", dataType: "DATE", isPrimaryTimestamp: true }] },
    );
    assert.deepEqual(changes, [
      { kind: "renamed", from: "site_badge", to: "badge" },
      { kind: "field", field: "snapshotRetentionDays", from: "30", to: "7" },
      { kind: "field", field: "seen.isPrimaryTimestamp", from: "false", to: "true" },
    ]);
  });

  test("tell a view that comes, goes or has another query", () => {
    const view = (query: string, enabled = true) => ({ ...badge, materializedView: { enabled, query } });
    const kinds = (before: TableSource, after: TableSource) =>
      compareDefinitions(before, after).changes.map(({ kind }) => kind);
    assert.deepEqual(kinds(badge, view("SELECT 1")), ["viewEnabled"]);
    assert.deepEqual(kinds(view("SELECT 1"), badge), ["viewDisabled"]);
    assert.deepEqual(kinds(view("SELECT 1"), view("SELECT 2")), ["viewChanged"]);
  });

  test("of the order of columns alone are no changes of values, but not the same definition", () => {
    const after = { ...badge, columns: (badge.columns ?? []).toReversed() };
    assert.deepEqual(compareDefinitions(badge, after).changes, []);
    assert.ok(!isSameDefinition(badge, after));
  });
});
