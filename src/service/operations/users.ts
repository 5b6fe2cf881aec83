import { randomUUID } from "node:crypto";
import type { userOperations } from "../../contract/users.ts";
import { type Caller, type CallTenant, createJsonResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { UserRecord } from "../store/user-store.ts";
import { targetTenantOf } from "./jobs.ts";
import {
  ChangedUsers,
  readBulkUser,
  readUserFields,
  readUserName,
  type SentUser,
  toSentUser,
  UserProblem,
} from "./user-fields.ts";

export const userHandlers: OperationHandlers<typeof userOperations> = {
  async upsertUser({ path, headers, body, tenant, project, caller }, parts) {
    const { users, productionVersions } = parts;
    const isVersioned = !headers.NonVersioned;
    const { username } = path;
    if (project !== undefined) {
      refuseProject(isVersioned);
    }
    if (headers.Prefer === "nvLock=artifact" && users.isChanging(tenant.code, username)) {
      throw new HttpError(
        409,
        "USER_LOCKED",
        `${username} is being changed by another call; repeat the call when that one has ended.`,
      );
    }
    let stored: UserRecord | undefined;
    await withHttpErrors(() =>
      users.change(tenant.code, [username], () => {
        const changed = new ChangedUsers(users, tenant.code);
        stored = replaceUser(username, body, changed, caller, tenant, parts);
        const alsoIn: Parameters<typeof productionVersions.releaseIn>[2] = {
          name: `User ${stored.username}`,
          description: `${caller.username} created or replaced the user.`,
        };
        return {
          ...changed.changes,
          ...(isVersioned && { alsoIn: (connection) => productionVersions.releaseIn(connection, tenant.code, alsoIn) }),
        };
      }),
    );
    if (!stored) {
      throw new Error("The user was not stored.");
    }
    await parts.invitations.invite([stored]);
    return createJsonResponse(toSentUser(stored));
  },

  async addUsers({ query, body, tenant }, parts) {
    return changeEach(query.tenantCode, body.users, tenant, parts, (sent, changed) => {
      const username = readUserName(sent.username);
      const fields = readUserFields(sent, {}, parts.dataRights.catalogue);
      const record = {
        ...fields,
        userId: randomUUID(),
        tenant: targetTenantOf(query.tenantCode, tenant, parts),
        username,
      };
      changed.put(record);
      return record;
    });
  },

  async updateUsers({ query, body, tenant, caller }, parts) {
    return changeEach(query.tenantCode, body.users, tenant, parts, (sent, changed) => {
      const before = changed.find(sent, true);
      const username = sent.username === undefined ? before.username : readUserName(sent.username);
      const record = { ...before, ...readUserFields(sent, before, parts.dataRights.catalogue), username };
      checkNotOwn(before, caller, !record.isEnabled, "disabled");
      changed.put(record);
      return record;
    });
  },

  async deleteUsers({ query, body, tenant, caller }, parts) {
    return changeEach(query.tenantCode, body.users, tenant, parts, (sent, changed) => {
      const record = changed.find(sent);
      checkNotOwn(record, caller, true, "removed");
      changed.remove(record);
      return record;
    });
  },
};

/** Throws a 400: with a project, the change is one of the project's versioned ones. */
function refuseProject(isVersioned: boolean): never {
  throw isVersioned
    ? new HttpError(
        400,
        "PROJECT_NOT_TARGETED",
        "Users cannot be changed in a project here; leave out the header ProjectID.",
      )
    : new HttpError(
        400,
        "REQUEST_INVALID",
        "A change with NonVersioned true takes effect at once and in no project; leave out the header ProjectID, or NonVersioned.",
      );
}

/** Creates a user, or replaces all fields of an existing one. Throws UserProblem. */
function replaceUser(
  name: string,
  sent: SentUser,
  changed: ChangedUsers,
  caller: Caller,
  tenant: CallTenant,
  { dataRights }: ServiceDependencies,
): UserRecord {
  const username = readUserName(name);
  const before = changed.named(username);
  const renamed = sent.username === undefined || sent.username === "" ? username : readUserName(sent.username);
  const fields = readUserFields(
    { ...sent, profileAssignments: sent.profileAssignments ?? [] },
    {},
    dataRights.catalogue,
  );
  const record = { ...fields, userId: before?.userId ?? randomUUID(), tenant: tenant.code, username: renamed };
  if (before) {
    checkNotOwn(before, caller, !record.isEnabled, "disabled");
  }
  changed.put(record);
  return record;
}

/** Throws UserProblem if users would lock themselves out. */
function checkNotOwn({ userId }: UserRecord, caller: Caller, isDone: boolean, done: string): void {
  if (isDone && (userId === caller.userId || userId === caller.impersonatedBy)) {
    throw new UserProblem("OWN_ACCOUNT", `Your own account cannot be ${done}; another administrator can do that.`);
  }
}

/**
 * Changes users one after the other in one transaction. Those that cannot be changed are failures and do not keep the
 * others from being changed.
 */
async function changeEach(
  tenantCode: string | undefined,
  sent: readonly SentUser[] | undefined,
  tenant: CallTenant,
  parts: ServiceDependencies,
  change: (sent: SentUser, changed: ChangedUsers) => UserRecord,
) {
  const code = targetTenantOf(tenantCode, tenant, parts);
  const list = sent ?? [];
  const successes: UserRecord[] = [];
  const failures: unknown[] = [];
  const names = list.flatMap(({ username }) => username ?? []);
  await parts.users.change(code, names, () => {
    const changed = new ChangedUsers(parts.users, code);
    for (const user of list) {
      try {
        successes.push(change(readBulkUser(user), changed));
      } catch (error) {
        failures.push(toFailure(user, error));
      }
    }
    return changed.changes;
  });
  await parts.invitations.invite(successes.filter(({ userId }) => parts.users.recordById(code, userId)));
  return createJsonResponse({ successes: successes.map(toSentUser), failures });
}

function toFailure({ userId, username, displayName }: SentUser, error: unknown) {
  if (!(error instanceof UserProblem)) {
    throw error;
  }
  return {
    ...(userId !== undefined && { userId }),
    ...(username !== undefined && { userName: username }),
    ...(displayName !== undefined && { displayName }),
    error: { message: error.message, rci: error.code },
  };
}

const conflicts: readonly UserProblem["code"][] = ["USER_EXISTS", "LAST_ADMINISTRATOR", "OWN_ACCOUNT"];

async function withHttpErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw toHttpError(error);
  }
}

function toHttpError(error: unknown): unknown {
  return error instanceof UserProblem
    ? new HttpError(conflicts.includes(error.code) ? 409 : 400, error.code, error.message, { cause: error })
    : error;
}
