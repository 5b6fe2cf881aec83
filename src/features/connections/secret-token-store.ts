import { join } from "node:path";
import type * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import { TaskQueue } from "../../base/task-queue.ts";
import type { JwtTokens, TokenStore } from "../../client/interface/connection.ts";
import { withExclusiveFile } from "./exclusive-file.ts";

/** Token store of a connection, backed by VS Code's SecretStorage. All windows share the tokens. */
export class SecretTokenStore implements TokenStore {
  readonly #secrets: Pick<vscode.SecretStorage, "get" | "store" | "delete">;
  readonly #key: string;
  readonly #lockFile: string;
  readonly #queue = new TaskQueue();

  constructor(
    secrets: Pick<vscode.SecretStorage, "get" | "store" | "delete">,
    connectionId: string,
    /** Local folder of the lock file. All windows on this machine share it. */
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
   * Runs `work` exclusively for this connection across all windows. Uses a lock file, because SecretStorage has no
   * locks.
   */
  alone<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#queue.run(() => withExclusiveFile(this.#lockFile, systemClock, work));
  }
}

/** Returns the key of a connection's tokens in SecretStorage. */
export function tokensKey(connectionId: string): string {
  return `workforce.tokens.${connectionId}`;
}

/** Parses stored tokens. Returns undefined if they are damaged, so that the user has to sign in again. */
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
