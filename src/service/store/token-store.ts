import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { type SqlRow, type SqlValue, textList } from "../../duckdb/database.ts";
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
  /** Hashes of removed grants that may still be in the database, because it could not be written since. */
  readonly #removed = new Set<string>();

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
   * Marks a token as used and issues another one of its family, or does neither. Returns undefined if the token is unknown
   * or expired. If it was used before, revokes its whole family, because it may have been stolen. Marks the token before it
   * first awaits.
   */
  async exchange(
    kind: TokenKind,
    token: string,
    next: NewTokenGrant,
    lifetimeMs: number,
  ): Promise<{ readonly token: string } | "reused" | undefined> {
    const hash = hashSecret(token);
    const grant = this.#current(kind, hash);
    if (grant?.isUsed) {
      await this.revokeFamily(grant.family);
      return "reused";
    }
    if (!grant) {
      return undefined;
    }
    this.#grants.set(hash, { ...grant, isUsed: true });
    const issued = createSecret();
    const issuedHash = hashSecret(issued);
    const now = this.#clock.now();
    const row = this.#take(issuedHash, grant.family, next, now + lifetimeMs);
    const removed = [...this.#removed];
    try {
      await this.#platform.transaction(async (connection) => {
        await connection.runPrepared("UPDATE tokens SET is_used = true WHERE hash = ?", [hash]);
        await connection.runPrepared(insertRows, valuesOf([row]));
        await connection.runPrepared("DELETE FROM tokens WHERE expires_at <= ?", [BigInt(now)]);
        if (removed.length > 0) {
          await connection.runPrepared(deleteRows, [textList(removed)]);
        }
      });
      this.#forgetRemoved(removed);
    } catch (error) {
      // Nothing was stored, so that the client can use the token again, unless the family was revoked meanwhile.
      if (this.isAlive(grant.family)) {
        this.#drop(issuedHash, grant.family);
        this.#cache(hash, grant);
      }
      throw error;
    }
    this.#dropAll(({ expiresAt }) => expiresAt <= now);
    return { token: issued };
  }

  /** Whether a token family has tokens left. Access tokens are valid only while their family is alive. */
  isAlive(family: string): boolean {
    return this.#families.has(family);
  }

  async revokeFamily(family: string): Promise<void> {
    await this.#removeGrants(({ family: other }) => other === family);
  }

  /**
   * Revokes all tokens from a user's sign-ins, including impersonation tokens that the user requested. SAML assertions stay
   * used.
   */
  async revokeUser(userId: string): Promise<void> {
    await this.#removeGrants(
      (grant) => grant.kind !== "assertion" && (grant.userId === userId || grant.detail.requesterId === userId),
    );
  }

  /** Deletes what could not be deleted before. Call it before the database is closed. */
  async close(): Promise<void> {
    await this.#deleteRemoved();
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
    await this.#platform.writePrepared(insertRows, valuesOf(rows));
  }

  /** Removes expired grants on each issue, since a service may run for months. */
  async #removeExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#removeGrants(({ expiresAt }) => expiresAt <= now);
  }

  async #removeGrants(isRemoved: (grant: TokenGrant) => boolean): Promise<void> {
    for (const hash of this.#dropAll(isRemoved)) {
      this.#removed.add(hash);
    }
    await this.#deleteRemoved();
  }

  /** Deletes the rows of all removed grants: of those that could not be deleted before, too, or a restart would read them. */
  async #deleteRemoved(): Promise<void> {
    const removed = [...this.#removed];
    if (removed.length > 0) {
      // In order with other writes, or a row could be inserted after its deletion.
      await this.#platform.writePrepared(deleteRows, [textList(removed)]);
      this.#forgetRemoved(removed);
    }
  }

  #forgetRemoved(hashes: readonly string[]): void {
    for (const hash of hashes) {
      this.#removed.delete(hash);
    }
  }

  /** Removes grants from memory and returns their hashes. */
  #dropAll(isRemoved: (grant: TokenGrant) => boolean): readonly string[] {
    const removed = [...this.#grants].filter(([, grant]) => isRemoved(grant));
    for (const [hash, { family }] of removed) {
      this.#drop(hash, family);
    }
    return removed.map(([hash]) => hash);
  }

  #drop(hash: string, family: string): void {
    this.#grants.delete(hash);
    const left = this.#families.get(family);
    left?.delete(hash);
    if (left?.size === 0) {
      this.#families.delete(family);
    }
  }

  #cache(hash: string, grant: StoredGrant): void {
    this.#grants.set(hash, grant);
    const family = this.#families.get(grant.family) ?? new Set();
    this.#families.set(grant.family, family.add(hash));
  }
}

/** A row of the table of tokens, as texts. */
type NewRow = Readonly<Record<(typeof rowFields)[number], string>>;

const rowFields = ["hash", "kind", "userId", "scope", "expiresAt", "family", "detail"] as const;

const insertRows = `INSERT INTO tokens (hash, kind, user_id, scope, expires_at, family, detail, is_used)
  SELECT unnest($1::VARCHAR[]), unnest($2::VARCHAR[]), unnest($3::VARCHAR[]), unnest($4::VARCHAR[]),
    unnest($5::VARCHAR[])::BIGINT, unnest($6::VARCHAR[]), unnest($7::VARCHAR[]), false`;

const deleteRows = "DELETE FROM tokens WHERE hash IN (SELECT unnest($1::VARCHAR[]))";

/** Returns the values of `insertRows`. */
function valuesOf(rows: readonly NewRow[]): SqlValue[] {
  return rowFields.map((field) => textList(rows.map((row) => row[field])));
}

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
