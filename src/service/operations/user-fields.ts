import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { foldUserName, isDateOrInstant, isEmailAddress } from "../../base/user-rules.ts";
import { UserUpsertRequest } from "../../contract/users.ts";
import { findNearestNames, formatDidYouMean } from "../../languages/core/text/find-name.ts";
import type { Caller } from "../call/call.ts";
import { accessLevelOf } from "../call/capabilities.ts";
import type { RightsCatalogue } from "../store/rights-catalogue.ts";
import type { ProfileAssignment, UserFields, UserRecord, UserStore } from "../store/user-store.ts";

/** Fields of a user as the operations take them. */
export interface SentUser extends Static<typeof UserUpsertRequest> {
  readonly userId?: string;
}

/** Open properties of the users of bulk operations, ours: the rights, as an upsert has them. */
const BulkRights = Type.Pick(UserUpsertRequest, ["userGroupIds", "permissionIds", "profileAssignments"]);
const bulkRights = Compile(BulkRights);

/** Reads a user of a bulk operation, with the rights that the contract does not name. Throws UserProblem. */
export function readBulkUser(user: object): SentUser {
  const names = Object.keys(BulkRights.properties);
  const rights = Object.fromEntries(
    Object.entries(user).filter(([name, value]) => names.includes(name) && value !== null),
  );
  if (!bulkRights.Check(rights)) {
    const [problem] = bulkRights.Errors(rights);
    const place = problem?.instancePath.split("/").slice(1).join(".");
    throw new UserProblem("USER_INVALID", `${place} of the user ${problem?.message ?? "is invalid"}.`);
  }
  const fields = Object.entries(user).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(fields), ...rights };
}

