import type { Token } from "../syntax/token.ts";

/** What a statement of the shell is expected to go on with (sql-like-language 12). */
export type ShellExpected = "schema" | "TO" | "schemaName" | "TRANSACTION" | "object" | "FROM" | "file" | "end";

export interface ShellPlace {
  readonly kind: "shell";
  readonly expected: ShellExpected;
  /** Offset of the statement. */
  readonly start: number;
}

/** What follows the first word of each statement, one token after the other. */
const orders: ReadonlyMap<string, readonly ShellExpected[]> = new Map([
  ["SET", ["schema", "TO", "schemaName"]],
  ["BEGIN", ["TRANSACTION"]],
  ["COPY", ["object", "FROM", "file"]],
  ["COMMIT", []],
  ["ROLLBACK", []],
]);

/** What may stand after some tokens of a statement; `undefined` when it is not one of the shell's own. */
export function shellPlaceAfter(tokens: readonly Token[], quote: string | undefined): ShellPlace | undefined {
  const [first] = tokens;
  const order = first?.kind === "name" ? orders.get(first.text.toUpperCase()) : undefined;
  if (!first || !order) {
    return undefined;
  }
  const expected = order[tokens.length - 1] ?? "end";
  const isQuotable = quote === undefined || (expected === "file" && quote === "'");
  return { kind: "shell", expected: isQuotable ? expected : "end", start: first.start };
}
