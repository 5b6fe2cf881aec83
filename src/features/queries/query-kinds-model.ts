import type { ReadStatements } from "../../languages/core/requests/statement-requests.ts";
import type { Statement } from "./query-text-model.ts";

type QueryKind = "aggregate" | "list";

const mostKinds = 5000;

/** The kinds of statements by their text, which alone decides them, so that an edit asks for what it changed. */
export class QueryKinds {
  readonly #kinds = new Map<string, QueryKind | "none">();

  /** `none` for what is no query; `undefined` for a text that was never learned. */
  find({ text }: Statement): QueryKind | "none" | undefined {
    return this.#kinds.get(text);
  }

  /** Learns the kinds of the statements that it does not know; whether there were any. */
  async learn(
    statements: readonly Statement[],
    readStatements: (text: string) => Promise<ReadStatements>,
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
    if (this.#kinds.size > mostKinds) {
      this.#kinds.clear();
    }
    for (const [index, text] of unknown.entries()) {
      const kind = kindAt.get(starts[index] ?? 0);
      this.#kinds.set(text, kind === "aggregate" || kind === "list" ? kind : "none");
    }
    return true;
  }
}
