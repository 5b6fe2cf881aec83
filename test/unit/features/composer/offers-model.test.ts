import assert from "node:assert/strict";
import { type KnownNames, offersOf } from "../../../../src/features/composer/offers-model.ts";
import type { TableEntry } from "../../../../src/languages/core/model/table-model.ts";
import type { JobPath, OfferKind } from "../../../../src/protocol/composer-view.ts";
import type { Json } from "../../../../src/protocol/operation-form.ts";

function table(objectName: string, ...columns: string[]): TableEntry {
  return {
    objectName,
    id: `id-${objectName}`,
    columns: columns.map((name) => ({ name, type: "STRING", isPrimaryTimestamp: false })),
  };
}

const names: KnownNames = {
  tables: async () => [table("badge", "key", "site", "since"), table("staging", "Key", "Site")],
  tenants: async () => [{ code: "T1", displayName: "North" }],
  header: async (path) => (path === "data/new.csv" ? ["KEY", "site", "unit"] : []),
};

const job: Json = {
  uploads: { "data/new.csv": "new.csv" },
  job: {
    inputs: [
      { id: "fresh", filename: "new.csv", format: { csv: { header: true } } },
      { filename: "folder/other.csv" },
      { id: "bare", filename: "new.csv", format: { csv: {} } },
    ],
    actions: [
      { upsert: { source: "staging", target: "BADGE", keys: [] } },
      { upsert: { source: "fresh", target: "badge", keys: [] } },
      { query: { query: "SELECT 1", output: { filename: "out.csv" } } },
      { upsert: { source: "other", target: "badge", keys: [] } },
      { upsert: { source: "fresh", target: "new_table", keys: [] } },
    ],
  },
};

async function values(of: OfferKind, path: JobPath = []): Promise<readonly string[]> {
  return (await offersOf(of, path, job, names)).map(({ value }) => value);
}

describe("what a field of the composer is chosen from", () => {
  it("is the tables, or their ids", async () => {
    assert.deepEqual(await values("tables"), ["badge", "staging"]);
    assert.deepEqual(await values("tableIds"), ["id-badge", "id-staging"]);
  });

  it("is inputs before tables for a source", async () => {
    assert.deepEqual(await values("sources"), ["fresh", "other", "bare", "badge", "staging"]);
  });

  it("is the columns that both tables have, or those of the one that is known", async () => {
    assert.deepEqual(await values("keys", ["job", "actions", 0, "upsert", "keys"]), ["key", "site"]);
    assert.deepEqual(await values("keys", ["job", "actions", 3, "upsert", "keys"]), ["key", "site", "since"]);
  });

  it("is the columns of the local file where a source is uploaded with a header", async () => {
    assert.deepEqual(await values("keys", ["job", "actions", 1, "upsert", "keys"]), ["key", "site"]);
    assert.deepEqual(await values("keys", ["job", "actions", 4, "upsert", "keys"]), ["KEY", "site", "unit"]);
    assert.deepEqual(await values("inputColumns", ["job", "inputs", 0, "tenantCodeColumn"]), ["KEY", "site", "unit"]);
    assert.deepEqual(await values("inputColumns", ["job", "inputs", 2, "tenantCodeColumn"]), []);
  });

  it("is the tenants, the uploaded files and the outputs", async () => {
    assert.deepEqual(await values("tenants"), ["T1"]);
    assert.deepEqual(await values("inputFiles"), ["new.csv"]);
    assert.deepEqual(await values("outputs"), ["out.csv"]);
  });
});
