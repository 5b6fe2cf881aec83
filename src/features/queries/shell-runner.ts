import { basename } from "node:path";
import type { TransferProgress } from "../../client/interface/transfer-progress.ts";
import type { FilePart } from "../../contract/file-part.ts";
import type { ConfinedFiles } from "../../host/confined-files.ts";
import type { StatementSummary } from "../../languages/core/requests/server-requests.ts";
import { type IntakeClient, IntakeTransaction } from "./intake-transaction.ts";
import type { RunOutcome } from "./query-runner.ts";
import { ShellScriptError, shellStatementTitle } from "./shell-script-model.ts";

interface ShellScript {
  readonly text: string;
  readonly statements: readonly StatementSummary[];
  /** Access to the local files that a COPY statement may read. Undefined until the script is saved. */
  readonly files: Pick<ConfinedFiles, "open"> | undefined;
}

/** Progress of a running shell script. */
export interface ShellProgress {
  readonly statement: StatementSummary;
  /** One-based index of the running statement. */
  readonly position: number;
  readonly count: number;
  /** Number of bytes sent of the file that is being uploaded. Undefined if there is none. */
  readonly bytes: Pick<TransferProgress, "bytes" | "totalBytes"> | undefined;
}

interface ShellServices {
  /** Returns the service client on which the script runs. Called when a statement first needs it. */
  readonly client: () => Promise<IntakeClient>;
  /** Runs a query of the script and shows its result. */
  readonly runQuery: (statement: StatementSummary, signal: AbortSignal) => Promise<RunOutcome>;
  readonly onProgress: (progress: ShellProgress) => void;
}

/** Summary of a shell script that ran to completion. */
export interface ShellReport {
  readonly queries: number;
  readonly files: number;
  readonly committed: number;
}

/** Time limit of a rollback in milliseconds. Long enough for a slow service, short enough for a user who cancels. */
const rollBackWithinMs = 60_000;

/**
 * Runs the statements of a valid script in order (sql-like-language 12). Throws ShellScriptError at the first statement
 * that fails, or the signal's reason on abort. In both cases an open transaction is rolled back.
 */
export async function runShellScript(
  script: ShellScript,
  services: ShellServices,
  signal: AbortSignal,
): Promise<ShellReport> {
  return await new ShellRun(script, services, signal).run();
}

class ShellRun {
  readonly #script: ShellScript;
  readonly #services: ShellServices;
  readonly #signal: AbortSignal;
  #transaction: IntakeTransaction | undefined;
  #queries = 0;
  #files = 0;
  #committed = 0;

  constructor(script: ShellScript, services: ShellServices, signal: AbortSignal) {
    this.#script = script;
    this.#services = services;
    this.#signal = signal;
  }

  async run(): Promise<ShellReport> {
    const { statements } = this.#script;
    for (const [index, statement] of statements.entries()) {
      const notify = (bytes?: ShellProgress["bytes"]) =>
        this.#services.onProgress({ statement, position: index + 1, count: statements.length, bytes });
      try {
        this.#signal.throwIfAborted();
        notify();
        await this.#runStatement(statement, notify);
      } catch (error) {
        const transactionState = await this.#rollBackOpen();
        if (this.#signal.aborted && transactionState.isClean) {
          throw this.#signal.reason;
        }
        const what = this.#signal.aborted ? "The script was stopped." : messageOf(error);
        const message = [`${shellStatementTitle(statement)}: ${what}`, transactionState.text].filter(Boolean).join(" ");
        throw new ShellScriptError(message, { cause: error, text: this.#script.text, offset: statement.start });
      }
    }
    return { queries: this.#queries, files: this.#files, committed: this.#committed };
  }

  async #runStatement(statement: StatementSummary, notify: (bytes: ShellProgress["bytes"]) => void): Promise<void> {
    switch (statement.kind) {
      case "aggregate":
      case "list":
      case "unknown":
        await this.#runQuery(statement);
        break;
      case "setSchema":
        // The schema decides which statements may follow, which was already checked; nothing is sent.
        break;
      case "begin":
        this.#transaction = await IntakeTransaction.begin(await this.#services.client(), this.#signal);
        break;
      case "copy":
        await this.#openTransaction().copy(statement.object, await this.#fileOf(statement.path), this.#signal, notify);
        this.#files++;
        break;
      case "commit":
        await this.#openTransaction().commit(this.#signal);
        this.#transaction = undefined;
        this.#committed++;
        break;
      default:
        await this.#openTransaction().rollBack(this.#signal);
        this.#transaction = undefined;
    }
  }

  async #runQuery(statement: StatementSummary): Promise<void> {
    const outcome = await this.#services.runQuery(statement, this.#signal);
    this.#signal.throwIfAborted();
    if (outcome.kind !== "done") {
      throw new Error(outcome.kind === "failed" ? outcome.message : "The query was cancelled.");
    }
    this.#queries++;
  }

  #openTransaction(): IntakeTransaction {
    if (!this.#transaction) {
      throw new Error("No transaction is open. Put BEGIN TRANSACTION before it.");
    }
    return this.#transaction;
  }

  async #fileOf(path: string): Promise<FilePart> {
    const { files } = this.#script;
    if (!files) {
      throw new Error(`The path "${path}" is relative to the script. Save the script first.`);
    }
    const { createLocalFileFromHandle } = await import("../../client/service-client.ts");
    return await createLocalFileFromHandle(basename(path), () => files.open(path));
  }

  /**
   * Rolls back the open transaction of the script, even after a cancellation, so that uploaded files are not left
   * uncommitted.
   */
  async #rollBackOpen(): Promise<{ readonly isClean: boolean; readonly text: string }> {
    const transaction = this.#transaction;
    if (!transaction) {
      return { isClean: true, text: "" };
    }
    try {
      await transaction.rollBack(AbortSignal.timeout(rollBackWithinMs));
      return { isClean: true, text: "The transaction was rolled back." };
    } catch (error) {
      const what = `The transaction ${transaction.id} could not be rolled back (${messageOf(error)})`;
      return { isClean: false, text: `${what}; call "Roll back an intake transaction" for it.` };
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
