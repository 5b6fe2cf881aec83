import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FixableProblem } from "../core/fix.ts";
import { diagnosticOf } from "./diagnostic-of.ts";
import type { ServerParts } from "./server-parts.ts";

type Check = (document: TextDocument, isStale: () => boolean) => Promise<readonly FixableProblem[]>;

interface Found {
  readonly version: number;
  readonly problems: readonly FixableProblem[];
  readonly tookMs: number;
}

/** A check that takes longer than this waits for a pause in the typing: it would only be begun again and again. */
const quickMs = 50;
const longestPauseMs = 500;

/** Finds and sends the problems of the documents of one language, and keeps them for the fixes. */
export class TableSqlProblems {
  readonly #parts: Pick<ServerParts, "connection" | "documents" | "now">;
  readonly #languageId: string;
  readonly #check: Check;
  readonly #found = new Map<string, Found>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(parts: Pick<ServerParts, "connection" | "documents" | "now">, languageId: string, check: Check) {
    this.#parts = parts;
    this.#languageId = languageId;
    this.#check = check;
    const { documents } = parts;
    documents.onDidChangeContent(({ document }) => this.#publishSoon(document));
    documents.onDidClose(({ document: { uri } }) => {
      clearTimeout(this.#timers.get(uri));
      this.#timers.delete(uri);
      this.#found.delete(uri);
    });
  }

  /** Those of the text as it is now. */
  async of(document: TextDocument): Promise<readonly FixableProblem[]> {
    const found = this.#found.get(document.uri);
    return found?.version === document.version ? found.problems : await this.#find(document);
  }

  /** Looks again, because something else than the texts changed. */
  refresh(): void {
    for (const document of this.#parts.documents.all()) {
      this.#publishSoon(document);
    }
  }

  #publishSoon({ uri, languageId }: TextDocument): void {
    if (languageId !== this.#languageId) {
      return;
    }
    clearTimeout(this.#timers.get(uri));
    const { tookMs = 0 } = this.#found.get(uri) ?? {};
    if (tookMs <= quickMs) {
      this.#publishInBackground(uri);
    } else {
      const timer = setTimeout(() => this.#publishInBackground(uri), Math.min(tookMs, longestPauseMs));
      this.#timers.set(uri, timer);
    }
  }

  #publishInBackground(uri: string): void {
    const { connection, documents } = this.#parts;
    const document = documents.get(uri);
    if (document) {
      this.#publish(document).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : "";
        connection.console.error(`The problems could not be looked for: ${reason}`);
      });
    }
  }

  async #publish(document: TextDocument): Promise<void> {
    const { uri, version } = document;
    const problems = await this.#find(document);
    if (this.#isNow(uri, version)) {
      const diagnostics = problems.map((problem) => diagnosticOf(document, problem));
      await this.#parts.connection.sendDiagnostics({ uri, version, diagnostics });
    }
  }

  async #find(document: TextDocument): Promise<readonly FixableProblem[]> {
    const { uri, version } = document;
    const startedMs = this.#parts.now();
    const problems = await this.#check(document, () => !this.#isNow(uri, version));
    if (this.#isNow(uri, version)) {
      this.#found.set(uri, { version, problems, tookMs: this.#parts.now() - startedMs });
    }
    return problems;
  }

  #isNow(uri: string, version: number): boolean {
    return this.#parts.documents.get(uri)?.version === version;
  }
}
