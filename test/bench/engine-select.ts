import { planListQuery } from "../../src/service/engine/list-plan.ts";
import { buildListStatements } from "../../src/service/engine/list-sql.ts";
import { StoredModel } from "../../src/service/engine/stored-model.ts";
import type { TenantModel } from "../../src/service/model/tenant-model.ts";
import { readSqlLike } from "../../src/service/operations/sql-like-query.ts";

const wrapped = /^SELECT json_array\(([\s\S]*?)\)::VARCHAR AS line\n/;

/**
 * The very SELECT that the service runs for a list, its columns as columns (`c0`, `c1`, ...) instead of in one line of JSON.
 * For `SELECT json_array(a, f(b, 1))::VARCHAR AS line FROM t` this is `SELECT a AS c0, f(b, 1) AS c1 FROM t`.
 */
export function engineSelect(query: string, tenant: TenantModel): string {
  const lowered = readSqlLike({ query }, tenant, "Service_Time");
  if (lowered.kind !== "list") {
    throw new Error("Only a list has one SELECT.");
  }
  const model = new StoredModel(tenant);
  const [statement, ...more] = buildListStatements(
    planListQuery(lowered.request, "Service_Time", model),
    "jsonlines",
    model,
  );
  if (!statement || more.length > 0 || statement.values.length > 0) {
    throw new Error("The list is not one SELECT without values.");
  }
  return unwrapLine(statement.sql);
}

export function unwrapLine(sql: string): string {
  const [head, columns] = wrapped.exec(sql) ?? [];
  if (head === undefined || columns === undefined) {
    throw new Error("The service writes its lines in another way now; change what is looked for here.");
  }
  const named = splitArguments(columns).map((column, index) => `${column.trim()} AS c${index}`);
  return `SELECT ${named.join(", ")}\n${sql.slice(head.length)}`;
}

/** Splits at the commas that are in no bracket and no quotes. */
export function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    if (quote !== "") {
      quote = character === quote ? "" : quote;
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (character === "(" || character === "[") {
      depth += 1;
    } else if (character === ")" || character === "]") {
      depth -= 1;
    } else if (character === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
