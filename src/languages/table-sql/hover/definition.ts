import type { TableEntry } from "../../core/model/table-model.ts";
import type { Span } from "../../core/text/span.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { sqlStatementAt } from "../syntax/split-statements.ts";
import { resolveNameAt } from "./find-name-at.ts";

/**
 * Target of "Go to Definition" in SQL: a span in the same text, or a table source of the service. `origin` is the span
 * of the name at the cursor.
 */
export type SqlDefinitionTarget = { readonly origin: Span } & (
  | { readonly kind: "text"; readonly target: Span }
  | { readonly kind: "tableSource"; readonly table: TableEntry; readonly column?: string }
);

/** Finds the definition of the SQL name at an offset. Undefined for names without a definition, such as functions. */
export async function findSqlDefinition(
  text: string,
  offset: number,
  options: TableSqlOptions,
): Promise<SqlDefinitionTarget | undefined> {
  const found = await resolveNameAt(text, offset, options);
  if (!found) {
    return undefined;
  }
  const origin = { start: found.start, end: found.end };
  const statementStart = sqlStatementAt(text, offset).start;
  const inText = ({ start, end }: Span): SqlDefinitionTarget => ({
    kind: "text",
    target: { start: start + statementStart, end: end + statementStart },
    origin,
  });
  switch (found.kind) {
    case "table":
      return { kind: "tableSource", table: found.table, origin };
    case "column": {
      const { table, column } = found;
      return table && { kind: "tableSource", table, column: column.origins[0]?.column ?? column.name, origin };
    }
    case "cte":
      return inText(found.cte.name);
    case "source":
      return inText(found.source.alias ?? found.source);
    default:
      return undefined;
  }
}
