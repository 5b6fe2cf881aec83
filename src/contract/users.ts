import type { Static } from "typebox";
import * as Type from "typebox";
import { limits } from "./limits.ts";
import { defineOperation } from "./operation.ts";
import { TenantCode } from "./tenant-code.ts";

const text = Type.Optional(Type.String());
const assumed = { "x-source": "assumed" };
const texts = Type.Optional(Type.Array(Type.String()));

/**
 * Request schema of a complete user. Fields that are omitted are removed from an existing user (service-api, "Users").
 */
export const UserUpsertRequest = Type.Object({
  username: text,
  displayName: text,
  employeeId: text,
  accountEnabled: Type.Optional(Type.String({ description: "The text true enables the account." })),
  email: text,
  userGroupIds: texts,
  permissionIds: texts,
  profileAssignments: Type.Optional(
    Type.Array(Type.Object({ profileId: text, validityStartTime: text, validityEndTime: text }, assumed)),
  ),
});

/** Response schema with the user as stored. */
const UserUpsertResponse = Type.Object({
  userId: text,
  username: text,
  displayName: text,
  employeeId: text,
  accountEnabled: text,
  email: text,
  userGroupIds: texts,
  profileIds: texts,
  permissionIds: texts,
});

const BulkUser = Type.Object(
  { userId: text, username: text, displayName: text, employeeId: text, accountEnabled: text, email: text },
  assumed,
);

/** Request schema with the users of one bulk operation (service-api, "Users", "Limits"). */
export const BulkUsersRequest = Type.Object({
  users: Type.Optional(Type.Array(BulkUser, { maxItems: limits.usersPerRequest.value })),
});
export type BulkUsersRequest = Static<typeof BulkUsersRequest>;

/** Response schema of a bulk operation: the users for whom it succeeded, and those for whom it failed. */
const BulkUsersResponse = Type.Object({
  successes: Type.Optional(Type.Array(BulkUser)),
  failures: Type.Optional(
    Type.Array(
      Type.Object(
        {
          userId: text,
          userName: text,
          displayName: text,
          error: Type.Optional(Type.Object({ message: text, rci: text })),
        },
        assumed,
      ),
    ),
  ),
});

const tenantCode = { tenantCode: Type.Optional(TenantCode) };
const bulkBody = { type: "application/json", schema: BulkUsersRequest } as const;

const locking = Type.Union(
  [Type.Literal("nvLock=global"), Type.Literal("nvLock=artifact"), Type.Literal("nvLock=none")],
  { description: "Only with NonVersioned true; the default depends on a feature flag of the tenant." },
);

/** Operations on users (service-api, "Users", "Common headers and parameters"). */
export const userOperations = {
  upsertUser: defineOperation({
    route: "PUT /v3/admin/users/{username}",
    title: "Create or replace a user",
    // Without NonVersioned it releases a new production version.
    kind: "publish",
    idempotent: true,
    assumed: ["route"],
    targets: ["tenant", "project"],
    path: { username: Type.String() },
    headers: {
      NonVersioned: Type.Optional(
        Type.Boolean({ description: "True: takes effect without a new production version.", default: false }),
      ),
      Prefer: Type.Optional(locking),
    },
    body: { type: "application/json", schema: UserUpsertRequest },
    rules: [{ kind: "onlyWith", field: "headers.Prefer", other: "headers.NonVersioned", value: true }],
    repeatsOnConflict: { header: "Prefer", value: "nvLock=artifact" },
    answers: { "application/json": UserUpsertResponse },
  }),
  updateUsers: defineOperation({
    route: "PUT /v2/admin/users",
    title: "Update users",
    kind: "define",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: tenantCode,
    body: bulkBody,
    answers: { "application/json": BulkUsersResponse },
  }),
  addUsers: defineOperation({
    route: "POST /v2/admin/users",
    title: "Add users",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: tenantCode,
    body: bulkBody,
    answers: { "application/json": BulkUsersResponse },
  }),
  deleteUsers: defineOperation({
    route: "DELETE /v2/admin/users",
    title: "Delete users",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route", "answers"],
    targets: ["tenant"],
    query: tenantCode,
    body: bulkBody,
    answers: { "application/json": BulkUsersResponse },
  }),
};