/** Why a user cannot be stored or removed. The code is one of an error response, `USER_INVALID` unless it says more. */
export class UserProblem extends Error {
  override readonly name = "UserProblem";
  readonly code: "USER_INVALID" | "USER_UNKNOWN" | "USER_EXISTS" | "OWN_ACCOUNT" | "LAST_ADMINISTRATOR";
  constructor(code: UserProblem["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const maxAddressLength = 254;

/** Returns a user name, which must be an e-mail address. Throws UserProblem. */
export function readUserName(username: string | undefined): string {
  if (username === undefined || !isAddress(username)) {
    throw new UserProblem(
      "USER_INVALID",
      username
        ? `The user name "${username.slice(0, maxAddressLength)}" is no e-mail address; use one such as ada@example.com.`
        : "The user has no username; give the user's e-mail address.",
    );
  }
  return username;
}

function isAddress(text: string): boolean {
  return text.length <= maxAddressLength && isEmailAddress(text);
}

/** Throws UserProblem if users would lock themselves out. */
export function checkNotOwn({ userId }: UserRecord, caller: Caller, isDone: boolean, done: string): void {
  if (isDone && (userId === caller.userId || userId === caller.impersonatedBy)) {
    throw new UserProblem("OWN_ACCOUNT", `Your own account cannot be ${done}; another administrator can do that.`);
  }
}

/** Reads the fields of a user. Fields that are not sent are those of `before`. Throws UserProblem. */
export function readUserFields(sent: SentUser, before: Partial<UserFields>, catalogue: RightsCatalogue): UserFields {
  const { email = before.email, displayName = before.displayName, employeeId = before.employeeId } = sent;
  if (email !== undefined && email !== "" && !isAddress(email)) {
    throw new UserProblem("USER_INVALID", `The email of ${sent.username ?? "the user"} is no e-mail address.`);
  }
  const groupIds = sent.userGroupIds ?? before.groupIds ?? [];
  const permissionIds = sent.permissionIds ?? before.permissionIds ?? [];
  const profileAssignments = sent.profileAssignments
    ? sent.profileAssignments.map(readAssignment)
    : (before.profileAssignments ?? []);
  checkKnown("group", "groups.json", sent.userGroupIds ?? [], catalogue.groups);
  checkKnown("permission", "permissions.json", sent.permissionIds ?? [], catalogue.permissions);
  const profileIds = sent.profileAssignments ? profileAssignments.map(({ profileId }) => profileId) : [];
  checkKnown("profile", "profiles.json", profileIds, catalogue.profiles);
  const isEnabled = sent.accountEnabled === undefined ? (before.isEnabled ?? false) : readSwitch(sent.accountEnabled);
  // Profiles take the place of what a version without them stored.
  const capabilities = sent.profileAssignments ? undefined : before.capabilities;
  return {
    displayName,
    email,
    employeeId,
    isEnabled,
    groupIds: [...new Set(groupIds)],
    permissionIds: [...new Set(permissionIds)],
    profileAssignments,
    capabilities,
  };
}

function readSwitch(text: string): boolean {
  const word = text.toLowerCase();
  if (word !== "true" && word !== "false") {
    throw new UserProblem("USER_INVALID", `accountEnabled is "${text.slice(0, 40)}"; it must be true or false.`);
  }
  return word === "true";
}

function readAssignment({
  profileId,
  ...validity
}: NonNullable<SentUser["profileAssignments"]>[number]): ProfileAssignment {
  if (profileId === undefined) {
    throw new UserProblem("USER_INVALID", "A profile assignment has no profileId; give the id of a profile.");
  }
  const { validityStartTime, validityEndTime } = validity;
  for (const [name, time] of Object.entries({ validityStartTime, validityEndTime })) {
    if (time !== undefined && !isDateOrInstant(time)) {
      throw new UserProblem(
        "USER_INVALID",
        `${name} of the profile "${profileId}" is no date and time; write it like 2026-01-31T00:00:00Z.`,
      );
    }
  }
  const [begins, ends] = [Date.parse(validityStartTime ?? ""), Date.parse(validityEndTime ?? "")];
  if (ends <= begins) {
    throw new UserProblem(
      "USER_INVALID",
      `The profile "${profileId}" would end before it begins; swap validityStartTime and validityEndTime.`,
    );
  }
  return { profileId, validityStartTime, validityEndTime };
}

function checkKnown(kind: string, file: string, ids: readonly string[], known: ReadonlyMap<string, unknown>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    const near = formatDidYouMean(findNearestNames(known.keys(), unknown));
    throw new UserProblem(
      "USER_INVALID",
      `There is no ${kind} "${unknown.slice(0, 200)}" in ${file} of the data folder.${near}`,
    );
  }
}

/** Converts a user to the form of the operations; what is not set is left out. */
export function toSentUser(record: UserFields & { readonly username: string; readonly userId: string | undefined }) {
  const { userId, username, displayName, employeeId, email, isEnabled, groupIds, permissionIds, profileAssignments } =
    record;
  const profileIds = [...new Set(profileAssignments.map(({ profileId }) => profileId))];
  return {
    ...(userId !== undefined && { userId }),
    username,
    ...(displayName !== undefined && { displayName }),
    ...(employeeId !== undefined && { employeeId }),
    accountEnabled: String(isEnabled),
    ...(email !== undefined && { email }),
    ...(groupIds.length > 0 && { userGroupIds: groupIds }),
    ...(profileIds.length > 0 && { profileIds }),
    ...(permissionIds.length > 0 && { permissionIds }),
  };
}

/**
 * Users of a tenant as they will be after changes that were decided so far: names stay unique, and somebody who can
 * administer the tenant stays.
 */
export class ChangedUsers {
  readonly #users: UserStore;
  readonly #tenant: string;
  readonly #put = new Map<string, UserRecord>();
  readonly #removed = new Set<string>();
  #administrators: Set<string> | undefined;

  constructor(users: UserStore, tenant: string) {
    this.#users = users;
    this.#tenant = tenant;
  }

  /** Finds a user by id, by name or by both, which must then agree. Throws UserProblem. */
  find({ userId, username }: SentUser, canRename = false): UserRecord {
    const byId = userId === undefined ? undefined : this.#current(this.#users.recordById(this.#tenant, userId));
    const found = userId === undefined ? this.named(username ?? "") : byId;
    const isOther = found && username !== undefined && foldUserName(found.username) !== foldUserName(username);
    if (!found || (isOther && !canRename)) {
      throw new UserProblem(
        "USER_UNKNOWN",
        userId === undefined && username === undefined
          ? "The entry names no user; give userId or username."
          : `${this.#tenant} has no user ${[username, userId && `with the id "${userId}"`].filter(Boolean).join(" ")}; send a user of this tenant.`,
      );
    }
    return found;
  }

  /** Returns the user with a name. */
  named(username: string): UserRecord | undefined {
    const name = foldUserName(username);
    const changed = [...this.#put.values()].find((record) => foldUserName(record.username) === name);
    const stored = this.#users.record(this.#tenant, username);
    // A user who is renamed no longer has the stored name.
    return changed ?? (stored && !this.#put.has(stored.userId) ? this.#current(stored) : undefined);
  }

  /** Decides to store a user. Throws UserProblem if the name is taken or nobody would be left to administer the tenant. */
  put(record: UserRecord): void {
    const other = this.named(record.username);
    if (other && other.userId !== record.userId) {
      throw new UserProblem("USER_EXISTS", `${this.#tenant} has a user ${other.username} already; update that user.`);
    }
    this.#checkAdministrators(record.userId, this.isAdministrator(record), record.username);
    this.#put.set(record.userId, record);
  }

  /** Decides to remove a user. Throws UserProblem if nobody would be left to administer the tenant. */
  remove({ userId, username }: UserRecord): void {
    this.#checkAdministrators(userId, false, username);
    this.#removed.add(userId);
    this.#put.delete(userId);
  }

  get changes() {
    return { put: [...this.#put.values()], remove: [...this.#removed] };
  }

  #current(record: UserRecord | undefined): UserRecord | undefined {
    return record && !this.#removed.has(record.userId) ? (this.#put.get(record.userId) ?? record) : undefined;
  }

  #checkAdministrators(userId: string, isAdministrator: boolean, username: string): void {
    this.#administrators ??= new Set(
      this.#users
        .recordsOf(this.#tenant)
        .filter((record) => this.isAdministrator(record))
        .map((record) => record.userId),
    );
    if (isAdministrator) {
      this.#administrators.add(userId);
      return;
    }
    if (this.#administrators.size === 1 && this.#administrators.has(userId)) {
      throw new UserProblem(
        "LAST_ADMINISTRATOR",
        `${username} is the last enabled administrator of ${this.#tenant}; give another user full access to administration first.`,
      );
    }
    this.#administrators.delete(userId);
  }

  /** Whether the user is enabled and administers the tenant, by profiles that do not end. */
  isAdministrator(record: UserRecord): boolean {
    const lasting = record.profileAssignments.filter(({ validityEndTime }) => validityEndTime === undefined);
    const capabilities = this.#users.capabilitiesOf({ ...record, profileAssignments: lasting });
    return record.isEnabled && accessLevelOf({ capabilities }, "administration") === "FullAccess";
  }
}
