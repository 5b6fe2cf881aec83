import type { StatementsResponse } from "../../languages/core/requests/server-requests.ts";
import type { Statement } from "./query-text-model.ts";

type QueryKind = "aggregate" | "list";

const maxKinds = 5000;

/** Cache of query kinds by statement text. After an edit, only changed statements are analysed again. */
export class QueryKindCache {
  readonly #kinds = new Map<string, QueryKind | "none">();

  /** Returns the cached kind of a statement: `none` if the statement is not a query, undefined if it is not cached. */
  find({ text }: Statement): QueryKind | "none" | undefined {
    return this.#kinds.get(text);
  }

  /** Determines the kinds of statements that are not cached. Returns whether there were any. */
  async readMissing(
    statements: readonly Statement[],
    readStatements: (text: string) => Promise<StatementsResponse>,
  ): Promise<boolean> {
    const unknown = [...new Set(statements.map(({ text }) => text))].filter((text) => !this.#kinds.has(text));
    if (unknown.length === 0) {
      return false;
    }
    let joined = "";
    const starts = unknown.map((text) => {
      const start = joined.length;
      joined += `${text};\n`;
      return start;
    });
    const kindAt = new Map((await readStatements(joined)).statements.map(({ start, kind }) => [start, kind]));
    if (this.#kinds.size > maxKinds) {
      this.#kinds.clear();
    }
    for (const [index, text] of unknown.entries()) {
      const kind = kindAt.get(starts[index] ?? 0);
      this.#kinds.set(text, kind === "aggregate" || kind === "list" ? kind : "none");
    }
    return true;
  }
}
