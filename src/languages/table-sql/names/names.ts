import type { TableColumn, TableEntry } from "../../core/model/table-model.ts";
import { isGenerator } from "../functions/functions.ts";
import {
  type ColumnUse,
  type Item,
  isQuery,
  type Name,
  type QueryScopes,
  type Scope,
  type Source,
  type TableSource,
  type Use,
} from "../syntax/scopes.ts";
import { type Column, joinedOutputs, type Origin, renamed, unknownColumn, withoutMerged } from "./column.ts";

/** What a name of a table means: a table source, a view of the text's own, nothing, or what cannot be told. */
export type FoundTable =
  | { readonly kind: "table"; readonly table: TableEntry }
  | { readonly kind: "view"; readonly name: string; readonly columns: readonly TableColumn[] | undefined }
  | { readonly kind: "missing" }
  | { readonly kind: "unknown" };

/** The tables that a text may name. */
export interface Schema {
  find(path: readonly Name[]): FoundTable;
}

type Resolution =
  | { readonly kind: "column"; readonly source: Source; readonly column: Column }
  | { readonly kind: "item"; readonly item: Item; readonly scope: Scope }
  | { readonly kind: "ambiguous"; readonly sources: readonly Source[] }
  | { readonly kind: "missing"; readonly source: Source | undefined }
  | { readonly kind: "missingSource" }
  /** A source is not known, so neither is what it has. */
  | { readonly kind: "unknown" };

/** Says what the names of a statement mean. */
export class Names {
  readonly schema: Schema;
  readonly #ofQueries = new Map<QueryScopes, readonly Column[] | undefined>();
  readonly #byName = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();
  readonly #ofSources = new Map<Source, readonly Column[] | undefined>();

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** The columns of a source in their order; `undefined` when they cannot be told. */
  columnsOf(source: Source): readonly Column[] | undefined {
    if (!this.#ofSources.has(source)) {
      // A LATERAL query sees the scope that it is a source of: what it asks of itself cannot be told.
      this.#ofSources.set(source, undefined);
      this.#ofSources.set(source, renamed(this.#ownColumns(source), source.columnAliases));
    }
    return this.#ofSources.get(source);
  }

  /** The columns of a query's rows. */
  outputsOf(query: QueryScopes): readonly Column[] | undefined {
    if (!this.#ofQueries.has(query)) {
      this.#ofQueries.set(query, undefined);
      const parts = query.parts.map((part) => (isQuery(part) ? this.outputsOf(part) : this.#selected(part)));
      this.#ofQueries.set(query, joinedOutputs(parts));
    }
    return this.#ofQueries.get(query);
  }

  /** What a use of a column means in its scope or one around it. */
  resolve(use: ColumnUse, scope: Scope): Resolution {
    if (use.target) {
      return this.#inTarget(use.path, use.target);
    }
    let first: Resolution | undefined;
    for (let level: Scope | undefined = scope; level; level = level.parent) {
      const found = this.#resolveIn(use, level, level === scope);
      if (found.kind !== "missing" && found.kind !== "missingSource") {
        return found;
      }
      first ??= found;
    }
    return first ?? { kind: "unknown" };
  }

  /** The columns that `*` or `a.*` stands for in a scope. */
  starColumns(path: readonly Name[], scope: Scope): readonly Column[] | undefined {
    const sources = path.length > 0 ? scope.sources.filter((source) => isNamed(source, path)) : visibleSources(scope);
    const lists = sources.map((source) => this.columnsOf(source));
    return scope.isOpaque || sources.length === 0 || lists.includes(undefined)
      ? undefined
      : withoutMerged(
          lists.flatMap((list) => list ?? []),
          scope.merged,
        );
  }

  #ownColumns(source: Source): readonly Column[] | undefined {
    switch (source.kind) {
      case "generated":
        return this.#madeColumns(source);
      case "query":
        return this.outputsOf(source.query);
      case "table": {
        const { cte, path } = source;
        return cte ? renamed(this.outputsOf(cte.query), cte.columnAliases) : this.#tableColumns(path);
      }
    }
  }

  /** Each column of a generator may hold what any of its arguments holds. */
  #madeColumns({ columnAliases, madeFrom }: Extract<Source, { kind: "generated" }>): readonly Column[] | undefined {
    const origins = madeFrom ? this.#originsOf(madeFrom.uses, madeFrom.scope) : [];
    return columnAliases.length > 0
      ? columnAliases.map(({ text }) => ({ ...unknownColumn, name: text, origins }))
      : undefined;
  }

