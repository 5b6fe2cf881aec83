import type { TableEntry } from "../../core/model/table-model.ts";
import type { Span } from "../../core/text/span.ts";
import { findFunction, type SparkFunction } from "../functions/functions.ts";
import type { QueryColumn } from "../names/column.ts";
import { NameResolver, sourceNameOf } from "../names/name-resolver.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { type LocalView, resolveTables } from "../names/table-schema.ts";
import type { ColumnUse, CteScopes, NameUseScope, RowSource, SqlName, StatementScopes } from "../syntax/scopes.ts";
import { sqlStatementAt } from "../syntax/split-statements.ts";
import { parseTextStatement } from "../syntax/text-parts.ts";
import { scopesOfStatement } from "../syntax/walk.ts";

/** Meaning of a name in a SQL text, with the span of the name. */
export type ResolvedName = Span &
  (
    | { readonly kind: "table"; readonly table: TableEntry }
    | { readonly kind: "view"; readonly view: LocalView }
    | { readonly kind: "cte"; readonly cte: CteScopes; readonly columns: readonly QueryColumn[] | undefined }
    | { readonly kind: "source"; readonly source: RowSource; readonly columns: readonly QueryColumn[] | undefined }
    | {
        readonly kind: "column";
        readonly column: QueryColumn;
        readonly source: RowSource;
        readonly table: TableEntry | undefined;
      }
    | { readonly kind: "function"; readonly found: SparkFunction }
  );

/** Resolves the SQL name at an offset. Undefined if there is no name, or if it is unknown what it refers to. */
export async function resolveNameAt(
  text: string,
  offset: number,
  options: TableSqlOptions,
): Promise<ResolvedName | undefined> {
  const part = sqlStatementAt(text, offset);
  const { statement } = parseTextStatement(part, options);
  if (!statement) {
    return undefined;
  }
  const schema = await resolveTables([statement], options.tables, options.views);
  const found = findIn(statement, offset - part.start, new NameResolver(schema));
  return found && { ...found, start: found.start + part.start, end: found.end + part.start };
}

function findIn(statement: StatementScopes, offset: number, resolver: NameResolver): ResolvedName | undefined {
  const containsOffset = ({ start, end }: Span) => start <= offset && offset <= end;
  const scopes = [...scopesOfStatement(statement)];
  const sources = [...statement.writes.map(({ target }) => target), ...scopes.flatMap((scope) => scope.sources)];
  for (const source of sources) {
    const found = containsOffset(source) ? findInSource(source, containsOffset, resolver) : undefined;
    if (found) {
      return found;
    }
  }
  for (const scope of scopes) {
    for (const use of scope.uses) {
      if (use.kind === "call" && containsOffset(use.name)) {
        const found = findFunction(use.name.text);
        return found && { kind: "function", found, start: use.name.start, end: use.name.end };
      }
      const name = use.kind === "column" ? use.path.find(containsOffset) : undefined;
      if (name && use.kind === "column") {
        return findInUse(use, name, scope, resolver);
      }
    }
  }
  return undefined;
}

function findInSource(
  source: RowSource,
  containsOffset: (span: Span) => boolean,
  resolver: NameResolver,
): ResolvedName | undefined {
  if (source.alias && containsOffset(source.alias)) {
    const { start, end } = source.alias;
    return findTable(source, { start, end }, resolver);
  }
  const last = source.kind === "table" ? source.path.at(-1) : undefined;
  return last && containsOffset(last) ? findTable(source, { start: last.start, end: last.end }, resolver) : undefined;
}

/**
 * Resolves a table in FROM: a table of the tenant, a local view, a common table expression, or rows that the statement
 * generates.
 */
function findTable(source: RowSource, { start, end }: Span, resolver: NameResolver): ResolvedName {
  const columns = resolver.columnsOf(source);
  if (source.kind === "table" && source.cte) {
    return { kind: "cte", cte: source.cte, columns, start, end };
  }
  const found = source.kind === "table" ? resolver.schema.find(source.path) : undefined;
  if (found?.kind === "table") {
    return { kind: "table", table: found.table, start, end };
  }
  if (found?.kind === "view") {
    const { name, columns: viewColumns } = found;
    return { kind: "view", view: viewColumns ? { name, columns: viewColumns } : { name }, start, end };
  }
  return { kind: "source", source, columns, start, end };
}

function findInUse(
  use: ColumnUse,
  name: SqlName,
  scope: NameUseScope,
  resolver: NameResolver,
): ResolvedName | undefined {
  const span = { start: name.start, end: name.end };
  if (use.path.length > 1 && name !== use.path.at(-1)) {
    const source = findSource(name.text, scope);
    if (source) {
      return findTable(source, span, resolver);
    }
  }
  const resolution = resolver.resolve(use, scope);
  if (resolution.kind !== "column") {
    return undefined;
  }
  const { column, source } = resolution;
  const [origin] = column.origins;
  const path = origin ? [{ text: origin.table, ...span }] : [];
  const found = column.origins.length === 1 ? resolver.schema.find(path) : undefined;
  return { kind: "column", column, source, table: found?.kind === "table" ? found.table : undefined, ...span };
}

function findSource(name: string, scope: NameUseScope): RowSource | undefined {
  const folded = name.toLowerCase();
  for (let level: NameUseScope | undefined = scope; level; level = level.parent) {
    const source = level.sources.find((one) => sourceNameOf(one)?.toLowerCase() === folded);
    if (source) {
      return source;
    }
  }
  return undefined;
}
