import assert from "node:assert/strict";
import { isExtendedAutomatically } from "../../../src/base/connection-role.ts";

suite("the extension of a transaction", () => {
  test("is off for production unless the setting or a person asks for it", () => {
    assert.equal(isExtendedAutomatically("exceptProduction", "production", undefined), false);
    assert.equal(isExtendedAutomatically("exceptProduction", "test", undefined), true);
    assert.equal(isExtendedAutomatically("always", "production", undefined), true);
    assert.equal(isExtendedAutomatically("exceptProduction", "production", true), true);
    assert.equal(isExtendedAutomatically("always", "development", false), false);
    assert.equal(isExtendedAutomatically("never", "development", undefined), false);
    assert.equal(isExtendedAutomatically("exceptProduction", "production"), false);
  });
});