  #tableColumns(path: readonly Name[]): readonly Column[] | undefined {
    const found = this.schema.find(path);
    if (found.kind === "table") {
      const { objectName, columns } = found.table;
      return columns.map((column) => ({ ...column, origins: [{ table: objectName, column: column.name }] }));
    }
    return found.kind === "view"
      ? found.columns?.map((column) => ({ ...column, origins: [{ table: found.name, column: column.name }] }))
      : undefined;
  }

  #selected(scope: Scope): readonly Column[] | undefined {
    const columns: Column[] = [];
    if (scope.items.length === 0) {
      return undefined;
    }
    for (const item of scope.items) {
      const own = item.use?.kind === "star" ? this.starColumns(item.use.path, scope) : this.#itemColumns(item, scope);
      if (!own) {
        return undefined;
      }
      columns.push(...own);
    }
    return columns;
  }

  #itemColumns(item: Item, scope: Scope): readonly Column[] | undefined {
    const { use, from, to } = item;
    const names = itemNames(item, scope);
    const resolution = use?.kind === "column" ? this.resolve(use, scope) : undefined;
    if (use?.kind === "column" && resolution?.kind === "column") {
      const { column } = resolution;
      const isWhole = column.name.toLowerCase() === use.path.at(-1)?.text.toLowerCase();
      return names?.map((name) => ({ ...(isWhole ? column : { ...unknownColumn, origins: column.origins }), name }));
    }
    if (resolution?.kind === "missing" || resolution?.kind === "missingSource") {
      // Reported where it stands; who uses it further on makes no other mistake.
      return undefined;
    }
    const origins = this.#originsOf(scope.uses.slice(from, to), scope);
    return names?.map((name) => ({ ...unknownColumn, name, origins }));
  }

  /** What an expression is made from, its subqueries among it. */
  #originsOf(uses: readonly Use[], scope: Scope): readonly Origin[] {
    return uses.flatMap((use) => {
      if (use.kind === "query") {
        return (this.outputsOf(use.query) ?? []).flatMap(({ origins }) => origins);
      }
      const found = use.kind === "column" ? this.resolve(use, scope) : undefined;
      return found?.kind === "column" ? found.column.origins : [];
    });
  }

  #resolveIn(use: ColumnUse, scope: Scope, isOwn: boolean): Resolution {
    const [first, second] = use.path;
    const sources = (isOwn ? use.among : undefined) ?? visibleSources(scope);
    if (!first) {
      return { kind: "unknown" };
    }
    if (second) {
      const source = sources.find((one) => isNamed(one, use.path.slice(0, 1)) || isNamed(one, use.path.slice(0, -1)));
      if (source) {
        return this.#inSource(source, isNamed(source, use.path.slice(0, 1)) ? second : (use.path.at(-1) ?? second));
      }
    }
    const item = isOwn && !second ? findItem(use, scope, first) : undefined;
    if (item && use.clause === "order") {
      return { kind: "item", item, scope };
    }
    const found = this.#findByName(first.text, sources);
    const isMerged = scope.merged.has(first.text.toLowerCase());
    // What a NATURAL JOIN merges and a PIVOT leaves is not told apart.
    if (found.length === 1 || (found.length > 1 && (isMerged || scope.isOpaque))) {
      return found[0] ?? { kind: "unknown" };
    }
    if (item) {
      return { kind: "item", item, scope };
    }
    if (found.length > 1) {
      return { kind: "ambiguous", sources: found.map(({ source }) => source) };
    }
    const isOpaque = scope.isOpaque && use.among?.length !== 0;
    if (isOpaque || isMadeByGroup(first, scope) || sources.some((source) => this.#mayHave(source, first))) {
      return { kind: "unknown" };
    }
    return second ? { kind: "missingSource" } : { kind: "missing", source: undefined };
  }

  /** Whether a source may have a column of a name that it is not known to have: Spark makes names of expressions. */
  #mayHave(source: Source, { text }: Name): boolean {
    const columns = this.columnsOf(source);
    return !columns || (!/^[\p{L}_]\w*$/u.test(text) && columns.some(({ name }) => name === ""));
  }

  /** A column that is written is one of the target, by its own name or after the target's. */
  #inTarget(path: readonly Name[], target: TableSource): Resolution {
    const columns = this.columnsOf(target);
    const [first, second] = path;
    if (!columns || !first) {
      return { kind: "unknown" };
    }
    const isQualified = second && first.text.toLowerCase() === sourceName(target)?.toLowerCase();
    const column = this.#find(columns, (isQualified ? second : first).text);
    return column ? { kind: "column", source: target, column } : { kind: "missing", source: target };
  }

  #inSource(source: Source, name: Name): Resolution {
    const columns = this.columnsOf(source);
    const column = columns && this.#find(columns, name.text);
    if (column) {
      return { kind: "column", source, column };
    }
    return this.#mayHave(source, name) ? { kind: "unknown" } : { kind: "missing", source };
  }

  /** Like `findColumn`, for the many names of a statement over wide tables. */
  #find(columns: readonly Column[], name: string): Column | undefined {
    let byName = this.#byName.get(columns);
    if (!byName) {
      byName = new Map(columns.toReversed().map((column) => [column.name.toLowerCase(), column]));
      this.#byName.set(columns, byName);
    }
    return byName.get(name.toLowerCase());
  }

  #findByName(name: string, sources: readonly Source[]): Extract<Resolution, { kind: "column" }>[] {
    return sources.flatMap((source) => {
      const column = this.#find(this.columnsOf(source) ?? [], name);
      return column ? [{ kind: "column" as const, source, column }] : [];
    });
  }
}

