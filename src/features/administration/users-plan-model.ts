import { foldUserName } from "../../base/user-rules.ts";
import type { FileUser, UserInFile } from "../../languages/core/users/check-users.ts";

/** A user as a file had it when it was applied, with the id that the service gave. */
export interface AppliedUser {
  readonly user: FileUser;
  readonly userId?: string | undefined;
}

/** A user whose row differs from what was applied. */
interface ChangedUser {
  readonly entry: UserInFile;
  readonly before: AppliedUser;
  /** Names of the columns that differ. */
  readonly columns: readonly string[];
}

/** Changes that applying a users file would make. */
export interface UsersPlan {
  readonly added: readonly UserInFile[];
  readonly changed: readonly ChangedUser[];
  /** Users that were applied and are in the file no more. */
  readonly removed: readonly AppliedUser[];
  readonly unchanged: readonly { readonly entry: UserInFile; readonly before: AppliedUser }[];
  /** Users of a file that was not applied before, of whom nobody knows whether they exist. */
  readonly unknown: readonly UserInFile[];
}

/** Compares the users of a file with those that were applied last. Undefined for a file that was never applied. */
export function planUsers(entries: readonly UserInFile[], applied: readonly AppliedUser[] | undefined): UsersPlan {
  if (!applied) {
    return { added: [], changed: [], removed: [], unchanged: [], unknown: entries };
  }
  const byId = new Map(applied.flatMap((one) => (one.userId ? [[one.userId, one] as const] : [])));
  const byName = new Map(applied.map((one) => [foldUserName(one.user.username), one] as const));
  const added: UserInFile[] = [];
  const changed: ChangedUser[] = [];
  const unchanged: { readonly entry: UserInFile; readonly before: AppliedUser }[] = [];
  const kept = new Set<AppliedUser>();
  for (const entry of entries) {
    const { user } = entry;
    const before = byId.get(user.userId ?? "") ?? byName.get(foldUserName(user.username));
    if (!before || kept.has(before)) {
      added.push(entry);
      continue;
    }
    kept.add(before);
    const columns = differingColumns(before.user, user);
    if (columns.length > 0) {
      changed.push({ entry, before, columns });
    } else {
      unchanged.push({ entry, before });
    }
  }
  return { added, changed, removed: applied.filter((one) => !kept.has(one)), unchanged, unknown: [] };
}

/** Columns whose values are sent, by the field of a user. */
const columnsOfFields = {
  username: "username",
  displayName: "displayName",
  email: "email",
  employeeId: "employeeId",
  accountEnabled: "accountEnabled",
  profileAssignments: "profiles",
  permissionIds: "permissions",
  userGroupIds: "groups",
} as const;
const sentFields = Object.keys(columnsOfFields) as (keyof typeof columnsOfFields)[];

/** Names the columns that a file has, and that were applied with another value or not at all. */
function differingColumns(before: FileUser, user: FileUser): readonly string[] {
  return sentFields
    .filter((name) => user[name] !== undefined && comparable(before[name]) !== comparable(user[name]))
    .map((name) => columnsOfFields[name]);
}

/** Returns a value as a text that is the same for lists in another order, and for what is empty or missing. */
function comparable(value: FileUser[(typeof sentFields)[number]]): string {
  return typeof value === "string"
    ? value
    : (value ?? [])
        .map((one) => JSON.stringify(one))
        .sort()
        .join();
}

/** Converts a user to the form of the operation that adds users. What is empty is left out; an account is enabled. */
export function toAddedUser({ userId: _, ...user }: FileUser): FileUser {
  const given = Object.entries(user).filter(([, value]) => value.length > 0);
  return { accountEnabled: "true", ...Object.fromEntries(given), username: user.username };
}

/** Converts a user to the form of the operation that updates users. */
export function toUpdatedUser(user: FileUser, userId: string | undefined): FileUser {
  const id = user.userId ?? userId;
  return { ...user, ...(id !== undefined && { userId: id }) };
}

/** Splits a list into parts of at most this many. */
export function inBatches<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
