import { randomUUID } from "node:crypto";
import { foldUserName } from "../../base/user-rules.ts";
import type { userOperations } from "../../contract/users.ts";
import { type Caller, type CallTenant, createJsonResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { UserRecord } from "../store/user-store.ts";
import { targetTenantOf } from "./jobs.ts";
import { addUpsertChange, findUserIn, toUpsertChange, toUserDefinition } from "./project-users.ts";
import { findWritableProject } from "./projects.ts";
import {
  ChangedUsers,
  checkNotOwn,
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
      if (!isVersioned) {
        throw new HttpError(
          400,
          "REQUEST_INVALID",
          "A change with NonVersioned true takes effect at once and in no project; leave out the header ProjectID, or NonVersioned.",
        );
      }
      return createJsonResponse(await upsertInProject(username, body, project, tenant, caller, parts));
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
        const before = findUserIn(users, tenant.code)(username);
        stored = replaceUser(username, body, changed, caller, tenant, parts);
        const { document, ...words } = toUpsertChange(before, toUserDefinition(stored), caller);
        // A change is about one name, so that a new name is no change that can be undone.
        const change = document && (before === undefined || before.id === document.id) ? { ...words, document } : words;
        return {
          ...changed.changes,
          ...(isVersioned && {
            alsoIn: (connection) => productionVersions.releaseIn(connection, tenant.code, change, caller.userId),
          }),
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

/** Makes the upsert a change of a project, and returns the user as it will be. Throws a 400, 403, 404 or 409. */
async function upsertInProject(
  name: string,
  sent: SentUser,
  projectId: string,
  tenant: CallTenant,
  caller: Caller,
  parts: ServiceDependencies,
) {
  const checkProject = async () => void (await findWritableProject(projectId, tenant, caller, parts));
  await checkProject();
  return withHttpErrors(async () => {
    const { username, fields } = readReplacement(name, sent, parts);
    if (foldUserName(username) !== foldUserName(name)) {
      throw new UserProblem(
        "USER_INVALID",
        `A change of a project renames nobody: the user is ${name} in the path and ${username} in the body. Update the user without the header ProjectID first.`,
      );
    }
    const user = { ...fields, username };
    await addUpsertChange(
      tenant.code,
      { project: projectId, userId: caller.userId },
      toUserDefinition(user),
      caller,
      checkProject,
      parts,
    );
    return toSentUser({ ...user, userId: parts.users.record(tenant.code, username)?.userId });
  });
}

/** Reads the name and all fields of a user whom an upsert replaces. Throws UserProblem. */
function readReplacement(name: string, sent: SentUser, { dataRights }: ServiceDependencies) {
  const username = readUserName(name);
  const fields = readUserFields(
    { ...sent, profileAssignments: sent.profileAssignments ?? [] },
    {},
    dataRights.catalogue,
  );
  return { username: sent.username ? readUserName(sent.username) : username, fields };
}

/** Creates a user, or replaces all fields of an existing one. Throws UserProblem. */
function replaceUser(
  name: string,
  sent: SentUser,
  changed: ChangedUsers,
  caller: Caller,
  tenant: CallTenant,
  parts: ServiceDependencies,
): UserRecord {
  const { username, fields } = readReplacement(name, sent, parts);
  const before = changed.named(name);
  const record = { ...fields, userId: before?.userId ?? randomUUID(), tenant: tenant.code, username };
  if (before) {
    checkNotOwn(before, caller, !record.isEnabled, "disabled");
  }
  changed.put(record);
  return record;
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

async function withHttpErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toHttpError(error);
  }
}

function toHttpError(error: unknown): unknown {
  return error instanceof UserProblem
    ? new HttpError(conflicts.includes(error.code) ? 409 : 400, error.code, error.message, { cause: error })
    : error;
}
