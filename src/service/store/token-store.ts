import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { createSecret, hashSecret } from "./secrets.ts";

const tokenKinds = ["asid", "refresh", "code", "impersonation", "assertion"] as const;

/** `assertion` stands for a SAML assertion that was taken, so that it is taken once. */
type TokenKind = (typeof tokenKinds)[number];

/** What an opaque token stands for. */
export interface Grant {
  readonly kind: TokenKind;
  readonly userId: string;
  /** Scopes with spaces between. */
  readonly scope: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** What one signing-in gave, together with all that it was exchanged for: revoked as one. */
  readonly family: string;
  /** What a kind holds of its own, such as the client of a code. */
  readonly detail: Readonly<Record<string, string>>;
}

export interface NewGrant {
  readonly kind: TokenKind;
  readonly userId: string;
  readonly scope: string;
  readonly detail?: Readonly<Record<string, string>>;
}

/** A grant of which also stays what was used up, until it expires. */
interface KeptGrant extends Grant {
  readonly isUsed: boolean;
}

/** Opaque tokens, of which only hashes are kept; held in memory, written through in order. */
export class TokenStore {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;
  readonly #grants = new Map<string, KeptGrant>();
  readonly #families = new Map<string, Set<string>>();

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
      store.#remember(String(row.hash), toGrant(row));
    }
    return store;
  }

  /** A new token, shown this once, of a family of its own. */
  async issue(grant: NewGrant, lifeMs: number): Promise<string> {
    await this.#forgetExpired();
    const token = createSecret();
    await this.#add(hashSecret(token), randomUUID(), grant, this.#clock.now() + lifeMs);
    return token;
  }

  /** As `issue`, of the family that a redeemed token is of; `undefined` when that has been revoked. */
  async issueWithin(family: string, grant: NewGrant, lifeMs: number): Promise<string | undefined> {
    await this.#forgetExpired();
    if (!this.isAlive(family)) {
      return undefined;
    }
    const token = createSecret();
    await this.#add(hashSecret(token), family, grant, this.#clock.now() + lifeMs);
    return token;
  }

  /** Notes that `name` was taken; false when it had been before. */
  async takeOnce(kind: TokenKind, name: string, userId: string, expiresAt: number): Promise<boolean> {
    const hash = hashSecret(`${kind} ${name}`);
    if (this.#grants.has(hash)) {
      return false;
    }
    await this.#add(hash, randomUUID(), { kind, userId, scope: "" }, expiresAt);
    return true;
  }

  /** What a token stands for, `undefined` when it is unknown, of another kind, used up or expired. */
  find(kind: TokenKind, token: string): Grant | undefined {
    const grant = this.findKept(kind, token);
    return grant?.isUsed ? undefined : grant;
  }

  /** As `find`, but used up or not. */
  findKept(kind: TokenKind, token: string): KeptGrant | undefined {
    return this.#current(kind, hashSecret(token));
  }

  /**
   * As `find`; the token cannot be used again. One that was used before is in two hands, and nobody can say which is the
   * rightful one: its whole family is revoked.
   */
  async redeem(kind: TokenKind, token: string): Promise<Grant | "reused" | undefined> {
    const hash = hashSecret(token);
    const grant = this.#current(kind, hash);
    if (grant?.isUsed) {
      await this.revokeFamily(grant.family);
      return "reused";
    }
    if (grant) {
      this.#grants.set(hash, { ...grant, isUsed: true });
      await this.#write("UPDATE tokens SET is_used = true WHERE hash = ?", hash);
    }
    return grant;
  }

  /** Whether anything of a family is left; what was issued with it counts only as long. */
  isAlive(family: string): boolean {
    return this.#families.has(family);
  }

  async revokeFamily(family: string): Promise<void> {
    await this.#forget(({ family: other }) => other === family);
  }

  /** Everything that the user's signing-in gave, to whomever. */
  async revokeUser(userId: string): Promise<void> {
    await this.#forget((grant) => grant.userId === userId || grant.detail.requesterId === userId);
  }

  #current(kind: TokenKind, hash: string): KeptGrant | undefined {
    const grant = this.#grants.get(hash);
    return grant?.kind === kind && grant.expiresAt > this.#clock.now() ? grant : undefined;
  }

  async #add(hash: string, family: string, grant: NewGrant, expiresAt: number): Promise<void> {
    const { kind, userId, scope, detail = {} } = grant;
    // In memory before anything is waited for: what is revoked meanwhile has to meet it there.
    this.#remember(hash, { kind, userId, scope, family, detail, expiresAt, isUsed: false });
    await this.#write(
      "INSERT INTO tokens (hash, kind, user_id, scope, expires_at, family, is_used, detail) VALUES (?, ?, ?, ?, ?, ?, false, ?)",
      hash,
      kind,
      userId,
      scope,
      BigInt(expiresAt),
      family,
      JSON.stringify(detail),
    );
  }

  /** A service may run for months and be asked for tokens every hour. */
  async #forgetExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#forget(({ expiresAt }) => expiresAt <= now);
  }

  async #forget(isGone: (grant: Grant) => boolean): Promise<void> {
    const gone = [...this.#grants].filter(([, grant]) => isGone(grant));
    for (const [hash, { family }] of gone) {
      this.#grants.delete(hash);
      const left = this.#families.get(family);
      left?.delete(hash);
      if (left?.size === 0) {
        this.#families.delete(family);
      }
    }
    if (gone.length > 0) {
      const hashes = JSON.stringify(gone.map(([hash]) => hash));
      await this.#write("DELETE FROM tokens WHERE hash IN (SELECT unnest(from_json(?, '[\"VARCHAR\"]')))", hashes);
    }
  }

  #remember(hash: string, grant: KeptGrant): void {
    this.#grants.set(hash, grant);
    const family = this.#families.get(grant.family) ?? new Set();
    this.#families.set(grant.family, family.add(hash));
  }

  /** One after the other, or a row that is added might be written after its removal. */
  #write(statement: string, ...values: (string | bigint)[]): Promise<void> {
    return this.#platform.transaction((connection) => connection.run(statement, values));
  }
}

function toGrant(row: SqlRow): KeptGrant {
  return {
    kind: tokenKinds.find((kind) => kind === row.kind) ?? "asid",
    userId: String(row.user_id),
    scope: String(row.scope),
    expiresAt: Number(row.expires_at),
    family: typeof row.family === "string" ? row.family : String(row.hash),
    detail: typeof row.detail === "string" ? JSON.parse(row.detail) : {},
    isUsed: row.is_used === true,
  };
}
