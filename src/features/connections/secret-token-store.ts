import { join } from "node:path";
import type * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import type { JwtTokens, TokenStore } from "../../client/interface/connection.ts";
import { withExclusiveFile } from "./exclusive-file.ts";

/** Stores a connection's tokens in SecretStorage, which all windows share. */
export class SecretTokenStore implements TokenStore {
  readonly #secrets: Pick<vscode.SecretStorage, "get" | "store" | "delete">;
  readonly #key: string;
  readonly #lockFile: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    secrets: Pick<vscode.SecretStorage, "get" | "store" | "delete">,
    connectionId: string,
    /** Local folder for the lock file, shared by all windows of this machine. */
    lockFolder: string,
  ) {
    this.#secrets = secrets;
    this.#key = tokensKey(connectionId);
    this.#lockFile = join(lockFolder, `renewing-${connectionId}`);
  }

  async read(): Promise<JwtTokens | undefined> {
    return parseTokens(await this.#secrets.get(this.#key));
  }

  async write(tokens: JwtTokens | undefined): Promise<void> {
    await (tokens ? this.#secrets.store(this.#key, JSON.stringify(tokens)) : this.#secrets.delete(this.#key));
  }

  /**
   * Runs `work` while no other work of this connection runs in any window. SecretStorage has no locks, so a lock file
   * provides them.
   */
  alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(() => withExclusiveFile(this.#lockFile, systemClock, work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Key of a connection's tokens in SecretStorage. */
export function tokensKey(connectionId: string): string {
  return `workforce.tokens.${connectionId}`;
}

/** Parses stored tokens; undefined for damaged ones, so that the user has to sign in again. */
export function parseTokens(stored: string | undefined): JwtTokens | undefined {
  if (stored === undefined) {
    return undefined;
  }
  try {
    const { accessToken, refreshToken, renewAt } = Object(JSON.parse(stored)) as Readonly<Record<string, unknown>>;
    return typeof accessToken === "string"
      ? {
          accessToken,
          refreshToken: typeof refreshToken === "string" ? refreshToken : undefined,
          renewAt: typeof renewAt === "number" ? renewAt : undefined,
        }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}
