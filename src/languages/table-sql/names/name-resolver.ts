import type { TableColumn, TableEntry } from "../../core/model/table-model.ts";
import { isGeneratorFunction } from "../functions/functions.ts";
import {
  type ColumnUse,
  isQueryScopes,
  type NameUse,
  type NameUseScope,
  type QueryScopes,
  type RowSource,
  type SelectListItem,
  type SqlName,
  type TableRowSource,
} from "../syntax/scopes.ts";
import {
  type ColumnOrigin,
  combineSetOperationColumns,
  computedColumnProperties,
  type QueryColumn,
  removeMergedColumns,
  renameColumns,
} from "./column.ts";

/**
 * Result of looking up a table name. `missing` means that the table does not exist, `unknown` that the lookup failed.
 */
export type FoundTable =
  | { readonly kind: "table"; readonly table: TableEntry }
  | { readonly kind: "view"; readonly name: string; readonly columns: readonly TableColumn[] | undefined }
  | { readonly kind: "missing" }
  | { readonly kind: "unknown" };

/** Tables and local views that a SQL text can refer to. */
export interface ResolvedTables {
  find(path: readonly SqlName[]): FoundTable;
}

type Resolution =
  | { readonly kind: "column"; readonly source: RowSource; readonly column: QueryColumn }
  | { readonly kind: "item"; readonly item: SelectListItem; readonly scope: NameUseScope }
  | { readonly kind: "ambiguous"; readonly sources: readonly RowSource[] }
  | { readonly kind: "missing"; readonly source: RowSource | undefined }
  | { readonly kind: "missingSource" }
  /** Unknown, because the columns of some visible table are unknown and may include the name. */
  | { readonly kind: "unknown" };

/** Resolves the column names and table names in a SQL statement. */
export class NameResolver {
  readonly schema: ResolvedTables;
  readonly #columnsByQuery = new Map<QueryScopes, readonly QueryColumn[] | undefined>();
  readonly #columnsByName = new WeakMap<readonly QueryColumn[], ReadonlyMap<string, QueryColumn>>();
  readonly #columnsBySource = new Map<RowSource, readonly QueryColumn[] | undefined>();

  constructor(schema: ResolvedTables) {
    this.schema = schema;
  }

  /** Returns the columns of a table or subquery in FROM, in order. Undefined if they are unknown. */
  columnsOf(source: RowSource): readonly QueryColumn[] | undefined {
    if (!this.#columnsBySource.has(source)) {
      // A LATERAL query sees the scope that contains it, so it could refer to itself. Its columns are then unknown.
      this.#columnsBySource.set(source, undefined);
      this.#columnsBySource.set(source, renameColumns(this.#computeColumns(source), source.columnAliases));
    }
    return this.#columnsBySource.get(source);
  }

  /** Returns the result columns of a query, in order. Undefined if they are unknown. */
  outputColumns(query: QueryScopes): readonly QueryColumn[] | undefined {
    if (!this.#columnsByQuery.has(query)) {
      this.#columnsByQuery.set(query, undefined);
      const parts = query.parts.map((part) =>
        isQueryScopes(part) ? this.outputColumns(part) : this.#selectedColumns(part),
      );
      this.#columnsByQuery.set(query, combineSetOperationColumns(parts));
    }
    return this.#columnsByQuery.get(query);
  }

  /** Resolves a column name in its scope. If it is not found there, resolves it in the enclosing scopes. */
  resolve(use: ColumnUse, scope: NameUseScope): Resolution {
    if (use.target) {
      return this.#resolveInTarget(use.path, use.target);
    }
    let first: Resolution | undefined;
    for (let level: NameUseScope | undefined = scope; level; level = level.parent) {
      const found = this.#resolveInScope(use, level, level === scope);
      if (found.kind !== "missing" && found.kind !== "missingSource") {
        return found;
      }
      first ??= found;
    }
    return first ?? { kind: "unknown" };
  }

  /** Returns the columns that `*` or `a.*` selects in a scope. Undefined if they are unknown. */
  starColumns(path: readonly SqlName[], scope: NameUseScope): readonly QueryColumn[] | undefined {
    const sources =
      path.length > 0 ? scope.sources.filter((source) => matchesPath(source, path)) : visibleSourcesOf(scope);
    const lists = sources.map((source) => this.columnsOf(source));
    return scope.isOpaque || sources.length === 0 || lists.includes(undefined)
      ? undefined
      : removeMergedColumns(
          lists.flatMap((list) => list ?? []),
          scope.merged,
        );
  }

