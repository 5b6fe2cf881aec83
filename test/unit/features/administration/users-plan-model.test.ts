import assert from "node:assert/strict";
import {
  type AppliedUser,
  planUsers,
  toAddedUser,
  toUpdatedUser,
} from "../../../../src/features/administration/users-plan-model.ts";
import { checkUsersFile } from "../../../../src/languages/core/users/check-users.ts";

/** A plan with the names of the users of each kind. */
function planned(text: string, applied: readonly AppliedUser[] | undefined) {
  const { added, changed, removed, unchanged, unknown } = planUsers(checkUsersFile(text).users, applied);
  return {
    added: added.map(({ user }) => user.username),
    changed: changed.map(({ entry, columns }) => [entry.user.username, ...columns]),
    removed: removed.map(({ user }) => user.username),
    unchanged: unchanged.map(({ entry }) => entry.user.username),
    unknown: unknown.map(({ user }) => user.username),
  };
}

const none = { added: [], changed: [], removed: [], unchanged: [], unknown: [] };

describe("The plan of a users file", () => {
  const applied: readonly AppliedUser[] = [
    {
      userId: "1",
      user: { username: "ada@x.org", displayName: "Ada", profileAssignments: [{ profileId: "Analyst" }] },
    },
    { userId: "2", user: { username: "bob@x.org", permissionIds: ["EMEA", "WithoutPay"], email: "" } },
    { user: { username: "cyd@x.org" } },
  ];

  it("knows nothing of a file that was never applied", () => {
    assert.deepEqual(planned("username\nada@x.org\n", undefined), { ...none, unknown: ["ada@x.org"] });
  });

  it("has what is new, what differs and what is gone", () => {
    const text = "username,displayName,profiles\nADA@x.org,Ada L.,Analyst;Viewer\ndan@x.org,,\n";
    assert.deepEqual(planned(text, applied), {
      ...none,
      added: ["dan@x.org"],
      changed: [["ADA@x.org", "username", "displayName", "profiles"]],
      removed: ["bob@x.org", "cyd@x.org"],
    });
  });

  it("leaves out columns that the file does not have, and the order of ids", () => {
    const text = "username,permissions\nada@x.org,\nbob@x.org,WithoutPay;EMEA\ncyd@x.org,\n";
    assert.deepEqual(planned(text, applied), { ...none, unchanged: ["ada@x.org", "bob@x.org", "cyd@x.org"] });
  });

  it("follows a user by the id to another name", () => {
    const text = "userId,username\n2,robert@x.org\n";
    assert.deepEqual(planned(text, applied).changed, [["robert@x.org", "username"]]);
  });

  it("sends an added user enabled and without what is empty, and of an updated one all that the file has", () => {
    const text = "userId,username,displayName,accountEnabled,groups\n,ada@x.org,,false,\n,bob@x.org,,,HR\n";
    const [ada, bob] = checkUsersFile(text).users.map(({ user }) => user);
    assert.ok(ada && bob);
    assert.deepEqual(toAddedUser(ada), { username: "ada@x.org", accountEnabled: "false" });
    assert.deepEqual(toAddedUser({ username: "cyd@x.org" }), { username: "cyd@x.org", accountEnabled: "true" });
    assert.deepEqual(toUpdatedUser(ada, "7"), {
      userId: "7",
      username: "ada@x.org",
      displayName: "",
      accountEnabled: "false",
      userGroupIds: [],
    });
    assert.deepEqual(toAddedUser(bob), { username: "bob@x.org", accountEnabled: "true", userGroupIds: ["HR"] });
  });
});
