import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FixableProblem } from "../core/text/fix.ts";
import { lspDiagnosticOf } from "./diagnostic-of.ts";
import type { ServerContext } from "./server-parts.ts";

type Problems = readonly FixableProblem[];
type Check = (document: TextDocument, isStale: () => boolean) => Promise<Problems>;

/**
 * Duration in milliseconds above which a check counts as slow. Slow checks wait for a pause in typing, instead of
 * starting again at each keystroke.
 */
const quickMs = 50;
/**
 * Factor by which the pause in typing before a slow check exceeds the duration of the last check. Other requests are
 * blocked during a check, so checks should rarely run while the user types.
 */
const pauseFactor = 3;
const longestPauseMs = 750;

/** Finds and publishes the problems of the documents of one language, and caches them for quick fixes. */
export class TableSqlProblems {
  readonly #parts: Pick<ServerContext, "connection" | "documents" | "now">;
  readonly #languageId: string;
  readonly #check: Check;
  readonly #checks = new Map<string, { readonly stamp: string; readonly problems: Promise<Problems> }>();
  readonly #tookMs = new Map<string, number>();
  /**
   * Number of events other than text changes that required checking all documents again, such as a change of
   * connection.
   */
  #round = 0;

  constructor(parts: Pick<ServerContext, "connection" | "documents" | "now">, languageId: string, check: Check) {
    this.#parts = parts;
    this.#languageId = languageId;
    this.#check = check;
    const { documents } = parts;
    documents.onDidChangeContent(({ document }) => this.#publishInBackground(document));
    documents.onDidClose(({ document: { uri } }) => {
      this.#checks.delete(uri);
      this.#tookMs.delete(uri);
    });
  }

  /**
   * Returns the problems of the current text of a document when its check has finished. Empty if the text changes
   * during the check.
   */
  async of({ uri }: TextDocument): Promise<Problems> {
    const stamp = this.#stampOf(uri);
    if (stamp === undefined) {
      return [];
    }
    const known = this.#checks.get(uri);
    if (known?.stamp === stamp) {
      return await known.problems;
    }
    const problems = this.#find(uri, stamp);
    this.#checks.set(uri, { stamp, problems });
    return await problems;
  }

  /** Checks all documents again after an event other than a text change, such as a change of connection. */
  refresh(): void {
    this.#round++;
    for (const document of this.#parts.documents.all()) {
      this.#publishInBackground(document);
    }
  }

  #publishInBackground(document: TextDocument): void {
    if (document.languageId === this.#languageId) {
      this.#publish(document).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : "";
        this.#parts.connection.console.error(`The problems could not be looked for: ${reason}`);
      });
    }
  }

  async #publish(document: TextDocument): Promise<void> {
    const { uri, version } = document;
    const stamp = this.#stampOf(uri);
    const problems = await this.of(document);
    if (stamp !== undefined && stamp === this.#stampOf(uri)) {
      const diagnostics = problems.map((problem) => lspDiagnosticOf(document, problem));
      await this.#parts.connection.sendDiagnostics({ uri, version, diagnostics });
    }
  }

  async #find(uri: string, stamp: string): Promise<Problems> {
    await this.#pause(uri);
    const isStale = () => stamp !== this.#stampOf(uri);
    const document = this.#parts.documents.get(uri);
    if (!document || isStale()) {
      return [];
    }
    const startedMs = this.#parts.now();
    const problems = await this.#check(document, isStale);
    if (isStale()) {
      return [];
    }
    this.#tookMs.set(uri, this.#parts.now() - startedMs);
    return problems;
  }

  /** Waits before a check: until pending requests are handled, and before a slow check also for a pause in typing. */
  #pause(uri: string): Promise<void> {
    const tookMs = this.#tookMs.get(uri) ?? 0;
    return new Promise((resolve) => {
      if (tookMs <= quickMs) {
        setImmediate(resolve);
      } else {
        setTimeout(resolve, Math.min(tookMs * pauseFactor, longestPauseMs));
      }
    });
  }

  /**
   * Returns a version string of a document that changes whenever its problems may change. Undefined for a closed
   * document.
   */
  #stampOf(uri: string): string | undefined {
    const document = this.#parts.documents.get(uri);
    return document && `${document.version} ${this.#round}`;
  }
}
