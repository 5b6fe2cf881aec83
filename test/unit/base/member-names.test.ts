import assert from "node:assert/strict";
import { displayNameOf, distinguishNames } from "../../../src/base/member-names.ts";

describe("display names of members", () => {
  it("leave out those that say what the member says, and tell equal ones apart by the member", () => {
    const names = new Map([
      ["Sales", "Sales"],
      ["RnD", "Research"],
      ["US.Springfield", "Springfield"],
      ["UK.Springfield", "Springfield"],
      ["None", ""],
    ]);
    assert.deepEqual(distinguishNames(names), {
      RnD: "Research",
      "US.Springfield": "Springfield (US.Springfield)",
      "UK.Springfield": "Springfield (UK.Springfield)",
    });
  });

  it("are of the given members only, whatever objects inherit", () => {
    assert.equal(displayNameOf({ RnD: "Research" }, "toString"), undefined);
    assert.equal(displayNameOf({ RnD: "Research" }, "RnD"), "Research");
  });
});
