import assert from "node:assert/strict";
import { readSqlJobFile } from "../../../../src/client/sql/job-file.ts";
import { addTenantToPath, jobOutputsOf, uploadTenantsOf } from "../../../../src/client/sql/job-outputs.ts";

const none = async (): Promise<string> => assert.fail("no file is named");

suite("SQL job files", () => {
  test("are read with comments, and take the texts of the files that they name", async () => {
    const text = `{
      // what is loaded
      "uploads": {"data/a.csv": "a.csv"},
      "job": {"actions": [{"query": {"query": {"file": "x.tablesql"}, "timeoutSeconds": 5}}, {"commit": {}}]},
      "downloads": ["http://a/*b.csv", {"filename": "c.csv", "file": "out/c.csv"},], /* end */
    }`;
    const file = await readSqlJobFile(text, async (path) => `text of ${path}`);
    assert.deepEqual(file.uploads, [{ path: "data/a.csv", name: "a.csv" }]);
    assert.deepEqual(file.job.actions, [{ query: { query: "text of x.tablesql", timeoutSeconds: 5 } }, { commit: {} }]);
    assert.deepEqual(file.downloads, [
      { name: "http://a/*b.csv", path: "http://a/*b.csv" },
      { name: "c.csv", path: "out/c.csv" },
    ]);
    assert.deepEqual(file.transaction, {});
  });

  test("that are no JSON, or have nothing to do, say so", async () => {
    for (const text of ["", "{", '{"job": {"actions": [] }', '{"job" {}}', "{} {}", '{"job": "\\q"}']) {
      await assert.rejects(readSqlJobFile(text, none), /is not JSON\. Correct/, text);
    }
    await assert.rejects(readSqlJobFile('{"job": {}}', none), /has no actions\. Add/);
  });

  test("have outputs, of each tenant in a file of its own", () => {
    const output = { format: { csv: { header: true } }, filename: "a.csv" };
    assert.deepEqual(jobOutputsOf({ actions: [{ query: { query: "SELECT 1", output } }, { commit: {} }] }), [
      { name: "a.csv", format: "csv", hasHeader: true },
    ]);
    assert.equal(addTenantToPath("out.d/a.csv", "WFF_x"), "out.d/a.WFF_x.csv");
    assert.equal(addTenantToPath("out.d/a", "WFF_x"), "out.d/a.WFF_x");
    assert.equal(addTenantToPath("a.csv", undefined), "a.csv");
  });

  test("send a file to each tenant where rows are not distributed, else once", () => {
    const job = (inputDistributionMode: string) => ({
      tenants: ["A", "B"],
      inputs: [{ id: "i", filenames: ["a.csv"], inputDistributionMode }],
    });
    assert.deepEqual(uploadTenantsOf(job("NO_DISTRIBUTION"), "a.csv"), ["A", "B"]);
    assert.deepEqual(uploadTenantsOf(job("DISTRIBUTE_ROWS"), "a.csv"), [undefined]);
    assert.deepEqual(uploadTenantsOf(job("NO_DISTRIBUTION"), "b.csv"), [undefined]);
  });
});
