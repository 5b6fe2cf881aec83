import assert from "node:assert/strict";
import { relativePath } from "../../../../src/features/composer/relative-path-model.ts";

describe("the path from a job file to another file", () => {
  it("goes down, up and aside", () => {
    assert.equal(relativePath("/work/jobs", "/work/jobs/data/a.csv"), "data/a.csv");
    assert.equal(relativePath("/work/jobs", "/work/a.csv"), "../a.csv");
    assert.equal(relativePath("/work/jobs/nightly", "/work/data/a.csv"), "../../data/a.csv");
  });

  it("does not lead from one drive to another", () => {
    assert.equal(relativePath("/c:/work", "/d:/a.csv"), undefined);
    assert.equal(relativePath("/c:/work", "/c:/a.csv"), "../a.csv");
  });
});