  #computeColumns(source: RowSource): readonly QueryColumn[] | undefined {
    switch (source.kind) {
      case "generated":
        return this.#generatedColumns(source);
      case "query":
        return this.outputColumns(source.query);
      case "table": {
        const { cte, path } = source;
        return cte ? renameColumns(this.outputColumns(cte.query), cte.columnAliases) : this.#tableColumns(path);
      }
    }
  }

  /**
   * Returns the columns of a function that produces rows. Each is treated as derived from every column in the
   * arguments.
   */
  #generatedColumns({
    columnAliases,
    argumentUses,
  }: Extract<RowSource, { kind: "generated" }>): readonly QueryColumn[] | undefined {
    const origins = argumentUses ? this.#originsOfUses(argumentUses.uses, argumentUses.scope) : [];
    return columnAliases.length > 0
      ? columnAliases.map(({ text }) => ({ ...computedColumnProperties, name: text, origins }))
      : undefined;
  }

  #tableColumns(path: readonly SqlName[]): readonly QueryColumn[] | undefined {
    const found = this.schema.find(path);
    if (found.kind === "table") {
      const { objectName, columns } = found.table;
      return columns.map((column) => ({ ...column, origins: [{ table: objectName, column: column.name }] }));
    }
    return found.kind === "view"
      ? found.columns?.map((column) => ({ ...column, origins: [{ table: found.name, column: column.name }] }))
      : undefined;
  }

  #selectedColumns(scope: NameUseScope): readonly QueryColumn[] | undefined {
    const columns: QueryColumn[] = [];
    if (scope.items.length === 0) {
      return undefined;
    }
    for (const item of scope.items) {
      const itemColumns =
        item.use?.kind === "star" ? this.starColumns(item.use.path, scope) : this.#itemColumns(item, scope);
      if (!itemColumns) {
        return undefined;
      }
      columns.push(...itemColumns);
    }
    return columns;
  }

  #itemColumns(item: SelectListItem, scope: NameUseScope): readonly QueryColumn[] | undefined {
    const { use, from, to } = item;
    const names = itemNames(item, scope);
    const resolution = use?.kind === "column" ? this.resolve(use, scope) : undefined;
    if (use?.kind === "column" && resolution?.kind === "column") {
      const { column } = resolution;
      const isWholeColumn = column.name.toLowerCase() === use.path.at(-1)?.text.toLowerCase();
      return names?.map((name) => ({
        ...(isWholeColumn ? column : { ...computedColumnProperties, origins: column.origins }),
        name,
      }));
    }
    if (resolution?.kind === "missing" || resolution?.kind === "missingSource") {
      // The unknown column is reported itself, so references to this item are not reported.
      return undefined;
    }
    const origins = this.#originsOfUses(scope.uses.slice(from, to), scope);
    return names?.map((name) => ({ ...computedColumnProperties, name, origins }));
  }

  /** Returns the table columns from which an expression derives its value, including those used in its subqueries. */
  #originsOfUses(uses: readonly NameUse[], scope: NameUseScope): readonly ColumnOrigin[] {
    return uses.flatMap((use) => {
      if (use.kind === "query") {
        return (this.outputColumns(use.query) ?? []).flatMap(({ origins }) => origins);
      }
      const found = use.kind === "column" ? this.resolve(use, scope) : undefined;
      return found?.kind === "column" ? found.column.origins : [];
    });
  }

  #resolveInScope(use: ColumnUse, scope: NameUseScope, isInnermost: boolean): Resolution {
    const [first, second] = use.path;
    const sources = (isInnermost ? use.candidates : undefined) ?? visibleSourcesOf(scope);
    if (!first) {
      return { kind: "unknown" };
    }
    if (second) {
      const source = sources.find(
        (one) => matchesPath(one, use.path.slice(0, 1)) || matchesPath(one, use.path.slice(0, -1)),
      );
      if (source) {
        return this.#resolveInSource(
          source,
          matchesPath(source, use.path.slice(0, 1)) ? second : (use.path.at(-1) ?? second),
        );
      }
    }
    const item = isInnermost && !second ? findItem(use, scope, first) : undefined;
    if (item && use.clause === "order") {
      return { kind: "item", item, scope };
    }
    const found = this.#findInSources(first.text, sources);
    const isMerged = scope.merged.has(first.text.toLowerCase());
    // The columns that NATURAL JOIN merges and PIVOT keeps are unknown, so duplicates are no ambiguity.
    if (found.length === 1 || (found.length > 1 && (isMerged || scope.isOpaque))) {
      return found[0] ?? { kind: "unknown" };
    }
    if (item) {
      return { kind: "item", item, scope };
    }
    if (found.length > 1) {
      return { kind: "ambiguous", sources: found.map(({ source }) => source) };
    }
    const isOpaque = scope.isOpaque && use.candidates?.length !== 0;
    if (isOpaque || isCreatedByGrouping(first, scope) || sources.some((source) => this.#mayHaveColumn(source, first))) {
      return { kind: "unknown" };
    }
    return second ? { kind: "missingSource" } : { kind: "missing", source: undefined };
  }

  /**
   * Whether a table in FROM may have columns that are not listed: its columns are unknown, or Spark generates their
   * names.
   */
  #mayHaveColumn(source: RowSource, { text }: SqlName): boolean {
    const columns = this.columnsOf(source);
    return !columns || (!/^[\p{L}_]\w*$/u.test(text) && columns.some(({ name }) => name === ""));
  }

  /**
   * Resolves a column that a statement writes. It belongs to the written table, and may be qualified by that table's
   * name.
   */
  #resolveInTarget(path: readonly SqlName[], target: TableRowSource): Resolution {
    const columns = this.columnsOf(target);
    const [first, second] = path;
    if (!columns || !first) {
      return { kind: "unknown" };
    }
    const isQualified = second && first.text.toLowerCase() === sourceNameOf(target)?.toLowerCase();
    const column = this.#findColumn(columns, (isQualified ? second : first).text);
    return column ? { kind: "column", source: target, column } : { kind: "missing", source: target };
  }

  #resolveInSource(source: RowSource, name: SqlName): Resolution {
    const columns = this.columnsOf(source);
    const column = columns && this.#findColumn(columns, name.text);
    if (column) {
      return { kind: "column", source, column };
    }
    return this.#mayHaveColumn(source, name) ? { kind: "unknown" } : { kind: "missing", source };
  }

  /**
   * Finds a column by name like the function `findColumn`, but through an index, since tables can have many columns.
   */
  #findColumn(columns: readonly QueryColumn[], name: string): QueryColumn | undefined {
    let columnsByName = this.#columnsByName.get(columns);
    if (!columnsByName) {
      columnsByName = new Map(columns.toReversed().map((column) => [column.name.toLowerCase(), column]));
      this.#columnsByName.set(columns, columnsByName);
    }
    return columnsByName.get(name.toLowerCase());
  }

  #findInSources(name: string, sources: readonly RowSource[]): Extract<Resolution, { kind: "column" }>[] {
    return sources.flatMap((source) => {
      const column = this.#findColumn(this.columnsOf(source) ?? [], name);
      return column ? [{ kind: "column" as const, source, column }] : [];
    });
  }
}

