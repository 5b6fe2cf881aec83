import type { ListQueryRequest } from "../../contract/query-schemas.ts";
import type { Problem, Query } from "../../languages/sql-like/syntax.ts";

/** Problems that say a column's name leads nowhere (sql-like-language 15). */
const unresolvedCodes = new Set(["SL301", "SL305", "SL307", "SL308", "SL309"]);

type Item = Query["items"][number];

/** Indexes of the columns that cannot be resolved, which `queryMode` `FILL` leaves empty (docs/semantics.md, "Lists"). */
export function unresolvedColumns({ items }: Query, problems: readonly Problem[]): ReadonlySet<number> {
  const unresolved = items.flatMap((item, index) => {
    const inside = problems.filter(({ start, end }) => start >= item.start && end <= item.end);
    const errors = inside.filter(({ severity }) => severity === "error");
    const isUnresolved = errors.length > 0 && errors.every(({ code }) => unresolvedCodes.has(code));
    return isUnresolved && pathOf(item) !== undefined ? [index] : [];
  });
  return new Set(unresolved);
}

/** The query with time, which every list has, in place of some of its columns, so that the rest can be bound. */
export function withStandIns(query: Query, columns: ReadonlySet<number>, timeColumn: string): Query {
  const items = query.items.map((item, index): Item => {
    if (!columns.has(index)) {
      return item;
    }
    const { start, end } = item.expression;
    const name = { kind: "name", text: timeColumn, start, end } as const;
    return { ...item, expression: { kind: "path", segments: [name], start, end } };
  });
  return { ...query, items };
}

/** The request with the columns that had a stand-in as the text has them, so that the engine finds them missing. */
export function withoutStandIns(
  request: ListQueryRequest,
  { items }: Query,
  columns: ReadonlySet<number>,
): ListQueryRequest {
  return {
    ...request,
    columns: request.columns.map((column, index) => {
      const item = items[index];
      const path = columns.has(index) && item ? pathOf(item) : undefined;
      return path === undefined ? column : { columnName: item?.label?.value ?? path, columnDefinition: {} };
    }),
  };
}

/** The path of a column as written, without the level around it; `undefined` for what is no column at all. */
function pathOf({ expression }: Item): string | undefined {
  const path =
    expression.kind === "call" && expression.name.text.toLowerCase() === "level"
      ? expression.arguments[0]?.value
      : expression;
  return path?.kind === "path" ? path.segments.map(({ text }) => text).join(".") : undefined;
}