/** The sources that a SELECT list sees. */
export function visibleSources({ sources }: Scope): readonly Source[] {
  return sources.filter(({ isHidden }) => !isHidden);
}

/** What a source is called in its query; nothing for one without a name. */
export function sourceName(source: Source): string | undefined {
  return source.alias?.text ?? (source.kind === "table" ? source.path.at(-1)?.text : undefined);
}

function isNamed(source: Source, path: readonly Name[]): boolean {
  const names = path.map(({ text }) => text.toLowerCase()).join(".");
  if (path.length === 1) {
    return sourceName(source)?.toLowerCase() === names;
  }
  return (
    !source.alias && source.kind === "table" && source.path.map(({ text }) => text.toLowerCase()).join(".") === names
  );
}

/** In GROUP BY, HAVING and ORDER BY an item may be meant by its name, and in SELECT by its alias in an item after it. */
function findItem(use: ColumnUse, scope: Scope, { text }: Name): Item | undefined {
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
 * What the columns of an item are called, an empty name where Spark makes one up; nothing when only Spark knows how many
 * columns there are.
 */
function itemNames(item: Item, scope: Scope): readonly string[] | undefined {
  const { aliases, use } = item;
  if (aliases.length > 0) {
    return aliases.map(({ text }) => text);
  }
  if (use?.kind === "column") {
    return [use.path.at(-1)?.text ?? ""];
  }
  if (use?.kind === "call" && isGenerator(use.name.text)) {
    return undefined;
  }
  return [castName(item, scope) ?? ""];
}

/** A column that is only cast keeps its name. */
function castName({ use, from, to }: Item, { uses }: Scope): string | undefined {
  const [column, ...others] = uses.slice(from, to).filter((one) => one !== use);
  if (use?.kind !== "call" || !/^(try_)?cast$/i.test(use.name.text) || column?.kind !== "column" || others.length > 0) {
    return undefined;
  }
  const [value] = use.arguments;
  const isAll = value?.start === column.start && value.end === column.end;
  return isAll ? column.path.at(-1)?.text : undefined;
}

/** `GROUP BY window(...)` makes a column `window` that the whole query may name. */
function isMadeByGroup({ text }: Name, { uses }: Scope): boolean {
  const folded = text.toLowerCase();
  return (
    (folded === "window" || folded === "session_window") &&
    uses.some((use) => use.kind === "call" && use.name.text.toLowerCase() === folded)
  );
}