/** Returns the tables and subqueries in FROM that are visible in the SELECT list. */
export function visibleSourcesOf({ sources }: NameUseScope): readonly RowSource[] {
  return sources.filter(({ isHidden }) => !isHidden);
}

/** Returns the name or alias by which a query refers to a table in FROM. Undefined if it has none. */
export function sourceNameOf(source: RowSource): string | undefined {
  return source.alias?.text ?? (source.kind === "table" ? source.path.at(-1)?.text : undefined);
}

function matchesPath(source: RowSource, path: readonly SqlName[]): boolean {
  const names = path.map(({ text }) => text.toLowerCase()).join(".");
  if (path.length === 1) {
    return sourceNameOf(source)?.toLowerCase() === names;
  }
  return (
    !source.alias && source.kind === "table" && source.path.map(({ text }) => text.toLowerCase()).join(".") === names
  );
}

/**
 * Finds the item of the SELECT list that a name refers to. In GROUP BY, HAVING and ORDER BY it can be any item; within
 * the SELECT list only an earlier item with that alias.
 */
function findItem(use: ColumnUse, scope: NameUseScope, { text }: SqlName): SelectListItem | undefined {
  const folded = text.toLowerCase();
  const isName = (name: string) => name.toLowerCase() === folded;
  switch (use.clause) {
    case "group":
    case "having":
    case "order":
      return scope.items.find((item) => itemNames(item, scope)?.some(isName));
    case "select":
      return scope.items.find((item) => item.end <= use.start && item.aliases.some((alias) => isName(alias.text)));
    default:
      return undefined;
  }
}

/**
 * Returns the column names of a SELECT item. A name that Spark generates is empty. Undefined if the number of columns
 * is unknown, as for a row-producing function without aliases.
 */
function itemNames(item: SelectListItem, scope: NameUseScope): readonly string[] | undefined {
  const { aliases, use } = item;
  if (aliases.length > 0) {
    return aliases.map(({ text }) => text);
  }
  if (use?.kind === "column") {
    return [use.path.at(-1)?.text ?? ""];
  }
  if (use?.kind === "call" && isGeneratorFunction(use.name.text)) {
    return undefined;
  }
  return [castName(item, scope) ?? ""];
}

/**
 * Returns the column name of a SELECT item `CAST(column AS type)`, which Spark uses as the result's name. Undefined for
 * any other item.
 */
function castName({ use, from, to }: SelectListItem, { uses }: NameUseScope): string | undefined {
  const [column, ...others] = uses.slice(from, to).filter((one) => one !== use);
  if (use?.kind !== "call" || !/^(try_)?cast$/i.test(use.name.text) || column?.kind !== "column" || others.length > 0) {
    return undefined;
  }
  const [value] = use.arguments;
  const isAll = value?.start === column.start && value.end === column.end;
  return isAll ? column.path.at(-1)?.text : undefined;
}

/** Whether a name is the column `window`, which `GROUP BY window(...)` makes visible in the complete query. */
function isCreatedByGrouping({ text }: SqlName, { uses }: NameUseScope): boolean {
  const folded = text.toLowerCase();
  return (
    (folded === "window" || folded === "session_window") &&
    uses.some((use) => use.kind === "call" && use.name.text.toLowerCase() === folded)
  );
}
