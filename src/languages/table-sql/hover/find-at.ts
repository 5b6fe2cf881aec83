import type { TableEntry } from "../../core/model/table-model.ts";
import type { Span } from "../../core/text/span.ts";
import { findFunction, type SparkFunction } from "../functions/functions.ts";
import type { Column } from "../names/column.ts";
import { Names, sourceName } from "../names/names.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { loadSchema, type TableView } from "../names/table-schema.ts";
import { readPart } from "../syntax/read-text.ts";
import type { ColumnUse, CteScopes, Name, Scope, Source, StatementScopes } from "../syntax/scopes.ts";
import { statementAt } from "../syntax/split-statements.ts";
import { scopesOf } from "../syntax/walk.ts";

/** What a name of a text means, and where the name stands. */
export type Found = Span &
  (
    | { readonly kind: "table"; readonly table: TableEntry }
    | { readonly kind: "view"; readonly view: TableView }
    | { readonly kind: "cte"; readonly cte: CteScopes; readonly columns: readonly Column[] | undefined }
    | { readonly kind: "source"; readonly source: Source; readonly columns: readonly Column[] | undefined }
    | {
        readonly kind: "column";
        readonly column: Column;
        readonly source: Source;
        readonly table: TableEntry | undefined;
      }
    | { readonly kind: "function"; readonly found: SparkFunction }
  );

/** What the name at an offset means. */
export async function findAt(text: string, offset: number, options: TableSqlOptions): Promise<Found | undefined> {
  const part = statementAt(text, offset);
  const { statement } = readPart(part, options);
  if (!statement) {
    return undefined;
  }
  const schema = await loadSchema([statement], options.tables, options.views);
  const found = findIn(statement, offset - part.start, new Names(schema));
  return found && { ...found, start: found.start + part.start, end: found.end + part.start };
}

function findIn(statement: StatementScopes, offset: number, names: Names): Found | undefined {
  const isHere = ({ start, end }: Span) => start <= offset && offset <= end;
  const scopes = [...scopesOf(statement)];
  const sources = [...statement.writes.map(({ target }) => target), ...scopes.flatMap((scope) => scope.sources)];
  for (const source of sources) {
    const found = isHere(source) ? findInSource(source, isHere, names) : undefined;
    if (found) {
      return found;
    }
  }
  for (const scope of scopes) {
    for (const use of scope.uses) {
      if (use.kind === "call" && isHere(use.name)) {
        const found = findFunction(use.name.text);
        return found && { kind: "function", found, start: use.name.start, end: use.name.end };
      }
      const name = use.kind === "column" ? use.path.find(isHere) : undefined;
      if (name && use.kind === "column") {
        return findInUse(use, name, scope, names);
      }
    }
  }
  return undefined;
}

function findInSource(source: Source, isHere: (span: Span) => boolean, names: Names): Found | undefined {
  if (source.alias && isHere(source.alias)) {
    const { start, end } = source.alias;
    return findTable(source, { start, end }, names);
  }
  const last = source.kind === "table" ? source.path.at(-1) : undefined;
  return last && isHere(last) ? findTable(source, { start: last.start, end: last.end }, names) : undefined;
}

/** What a source is: a table of the tenant, a view of the text, or rows of the statement itself. */
function findTable(source: Source, { start, end }: Span, names: Names): Found {
  const columns = names.columnsOf(source);
  if (source.kind === "table" && source.cte) {
    return { kind: "cte", cte: source.cte, columns, start, end };
  }
  const found = source.kind === "table" ? names.schema.find(source.path) : undefined;
  if (found?.kind === "table") {
    return { kind: "table", table: found.table, start, end };
  }
  if (found?.kind === "view") {
    const { name, columns: own } = found;
    return { kind: "view", view: own ? { name, columns: own } : { name }, start, end };
  }
  return { kind: "source", source, columns, start, end };
}

function findInUse(use: ColumnUse, name: Name, scope: Scope, names: Names): Found | undefined {
  const span = { start: name.start, end: name.end };
  if (use.path.length > 1 && name !== use.path.at(-1)) {
    const source = sourceNamed(name.text, scope);
    if (source) {
      return findTable(source, span, names);
    }
  }
  const resolution = names.resolve(use, scope);
  if (resolution.kind !== "column") {
    return undefined;
  }
  const { column, source } = resolution;
  const [origin] = column.origins;
  const path = origin ? [{ text: origin.table, ...span }] : [];
  const found = column.origins.length === 1 ? names.schema.find(path) : undefined;
  return { kind: "column", column, source, table: found?.kind === "table" ? found.table : undefined, ...span };
}

function sourceNamed(name: string, scope: Scope): Source | undefined {
  const folded = name.toLowerCase();
  for (let level: Scope | undefined = scope; level; level = level.parent) {
    const source = level.sources.find((one) => sourceName(one)?.toLowerCase() === folded);
    if (source) {
      return source;
    }
  }
  return undefined;
}
