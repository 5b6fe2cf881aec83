import assert from "node:assert/strict";
import { isTransactionExtendedAutomatically } from "../../../src/base/connection-role.ts";

suite("the extension of a transaction", () => {
  test("is off for production unless the setting or a person asks for it", () => {
    assert.equal(isTransactionExtendedAutomatically("exceptProduction", "production", undefined), false);
    assert.equal(isTransactionExtendedAutomatically("exceptProduction", "test", undefined), true);
    assert.equal(isTransactionExtendedAutomatically("always", "production", undefined), true);
    assert.equal(isTransactionExtendedAutomatically("exceptProduction", "production", true), true);
    assert.equal(isTransactionExtendedAutomatically("always", "development", false), false);
    assert.equal(isTransactionExtendedAutomatically("never", "development", undefined), false);
    assert.equal(isTransactionExtendedAutomatically("exceptProduction", "production"), false);
  });
});
