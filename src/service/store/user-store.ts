import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { TaskQueue } from "../../base/task-queue.ts";
import { foldUserName } from "../../base/user-rules.ts";
import { type Connection, type SqlRow, textList } from "../../duckdb/database.ts";
import type { Caller } from "../call/call.ts";
import type { CapabilityGroup, Capable } from "../call/capabilities.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import type { RightsCatalogue } from "./rights-catalogue.ts";
import { defaultPasswordCost, hashPassword, matchesPasswordHash } from "./secrets.ts";
import type { TokenStore } from "./token-store.ts";

/** A profile that a user has, for a time or for good. Times are ISO 8601 instants; the end is exclusive. */
export interface ProfileAssignment {
  readonly profileId: string;
  readonly validityStartTime?: string | undefined;
  readonly validityEndTime?: string | undefined;
}

/** Fields of a user that an administrator sets. */
export interface UserFields {
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
  readonly employeeId?: string | undefined;
  readonly isEnabled: boolean;
  readonly groupIds: readonly string[];
  readonly permissionIds: readonly string[];
  readonly profileAssignments: readonly ProfileAssignment[];
  /** Capabilities of a user that a version without profiles created. */
  readonly capabilities?: readonly CapabilityGroup[] | undefined;
}

/** A user as stored, whether or not the account is enabled. */
export interface UserRecord extends UserFields {
  readonly userId: string;
  readonly tenant: string;
  readonly username: string;
}

/** An enabled user with the rights that hold now. */
export interface User extends Caller, Capable {
  /** Ids of the user's own permissions and of those of the user's groups, sorted. */
  readonly permissionIds: readonly string[];
}

/** Changes of users: new ones and changed ones, which keep their passwords, and the ids of those who are removed. */
interface UserChanges {
  readonly put?: readonly UserRecord[];
  readonly remove?: readonly string[];
  /** Does more in the transaction. */
  readonly alsoIn?: (connection: Connection) => Promise<void>;
}

/** Changes users in the transaction that it is given for. */
type ChangeUsers = (changes: Pick<UserChanges, "put" | "remove">) => Promise<void>;

/** A user's password is unset until the user chooses one. */
interface StoredUser {
  readonly record: UserRecord;
  readonly passwordHash: string | undefined;
}

/** Salt and key that are checked for unknown user names, so that the response time does not reveal which names exist. */
const unknownUserKey = "AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

interface UserStoreOptions {
  readonly platform: PlatformDatabase;
  readonly tokens: TokenStore;
  readonly catalogue: RightsCatalogue;
  readonly clock: Clock;
  /** Cost of hashing new passwords; that of `hashPassword` by default. */
  readonly passwordCost?: number | undefined;
}

/**
 * Stores the users of all tenants. They are held in memory. User names are unique in each tenant without regard to case.
 * Only enabled users are found by `byId`, `byName` and `signIn`, so that no credential of a disabled one is accepted.
 */
export class UserStore {
  readonly #platform: PlatformDatabase;
  readonly #tokens: TokenStore;
  readonly #catalogue: RightsCatalogue;
  readonly #clock: Clock;
  readonly #passwordCost: number;
  readonly #users = new Map<string, StoredUser>();
  /** Ids by folded name. */
  readonly #idsByName = new Map<string, Set<string>>();
  readonly #provisioned = new Set<string>();
  /** Number of changes in progress, by user. */
  readonly #changing = new Map<string, number>();
  readonly #changes = new TaskQueue();

  private constructor({ platform, tokens, catalogue, clock, passwordCost = defaultPasswordCost }: UserStoreOptions) {
    this.#platform = platform;
    this.#tokens = tokens;
    this.#catalogue = catalogue;
    this.#clock = clock;
    this.#passwordCost = passwordCost;
  }

  static async open(options: UserStoreOptions): Promise<UserStore> {
    const store = new UserStore(options);
    const { platform } = options;
    for (const row of await platform.use((connection) => connection.rows("SELECT * FROM accounts"))) {
      store.#keep(toStoredUser(row));
    }
    for (const row of await platform.use((connection) => connection.rows("SELECT * FROM provisioned_users"))) {
      store.#provisioned.add(String(row.username));
    }
    return store;
  }

  /** Whether a sample user was ever created. An administrator may have changed or deleted the user since. */
  isProvisioned(username: string): boolean {
    return this.#provisioned.has(username);
  }

