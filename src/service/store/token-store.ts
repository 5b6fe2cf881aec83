import type { Clock } from "../../base/clock.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { createSecret, hashSecret } from "./secrets.ts";

export type TokenKind = "asid" | "refresh";

/** What an opaque token stands for. */
export interface Grant {
  readonly kind: TokenKind;
  readonly userId: string;
  /** Scopes with spaces between. */
  readonly scope: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Opaque tokens, of which only hashes are kept; held in memory, written through. */
export class TokenStore {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;
  readonly #grants = new Map<string, Grant>();

  private constructor(platform: PlatformDatabase, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  static async open(platform: PlatformDatabase, clock: Clock): Promise<TokenStore> {
    const store = new TokenStore(platform, clock);
    const rows = await platform.use(async (connection) => {
      await connection.run("DELETE FROM tokens WHERE expires_at <= ?", [BigInt(clock.now())]);
      return connection.rows("SELECT * FROM tokens");
    });
    for (const row of rows) {
      store.#grants.set(String(row.hash), {
        kind: row.kind === "refresh" ? "refresh" : "asid",
        userId: String(row.user_id),
        scope: String(row.scope),
        expiresAt: Number(row.expires_at),
      });
    }
    return store;
  }

  /** A new token; it is shown this once. */
  async issue(kind: TokenKind, userId: string, scope: string, lifeMs: number): Promise<string> {
    const token = createSecret();
    const hash = hashSecret(token);
    await this.#forgetExpired();
    const grant: Grant = { kind, userId, scope, expiresAt: this.#clock.now() + lifeMs };
    await this.#platform.use((connection) =>
      connection.run("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", [hash, kind, userId, scope, BigInt(grant.expiresAt)]),
    );
    this.#grants.set(hash, grant);
    return token;
  }

  /** What a token stands for, `undefined` when it is unknown, of another kind or expired. */
  find(kind: TokenKind, token: string): Grant | undefined {
    const grant = this.#grants.get(hashSecret(token));
    return grant?.kind === kind && grant.expiresAt > this.#clock.now() ? grant : undefined;
  }

  /** As `find`; the token cannot be used again. */
  async redeem(kind: TokenKind, token: string): Promise<Grant | undefined> {
    const grant = this.find(kind, token);
    if (grant) {
      const hash = hashSecret(token);
      this.#grants.delete(hash);
      await this.#platform.use((connection) => connection.run("DELETE FROM tokens WHERE hash = ?", [hash]));
    }
    return grant;
  }

  /** A service may run for months and be asked for tokens every hour. */
  async #forgetExpired(): Promise<void> {
    const now = this.#clock.now();
    const expired = [...this.#grants].filter(([, { expiresAt }]) => expiresAt <= now);
    if (expired.length > 0) {
      await this.#platform.use((connection) =>
        connection.run("DELETE FROM tokens WHERE expires_at <= ?", [BigInt(now)]),
      );
      for (const [hash] of expired) {
        this.#grants.delete(hash);
      }
    }
  }
}
