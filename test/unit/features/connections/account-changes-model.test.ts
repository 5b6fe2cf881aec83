import assert from "node:assert/strict";
import { accountChanges } from "../../../../src/features/connections/account-changes-model.ts";

const account = (id: string, accessToken = "", label = id) => ({ id, accessToken, account: { label } });

describe("the changes of accounts", () => {
  it("are what came, what went and what is another by now", () => {
    const before = [account("stays"), account("goes"), account("renewed", "a"), account("renamed")];
    const now = [account("stays"), account("renewed", "b"), account("renamed", "", "New"), account("comes")];
    const changes = accountChanges(before, now);
    const ids = (accounts: readonly { readonly id: string }[] = []) => accounts.map(({ id }) => id);
    assert.deepEqual(ids(changes?.added), ["comes"]);
    assert.deepEqual(ids(changes?.removed), ["goes"]);
    assert.deepEqual(ids(changes?.changed), ["renewed", "renamed"]);
  });

  it("are none when everything is as it was", () => {
    assert.equal(accountChanges([account("a", "t")], [account("a", "t")]), undefined);
    assert.equal(accountChanges([], []), undefined);
  });
});