  async markProvisioned(username: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("INSERT OR IGNORE INTO provisioned_users VALUES (?)", [username]),
    );
    this.#provisioned.add(username);
  }

  /** Returns the enabled user with this id. */
  byId(id: string): User | undefined {
    return this.#enabled(this.#users.get(id)?.record);
  }

  /** Returns the enabled user of a tenant with this name. */
  byName(tenant: string, username: string): User | undefined {
    return this.#enabled(this.record(tenant, username));
  }

  /** Returns the user of a tenant with this name, also a disabled one. */
  record(tenant: string, username: string): UserRecord | undefined {
    return this.#named(username).find(({ record }) => record.tenant === tenant)?.record;
  }

  /** Returns the user of a tenant with this id, also a disabled one. */
  recordById(tenant: string, id: string): UserRecord | undefined {
    const record = this.#users.get(id)?.record;
    return record?.tenant === tenant ? record : undefined;
  }

  /** Returns the users of a tenant, also disabled ones. */
  recordsOf(tenant: string): readonly UserRecord[] {
    return [...this.#users.values()].map(({ record }) => record).filter((record) => record.tenant === tenant);
  }

  /**
   * Runs work in a database transaction in which users may be changed, too: all of it is stored, or nothing. Nothing else
   * changes users meanwhile.
   */
  async transaction<Value>(work: (connection: Connection, changeUsers: ChangeUsers) => Promise<Value>): Promise<Value> {
    return this.#changes.run(async () => {
      const stored: StoredUser[] = [];
      const removed: string[] = [];
      const value = await this.#platform.transaction((connection) =>
        work(connection, async ({ put = [], remove = [] }) => {
          const kept = put.map((record) => this.#withPassword(record));
          await writeUsers(connection, kept, remove);
          stored.push(...kept);
          removed.push(...remove);
        }),
      );
      await this.#take(stored, removed);
      return value;
    });
  }

  /** Whether the user has a password, which a user who was added has not until the invitation is taken. */
  hasPassword(userId: string): boolean {
    return this.#users.get(userId)?.passwordHash !== undefined;
  }

  /** Returns how many users have a name, in different tenants. */
  countNamed(username: string): number {
    return this.#named(username).length;
  }

  /**
   * Returns the enabled user with this name and password, or undefined when one of them is wrong. Of the users of several
   * tenants with the name, the one of `tenant` comes first.
   */
  async signIn(username: string, password: string, tenant?: string): Promise<User | undefined> {
    const users = this.#named(username).sort(
      (one, other) => Number(other.record.tenant === tenant) - Number(one.record.tenant === tenant),
    );
    const candidates = users.length > 0 ? users : [undefined];
    for (const user of candidates) {
      if (await matchesPasswordHash(password, user?.passwordHash ?? `${unknownUserKey}.${this.#passwordCost}`)) {
        return this.#enabled(user?.record);
      }
    }
    return undefined;
  }

  /** Adds a user with a password. The name must be free in the tenant. */
  async create({ password, ...fields }: Omit<UserRecord, "userId"> & { readonly password: string }): Promise<void> {
    const record = { ...fields, userId: randomUUID() };
    const passwordHash = await hashPassword(password, this.#passwordCost);
    await this.#changes.run(() => this.#write({ record, passwordHash }));
  }

  /**
   * Changes users in one transaction. `decide` returns the changes from what is stored then; nothing else changes users in
   * between, so it may check names and refuse by throwing. `names` are the users whom the change is about.
   */
  async change(tenant: string, names: readonly string[], decide: () => UserChanges): Promise<void> {
    const keys = names.map((name) => `${tenant} ${foldUserName(name)}`);
    for (const key of keys) {
      this.#changing.set(key, (this.#changing.get(key) ?? 0) + 1);
    }
    try {
      await this.transaction(async (connection, changeUsers) => {
        const { alsoIn, ...changes } = decide();
        await changeUsers(changes);
        await alsoIn?.(connection);
      });
    } finally {
      for (const key of keys) {
        const others = (this.#changing.get(key) ?? 1) - 1;
        if (others > 0) {
          this.#changing.set(key, others);
        } else {
          this.#changing.delete(key);
        }
      }
    }
  }

  /** Whether a change of the user has begun and has not ended. */
  isChanging(tenant: string, username: string): boolean {
    return this.#changing.has(`${tenant} ${foldUserName(username)}`);
  }

  /** Sets the user's password and revokes all tokens of the user. */
  async setPassword(userId: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password, this.#passwordCost);
    await this.#changes.run(async () => {
      const user = this.#users.get(userId);
      if (user) {
        await this.#write({ record: user.record, passwordHash });
        await this.#tokens.revokeUser(userId);
      }
    });
  }

  /** Capabilities of a user by the profiles that hold now, those of the user's groups included. */
  capabilitiesOf({ capabilities = [], groupIds, profileAssignments }: UserRecord): readonly CapabilityGroup[] {
    const now = this.#clock.now();
    const ids = new Set([
      ...profileAssignments.filter((assignment) => isValidAt(assignment, now)).map(({ profileId }) => profileId),
      ...groupIds.flatMap((id) => this.#catalogue.groups.get(id)?.profiles ?? []),
    ]);
    return [...capabilities, ...[...ids].flatMap((id) => this.#catalogue.profiles.get(id)?.capabilities ?? [])];
  }

  #enabled(record: UserRecord | undefined): User | undefined {
    if (!record?.isEnabled) {
      return undefined;
    }
    const { userId, username, displayName = username, email = "", tenant, groupIds, permissionIds } = record;
    const ofGroups = groupIds.flatMap((id) => this.#catalogue.groups.get(id)?.permissions ?? []);
    return {
      userId,
      username,
      displayName,
      email,
      loginTenant: tenant,
      capabilities: this.capabilitiesOf(record),
      permissionIds: [...new Set([...permissionIds, ...ofGroups])].sort(),
    };
  }

  #named(username: string): StoredUser[] {
    const ids = this.#idsByName.get(foldUserName(username)) ?? [];
    return [...ids].flatMap((id) => this.#users.get(id) ?? []);
  }

  #withPassword(record: UserRecord): StoredUser {
    return { record, passwordHash: this.#users.get(record.userId)?.passwordHash };
  }

  async #write(user: StoredUser): Promise<void> {
    await this.#platform.transaction((connection) => writeUsers(connection, [user], []));
    await this.#take([user], []);
  }

  /** Takes over what a transaction has stored. */
  async #take(put: readonly StoredUser[], remove: readonly string[]): Promise<void> {
    for (const id of remove) {
      this.#forget(id);
    }
    for (const user of put) {
      this.#keep(user);
    }
    for (const id of remove) {
      await this.#tokens.revokeUser(id);
    }
  }

  #keep(user: StoredUser): void {
    const { userId, username } = user.record;
    this.#forget(userId);
    this.#users.set(userId, user);
    const name = foldUserName(username);
    this.#idsByName.set(name, (this.#idsByName.get(name) ?? new Set()).add(userId));
  }

  #forget(userId: string): void {
    const known = this.#users.get(userId);
    if (known) {
      this.#users.delete(userId);
      this.#idsByName.get(foldUserName(known.record.username))?.delete(userId);
    }
  }
}

