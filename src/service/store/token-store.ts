import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { type SqlRow, textList } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { createSecret, hashSecret } from "./secrets.ts";

const tokenKinds = ["asid", "refresh", "code", "impersonation", "assertion", "invitation"] as const;

/** Kind of an opaque token. `assertion` marks a used SAML assertion, so that it cannot be used again. */
type TokenKind = (typeof tokenKinds)[number];

/** The permission that a token stands for. The token itself is opaque. */
export interface TokenGrant {
  readonly kind: TokenKind;
  readonly userId: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  /** Time of expiry in epoch milliseconds. */
  readonly expiresAt: number;
  /**
   * Id of the token family: all tokens that result from one sign-in, directly or by exchange. The tokens of a family
   * are revoked together.
   */
  readonly family: string;
  /** Additional data of this kind of token, such as the client id of an authorization code. */
  readonly detail: Readonly<Record<string, string>>;
}

export interface NewTokenGrant {
  readonly kind: TokenKind;
  readonly userId: string;
  readonly scope: string;
  readonly detail?: Readonly<Record<string, string>>;
}

/** A grant that is stored until it expires, even after its token was used. */
interface StoredGrant extends TokenGrant {
  readonly isUsed: boolean;
}

/**
 * Stores the grants of opaque tokens by the hashes of the tokens. The grants are held in memory and written to the
 * database in order.
 */
export class TokenStore {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;
  readonly #grants = new Map<string, StoredGrant>();
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
      store.#cache(String(row.hash), toGrant(row));
    }
    return store;
  }

  /** Issues the first token of a new family. The token itself is not stored. */
  async issue(grant: NewTokenGrant, lifetimeMs: number): Promise<string> {
    const [token = ""] = await this.issueAll([grant], lifetimeMs);
    return token;
  }

  /** Same as `issue`, for several tokens in one transaction. */
  async issueAll(grants: readonly NewTokenGrant[], lifetimeMs: number): Promise<readonly string[]> {
    await this.#removeExpired();
    const expiresAt = this.#clock.now() + lifetimeMs;
    const issued = grants.map((grant) => ({ grant, token: createSecret() }));
    await this.#add(issued.map(({ grant, token }) => this.#take(hashSecret(token), randomUUID(), grant, expiresAt)));
    return issued.map(({ token }) => token);
  }

  /** Issues another token in the family of a redeemed token. Returns undefined if the family was revoked. */
  async issueWithin(family: string, grant: NewTokenGrant, lifetimeMs: number): Promise<string | undefined> {
    await this.#removeExpired();
    if (!this.isAlive(family)) {
      return undefined;
    }
    const token = createSecret();
    await this.#add([this.#take(hashSecret(token), family, grant, this.#clock.now() + lifetimeMs)]);
    return token;
  }

  /** Records the use of a name. Returns false if the name was used before. */
  async useOnce(kind: TokenKind, name: string, userId: string, expiresAt: number): Promise<boolean> {
    const hash = hashSecret(`${kind} ${name}`);
    if (this.#grants.has(hash)) {
      return false;
    }
    await this.#add([this.#take(hash, randomUUID(), { kind, userId, scope: "" }, expiresAt)]);
    return true;
  }

  /** Returns the grant of a token. Returns undefined if the token is unknown, of another kind, used or expired. */
  find(kind: TokenKind, token: string): TokenGrant | undefined {
    const grant = this.findStored(kind, token);
    return grant?.isUsed ? undefined : grant;
  }

  /** Like `find`, but also returns the grant of a token that was used. */
  findStored(kind: TokenKind, token: string): StoredGrant | undefined {
    return this.#current(kind, hashSecret(token));
  }

  /**
   * Returns the grant of a token and marks the token as used. If the token was used before, revokes its whole family,
   * because the token may have been stolen.
   */
  async redeem(kind: TokenKind, token: string): Promise<TokenGrant | "reused" | undefined> {
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

  /** Whether a token family has tokens left. Access tokens are valid only while their family is alive. */
  isAlive(family: string): boolean {
    return this.#families.has(family);
  }

  async revokeFamily(family: string): Promise<void> {
    await this.#removeGrants(({ family: other }) => other === family);
  }

  /** Revokes all tokens from a user's sign-ins, including impersonation tokens that the user requested. */
  async revokeUser(userId: string): Promise<void> {
    await this.#removeGrants((grant) => grant.userId === userId || grant.detail.requesterId === userId);
  }

  #current(kind: TokenKind, hash: string): StoredGrant | undefined {
    const grant = this.#grants.get(hash);
    return grant?.kind === kind && grant.expiresAt > this.#clock.now() ? grant : undefined;
  }

  /** Keeps a grant in memory and returns its row. */
  #take(hash: string, family: string, grant: NewTokenGrant, expiresAt: number): NewRow {
    const { kind, userId, scope, detail = {} } = grant;
    this.#cache(hash, { kind, userId, scope, family, detail, expiresAt, isUsed: false });
    return { hash, kind, userId, scope, expiresAt: String(expiresAt), family, detail: JSON.stringify(detail) };
  }

  /** Stores rows whose grants are in memory already, so that a concurrent revocation finds them. */
  async #add(rows: readonly NewRow[]): Promise<void> {
    if (rows.length === 0) {
      return;
    }
    const listOf = (field: keyof NewRow) => textList(rows.map((row) => row[field]));
    await this.#platform.writePrepared(
      `INSERT INTO tokens (hash, kind, user_id, scope, expires_at, family, detail, is_used)
       SELECT unnest($1::VARCHAR[]), unnest($2::VARCHAR[]), unnest($3::VARCHAR[]), unnest($4::VARCHAR[]),
         unnest($5::VARCHAR[])::BIGINT, unnest($6::VARCHAR[]), unnest($7::VARCHAR[]), false`,
      (["hash", "kind", "userId", "scope", "expiresAt", "family", "detail"] as const).map(listOf),
    );
  }

  /** Removes expired grants on each issue, since a service may run for months. */
  async #removeExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#removeGrants(({ expiresAt }) => expiresAt <= now);
  }

  async #removeGrants(isRemoved: (grant: TokenGrant) => boolean): Promise<void> {
    const removed = [...this.#grants].filter(([, grant]) => isRemoved(grant));
    for (const [hash, { family }] of removed) {
      this.#grants.delete(hash);
      const left = this.#families.get(family);
      left?.delete(hash);
      if (left?.size === 0) {
        this.#families.delete(family);
      }
    }
    if (removed.length > 0) {
      const hashes = JSON.stringify(removed.map(([hash]) => hash));
      await this.#write("DELETE FROM tokens WHERE hash IN (SELECT unnest(from_json(?, '[\"VARCHAR\"]')))", hashes);
    }
  }

  #cache(hash: string, grant: StoredGrant): void {
    this.#grants.set(hash, grant);
    const family = this.#families.get(grant.family) ?? new Set();
    this.#families.set(grant.family, family.add(hash));
  }

  /** Writes one statement after the other, or a row could be inserted after its deletion. */
  #write(statement: string, ...values: (string | bigint)[]): Promise<void> {
    return this.#platform.writePrepared(statement, values);
  }
}

/** A row of the table of tokens, as texts. */
type NewRow = Readonly<Record<"hash" | "kind" | "userId" | "scope" | "expiresAt" | "family" | "detail", string>>;

function toGrant(row: SqlRow): StoredGrant {
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
