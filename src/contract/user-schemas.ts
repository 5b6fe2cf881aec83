import type { Static } from "typebox";
import * as Type from "typebox";
import { limits } from "./limits.ts";

const text = Type.Optional(Type.String());
const assumed = { "x-source": "assumed" };
const texts = Type.Optional(Type.Array(Type.String()));

/** A complete user. Omitted fields are removed from an existing user (service-api, "Users"). */
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
export type UserUpsertRequest = Static<typeof UserUpsertRequest>;

/** The stored user. */
export const UserUpsertResponse = Type.Object({
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
export type UserUpsertResponse = Static<typeof UserUpsertResponse>;

const BulkUser = Type.Object(
  { userId: text, username: text, displayName: text, employeeId: text, accountEnabled: text, email: text },
  assumed,
);

/** Users of one bulk call (service-api, "Users", "Limits"). */
export const BulkUsersRequest = Type.Object({
  users: Type.Optional(Type.Array(BulkUser, { maxItems: limits.usersPerRequest.value })),
});
export type BulkUsersRequest = Static<typeof BulkUsersRequest>;

/** Users for whom a bulk call succeeded, and those for whom it failed. */
export const BulkUsersResponse = Type.Object({
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
export type BulkUsersResponse = Static<typeof BulkUsersResponse>;