const usersPerStatement = 1_000;

async function writeUsers(
  connection: Connection,
  put: readonly StoredUser[],
  remove: readonly string[],
): Promise<void> {
  if (remove.length > 0) {
    await connection.run("DELETE FROM accounts WHERE id IN (SELECT unnest(?::VARCHAR[]))", [textList(remove)]);
  }
  // Many rows in one statement: each statement takes milliseconds, and memory until the transaction ends.
  for (let start = 0; start < put.length; start += usersPerStatement) {
    const rows = put.slice(start, start + usersPerStatement).map(({ record, passwordHash = "" }) => {
      const { userId, tenant, username, ...fields } = record;
      return [userId, tenant, username, passwordHash, JSON.stringify(fields)];
    });
    const listOf = (column: number) => textList(rows.map((row) => row[column] ?? ""));
    await connection.runPrepared(
      `INSERT OR REPLACE INTO accounts
       SELECT id, tenant, username, nullif(password_hash, ''), document
       FROM (SELECT unnest($1::VARCHAR[]) AS id, unnest($2::VARCHAR[]) AS tenant, unnest($3::VARCHAR[]) AS username,
         unnest($4::VARCHAR[]) AS password_hash, unnest($5::VARCHAR[]) AS document)`,
      [0, 1, 2, 3, 4].map(listOf),
    );
  }
}

/** Whether a profile assignment holds at an instant in epoch milliseconds. */
function isValidAt({ validityStartTime, validityEndTime }: ProfileAssignment, instant: number): boolean {
  const begins = validityStartTime === undefined ? Number.NEGATIVE_INFINITY : Date.parse(validityStartTime);
  const ends = validityEndTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(validityEndTime);
  return begins <= instant && instant < ends;
}

function toStoredUser(row: SqlRow): StoredUser {
  return {
    record: {
      userId: String(row.id),
      tenant: String(row.tenant),
      username: String(row.username),
      ...JSON.parse(String(row.document)),
    },
    passwordHash: row.password_hash === null ? undefined : String(row.password_hash),
  };
}
