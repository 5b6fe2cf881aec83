import { randomUUID } from "node:crypto";
import type { SqlRow } from "../../duckdb/database.ts";
import type { Caller } from "../call/call.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { hashPassword, isPassword } from "./secrets.ts";
import type { TokenStore } from "./token-store.ts";

/** One line of a user's profile (service-api, "UserMetadata"). */
export interface CapabilityGroup {
  readonly group: string;
  readonly accessLevel: string;
  readonly viewLevel: string;
  readonly apiAccessLevel: string;
  readonly apiViewLevel: string;
}

export interface User extends Caller {
  readonly capabilities: readonly CapabilityGroup[];
}

interface NewUser {
  readonly tenant: string;
  readonly username: string;
  readonly password: string;
  readonly displayName: string;
  readonly email: string;
  readonly capabilities: readonly CapabilityGroup[];
}

/** Hash that is checked for unknown user names, so that the response time does not reveal which names exist. */
const unknownUserHash = "AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Stores the users of all tenants. Held in memory; changes are written through. */
export class UserStore {
  readonly #platform: PlatformDatabase;
  readonly #tokens: TokenStore;
  readonly #users = new Map<string, User>();
  readonly #passwordHashes = new Map<string, string>();
  readonly #provisioned = new Set<string>();

  private constructor(platform: PlatformDatabase, tokens: TokenStore) {
    this.#platform = platform;
    this.#tokens = tokens;
  }

  static async open(platform: PlatformDatabase, tokens: TokenStore): Promise<UserStore> {
    const store = new UserStore(platform, tokens);
    for (const row of await platform.use((connection) => connection.rows("SELECT * FROM users"))) {
      store.#cache(toUser(row), String(row.password_hash));
    }
    for (const row of await platform.use((connection) => connection.rows("SELECT * FROM provisioned_users"))) {
      store.#provisioned.add(String(row.username));
    }
    return store;
  }

  /** Whether a sample user was created once; an administrator may have changed or deleted the user since. */
  isProvisioned(username: string): boolean {
    return this.#provisioned.has(username);
  }

  async markProvisioned(username: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("INSERT OR IGNORE INTO provisioned_users VALUES (?)", [username]),
    );
    this.#provisioned.add(username);
  }

  byId(id: string): User | undefined {
    return this.#users.get(id);
  }

  byName(username: string): User | undefined {
    return [...this.#users.values()].find((user) => user.username === username);
  }

  /** Finds a user by name and password; `undefined` when either is wrong. */
  async signIn(username: string, password: string): Promise<User | undefined> {
    const user = this.byName(username);
    const hash = user && this.#passwordHashes.get(user.userId);
    return (await isPassword(password, hash ?? unknownUserHash)) ? user : undefined;
  }

  async create(user: NewUser): Promise<User> {
    const created: User = {
      userId: randomUUID(),
      loginTenant: user.tenant,
      username: user.username,
      displayName: user.displayName,
      email: user.email,
      capabilities: user.capabilities,
    };
    const hash = await hashPassword(user.password);
    await this.#platform.use((connection) =>
      connection.run("INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?)", [
        created.userId,
        created.loginTenant,
        created.username,
        created.displayName,
        created.email,
        hash,
        JSON.stringify(created.capabilities),
      ]),
    );
    this.#cache(created, hash);
    return created;
  }

  /** Sets the password and revokes all of the user's tokens, because whoever knew the old password may have some. */
  async setPassword(userId: string, password: string): Promise<void> {
    const hash = await hashPassword(password);
    await this.#platform.use((connection) =>
      connection.run("UPDATE users SET password_hash = ? WHERE id = ?", [hash, userId]),
    );
    this.#passwordHashes.set(userId, hash);
    await this.#tokens.revokeUser(userId);
  }

  /** Sets the user's capabilities, with effect from the next call. */
  async setCapabilities(userId: string, capabilities: readonly CapabilityGroup[]): Promise<void> {
    const user = this.#users.get(userId);
    if (user) {
      await this.#platform.use((connection) =>
        connection.run("UPDATE users SET capabilities = ? WHERE id = ?", [JSON.stringify(capabilities), userId]),
      );
      this.#users.set(userId, { ...user, capabilities });
    }
  }

  #cache(user: User, passwordHash: string): void {
    this.#users.set(user.userId, user);
    this.#passwordHashes.set(user.userId, passwordHash);
  }
}

function toUser(row: SqlRow): User {
  return {
    userId: String(row.id),
    loginTenant: String(row.tenant),
    username: String(row.username),
    displayName: String(row.display_name),
    email: String(row.email),
    capabilities: JSON.parse(String(row.capabilities)),
  };
}
