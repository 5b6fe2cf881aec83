import { randomUUID } from "node:crypto";
import { foldUserName } from "../../base/user-rules.ts";
import { type Caller, HttpError } from "../call/call.ts";
import { accessLevelOf, canRead } from "../call/capabilities.ts";
import {
  applyToUsers,
  type FindUser,
  type ModelChange,
  type UserChange,
  type UserDefinition,
} from "../model/model-change.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { ProjectView } from "../store/model-changes.ts";
import type { ProjectChange } from "../store/project-change-store.ts";
import type { UserFields, UserRecord, UserStore } from "../store/user-store.ts";
import { ChangedUsers, checkNotOwn, readUserFields, readUserName, UserProblem } from "./user-fields.ts";

/** Converts a user to its definition in changes of projects. */
export function toUserDefinition({
  username,
  isEnabled,
  groupIds: userGroupIds,
  permissionIds,
  profileAssignments,
  ...names
}: UserFields & { readonly username: string }): UserDefinition {
  const { displayName, employeeId, email } = names;
  return {
    id: foldUserName(username),
    username,
    ...(displayName !== undefined && { displayName }),
    ...(employeeId !== undefined && { employeeId }),
    ...(email !== undefined && { email }),
    accountEnabled: isEnabled ? "true" : "false",
    userGroupIds,
    permissionIds,
    profileAssignments: profileAssignments.map(({ profileId, validityStartTime, validityEndTime }) => ({
      profileId,
      ...(validityStartTime !== undefined && { validityStartTime }),
      ...(validityEndTime !== undefined && { validityEndTime }),
    })),
  };
}

/** Finds the users of a tenant as they are in production. */
export function findUserIn(users: UserStore, tenant: string): FindUser {
  return (id) => {
    const record = users.record(tenant, id);
    return record && toUserDefinition(record);
  };
}

/** The change of a project or production version that an upsert of a user makes. */
export function toUpsertChange(
  before: UserDefinition | undefined,
  after: UserDefinition,
  { username }: Caller,
): ProjectChange {
  return {
    id: randomUUID(),
    name: `User ${after.username}`,
    description: `${username} created or replaced the user.`,
    document: { kind: "user", id: after.id, before: before ?? null, after },
  };
}

/**
 * Adds an upsert of a user to the caller's uncommitted changes of a project. Nothing is in force before it is published.
 * `checkProject`, which is called in the transaction, throws if the project takes no changes any more.
 */
export function addUpsertChange(
  tenant: string,
  view: ProjectView,
  after: UserDefinition,
  caller: Caller,
  checkProject: () => Promise<void>,
  { projectChanges, tenants, users }: ServiceDependencies,
): Promise<void> {
  return projectChanges.addUncommitted(tenant, view, async () => {
    await checkProject();
    const findUser = applyToUsers(findUserIn(users, tenant), await tenants.modelChanges.unpublished(view));
    return toUpsertChange(findUser(after.id), after, caller);
  });
}

/** Reads the definition after an imported change of a user as the upsert of the user does. Throws UserProblem. */
export function readChangedUser(change: UserChange, { dataRights }: ServiceDependencies): UserChange {
  const { after } = change;
  if (!after) {
    return change;
  }
  const username = readUserName(after.username);
  return { ...change, after: toUserDefinition({ ...fieldsOf(after, dataRights.catalogue), username }) };
}

function fieldsOf({ id: _, ...sent }: UserDefinition, catalogue: Parameters<typeof readUserFields>[2]): UserFields {
  const { userGroupIds, permissionIds, profileAssignments, ...fields } = sent;
  const rights = { userGroupIds: [...userGroupIds], permissionIds: [...permissionIds] };
  return readUserFields({ ...fields, ...rights, profileAssignments: [...profileAssignments] }, {}, catalogue);
}

/**
 * Decides which users changes of a project store and remove when it is published. Throws a 409 if the rules of an upsert
 * or a removal do not allow it.
 */
export function decideUserChanges(
  tenant: string,
  changes: readonly ModelChange[],
  caller: Caller,
  { users, dataRights }: ServiceDependencies,
): { readonly put: readonly UserRecord[]; readonly remove: readonly string[] } {
  const changed = new ChangedUsers(users, tenant);
  const last = new Map(changes.flatMap((change) => (change.kind === "user" ? [[change.id, change] as const] : [])));
  const decided = [...last.values()].map((change) => ({
    change,
    before: users.record(tenant, change.id),
    after: told(change, () => (change.after ? toRecord(tenant, change.after, users, dataRights.catalogue) : undefined)),
  }));
  // First those who can administer the tenant afterwards, so that the last administrator may hand over.
  const isFirst = ({ after }: (typeof decided)[number]) => after !== undefined && changed.isAdministrator(after);
  for (const { change, before, after } of [...decided.filter(isFirst), ...decided.filter((one) => !isFirst(one))]) {
    told(change, () => {
      if (before) {
        checkNotOwn(before, caller, !after?.isEnabled, after ? "disabled" : "removed");
      }
      if (after) {
        changed.put(after);
      } else if (before) {
        changed.remove(before);
      }
    });
  }
  return changed.changes;
}

function toRecord(
  tenant: string,
  after: UserDefinition,
  users: UserStore,
  catalogue: Parameters<typeof readUserFields>[2],
): UserRecord {
  const { username } = after;
  const userId = users.record(tenant, username)?.userId ?? randomUUID();
  return { ...fieldsOf(after, catalogue), userId, tenant, username };
}

function told<Value>({ id }: UserChange, decide: () => Value): Value {
  try {
    return decide();
  } catch (error) {
    throw error instanceof UserProblem
      ? new HttpError(409, error.code, `The change of user ${id}: ${error.message}`, { cause: error })
      : error;
  }
}

/** Throws a 403 if changes are about users and the caller may not change users. */
export function checkMayChangeUsers(
  changes: readonly Pick<ModelChange, "kind">[],
  { userId }: Caller,
  action: string,
  { users }: ServiceDependencies,
): void {
  const user = users.byId(userId);
  const isAllowed = user !== undefined && accessLevelOf(user, "administration") === "FullAccess";
  if (!isAllowed && changes.some(({ kind }) => kind === "user")) {
    throw new HttpError(
      403,
      "CAPABILITY_MISSING",
      `The project has changes of users; ${action} them needs full access to administration, which the user's profile lacks; an administrator of the tenant can grant it.`,
    );
  }
}

/** Leaves out what changes do to users if the caller may not see users. */
export function withVisibleDocuments(
  changes: readonly ProjectChange[],
  { userId }: Caller,
  { users }: ServiceDependencies,
): readonly ProjectChange[] {
  return canRead(users.byId(userId), "administration")
    ? changes
    : changes.map(({ document, ...change }) => ({
        ...change,
        ...(document && document.kind !== "user" && { document }),
      }));
}
