import { randomUUID } from "node:crypto";
import type { SqlRow } from "../../duckdb/database.ts";
import type { Caller } from "../call/call.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { hashPassword, matchesPasswordHash } from "./secrets.ts";
import type { TokenStore } from "./token-store.ts";

/** A capability group of a user's profile (service-api, "UserMetadata"). */
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

/** Stores the users of all tenants. They are held in memory and written to the database at once. */
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

  byId(id: string): User | undefined {
    return this.#users.get(id);
  }

  byName(username: string): User | undefined {
    return [...this.#users.values()].find((user) => user.username === username);
  }

  /** Returns the user with this name and password, or undefined when one of them is wrong. */
  async signIn(username: string, password: string): Promise<User | undefined> {
    const user = this.byName(username);
    const hash = user && this.#passwordHashes.get(user.userId);
    return (await matchesPasswordHash(password, hash ?? unknownUserHash)) ? user : undefined;
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

  /** Sets the user's password and revokes all tokens of the user. */
  async setPassword(userId: string, password: string): Promise<void> {
    const hash = await hashPassword(password);
    await this.#platform.use((connection) =>
      connection.run("UPDATE users SET password_hash = ? WHERE id = ?", [hash, userId]),
    );
    this.#passwordHashes.set(userId, hash);
    await this.#tokens.revokeUser(userId);
  }

  /** Sets the user's capabilities. They apply from the next call on. */
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
